import type { ComponentClient } from '@postern/client/component';
import { authorizeSession, type Purpose, type SessionGrant } from '../authorize/grant.ts';
import { SessionRefusal } from '../pipeline/refusal.ts';
import type { Caller } from './admission.ts';
import { frames } from './frame-writer.ts';
import type { PageSocket } from './page-socket.ts';

interface Presented {
  caller: Caller;
  token: string | undefined;
  purpose: Purpose;
}

interface Exchange {
  stopping(): boolean;
  core: ComponentClient;
  log: { warn(data: object, message: string): void };
}

/** The right that a page's token gives; undefined when it gives none, of which the page was told. */
export async function exchangeToken(
  page: PageSocket,
  { caller, token, purpose }: Presented,
  { core, log, stopping }: Exchange,
): Promise<SessionGrant | undefined> {
  try {
    // Before the token is spent: it is good for the gateway that comes next.
    if (stopping()) throw new SessionRefusal('gateway_stopping');
    if (!token) throw new SessionRefusal('token_refused', { detail: '' });
    return await authorizeSession(core, token, { userId: caller.user.id }, caller.language, purpose);
  } catch (error) {
    const refusal = error instanceof SessionRefusal ? error : new SessionRefusal('core_unavailable', {}, error);
    log.warn({ user: caller.user.id, from: caller.remoteAddr, reason: refusal.reason }, 'a connection token was refused');
    if (refusal.params.detail) page.out.text(frames.error(page.id, refusal.params.detail));
    page.finish({ reason: refusal.reason, params: refusal.params });
    return undefined;
  }
}
