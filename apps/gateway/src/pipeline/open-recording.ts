import type { Size } from '../protocols/driver.ts';
import { type Recorder, startRecorder } from '../recording/recorder.ts';
import { SessionRefusal } from './refusal.ts';

export interface RecordingStart {
  spoolDir: string;
  id: string;
  title: string;
  size: Size;
  /** No session without a recording. */
  strict: boolean;
  log: { warn(data: object, message: string): void };
}

/** Milliseconds after which a disk that refused is tried again where the permission can do without. */
const AGAIN_MS = 5_000;

/**
 * Starts the recording of a session. Undefined when it could not be and the permission can do without.
 * @param on `failed`: a strict session cannot be kept any more
 * @throws SessionRefusal `recording_failed`
 */
export async function openRecording(
  { spoolDir, id, title, size, strict, log }: RecordingStart,
  on: { drained(): void; failed(): void },
): Promise<Recorder | undefined> {
  try {
    return await startRecorder(
      spoolDir,
      id,
      { width: size.cols, height: size.rows, timestamp: Math.floor(Date.now() / 1000), title },
      {
        onDrain: on.drained,
        onFailure: (error) => {
          log.warn({ session: id, err: error }, 'recording failed');
          if (strict) on.failed();
        },
        ...(strict ? {} : { againMs: AGAIN_MS }),
      },
    );
  } catch (error) {
    log.warn({ session: id, err: error }, 'recording could not be started');
    if (strict) throw new SessionRefusal('recording_failed', {}, error);
    return undefined;
  }
}
