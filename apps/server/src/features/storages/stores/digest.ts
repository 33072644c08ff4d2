import { createHash } from 'node:crypto';

export interface Digests {
  bytes: number;
  /** In hexadecimal. */
  sha256: string;
  /** In base64. */
  md5: string;
}

/** What of a file is compared. Reads no further than `limit` bytes: what is longer is not what was expected. */
export async function digestsOf(body: AsyncIterable<Buffer>, limit = Number.POSITIVE_INFINITY): Promise<Digests> {
  const [sha256, md5] = [createHash('sha256'), createHash('md5')];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > limit) break;
    sha256.update(chunk);
    md5.update(chunk);
  }
  return { bytes, sha256: sha256.digest('hex'), md5: md5.digest('base64') };
}
