import type { SessionCreate } from '@postern/contract/component';
import type { SessionEvent } from '../pipeline/session-state.ts';
import type { CommandDecision } from '../policy/command-policy.ts';
import { MAX_INPUT, MAX_OUTPUT } from '../policy/tracker/tracked-command.ts';
import type { CommandLog } from '../recording/command-log.ts';
import type { Recorder } from '../recording/recorder.ts';
import { describeCommand } from '../recording/session-text.ts';

/** Lines listed of one session; the others are counted, and the recording has them all. */
export const MAX_LISTED = 10_000;

/** What a session without a terminal writes down of itself. */
export interface Journal {
  /** The recording stands. */
  into(recorder: Recorder | undefined): void;
  /** Words of our own in the recording. */
  say(text: string): void;
  /** One line of the list of commands. */
  list(text: string, printed: string, verdict: CommandDecision, at?: number): void;
  /** What is listed from here on is listed, however much was before. */
  atLast(): void;
}

export function createJournal(info: SessionCreate, dispatch: (event: SessionEvent) => void, log: Pick<CommandLog, 'add'>): Journal {
  let recorder: Recorder | undefined;
  let listed = 0;
  return {
    into(given) {
      recorder = given;
    },
    say: (text) => void recorder?.output(Buffer.from(`\x1b[2m${text.replaceAll('\n', '\r\n')}\x1b[22m\r\n`)),
    list(text, printed, verdict, at = Date.now()) {
      listed += 1;
      if (listed > MAX_LISTED && verdict.action === 'accept') {
        dispatch({ type: 'unread', lines: 1 });
        return;
      }
      dispatch({ type: 'command' });
      log.add(
        describeCommand(info, {
          input: text.trim().slice(0, MAX_INPUT),
          output: printed.slice(0, MAX_OUTPUT),
          timestamp: Math.floor(at / 1000),
          level: verdict.level,
          ...(verdict.action === 'accept' ? {} : { acl: verdict.acl, group: verdict.group }),
        }),
        () => dispatch({ type: 'unread', lines: 1 }),
      );
    },
    atLast() {
      listed = 0;
    },
  };
}
