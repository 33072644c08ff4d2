import { jsonOf } from '@postern/contract/wire';
/** A terminal recording: asciicast version 2 or 3, one JSON value per line. */
export interface Cast {
  cols: number;
  rows: number;
  /** Unix seconds of the first moment; 0 when the recording does not say. */
  start: number;
  /** Seconds from the first moment to the last event. */
  duration: number;
  /** Output and size changes in order of time. */
  events: readonly CastEvent[];
  /** True when the recording breaks off inside an event, as after a crash. */
  truncated: boolean;
  /** What was on the screen before the first event, of a piece of a longer recording; empty where it begins with nothing. */
  screen: string;
}

/** A recording as it is played: whole, or in pieces of which few are held at a time. */
export interface Recording extends Omit<Cast, 'events' | 'screen'> {
  /** When each piece begins, in seconds from the start, the first at 0. */
  times: readonly number[];
  /** One piece, at once where it is here already. Rejects where it cannot be had. */
  piece(at: number): Cast | Promise<Cast>;
}

/** A recording that is here as a whole. */
export const wholeRecording = (cast: Cast): Recording => ({ ...cast, times: [0], piece: () => cast });

/** `o`: text the terminal showed. `r`: a new size, `{cols}x{rows}`. `time` in seconds from the start. */
export interface CastEvent {
  time: number;
  kind: 'o' | 'r';
  data: string;
}

export class CastError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CastError';
  }
}

const inRange = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && value >= 1 && value <= 1000 ? Math.floor(value) : otherwise;

interface Header {
  version: 2 | 3;
  cols: number;
  rows: number;
  start: number;
}

function readHeader(line: string): Header {
  const value = jsonOf(line);
  if (typeof value !== 'object' || value === null || !('version' in value)) throw new CastError('no header');
  const header = value as Record<string, unknown>;
  const start = typeof header.timestamp === 'number' ? header.timestamp : 0;
  if (header.version === 2) return { version: 2, cols: inRange(header.width, 80), rows: inRange(header.height, 24), start };
  if (header.version !== 3) throw new CastError(`version ${String(header.version)}`);
  const term = (typeof header.term === 'object' && header.term !== null ? header.term : {}) as Record<string, unknown>;
  return { version: 3, cols: inRange(term.cols, 80), rows: inRange(term.rows, 24), start };
}

function readEvent(line: string): [number, string, string] | null {
  const value = jsonOf(line);
  if (!Array.isArray(value) || typeof value[0] !== 'number' || typeof value[1] !== 'string' || typeof value[2] !== 'string') return null;
  return [value[0], value[1], value[2]];
}

/**
 * Reads a whole recording. Throws `CastError` when it is none; a line that cannot be read ends it there and marks it
 * truncated, so that the part before a crash can still be watched. Times never run backwards.
 */
export function parseCast(source: string): Cast {
  const end = source.indexOf('\n');
  const header = readHeader(end < 0 ? source : source.slice(0, end));
  const events: CastEvent[] = [];
  let truncated = false;
  let screen = '';
  let time = 0;
  let at = end < 0 ? source.length : end + 1;
  while (at < source.length) {
    const next = source.indexOf('\n', at);
    const stop = next < 0 ? source.length : next;
    const line = source.slice(at, stop).trim();
    at = stop + 1;
    // Version 3 allows comments.
    if (line === '' || line.startsWith('#')) continue;
    const event = readEvent(line);
    if (!event) {
      truncated = true;
      break;
    }
    if (event[1] === 's' && events.length === 0) screen = event[2];
    time = header.version === 3 ? time + Math.max(0, event[0]) : Math.max(time, event[0]);
    if (event[1] === 'o' || event[1] === 'r') events.push({ time, kind: event[1], data: event[2] });
  }
  return { cols: header.cols, rows: header.rows, start: header.start, duration: time, events, truncated, screen };
}

/** Size in an `r` event, or null when it is not one. */
export function sizeOf(data: string): { cols: number; rows: number } | null {
  const match = /^(\d{1,4})x(\d{1,4})$/.exec(data);
  const cols = Number(match?.[1]);
  const rows = Number(match?.[2]);
  return cols >= 1 && cols <= 1000 && rows >= 1 && rows <= 1000 ? { cols, rows } : null;
}

/** Index of the first event after `time`. */
export function indexAfter(events: readonly CastEvent[], time: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((events[middle] as CastEvent).time <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

const GZIP = [0x1f, 0x8b];

/** Text of a recording as it came: servers send it unpacked, or as the gzip file it is. */
export async function castText(bytes: ArrayBuffer): Promise<string> {
  const head = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  if (head[0] !== GZIP[0] || head[1] !== GZIP[1]) return new TextDecoder().decode(bytes);
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
}
