import { type Entry, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import { MAX_ENTRIES, MAX_INFLATED } from './bounds.ts';
import { FileProblem } from './table-file.ts';
import './zip-settings.ts';

/** Parts of a workbook by name. */
export interface ZipParts {
  has(name: string): boolean;
  /** Gives the text of a part to `take`, piece by piece. @throws FileProblem */
  read(name: string, take: (text: string) => void): Promise<void>;
}

/**
 * Opens an archive. What its directory declares is checked before anything is inflated, and what really comes out is
 * counted, so that a bomb of either sort stops early.
 * @throws FileProblem file_damaged, file_content_overflowed
 */
export async function openZip(bytes: Uint8Array): Promise<ZipParts> {
  const reader = new ZipReader(new Uint8ArrayReader(bytes), { checkOverlappingEntry: true });
  const entries = new Map<string, Entry>();
  let declared = 0;
  let seen = 0;
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      seen += 1;
      if (seen > MAX_ENTRIES) throw new FileProblem('file_content_overflowed');
      declared += entry.uncompressedSize;
      if (declared > MAX_INFLATED) throw new FileProblem('file_content_overflowed');
      entries.set(entry.filename, entry);
    }
  } catch (error) {
    if (error instanceof FileProblem) throw error;
    throw new FileProblem('file_damaged');
  }
  let inflated = 0;
  return {
    has: (name) => entries.has(name),
    async read(name, take) {
      const entry = entries.get(name);
      if (!entry || entry.directory || entry.encrypted) throw new FileProblem('file_damaged');
      const decoder = new TextDecoder('utf-8', { fatal: true });
      let problem: unknown;
      const sink = new WritableStream<Uint8Array>({
        write(chunk) {
          inflated += chunk.length;
          try {
            if (inflated > MAX_INFLATED) throw new FileProblem('file_content_overflowed');
            take(decoder.decode(chunk, { stream: true }));
          } catch (error) {
            problem = error;
            throw error;
          }
        },
      });
      try {
        await entry.getData(sink);
        take(decoder.decode());
      } catch (error) {
        for (const one of [problem, error]) if (one instanceof FileProblem) throw one;
        throw new FileProblem('file_damaged');
      }
    },
  };
}
