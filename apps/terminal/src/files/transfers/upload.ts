import { STATUS } from '@postern/contract/sftp';
import type { LocalItem } from '../local/items.ts';
import { numbered } from '../names.ts';
import { type Entry, type SftpClient, SftpError } from '../sftp/client.ts';
import { joinPath, nameOf, parentOf } from '../sftp/paths.ts';
import { type Control, writeFile } from '../sftp/stream.ts';
import { type Answer, type Choice, type Conflict, FolderThere } from './transfer.ts';

/** Items that were uploaded together: one answer may be for all of them. */
export interface Batch {
  decided: Choice | null;
  many: boolean;
}

export interface UploadEvents {
  /** So many bytes more are on the target, or count as if they were. */
  moved(bytes: number): void;
  /** One file is dealt with. */
  file(skipped: boolean): void;
  ask(conflict: Conflict): Promise<Answer>;
}

/** Names that are tried beside one that is taken. */
const MAX_NUMBER = 1_000;

/** The file that is on its way. */
interface Current {
  path: string;
  target: string;
  confirmed: number;
  /** What lies there is ours: it was begun by this upload. */
  begun: boolean;
}

/** One upload of a file or folder. It can be run again after it broke off, and goes on where it was. */
export interface Upload {
  run(client: SftpClient, control: Control): Promise<void>;
}

async function thereIs(client: SftpClient, path: string): Promise<Entry | undefined> {
  try {
    return await client.lstat(path);
  } catch (error) {
    if (error instanceof SftpError && error.code === STATUS.NO_SUCH_FILE) return undefined;
    throw error;
  }
}

export function createUpload(item: LocalItem, folder: string, batch: Batch, events: UploadEvents): Upload {
  /** Paths that need no more work, by when something breaks off. */
  const finished = new Set<string>();
  let current: Current | undefined;

  async function makeFolder(client: SftpClient, path: string): Promise<void> {
    const target = joinPath(folder, path);
    const found = await thereIs(client, target);
    if (!found) await client.makeFolder(target);
    else if (found.kind !== 'folder' && (await client.stat(target)).kind !== 'folder') throw new FolderThere(target);
  }

  /** Where a file goes and from which byte; undefined when it is left out. */
  async function decide(
    client: SftpClient,
    path: string,
    file: File,
  ): Promise<{ target: string; from: number; onlyNew: boolean } | undefined> {
    const target = joinPath(folder, path);
    if (current?.path === path && current.begun) {
      const found = await thereIs(client, current.target);
      return { target: current.target, from: Math.min(current.confirmed, found?.size ?? 0), onlyNew: false };
    }
    const found = await thereIs(client, target);
    if (!found) return { target, from: 0, onlyNew: true };
    // A link is written through: what counts is where it leads.
    const real = found.kind === 'link' ? await client.stat(target).catch(() => found) : found;
    if (real.kind === 'folder') throw new FolderThere(target);
    const resumable = real.size > 0 && real.size < file.size;
    const choice = await chosen(path, file, real, resumable);
    if (choice === 'skip') return undefined;
    if (choice === 'both') return { target: await freeName(client, target), from: 0, onlyNew: true };
    return { target, from: choice === 'resume' && resumable ? real.size : 0, onlyNew: false };
  }

  async function chosen(path: string, file: File, there: Entry, resumable: boolean): Promise<Choice> {
    if (batch.decided) return batch.decided === 'resume' && !resumable ? 'skip' : batch.decided;
    const { choice, forAll } = await events.ask({
      name: nameOf(path),
      folder: parentOf(joinPath(folder, path)),
      there: { kind: there.kind, size: there.size, modified: there.modified },
      mine: { size: file.size, modified: Math.floor(file.lastModified / 1000) },
      resumable,
      more: batch.many || item.kind === 'folder',
    });
    if (forAll) batch.decided = choice;
    return choice;
  }

  async function freeName(client: SftpClient, taken: string): Promise<string> {
    for (let number = 2; number <= MAX_NUMBER; number += 1) {
      const target = joinPath(parentOf(taken), numbered(nameOf(taken), number));
      if (!(await thereIs(client, target))) return target;
    }
    throw new SftpError(STATUS.FAILURE, '');
  }

  async function upload(client: SftpClient, control: Control, path: string, file: File): Promise<void> {
    const decided = await decide(client, path, file);
    if (!decided) return events.file(true);
    const { target, from, onlyNew } = decided;
    const before = current?.path === path ? current.confirmed : 0;
    const now: Current = { path, target, confirmed: from, begun: false };
    current = now;
    events.moved(from - before);
    await writeFile(client, target, file, {
      control,
      from,
      onlyNew,
      onOpen() {
        now.begun = true;
      },
      onConfirmed(bytes) {
        events.moved(bytes - now.confirmed);
        now.confirmed = bytes;
      },
    });
    current = undefined;
    events.file(false);
  }

  return {
    async run(client, control) {
      for await (const { path, file } of item.contents()) {
        control.signal.throwIfAborted();
        if (finished.has(path)) continue;
        await control.ready();
        if (file) await upload(client, control, path, file);
        else await makeFolder(client, path);
        finished.add(path);
      }
    },
  };
}
