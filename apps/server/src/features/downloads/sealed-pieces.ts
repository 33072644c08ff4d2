import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { CodedError } from '@postern/contract/errors';
import type { Context, Database } from '@postern/resource';

/** Bytes of one piece. */
const PIECE = 256 * 1024;
const IV = 12;
const TAG = 16;

/** A file as it lies: which try made it, and with which key. */
export interface Sealed {
  id: string;
  made: string;
  key: Buffer;
}

const place = ({ id, made }: Sealed, seq: number): Buffer => Buffer.from(`${id}/${made}/${seq}`);

function seal(file: Sealed, seq: number, plain: Buffer): Buffer {
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', file.key, iv).setAAD(place(file, seq));
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error when it is not the piece that was written there */
function unseal(file: Sealed, seq: number, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', file.key, sealed.subarray(0, IV), { authTagLength: TAG }).setAAD(place(file, seq));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG));
  return Buffer.concat([decipher.update(sealed.subarray(IV, sealed.length - TAG)), decipher.final()]);
}

async function* inPieces(body: AsyncIterable<string | Uint8Array>): AsyncGenerator<Buffer> {
  let kept: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    kept.push(Buffer.from(chunk as Uint8Array));
    size += chunk.length;
    if (size < PIECE) continue;
    const all = Buffer.concat(kept);
    let from = 0;
    for (; all.length - from >= PIECE; from += PIECE) yield all.subarray(from, from + PIECE);
    kept = [all.subarray(from)];
    size = all.length - from;
  }
  if (size > 0) yield Buffer.concat(kept);
}

/**
 * Writes a file piece by piece.
 * @returns its bytes
 * @throws CodedError list_file_too_large beyond `most` bytes; what is written by then is its caller's to remove
 */
export async function writePieces(
  db: Database,
  file: Sealed,
  body: AsyncIterable<string | Uint8Array>,
  most: number,
  signal: AbortSignal,
): Promise<number> {
  let bytes = 0;
  let seq = 0;
  for await (const piece of inPieces(body)) {
    signal.throwIfAborted();
    bytes += piece.length;
    if (bytes > most) throw new CodedError('list_file_too_large', { max: most / 1024 / 1024 });
    const sealed = seal(file, seq, piece);
    await db.insertInto('list_file_pieces').values({ file_id: file.id, made: file.made, seq, sealed }).execute();
    seq += 1;
  }
  return bytes;
}

/** What a file holds, in order. @throws Error when a piece is missing or was changed: a part would pass for the whole */
export async function* readPieces({ tx }: Pick<Context, 'tx'>, file: Sealed, bytes: number): AsyncGenerator<Buffer> {
  let read = 0;
  for (let seq = 0; read < bytes; seq += 1) {
    const piece = await tx
      .selectFrom('list_file_pieces')
      .select('sealed')
      .where('file_id', '=', file.id)
      .where('made', '=', file.made)
      .where('seq', '=', seq)
      .executeTakeFirst();
    if (!piece) throw new Error('A piece of a file is missing');
    const plain = unseal(file, seq, piece.sealed);
    read += plain.length;
    yield plain;
  }
}
