import { open } from 'node:fs/promises';
import type { SessionEnd } from '../pipeline/session-state.ts';
import type { Size } from '../protocols/driver.ts';
import type { Recorder } from '../recording/recorder.ts';

/** Someone who watches a session and cannot touch it. */
export interface Viewer {
  send(bytes: Buffer): void;
  resize(size: Size): void;
  restarting(seconds: number): void;
  /** Locked, by whom and why; undefined: nobody has. */
  locked(lock: Lock | undefined): void;
  end(end: SessionEnd): void;
}

/** Nobody types while a session is locked. */
export interface Lock {
  user: string;
  reason: string;
}

/** Bytes of the recording's end that a new viewer is shown first. */
const BACKLOG_BYTES = 128 * 1024;
const ENTER_ALTERNATE = '\x1b[?1049h';

export interface Viewers {
  send(bytes: Buffer): void;
  resize(size: Size): void;
  restarting(seconds: number): void;
  locked(lock: Lock | undefined): void;
  end(end: SessionEnd): void;
  /** Starts a viewer with the last of what the recording holds. Returns how to leave. */
  join(viewer: Viewer, backlog: () => Promise<Buffer>): () => void;
}

export function createViewers(): Viewers {
  const all = new Map<Viewer, Buffer[] | null>();
  return {
    send(bytes) {
      for (const [viewer, queued] of all) {
        if (queued) queued.push(bytes);
        else viewer.send(bytes);
      }
    },
    resize(size) {
      for (const viewer of all.keys()) viewer.resize(size);
    },
    restarting(seconds) {
      for (const viewer of all.keys()) viewer.restarting(seconds);
    },
    locked(lock) {
      for (const viewer of all.keys()) viewer.locked(lock);
    },
    end(end) {
      for (const viewer of all.keys()) viewer.end(end);
      all.clear();
    },
    join(viewer, backlog) {
      // Live output is held back until the past was sent, so nothing comes twice or out of order.
      const queued: Buffer[] = [];
      all.set(viewer, queued);
      void backlog()
        .catch(() => Buffer.alloc(0))
        .then((past) => {
          if (all.get(viewer) !== queued) return;
          if (past.length > 0) viewer.send(past);
          for (const bytes of queued) viewer.send(bytes);
          all.set(viewer, null);
        });
      return () => {
        all.delete(viewer);
      };
    },
  };
}

/**
 * The last output of a recording, read back from the spool: a session that nobody watches then needs no memory for
 * those who might. Call it in the turn in which live output begins to be held back.
 */
export async function lastOutput(path: string, recorder: Recorder, alternate: boolean): Promise<Buffer> {
  await recorder.flush();
  const end = recorder.size();
  const from = Math.max(0, end - BACKLOG_BYTES);
  const bytes = Buffer.alloc(end - from);
  const file = await open(path, 'r');
  try {
    await file.read(bytes, 0, bytes.length, from);
  } finally {
    await file.close();
  }
  const lines = bytes.toString('utf8').split('\n');
  const past = (from > 0 ? lines.slice(1) : lines).map(outputOf).join('');
  return Buffer.from(alternate && !past.includes(ENTER_ALTERNATE) ? ENTER_ALTERNATE + past : past);
}

function outputOf(line: string): string {
  if (!line.startsWith('[')) return '';
  try {
    const [, kind, data] = JSON.parse(line) as [number, string, string];
    return kind === 'o' ? data : '';
  } catch {
    return '';
  }
}
