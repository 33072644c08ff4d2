import type { StreamCode } from './stream-events.ts';

/** Events whose data is base64: none of its characters needs escaping, and looking for one costs more than encoding did. */
const PLAIN: ReadonlySet<string> = new Set<StreamCode>(['O', 'I']);

/** asciicast v2 (docs.asciinema.org, "asciicast file format"): one JSON value per line, header first. */
export interface CastHeader {
  width: number;
  height: number;
  /** Unix seconds. */
  timestamp: number;
  title: string;
}

export const castHeader = (header: CastHeader): Buffer =>
  Buffer.from(`${JSON.stringify({ version: 2, ...header, env: { SHELL: '/bin/sh', TERM: 'xterm-256color' } })}\n`);

/** `r` is a resize (`COLSxROWS`), the others are of stream-events.ts. `seconds` since the start; microseconds are enough. */
export const castEvent = (seconds: number, kind: StreamCode | 'r', data: string): Buffer =>
  PLAIN.has(kind)
    ? Buffer.from(`[${seconds.toFixed(6)},"${kind}","${data}"]\n`, 'latin1')
    : Buffer.from(`[${seconds.toFixed(6)},"${kind}",${JSON.stringify(data)}]\n`);

/** Length of the part of a crashed recording that ends with a complete line. */
export function completeLength(tail: Uint8Array, offset: number): number {
  const last = tail.lastIndexOf(10);
  return last < 0 ? 0 : offset + last + 1;
}
