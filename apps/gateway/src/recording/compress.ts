import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip, deflateRawSync, type Gzip } from 'node:zlib';

/** Looked at in as many places, evenly over the recording, of as many bytes each. */
const SAMPLES = 16;
const SAMPLE = 16 * 1024;
/** Share of the samples that packing leaves, above which looking for repetitions is a waste: base64 of random bytes keeps 0.76. */
const DENSE = 0.6;
/** Bytes read at once. */
const PIECE = 256 * 1024;

/**
 * Packs a recording as gzip (RFC 1952, one member: browsers read no more). Text is worth the work, it is kept for years.
 * Bytes that were packed or encrypted before stand here in base64: they only get a code of six bits a character, the
 * same size for a third of the time, and that time is taken from live sessions.
 * @throws what reading or writing throws; the file at `to` is then not whole
 */
export async function compress(from: string, to: string): Promise<void> {
  const gzip = await packing(from);
  await pipeline(createReadStream(from, { highWaterMark: PIECE }), gzip, createWriteStream(to, { mode: 0o600 }));
}

/**
 * The same without a file, for a disk that has no room for one.
 * @throws when it comes to more than `most` bytes, and what reading throws
 */
export async function compressed(from: string, most: number): Promise<Blob> {
  const parts: Buffer[] = [];
  let bytes = 0;
  const gzip = await packing(from);
  await pipeline(createReadStream(from, { highWaterMark: PIECE }), gzip, async (packed: AsyncIterable<Buffer>) => {
    for await (const part of packed) {
      bytes += part.length;
      if (bytes > most) throw new Error(`a recording of more than ${most} packed bytes`);
      parts.push(part);
    }
  });
  return new Blob(parts as Uint8Array<ArrayBuffer>[]);
}

async function packing(from: string): Promise<Gzip> {
  const strategy = (await isDense(from)) ? constants.Z_HUFFMAN_ONLY : constants.Z_DEFAULT_STRATEGY;
  return createGzip({ level: 6, strategy });
}

async function isDense(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size < SAMPLES * SAMPLE) return false;
    const sample = Buffer.alloc(SAMPLE);
    let left = 0;
    for (let at = 0; at < SAMPLES; at += 1) {
      await file.read(sample, 0, SAMPLE, Math.floor((at * (size - SAMPLE)) / (SAMPLES - 1)));
      left += deflateRawSync(sample, { level: 1 }).length;
    }
    return left > SAMPLES * SAMPLE * DENSE;
  } finally {
    await file.close();
  }
}
