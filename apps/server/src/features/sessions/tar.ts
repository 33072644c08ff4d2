import { Readable } from 'node:stream';

export interface TarFile {
  name: string;
  data?: Buffer;
  size?: number;
  stream?: Readable;
}

const BLOCK = 512;

/** A ustar header (POSIX.1-1988). Names are ours and short. */
function header(name: string, size: number): Buffer {
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

const padding = (size: number) => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

/** A tar of a few files as a stream: a recording of gigabytes costs no memory. */
export function tar(files: readonly TarFile[]): Readable {
  async function* bytes(): AsyncGenerator<Buffer> {
    for (const { name, data, size, stream } of files) {
      const length = data?.length ?? size ?? 0;
      yield header(name, length);
      if (data) yield data;
      else if (stream) for await (const chunk of stream as AsyncIterable<Buffer>) yield chunk;
      yield padding(length);
    }
    yield Buffer.alloc(BLOCK * 2);
  }
  return Readable.from(bytes());
}
