import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { CHAIN_START, type ChainLine, chainHash, chainLine } from '@postern/contract/evidence';

/** Bytes of a chain at most: a line of 170 bytes each second for more than four days. */
export const MAX_CHAIN = 64 * 1024 * 1024;
/** Unpacked bytes one link may cover: they are held in memory to be hashed. Gateways write a link a second, or 8 MiB. */
const MAX_SEGMENT = 64 * 1024 * 1024;

/** The links of a chain, one in a line; undefined when it is none, or nothing at all. */
export function parseChain(text: string | undefined): ChainLine[] | undefined {
  if (!text) return undefined;
  const lines = text.split('\n').filter(Boolean);
  try {
    const links = lines.map((line) => chainLine.parse(JSON.parse(line)));
    return links.every((link) => link.bytes <= MAX_SEGMENT) ? links : undefined;
  } catch {
    return undefined;
  }
}

/** Checks every link of a chain against a packed recording. Answers the first broken segment, or undefined. */
export async function brokenSegment(recording: Readable, chain: readonly ChainLine[]): Promise<number | undefined> {
  let prev = CHAIN_START;
  let at = 0;
  let pending: Buffer[] = [];
  let waiting = 0;
  const unzipped = createGunzip();
  // Errors of the file arrive as errors of the stream below; a failing read stream left alone would end the process.
  const reading = pipeline(recording, unzipped).catch((error: unknown) => void unzipped.destroy(error as Error));
  try {
    for await (const chunk of unzipped as AsyncIterable<Buffer>) {
      pending.push(chunk);
      waiting += chunk.length;
      for (let link = chain[at]; link && waiting >= link.bytes; link = chain[at]) {
        const whole = pending.length === 1 ? (pending[0] as Buffer) : Buffer.concat(pending, waiting);
        if (link.prev !== prev || link.n !== at || chainHash(prev, whole.subarray(0, link.bytes)) !== link.sha256) return at;
        prev = link.sha256;
        pending = [whole.subarray(link.bytes)];
        waiting -= link.bytes;
        at += 1;
      }
      // Beyond the last link nothing is covered, however much a packed file still holds.
      if (at >= chain.length && waiting > 0) return at;
    }
  } catch (error) {
    // Not to be unpacked to the end: broken from here on. Anything else (a disk that fails) is not a judgement.
    if (!String((error as { code?: unknown }).code).startsWith('Z_')) throw error;
    return at;
  } finally {
    unzipped.destroy();
    await reading;
  }
  return waiting > 0 || at < chain.length ? at : undefined;
}
