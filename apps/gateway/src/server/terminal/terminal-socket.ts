import { parseUuid } from '@postern/contract/ids';
import { serveOwner } from './owner-page.ts';
import type { Page, TerminalSockets } from './page.ts';
import { serveViewer } from './viewer-page.ts';

/** Serves one admitted WebSocket until it closes. `query` is that of the upgrade request. */
export async function serveTerminal(page: Page, query: URLSearchParams, services: TerminalSockets): Promise<void> {
  if (query.get('type') === 'monitor') await serveViewer(page, parseUuid(query.get('target_id')), services);
  else await serveOwner(page, parseUuid(query.get('token')), services);
}
