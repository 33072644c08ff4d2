import { createWriteStream, openAsBlob } from 'node:fs';
import { readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ComponentClient } from '@postern/client/component';
import type { TransferEntry } from '@postern/contract/component';
import { parseUuid } from '@postern/contract/ids';
import { isRefused } from './transfer-log.ts';

/** Bytes of all copies that wait for the disk. Above it a copy is given up: no transfer waits for its copy. */
const MAX_WAITING = 16 * 1024 * 1024;
/** Bytes and files of copies on the disk that the core does not have yet. */
const MAX_SPOOLED = 2 * 1024 ** 3;
const MAX_FILES = 20_000;
/** Bytes that have to stay free on the disk, for recordings. */
const RESERVE = 1024 ** 3;
const FIRST_PAUSE_MS = 500;
const LAST_PAUSE_MS = 60_000;

class Unreadable extends Error {}

/** The content of one file, as it goes by. */
export interface FileCopy {
  /** Takes the next bytes. Never asks to wait; what the limit or the disk has no room for is not kept. */
  write(bytes: Buffer): void;
  /** All of it has gone by: the core gets it, under its row of the file transfers. */
  keep(entry: TransferEntry): void;
  drop(): void;
}

export interface FileCopies {
  /** Undefined when nothing is kept, or there is no room. */
  begin(): FileCopy | undefined;
  /** Hands over what an earlier process, or a core that was away, left behind. */
  sweep(): Promise<void>;
  stop(): void;
}

export interface FileCopiesOptions {
  core: Pick<ComponentClient, 'transfer' | 'uploadCopy'>;
  dir: string;
  /** Files of this many bytes and above are not kept; 0 keeps none (docs/evidence.md#copies-of-files). */
  limit(): number;
  log: { warn(data: object, message: string): void };
}

/** Copies of files that people moved: written beside the transfer, handed to the core afterwards, again and again until it has them. */
export function createFileCopies({ core, dir, limit, log }: FileCopiesOptions): FileCopies {
  const stopping = new AbortController();
  const queue: string[] = [];
  const open = new Set<string>();
  /** Rows whose content this process has, from the moment it was whole. */
  const kept = new Set<string>();
  let waiting = 0;
  let spooled = 0;
  let files = 0;
  let count = 0;

  const part = (name: string) => join(dir, `${name}.part`);
  const content = (id: string) => join(dir, `${id}.file`);
  const about = (id: string) => join(dir, `${id}.json`);

  async function roomFor(): Promise<boolean> {
    const { bavail, bsize } = await statfs(dir);
    return bavail * bsize > RESERVE;
  }

  function begin(): FileCopy | undefined {
    const most = limit();
    if (most <= 0 || spooled >= MAX_SPOOLED || files >= MAX_FILES || stopping.signal.aborted) return undefined;
    count += 1;
    files += 1;
    const name = `${process.pid}-${count}`;
    open.add(name);
    let bytes = 0;
    let over = false;
    const stream = createWriteStream(part(name), { flags: 'wx', mode: 0o600 });

    function drop(): void {
      if (over) return;
      over = true;
      stream.destroy();
      spooled -= bytes;
      files -= 1;
      open.delete(name);
      void rm(part(name), { force: true });
    }

    function giveUp(why: unknown): void {
      if (!over) log.warn({ err: why }, 'a copy of a file is not kept');
      drop();
    }

    stream.on('error', giveUp);
    roomFor().then((room) => room || giveUp('the disk is nearly full'), giveUp);
    return {
      write(some) {
        if (over || some.length === 0) return;
        bytes += some.length;
        spooled += some.length;
        if (bytes >= most || waiting + some.length > MAX_WAITING || spooled > MAX_SPOOLED) return drop();
        waiting += some.length;
        stream.write(some, () => {
          waiting -= some.length;
        });
      },
      keep(entry) {
        if (over) return;
        over = true;
        kept.add(entry.id);
        stream.end(() => {
          open.delete(name);
          // The row beside it first: content without a row would belong to nothing.
          writeFile(about(entry.id), JSON.stringify(entry), { mode: 0o600 })
            .then(() => rename(part(name), content(entry.id)))
            .then(() => send(entry.id))
            .catch((error: unknown) => {
              log.warn({ err: error }, 'a copy of a file is not kept');
              void forget(entry.id, bytes);
              void rm(part(name), { force: true });
            });
        });
      },
      drop,
    };
  }

  async function forget(id: string, bytes: number): Promise<void> {
    spooled -= bytes;
    files -= 1;
    kept.delete(id);
    for (const path of [content(id), about(id)]) await rm(path, { force: true });
  }

  function send(id: string): void {
    // The one that is being handed over stays in the queue until it is.
    if (queue.push(id) === 1) void drain();
  }

  async function hand(id: string): Promise<void> {
    const read = async () => ({
      entry: JSON.parse(await readFile(about(id), 'utf8')) as TransferEntry,
      file: await openAsBlob(content(id)),
    });
    const { entry, file } = await read().catch((cause: unknown) => {
      throw new Unreadable('what was kept cannot be read', { cause });
    });
    // Once more, in case the row was lost with the process that moved the file; the same id is the same row.
    await core.transfer(entry);
    await core.uploadCopy(id, file);
  }

  async function drain(): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    for (let id = queue[0]; id !== undefined && !stopping.signal.aborted; id = queue[0]) {
      try {
        await hand(id);
      } catch (error) {
        if (!isRefused(error) && !(error instanceof Unreadable)) {
          await wait(pause, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
          pause = Math.min(pause * 2, LAST_PAUSE_MS);
          continue;
        }
        log.warn({ transfer: id, err: error }, 'a copy of a file is not kept');
      }
      pause = FIRST_PAUSE_MS;
      await forget(
        id,
        await stat(content(id)).then(
          ({ size }) => size,
          () => 0,
        ),
      ).catch((error: unknown) => log.warn({ transfer: id, err: error }, 'a copy of a file could not be removed'));
      queue.shift();
    }
  }

  return {
    begin,
    async sweep() {
      const all = new Set(await readdir(dir));
      for (const found of all) {
        const [id = '', kind] = found.split('.');
        const alone = kind === 'part' ? !open.has(id) : kind === 'json' && !kept.has(id) && !all.has(`${id}.file`);
        if (alone) await rm(join(dir, found), { force: true });
        if (kind !== 'file' || parseUuid(id) !== id || kept.has(id)) continue;
        kept.add(id);
        files += 1;
        spooled += (await stat(join(dir, found))).size;
        send(id);
      }
    },
    stop: () => stopping.abort(),
  };
}
