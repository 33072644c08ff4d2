import type { TerminalClient, TerminalSession } from '../../carry/terminal-session.ts';
import { exchangeToken } from '../exchange.ts';
import { frames } from '../frame-writer.ts';
import { openPageSocket } from '../page-socket.ts';
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
  const grant = await exchangeToken(page, { caller, token, purpose: 'others' }, services);
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
