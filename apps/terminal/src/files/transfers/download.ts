import { localName, numbered } from '../names.ts';
import type { Entry, SftpClient } from '../sftp/client.ts';
import { joinPath } from '../sftp/paths.ts';
import { type Control, readBlocks } from '../sftp/stream.ts';
import { walk } from '../sftp/walk.ts';
import type { Sink } from './save.ts';
import { Changed } from './transfer.ts';
import { createZip, type ZipWriter } from './zip.ts';

export interface DownloadEvents {
  moved(bytes: number): void;
  file(skipped: boolean): void;
}

export interface Download {
  run(client: SftpClient, control: Control): Promise<void>;
}

/** One file. Run again after it broke off, it goes on where it was, as long as it is the same file. */
export function createDownload(path: string, wanted: Entry, sink: Sink, events: DownloadEvents): Download {
  let written = 0;
  return {
    async run(client, control) {
      if (written > 0) {
        const now = await client.stat(path);
        if (now.size !== wanted.size || now.modified !== wanted.modified) throw new Changed();
      }
      for await (const block of readBlocks(client, path, { control, size: wanted.size, from: written })) {
        await sink.write(block);
        written += block.length;
        events.moved(block.length);
      }
      await sink.close();
      events.file(false);
    },
  };
}

/**
 * Files and folders of one folder in one archive. Links and what is no file are left out: a link is a name on the target, and following it could
 * bring the whole machine.
 */
export function createArchive(folder: string, entries: readonly Entry[], sink: Sink, events: DownloadEvents): Download {
  return {
    async run(client, control) {
      // An archive cannot be gone on with: it begins anew.
      await sink.restart();
      const zip = createZip((bytes) => sink.write(bytes));
      const taken = new Set<string>();
      const names = new Map<string, string>([['', '']]);
      for (const entry of entries) {
        await add(zip, joinPath(folder, entry.name), '', entry);
        if (entry.kind !== 'folder') continue;
        const root = `${entry.name}`;
        for await (const found of walk(client, joinPath(folder, entry.name), {
          signal: control.signal,
          onUnreadable: () => events.file(true),
        })) {
          const relative = `${root}/${found.relative}`;
          await add(zip, found.path, relative.slice(0, relative.lastIndexOf('/')), found.entry);
        }
      }
      await zip.end();
      await sink.close();

      /** `below`: the folder it is in, as the target calls it. */
      async function add(to: ZipWriter, path: string, below: string, entry: Entry): Promise<void> {
        control.signal.throwIfAborted();
        if (entry.kind !== 'file' && entry.kind !== 'folder') return events.file(true);
        const name = unique(below, entry.name);
        const facts = { mode: entry.mode, modified: entry.modified, size: entry.size };
        if (entry.kind === 'folder') {
          names.set(below === '' ? entry.name : `${below}/${entry.name}`, name);
          return to.add({ ...facts, name: `${name}/` }, undefined);
        }
        await to.add({ ...facts, name }, counted(readBlocks(client, path, { control, size: entry.size })));
        events.file(false);
      }

      /** Names that are made safe may become the same. */
      function unique(below: string, name: string): string {
        const before = names.get(below) ?? '';
        const safe = localName(name);
        for (let number = 1; ; number += 1) {
          const tried = `${before === '' ? '' : `${before}/`}${number === 1 ? safe : numbered(safe, number)}`;
          if (taken.has(tried.toLowerCase())) continue;
          taken.add(tried.toLowerCase());
          return tried;
        }
      }
    },
  };

  async function* counted(blocks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const block of blocks) {
      events.moved(block.length);
      yield block;
    }
  }
}
