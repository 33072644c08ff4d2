import { parseUuid } from '@postern/contract/ids';
import { serveGuest } from './guest-page.ts';
import { serveOwner, serveReturn } from './owner-page.ts';
import type { Page, TerminalSockets } from './page.ts';
import { serveViewer } from './viewer-page.ts';

/** Serves one admitted WebSocket until it closes. `query` is that of the upgrade request. */
export async function serveTerminal(page: Page, query: URLSearchParams, services: TerminalSockets): Promise<void> {
  const type = query.get('type');
  if (type === 'monitor') await serveViewer(page, parseUuid(query.get('target_id')), services);
  else if (type === 'share') await serveGuest(page, parseUuid(query.get('target_id')), services);
  else if (type === 'resume') await serveReturn(page, services);
  else await serveOwner(page, parseUuid(query.get('token')), services);
}
