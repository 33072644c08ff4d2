import { client } from '../session/http.ts';
import { updateSession } from '../session/session-store.ts';
import { applyBranding } from './branding.ts';

/** Public settings and the look that follows from them, for as long as the page is open. */

/** A page that comes back into sight asks again when its settings are older than this (ms). */
const STALE_MS = 30_000;
let asked = 0;

/** Reads the settings again and applies them: colours, favicon, titles, and which routes there are. Nothing is loaded anew. */
export async function refreshPublicSettings(): Promise<void> {
  asked = Date.now();
  const settings = await client.settings.public();
  applyBranding(settings.INTERFACE);
  updateSession({ settings });
}

/** Follows what others change meanwhile. A failure means the old settings stay: the next request of a screen tells what is wrong. */
export function followPublicSettings(): void {
  asked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - asked > STALE_MS) refreshPublicSettings().catch(() => undefined);
  });
}
