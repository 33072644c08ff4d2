import type { Entry } from '@zip.js/zip.js';
import { MAX_ENTRIES, MAX_INFLATED } from './bounds.ts';
import { FileProblem } from './table-file.ts';
import { zipLibrary } from './zip-library.ts';

/** What the directory of an archive says of one part. */
export interface ZipPart {
  name: string;
  directory: boolean;
  encrypted: boolean;
  /** It stands for another file or for no file at all: whoever unpacked it would read or write there. */
  link: boolean;
  /** Bytes that it says it has. */
  claims: number;
  /** Its name is one: no control characters, and letters whose encoding it says, so that everybody reads the same. */
  clear: boolean;
}

/** Parts of an archive by name. */
export interface ZipParts {
  has(name: string): boolean;
  /** In the order of the directory, those of one name each for itself. */
  parts: readonly ZipPart[];
  /** The bytes of a part. @throws FileProblem file_content_overflowed beyond `max` */
  bytes(name: string, max: number): Promise<Buffer>;
  /** Bytes that come out of a part, of which none is kept. @throws FileProblem file_content_overflowed beyond `max` */
  measure(name: string, max: number): Promise<number>;
  /** Gives the text of a part to `take`, piece by piece. @throws FileProblem */
  read(name: string, take: (text: string) => void): Promise<void>;
}

export interface ZipLimits {
  maxEntries: number;
  /** Bytes of all parts together. */
  maxInflated: number;
}

/** File types of Unix in the upper half of the attributes (stat.h) that are plain: none said, a folder, a file. All others are links, pipes and devices. */
const PLAIN = [0, 0o040000, 0o100000];
const isLink = ({ externalFileAttributes }: Entry): boolean => !PLAIN.includes((externalFileAttributes >>> 16) & 0o170000);

/** Without its flag the letters of a name are those of whichever old code page whoever unpacks it thinks of (APPNOTE 6.3.10 §D). */
const isClear = ({ rawFilename, bitFlag }: Entry): boolean =>
  rawFilename.every((byte) => byte >= 0x20 && byte !== 0x7f && (byte < 0x80 || bitFlag?.languageEncodingFlag === true));

/**
 * Opens an archive. What its directory declares is checked before anything is inflated, and what really comes out is
 * counted, so that a bomb of either sort stops early.
 * @throws FileProblem file_damaged, file_content_overflowed
 */
export async function openZip(
  bytes: Uint8Array,
  { maxEntries, maxInflated }: ZipLimits = { maxEntries: MAX_ENTRIES, maxInflated: MAX_INFLATED },
): Promise<ZipParts> {
  const { Uint8ArrayReader, ZipReader } = await zipLibrary();
  const reader = new ZipReader(new Uint8ArrayReader(bytes), { checkOverlappingEntry: true });
  const entries = new Map<string, Entry>();
  const parts: ZipPart[] = [];
  let declared = 0;
  let seen = 0;
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      seen += 1;
      if (seen > maxEntries) throw new FileProblem('file_content_overflowed');
      declared += entry.uncompressedSize;
      if (declared > maxInflated) throw new FileProblem('file_content_overflowed');
      entries.set(entry.filename, entry);
      const { filename: name, directory, encrypted, uncompressedSize: claims } = entry;
      parts.push({ name, directory, encrypted, link: isLink(entry), claims, clear: isClear(entry) });
    }
  } catch (error) {
    if (error instanceof FileProblem) throw error;
    throw new FileProblem('file_damaged');
  }
  let inflated = 0;
  async function pour(name: string, take: (chunk: Uint8Array) => void): Promise<void> {
    const entry = entries.get(name);
    if (!entry || entry.directory || entry.encrypted) throw new FileProblem('file_damaged');
    let problem: unknown;
    const sink = new WritableStream<Uint8Array>({
      write(chunk) {
        inflated += chunk.length;
        try {
          if (inflated > maxInflated) throw new FileProblem('file_content_overflowed');
          take(chunk);
        } catch (error) {
          problem = error;
          throw error;
        }
      },
    });
    try {
      await entry.getData(sink);
    } catch (error) {
      for (const one of [problem, error]) if (one instanceof FileProblem) throw one;
      throw new FileProblem('file_damaged');
    }
  }
  return {
    has: (name) => entries.has(name),
    parts,
    async bytes(name, max) {
      const chunks: Uint8Array[] = [];
      let size = 0;
      await pour(name, (chunk) => {
        size += chunk.length;
        if (size > max) throw new FileProblem('file_content_overflowed');
        chunks.push(chunk);
      });
      return Buffer.concat(chunks);
    },
    async measure(name, max) {
      let size = 0;
      await pour(name, (chunk) => {
        size += chunk.length;
        if (size > max) throw new FileProblem('file_content_overflowed');
      });
      return size;
    },
    async read(name, take) {
      const decoder = new TextDecoder('utf-8', { fatal: true });
      try {
        await pour(name, (chunk) => take(decoder.decode(chunk, { stream: true })));
        take(decoder.decode());
      } catch (error) {
        throw error instanceof FileProblem ? error : new FileProblem('file_damaged');
      }
    },
  };
}
