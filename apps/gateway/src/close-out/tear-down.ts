import { setTimeout as wait } from 'node:timers/promises';
import { coreDate } from '@postern/client/component';
import type { SessionEnd } from '../pipeline/session-state.ts';
import type { Recorder } from '../recording/recorder.ts';
import { keepEnd } from '../recording/shipping.ts';
import type { Reporter } from './reporter.ts';

/** Milliseconds a closing target has to hand over its last bytes for the recording. */
const LAST_BYTES_MS = 1_500;
/** Milliseconds the core has to take the last commands before the end counts as told. */
const COMMANDS_MS = 10_000;

export interface TearDown {
  id: string;
  end: SessionEnd;
  spoolDir: string;
  reporter: Reporter;
  /** What was opened, or is being opened; undefined when that failed. */
  opening: Promise<{ close(): void } | undefined>;
  /** Resolves when the target has handed over everything. */
  targetGone: Promise<void>;
  /** What is left to be said to log and recording. Answers the recording. */
  last(): Promise<Recorder | undefined>;
  logs: readonly { flush(ms: number): Promise<void> }[];
  recorded(sessionId: string, ending: boolean): void;
  log: { info(data: object, message: string): void; warn(data: object, message: string): void };
}

/** The last stage: tells the core, closes the target, then the recording, and waits until the core knows everything. */
export async function tearDown(session: TearDown): Promise<void> {
  const { id, end, spoolDir, reporter, log } = session;
  const ending = { end_reason: end.reason, end_params: end.params };
  reporter.patch({ is_finished: true, date_end: coreDate(new Date()), ...ending });
  const target = await session.opening;
  if (target) {
    target.close();
    await Promise.race([session.targetGone, wait(LAST_BYTES_MS)]);
  }
  const recorder = await session.last();
  await recorder?.close();
  // Before the core is waited for: the process may end meanwhile, and the next one has to say what this one knew.
  if (recorder) await keepEnd(spoolDir, id, ending).catch((error: unknown) => log.warn({ session: id, err: error }, 'end not kept'));
  const [heard] = await Promise.all([reporter.settled(), ...session.logs.map((one) => one.flush(COMMANDS_MS))]);
  if (recorder) session.recorded(id, heard);
  log.info({ session: id, reason: end.reason }, 'session ended');
}
