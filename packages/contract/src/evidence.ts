import { createHash } from 'node:crypto';
import { z } from 'zod';

/**
 * The hash chain beside a recording (docs/evidence.md#recording): one JSON line per flushed segment, in order. Cutting, changing or
 * reordering any part of the recording breaks every later link.
 */
export const CHAIN_START = '0'.repeat(64);

export const chainLine = z.object({
  /** Counts from 0. */
  n: z.number().int().min(0),
  /** Length of the segment in the uncompressed recording, in bytes. */
  bytes: z.number().int().min(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** `sha256` of the line before, or CHAIN_START. */
  prev: z.string().regex(/^[0-9a-f]{64}$/),
});
export type ChainLine = z.infer<typeof chainLine>;

/** SHA-256 over the 32 raw bytes of `prev` followed by the segment: hex. */
export const chainHash = (prev: string, segment: Uint8Array): string =>
  createHash('sha256').update(prev, 'hex').update(segment).digest('hex');

/** The link that follows `last` (undefined for the first one). */
export function chainLink(last: ChainLine | undefined, segment: Uint8Array): ChainLine {
  const prev = last?.sha256 ?? CHAIN_START;
  return { n: last === undefined ? 0 : last.n + 1, bytes: segment.byteLength, sha256: chainHash(prev, segment), prev };
}
