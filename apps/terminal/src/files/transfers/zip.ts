import { configure, ZipWriter as Writer } from '@zip.js/zip.js/lib/zip-core-external.js';

configure({ useWebWorkers: false });

/** Bytes that a size of 32 bits can say, with room for what goes around them. */
const LARGE = 0xffff_0000;

export interface ZipEntry {
  /** With a slash at its end for a folder. */
  name: string;
  mode: number;
  /** Unix seconds. */
  modified: number;
  /** Bytes that the list of its folder tells. */
  size: number;
}

export interface ZipWriter {
  add(entry: ZipEntry, contents: AsyncIterable<Uint8Array> | undefined): Promise<void>;
  end(): Promise<void>;
}

/**
 * An archive that is written while its files are read: stored, not packed, with sizes behind each file. Only the list of names is in memory.
 *
 * @param write takes the archive piece by piece; nothing is read before it has taken the last
 */
export function createZip(write: (bytes: Uint8Array) => Promise<void>): ZipWriter {
  const writer = new Writer(new WritableStream<Uint8Array>({ write }), { level: 0, dataDescriptor: true });
  return {
    async add({ name, mode, modified, size }, contents) {
      // Large fields where they are needed only: not every program knows them.
      const facts = { unixMode: mode & 0xffff, lastModDate: new Date(modified * 1000), ...(size > LARGE ? { zip64: true } : {}) };
      if (contents) await writer.add(name, streamOf(contents), facts);
      else await writer.add(name, undefined, { ...facts, directory: true });
    },
    async end() {
      await writer.close();
    },
  };
}

/** `ReadableStream.from`, which Safari does not have. */
function streamOf(blocks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const reading = blocks[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reading.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await reading.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
