import { createHash } from 'node:crypto';

/** What went by: bytes and SHA-256 in hex. */
export interface Digest {
  bytes: number;
  sha256: string;
}

/** Passes a stream on and tells its digest once all of it has gone by. */
export async function* digested(data: AsyncIterable<Buffer>, tell: (digest: Digest) => void): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of data) {
    hash.update(chunk);
    bytes += chunk.length;
    yield chunk;
  }
  tell({ bytes, sha256: hash.digest('hex') });
}

/** The digest of a stream. */
export async function digestOf(data: AsyncIterable<Buffer>): Promise<Digest> {
  let found: Digest = { bytes: 0, sha256: '' };
  for await (const _chunk of digested(data, (digest) => {
    found = digest;
  }));
  return found;
}
