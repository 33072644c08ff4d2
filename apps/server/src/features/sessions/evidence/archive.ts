import { createReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { BLOCK, END, padding, tarHeader } from '../tar.ts';

/** A file of an archive: where its bytes are. */
export interface Entry {
  name: string;
  start: number;
  size: number;
}

/** Files of one archive at most. */
const MAX_ENTRIES = 16;
/** Letters of a name: no way out of a folder, no letter that a terminal obeys. */
const NAME = /^[\w-]+\/[\w-][\w.-]*$/;

/** Why a file is no archive of ours; said to people as it is. */
export class ArchiveError extends Error {}

async function block(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, at);
  if (bytesRead < length) throw new ArchiveError('it ends too early');
  return bytes;
}

/**
 * The files of an archive as `tar` writes it, to the byte: headers, filling and end have to be what we would have written, so that nothing can
 * be changed or hidden between two files. Nothing is unpacked, and names that lead elsewhere are refused all the same.
 * @throws ArchiveError
 */
export async function readArchive(file: FileHandle): Promise<Entry[]> {
  const { size: total } = await file.stat();
  const entries: Entry[] = [];
  let at = 0;
  while (true) {
    const head = await block(file, at, BLOCK);
    if (head.every((byte) => byte === 0)) break;
    if (entries.length >= MAX_ENTRIES) throw new ArchiveError('it holds too many files');
    const name = head.toString('latin1', 0, 100).replace(/\0.*$/s, '');
    const size = Number.parseInt(head.toString('latin1', 124, 135), 8);
    if (!NAME.test(name)) throw new ArchiveError('it holds a file with a forbidden name');
    if (!Number.isSafeInteger(size) || !tarHeader(name, size).equals(head)) throw new ArchiveError(`the header of ${name} was changed`);
    if (entries.some((other) => other.name === name)) throw new ArchiveError(`${name} is in it twice`);
    const start = at + BLOCK;
    at = start + size + padding(size);
    if (at > total) throw new ArchiveError(`${name} is cut off`);
    if ((await block(file, start + size, padding(size))).some((byte) => byte !== 0))
      throw new ArchiveError(`something is hidden behind ${name}`);
    entries.push({ name, start, size });
  }
  if ((await block(file, at, END)).some((byte) => byte !== 0) || at + END !== total)
    throw new ArchiveError('something is hidden behind its end');
  return entries;
}

/** The bytes of one file. */
export async function* bytesOf(path: string, { start, size }: Entry): AsyncGenerator<Buffer> {
  if (size > 0) yield* createReadStream(path, { start, end: start + size - 1 }) as AsyncIterable<Buffer>;
}
