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
    const grant = await opens({
      language,
      notice(key, params) {
        tell(render(MESSAGES[key], language, params));
        if (terminal && channel.listenerCount('data') === 0) channel.on('data', typed).resume();
      },
      signal: AbortSignal.any([stop.signal, over, leaving]),
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

/** Why the target is not opened, in the person's language as far as it is ours to say. */
export function refusalText(error: unknown, language: Language): string {
  if (error instanceof TargetRefused) return render(MESSAGES[error.key], language, error.params);
  if (error instanceof CoreError && error.status >= 400 && error.status < 500 && error.detail !== '') return error.detail;
  if (error instanceof SessionRefusal) return endLine({ reason: error.reason, params: error.params }, language);
  return endLine({ reason: 'core_unavailable', params: {} }, language);
}
