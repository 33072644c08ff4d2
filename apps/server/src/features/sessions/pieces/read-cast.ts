import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';

/** Characters of one event at most: gateways write a few hundred kilobytes. A longer one ends the reading, like one that is cut off. */
const MAX_LINE = 8 * 1024 * 1024;
/** Unpacked bytes that are read at most: what is larger is played as a whole, or not at all. */
export const MAX_UNPACKED = 4 * 1024 ** 3;

export interface CastStart {
  version: 2 | 3;
  cols: number;
  rows: number;
  /** Unix seconds. */
  timestamp: number;
}
/** Seconds from the start, kind, data. Times never run backwards. */
export type CastLine = readonly [time: number, kind: string, data: string];

const size = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && value >= 1 && value <= 1000 ? Math.floor(value) : otherwise;

function startOf(line: string): CastStart | undefined {
  try {
    const head = JSON.parse(line) as Record<string, unknown>;
    const term = (head.version === 3 ? (head.term ?? {}) : { cols: head.width, rows: head.height }) as Record<string, unknown>;
    if (head.version !== 2 && head.version !== 3) return undefined;
    const timestamp = typeof head.timestamp === 'number' ? head.timestamp : 0;
    return { version: head.version, cols: size(term.cols, 80), rows: size(term.rows, 24), timestamp };
  } catch {
    return undefined;
  }
}

function lineOf(text: string): CastLine | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'string' && typeof value[2] === 'string'
      ? [value[0], value[1], value[2]]
      : undefined;
  } catch {
    return undefined;
  }
}

async function* linesOf(packed: Readable): AsyncGenerator<string> {
  const unpacked = createGunzip();
  const reading = pipeline(packed, unpacked).catch((error: unknown) => void unpacked.destroy(error as Error));
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let bytes = 0;
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      const lines = (rest + decoder.write(chunk)).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
      if (rest.length > MAX_LINE || bytes > MAX_UNPACKED) throw new RangeError('recording too large to be prepared');
    }
    if (rest !== '') yield rest;
  } finally {
    unpacked.destroy();
    await reading;
  }
}

/** A packed asciicast, version 2 or 3, event by event. Ends, telling so, at a line that cannot be read (docs/wire/sessions.md#recordings). */
export async function readCast(
  packed: Readable,
  told: { start(start: CastStart): void; event(line: CastLine): Promise<void> | void },
): Promise<{ truncated: boolean; duration: number }> {
  let start: CastStart | undefined;
  let time = 0;
  for await (const text of linesOf(packed)) {
    if (!start) {
      start = startOf(text);
      if (!start) throw new RangeError('not an asciicast');
      told.start(start);
      continue;
    }
    // Version 3 allows comments.
    if (text.trim() === '' || text.startsWith('#')) continue;
    const line = lineOf(text);
    if (!line) return { truncated: true, duration: time };
    time = start.version === 3 ? time + Math.max(0, line[0]) : Math.max(time, line[0]);
    const pending = told.event([time, line[1], line[2]]);
    if (pending) await pending;
  }
  if (!start) throw new RangeError('not an asciicast');
  return { truncated: false, duration: time };
}
