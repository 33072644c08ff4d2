import { type FileHandle, open } from 'node:fs/promises';

/** Bytes that hold a whole line behind the rest of another one: a hash of 40 characters, a count, an end of line. */
const WINDOW = 256;

/** The first line that begins at or after an offset, and where it begins; undefined behind the last one. */
async function lineAfter(file: FileHandle, offset: number): Promise<{ text: string; at: number } | undefined> {
  // One byte earlier, so that a line which begins exactly there is not taken for the rest of another.
  const from = Math.max(0, offset - 1);
  const { bytesRead, buffer } = await file.read(Buffer.alloc(WINDOW), 0, WINDOW, from);
  const text = buffer.toString('latin1', 0, bytesRead);
  const start = offset === 0 ? 0 : text.indexOf('\n') + 1;
  if (offset !== 0 && start === 0) {
    if (bytesRead === WINDOW) throw new Error('The list of known passwords has a line that is too long');
    return undefined;
  }
  const end = text.indexOf('\n', start);
  const line = text.slice(start, end === -1 ? undefined : end);
  return line === '' ? undefined : { text: line, at: from + start };
}

const FORM = /^([0-9a-f]{40})(?::\d+)?\r?$/i;

/**
 * Whether a hash stands in a file of hashes, one a line in ascending order, each with a count behind it or without: the form in which such lists are published. It is
 * looked for by halves on the disk, so that a list of any size costs a few reads and no memory.
 *
 * @param hash 40 hexadecimal digits
 * @throws Error when the file cannot be read, or is none of this form
 */
export async function hashInFile(path: string, hash: string): Promise<boolean> {
  const wanted = hash.toUpperCase();
  const file = await open(path, 'r');
  try {
    let [low, high] = [0, (await file.stat()).size];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const line = await lineAfter(file, middle);
      if (!line || line.at >= high) {
        high = middle;
        continue;
      }
      const found = FORM.exec(line.text)?.[1]?.toUpperCase();
      if (found === undefined) throw new Error('The list of known passwords has a line that is no hash');
      if (found === wanted) return true;
      if (found < wanted) low = line.at + line.text.length;
      else high = middle;
    }
    return false;
  } finally {
    await file.close();
  }
}
