import { CoreError } from '@postern/client/component-request';
import { type Language, render } from '@postern/contract/text';
import type { ServerChannel } from 'ssh2';
import type { SessionGrant } from '../authorize/grant.ts';
import type { GrantSource } from '../authorize/grant-source.ts';
import { TargetRefused } from '../authorize/person-target.ts';
import { endLine, MESSAGES } from '../messages.ts';
import { SessionRefusal } from '../pipeline/refusal.ts';

const CTRL_C = 3;
/** Typed while somebody has to approve; more of it waits at the client, unread, and Ctrl+C with it. */
const EARLY_BYTES = 64 * 1024;

interface Asking {
  opens: GrantSource;
  language: Language;
  /** Says what is waited for. */
  tell(text: string): void;
  /** What is typed meanwhile is for the target, and Ctrl+C withdraws. */
  terminal: boolean;
  /** Channels of the connection whose target is not authorised yet. */
  waiting: Set<object>;
  /** Aborted when the connection is over, and when the gateway is about to stop: then it is withdrawn, and said why. */
  over: AbortSignal;
  leaving: AbortSignal;
}

/**
 * The right to what a channel opens, asked for over the channel: while that waits for somebody's approval, Ctrl+C on a terminal withdraws.
 * @returns undefined when the person is gone
 * @throws what `refusalText` has words for
 */
export async function askGrant(
  channel: ServerChannel,
  { opens, language, tell, terminal, waiting, over, leaving }: Asking,
): Promise<SessionGrant | undefined> {
  const stop = new AbortController();
  const withdraw = () => stop.abort();
  const early: Buffer[] = [];
  let kept = 0;
  let granted = false;
  const typed = (bytes: Buffer) => {
    if (bytes.includes(CTRL_C)) withdraw();
    early.push(bytes);
    kept += bytes.length;
    if (kept >= EARLY_BYTES) channel.pause();
  };
  const place = {};
  waiting.add(place);
  channel.once('close', withdraw);
  // A channel whose input nobody reads does not tell that it is closed; that nothing more can be written to it is heard.
  channel.once('finish', withdraw);
  try {
    const signal = AbortSignal.any([stop.signal, over, leaving]);
    const grant = await opens({
      language,
      notice(key, params) {
        tell(render(MESSAGES[key], language, params));
        if (terminal && channel.listenerCount('data') === 0) channel.on('data', typed).resume();
      },
      question: terminal ? (key) => answerOn(channel, () => tell(render(MESSAGES[key], language)), signal) : undefined,
      signal,
    });
    granted = !stop.signal.aborted;
    return granted ? grant : undefined;
  } catch (error) {
    if (!(error instanceof TargetRefused)) throw error;
    if (leaving.aborted) throw new SessionRefusal('gateway_stopping');
    if (over.aborted) throw new SessionRefusal('login_ended');
    throw error;
  } finally {
    waiting.delete(place);
    channel.off('close', withdraw);
    channel.off('finish', withdraw);
    if (channel.listenerCount('data') > 0) {
      // What was typed ahead is for the target, where there is one.
      channel.pause();
      channel.off('data', typed);
      if (granted) for (const bytes of early.reverse()) channel.unshift(bytes);
    }
  }
}

/** Characters of an answer. */
const MAX_ANSWER = 64;
const [CTRL_D, BACKSPACE, DELETE] = [4, 8, 127];

/** One line that is typed on a terminal and shown to nobody. Empty when they give up or are gone; what comes behind it is for the target. */
function answerOn(channel: ServerChannel, ask: () => void, gone: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    let typed = '';
    const end = (answer: string, rest?: Buffer): void => {
      channel.off('data', read);
      gone.removeEventListener('abort', left);
      channel.pause();
      if (rest && rest.length > 0) channel.unshift(rest);
      resolve(answer.trim());
    };
    const left = (): void => end('');
    const read = (bytes: Buffer): void => {
      for (const [at, byte] of bytes.entries()) {
        const over = byte === CTRL_C || byte === CTRL_D ? '' : byte === 13 || byte === 10 ? typed : undefined;
        if (over !== undefined) {
          end(over, bytes.subarray(at + 1));
          return;
        }
        if (byte === BACKSPACE || byte === DELETE) typed = typed.slice(0, -1);
        else if (byte > 31 && byte < 127 && typed.length < MAX_ANSWER) typed += String.fromCharCode(byte);
      }
    };
    if (gone.aborted) {
      left();
      return;
    }
    gone.addEventListener('abort', left, { once: true });
    channel.on('data', read).resume();
    ask();
  });
}

/** Why the target is not opened, in the person's language as far as it is ours to say. */
export function refusalText(error: unknown, language: Language): string {
  if (error instanceof TargetRefused) return render(MESSAGES[error.key], language, error.params);
  if (error instanceof CoreError && error.status >= 400 && error.status < 500 && error.detail !== '') return error.detail;
  if (error instanceof SessionRefusal) return endLine({ reason: error.reason, params: error.params }, language);
  return endLine({ reason: 'core_unavailable', params: {} }, language);
}
