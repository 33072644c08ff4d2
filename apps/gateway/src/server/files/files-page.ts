import type { ComponentClient } from '@postern/client/component';
import type { ConnectionSecret } from '@postern/contract/component';
import type { FileStart } from '../../carry/file-session.ts';
import type { StreamClient, StreamSession } from '../../carry/stream-session.ts';
import { plainText } from '../../policy/plain-text.ts';
import { exchangeToken } from '../exchange.ts';
import { frames } from '../frame-writer.ts';
import type { Waiting } from '../outbound.ts';
import { openPageSocket, untilClosed } from '../page-socket.ts';
import type { Page } from '../terminal/page.ts';
import { recheck } from '../terminal/recheck.ts';

/** What pages of files need of the gateway around them. */
export interface FileSockets {
  core: ComponentClient;
  startFiles(start: FileStart): StreamSession;
  /** Whether the gateway is told to stop: nothing new begins. */
  stopping(): boolean;
  /** What all pages leave unread. */
  waiting: Waiting;
  log: { info(data: object, message: string): void; warn(data: object, message: string): void };
}

/** Words that wait for a page which reads none: further ones are left out. They are in the recording. */
const WORDS_BYTES = 64 * 1024;
const MAX_WORDS = 1_024;
const MAX_FOLDER = 1_024;

/**
 * Serves the page of whoever opens files by a connection token. It speaks SFTP itself, in binary frames; this is one more client of the session
 * that native programs have (docs/decisions/0095).
 */
export async function serveFiles(
  { socket, caller, isStillLoggedIn, onLogins }: Page,
  token: string | undefined,
  services: FileSockets,
): Promise<void> {
  let session: StreamSession | undefined;
  const page = openPageSocket(
    socket,
    'files',
    {
      message(message) {
        if (message.kind === 'close') session?.end('user_closed');
      },
      binary(bytes) {
        if (session && !session.input(bytes)) socket.pause();
      },
      drained: () => session?.drained(),
      closed: (reason) => session?.end(reason),
    },
    services.waiting,
  );
  const grant = await exchangeToken(page, { caller, token, purpose: 'files' }, services);
  if (!grant) return;
  page.out.text(frames.connect(page.id, caller.user));
  const folder = startFolder(grant.secret);
  const client: StreamClient = {
    opened: (info, actions, recording, limits) =>
      page.out.text(frames.session(page.id, { session: info, permission: { actions: [...actions] }, recording, ...limits, folder })),
    output: page.out.bytes,
    error(bytes) {
      if (socket.bufferedAmount < WORDS_BYTES)
        page.out.text(frames.error(page.id, plainText(bytes.toString('utf8').trim()).slice(0, MAX_WORDS)));
      return true;
    },
    resumeInput: () => socket.resume(),
    restarting: (seconds) => page.out.text(frames.restart(page.id, seconds)),
    finish: page.finish,
  };
  const started = services.startFiles({ grant, client, remoteAddr: caller.remoteAddr, loginFrom: 'WT', language: caller.language });
  session = started;
  recheck(untilClosed(socket), isStillLoggedIn, () => void started.loginEnded(), onLogins);
}

/** Where the platform wants people to begin (docs/wire/assets.md); empty for where the account lands. */
function startFolder({ platform, protocol, user, account }: ConnectionSecret): string {
  const home = platform.protocols.find(({ name }) => name === protocol)?.setting?.sftp_home;
  if (typeof home !== 'string' || home === 'home' || home === '~') return '';
  const names: Readonly<Record<string, string>> = { ACCOUNT: account.username, USER: user.username };
  return home.slice(0, MAX_FOLDER).replaceAll(/\$\{(ACCOUNT|USER)\}/g, (_whole, name: string) => names[name] ?? '');
}
