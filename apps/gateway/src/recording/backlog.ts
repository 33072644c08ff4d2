import { appendFile, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { jsonOf } from '@postern/contract/wire';
import { z } from 'zod';

/** Bytes of one file; it goes when the core has everything in it. */
const SEGMENT_BYTES = 4 * 1024 * 1024;
const NAME = /^\d{10}\.jsonl$/;

/** What was left by a process that ended before the core had it, and in which segment it lies. */
export interface Left<T> {
  entry: T;
  segment: number;
}

/** Evidence on the disk from the moment it is made until the core has it: one entry a line, in segments. */
export interface Backlog<T> {
  left: readonly Left<T>[];
  /** Writes an entry down, after all before it. Never waits; answers the segment that it is in. */
  append(entry: T): number;
  /** The core has all that is in segments before this one; without a number, all that there is. */
  done(before: number | undefined): void;
  /** Resolves when all that was appended is written. */
  settled(): Promise<void>;
}

/**
 * Opens the backlog in a folder of its own and reads what is left there. A line that a dying process cut off is passed over.
 * A disk that is full costs what is written meanwhile its safety from a crash, and nothing else: who appends keeps it in memory, too.
 *
 * @param read an entry of a parsed line; undefined when it is none
 */
export async function openBacklog<T>(
  dir: string,
  read: (line: unknown) => T | undefined,
  log: { warn(data: object, message: string): void },
): Promise<Backlog<T>> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const segments = (await readdir(dir))
    .filter((name) => NAME.test(name))
    .map((name) => Number.parseInt(name, 10))
    .sort((a, b) => a - b);
  const path = (segment: number) => join(dir, `${String(segment).padStart(10, '0')}.jsonl`);
  const left: Left<T>[] = [];
  for (const segment of segments)
    for (const line of (await readFile(path(segment), 'utf8')).split('\n')) {
      const entry = read(jsonOf(line));
      if (entry !== undefined) left.push({ entry, segment });
    }

  let oldest = segments[0] ?? 0;
  let segment = (segments.at(-1) ?? -1) + 1;
  let bytes = 0;
  let pending = '';
  let whole = true;
  let working: Promise<unknown> = Promise.resolve();

  function write(): void {
    const [text, to] = [pending, path(segment)];
    pending = '';
    if (text === '') return;
    working = working.then(async () => {
      try {
        // What a full disk cut off is a line of its own.
        await appendFile(to, whole ? text : `\n${text}`, { mode: 0o600 });
        whole = true;
      } catch (error) {
        if (whole) log.warn({ err: error }, 'evidence that waits for the core could not be written down');
        whole = false;
      }
    });
  }

  function nextSegment(): void {
    write();
    segment += 1;
    bytes = 0;
  }

  return {
    left,
    append(entry) {
      const line = `${JSON.stringify(entry)}\n`;
      if (bytes > 0 && bytes + line.length > SEGMENT_BYTES) nextSegment();
      bytes += line.length;
      // Those of one turn, as of a paste, are one write.
      if (pending === '') setImmediate(write);
      pending += line;
      return segment;
    },
    done(before) {
      if (before === undefined && bytes > 0) nextSegment();
      const end = before ?? segment;
      for (; oldest < end; oldest += 1) {
        const gone = path(oldest);
        working = working.then(() => rm(gone, { force: true })).catch((error: unknown) => log.warn({ err: error }, 'a file stays'));
      }
    },
    async settled() {
      write();
      await working;
    },
  };
}

const entry = z.looseObject({ id: z.string(), session: z.string() });

/** A line that this program wrote; the core judges the rest of it. */
export const asEntry = <T>(line: unknown): T | undefined => entry.safeParse(line).data as T | undefined;
