import { authorizeSession, type SessionGrant } from '../../authorize/grant.ts';
import type { TerminalClient, TerminalSession } from '../../carry/terminal-session.ts';
import { SessionRefusal } from '../../pipeline/refusal.ts';
import type { Caller } from '../admission.ts';
import { frames } from '../frame-writer.ts';
import { openPageSocket, type PageSocket } from '../page-socket.ts';
import type { Page, TerminalSockets } from './page.ts';
import { recheck } from './recheck.ts';

/** Bytes typed before the session is there, kept for it; nobody types more, and a paste comes after the prompt. */
const EARLY_BYTES = 64 * 1024;

/** Serves the page of whoever opens a session by a connection token. */
export async function serveOwner(
  { socket, caller, isStillLoggedIn }: Page,
  token: string | undefined,
  services: TerminalSockets,
): Promise<void> {
  let session: TerminalSession | undefined;
  let early: Buffer[] = [];
  let earlyBytes = 0;
  const input = (bytes: Buffer) => {
    if (session) {
      if (!session.input(bytes)) socket.pause();
      return;
    }
    earlyBytes += bytes.length;
    if (earlyBytes <= EARLY_BYTES) early.push(bytes);
  };
  const page = openPageSocket(
    socket,
    'owner',
    {
      message(message) {
        if (message.kind === 'data') input(Buffer.from(message.text));
        else if (message.kind === 'resize') session?.resize({ cols: message.cols, rows: message.rows });
        else session?.end('user_closed');
      },
      binary: input,
      drained: () => session?.drained(),
      closed: (reason) => session?.end(reason),
    },
    services.waiting,
  );
  const grant = await exchange(page, caller, token, services);
  if (!grant) return;
  page.out.text(frames.connect(page.id, caller.user));
  const size = await page.init();
  if (!size) return;
  const client: TerminalClient = {
    send: page.out.bytes,
    opened: (info, actions, recording, expire_at) =>
      page.out.text(frames.session(page.id, { session: info, permission: { actions }, recording, expire_at })),
    resumeInput: () => socket.resume(),
    finish: page.finish,
  };
  const started = services.start({ grant, client, size, remoteAddr: caller.remoteAddr, loginFrom: 'WT', language: caller.language });
  session = started;
  for (const bytes of early) input(bytes);
  early = [];
  recheck(socket, isStillLoggedIn, () => void started.loginEnded());
}

async function exchange(
  page: PageSocket,
  caller: Caller,
  token: string | undefined,
  services: TerminalSockets,
): Promise<SessionGrant | undefined> {
  try {
    if (!token) throw new SessionRefusal('token_refused', { detail: '' });
    return await authorizeSession(services.core, token, { userId: caller.user.id }, caller.language);
  } catch (error) {
    const refusal = error instanceof SessionRefusal ? error : new SessionRefusal('core_unavailable', {}, error);
    services.log.warn({ user: caller.user.id, from: caller.remoteAddr, reason: refusal.reason }, 'a connection token was refused');
    if (refusal.params.detail) page.out.text(frames.error(page.id, refusal.params.detail));
    page.finish({ reason: refusal.reason, params: refusal.params });
    return undefined;
  }
}
