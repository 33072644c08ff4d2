import { Readable } from 'node:stream';

/** A file of an archive: its bytes, or a stream of so many. What is not known before the files in front of it have gone by is made when it is due. */
export type TarFile = { name: string } & ({ data: Buffer } | { size: number; stream: AsyncIterable<Buffer> } | { late: () => Buffer });

export const BLOCK = 512;

/** A ustar header (POSIX.1-1988). Names are ours and short. */
export function tarHeader(name: string, size: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  block.write(name.slice(0, 100), 0);
  block.write(octal(0o644, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  block.write(octal(size, 12), 124);
  block.write(octal(0, 12), 136);
  block.write('        ', 148);
  block.write('0', 156);
  block.write('ustar\u000000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

/** What fills a file up to whole blocks, and what follows the last one: zeros. */
export const padding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;
export const END = BLOCK * 2;

/** A tar of a few files as a stream: a recording of gigabytes costs no memory. */
export function tar(files: readonly TarFile[]): Readable {
  async function* bytes(): AsyncGenerator<Buffer> {
    for (const file of files) {
      const data = 'data' in file ? file.data : 'late' in file ? file.late() : undefined;
      const size = data?.length ?? ('size' in file ? file.size : 0);
      yield tarHeader(file.name, size);
      if (data) yield data;
      else if ('stream' in file) yield* file.stream;
      yield Buffer.alloc(padding(size));
    }
    yield Buffer.alloc(END);
  }
  return Readable.from(bytes());
}
