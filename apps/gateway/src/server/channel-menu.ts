import type { Language } from '@postern/contract/text';
import type { ServerChannel } from 'ssh2';
import type { NamedTarget } from '../authorize/login-name.ts';
import type { CoreClient } from '../core/decision.ts';
import { loginOver, runMenu } from '../menu/run-menu.ts';
import { endLine } from '../messages.ts';
import { plainText } from '../policy/plain-text.ts';
import type { Size } from '../protocols/driver.ts';
import { refusalText } from './channel-grant.ts';
import type { ChannelWriter } from './channel-writer.ts';

/** Minutes without a key after which a menu closes, where sessions may be idle for longer. */
const MAX_IDLE_MINUTES = 10;

/** What menus need of the gateway. */
export interface MenuStarts {
  core: CoreClient;
  /** Protocols that open in a terminal. */
  terminalProtocols: readonly string[];
  /** Minutes without input after which sessions end. */
  idleMinutes(): number;
  /** What everybody is told who comes; empty for nothing. */
  announcement(): string;
  /** Aborted when the gateway is about to stop. */
  leaving: AbortSignal;
}

interface MenuOn {
  user: string;
  /** Aborted when the login by which they are here has ended. */
  ended: AbortSignal;
  size: Size;
  language: Language;
  plain: boolean;
  /** Opens what was chosen on the channel; what there is to say at its end. Throws what `refusalText` has words for. */
  run(target: NamedTarget, language: Language): Promise<string | undefined>;
  /** The person left. */
  done(): void;
}

/** A menu reads a channel while nothing is open on it. */
export function menuOn(
  channel: ServerChannel,
  writer: ChannelWriter,
  { user, ended, size, language, plain, run, done }: MenuOn,
  { core, terminalProtocols, idleMinutes, announcement, leaving }: MenuStarts,
): { resize(size: Size): void; drained(): void } {
  const minutes = Math.min(MAX_IDLE_MINUTES, idleMinutes());
  const input = (bytes: Buffer) => menu.input(bytes);
  const front = () => {
    channel.on('data', input);
    channel.resume();
  };
  const over = new AbortController();
  const endOn = (signal: AbortSignal, why: 'gateway_stopping' | 'login_ended') =>
    signal.addEventListener('abort', () => menu.end((words) => endLine({ reason: why, params: {} }, words)), {
      once: true,
      signal: over.signal,
    });
  const menu = runMenu({
    core,
    user,
    protocols: terminalProtocols,
    language,
    size,
    announcement: announcement(),
    plain,
    idleMs: minutes * 60_000,
    idleText: (words) => endLine({ reason: 'idle', params: { minutes: String(minutes) } }, words),
    write: (text) => writer.write('out', Buffer.from(text)),
    async open({ asset, account, protocol }, words) {
      channel.pause();
      channel.off('data', input);
      try {
        return { told: await run({ asset, account, protocol }, words), over: false };
      } catch (error) {
        return { told: refusalText(error, words), over: loginOver(error) };
      } finally {
        front();
      }
    },
    done(words) {
      over.abort();
      writer.write('out', Buffer.from(`${plainText(words)}\r\n`));
      done();
    },
  });
  front();
  endOn(leaving, 'gateway_stopping');
  endOn(ended, 'login_ended');
  channel.once('close', () => {
    over.abort();
    menu.gone();
  });
  return menu;
}
