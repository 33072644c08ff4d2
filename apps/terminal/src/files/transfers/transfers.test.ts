/// <reference types="node" />
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fileItem, type LocalItem, pickedItems } from '../local/items.ts';
import { countBelow, removeAll } from '../machine/remove.ts';
import { createSftpClient, type SftpClient } from '../sftp/client.ts';
import type { Control } from '../sftp/stream.ts';
import { createArchive } from './download.ts';
import { createQueue, type TransferQueue } from './queue.ts';
import type { Sink } from './save.ts';
import type { Choice, Conflict } from './transfer.ts';
import { createUpload } from './upload.ts';

// Transfers against OpenSSH's own server, on a pipe: what is asked, what goes on, what ends up in an archive.

let there: string;
let sftp: SftpClient;
let server: ChildProcess;
async function connect(): Promise<SftpClient> {
  const made = spawn('/usr/lib/openssh/sftp-server', ['-e'], { stdio: ['pipe', 'pipe', 'ignore'] });
  server = made;
  const client = createSftpClient((data) => made.stdin.write(data));
  made.stdout.on('data', (chunk: Uint8Array) => client.receive(chunk));
  // What is on its way when it goes.
  made.stdin.on('error', () => undefined);
  made.once('exit', () => client.lost());
  await client.start();
  return client;
}
beforeEach(async () => {
  there = await mkdtemp(join(tmpdir(), 'postern-transfers-'));
  sftp = await connect();
});
afterEach(async () => {
  server.kill();
  await rm(there, { recursive: true });
});

const free: Control = { signal: new AbortController().signal, ready: async () => undefined };
const file = (name: string, contents: string | Uint8Array<ArrayBuffer>, path = ''): File => {
  const made = new File([contents], name);
  Object.defineProperty(made, 'webkitRelativePath', { value: path });
  return made;
};

/** Uploads, answering each question with the next choice. Gives back what was asked. */
async function upload(item: LocalItem, choices: Choice[], forAll = false): Promise<Conflict[]> {
  const asked: Conflict[] = [];
  const work = createUpload(
    item,
    there,
    { decided: null, many: false },
    {
      moved: () => undefined,
      file: () => undefined,
      async ask(conflict) {
        asked.push(conflict);
        return { choice: choices.shift() ?? 'skip', forAll };
      },
    },
  );
  await work.run(sftp, free);
  return asked;
}
const read = (name: string): Promise<string> => readFile(join(there, name), 'utf8');

it('asks about a file that is there, and does what is answered', async () => {
  await writeFile(join(there, 'a.txt'), 'old');
  const item = fileItem(file('a.txt', 'new and longer'));
  const [conflict] = await upload(item, ['skip']);
  expect(conflict).toMatchObject({ name: 'a.txt', folder: there, there: { size: 3 }, mine: { size: 14 }, resumable: true, more: false });
  expect(await read('a.txt')).toBe('old');
  await upload(item, ['both']);
  expect([await read('a.txt'), await read('a (2).txt')]).toEqual(['old', 'new and longer']);
  await upload(item, ['resume']);
  expect(await read('a.txt')).toBe('old and longer');
  await upload(item, ['replace']);
  expect(await read('a.txt')).toBe('new and longer');
});

it('takes one answer for all of a folder, and goes into folders that are there', async () => {
  await mkdir(join(there, 'tree', 'sub'), { recursive: true });
  await writeFile(join(there, 'tree', 'one'), 'old');
  await writeFile(join(there, 'tree', 'sub', 'two'), 'old');
  const [item] = pickedItems([file('one', '1', 'tree/one'), file('two', '2', 'tree/sub/two'), file('three', '3', 'tree/new/three')]);
  const asked = await upload(item as LocalItem, ['replace'], true);
  expect(asked.map(({ name, more }) => [name, more])).toEqual([['one', true]]);
  expect([await read('tree/one'), await read('tree/sub/two'), await read('tree/new/three')]).toEqual(['1', '2', '3']);
});

it('puts no file where a folder is, and follows no path out of the one it was given', async () => {
  await mkdir(join(there, 'x'));
  await expect(upload(fileItem(file('x', '1')), [])).rejects.toThrow();
  const [item] = pickedItems([file('evil', '1', 'tree/../../evil')]);
  await upload(item as LocalItem, []);
  expect(await readdir(there)).toEqual(['x']);
});

it('goes on where the line broke, over the next one', async () => {
  const data = new Uint8Array(randomBytes(24 * 1024 * 1024));
  const queue: TransferQueue = createQueue({ ask: async () => ({ choice: 'skip', forAll: false }), changed: () => undefined });
  const stop = queue.subscribe(() => undefined);
  queue.over(sftp);
  queue.upload([fileItem(file('big', data))], there);
  const state = () => queue.list()[0];
  await expect.poll(() => sftp.pending()).toBeGreaterThan(0);
  server.kill();
  await expect.poll(() => state()?.failure?.kind).toBe('lost');
  queue.over(null);
  const before = state()?.bytes ?? 0;
  expect(before).toBeLessThan(data.length);
  sftp = await connect();
  queue.over(sftp);
  await expect.poll(() => state()?.state).toBe('done');
  expect(Buffer.compare(await readFile(join(there, 'big')), data)).toBe(0);
  expect(state()).toMatchObject({ bytes: data.length, files: 1, skipped: 0 });
  stop();
  queue.stop();
});

/** What an archive holds, by its list at the end; contents are stored as they are. */
function unzipped(bytes: Buffer): Map<string, string> {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = bytes.readUInt32LE(end + 16);
  const found = new Map<string, string>();
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    expect(bytes.readUInt32LE(at)).toBe(0x0201_4b50);
    const [size, name, extra, local] = [
      bytes.readUInt32LE(at + 24),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt32LE(at + 42),
    ];
    const begin = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    found.set(bytes.toString('utf8', at + 46, at + 46 + name), bytes.toString('utf8', begin, begin + size));
    at += 46 + name + extra;
  }
  return found;
}

it('makes one archive of several, with safe names and without links', async () => {
  await mkdir(join(there, 'a', 'b\\..'), { recursive: true });
  await writeFile(join(there, 'a', 'b\\..', 'deep'), 'deep');
  await writeFile(join(there, 'a', 'x:y'), 'first');
  await writeFile(join(there, 'a', 'x*y'), 'second');
  await symlink('/etc/passwd', join(there, 'a', 'link'));
  await writeFile(join(there, 'top'), '');
  const parts: Uint8Array[] = [];
  let skipped = 0;
  const sink: Sink = {
    write: async (bytes) => void parts.push(bytes.slice()),
    restart: async () => undefined,
    close: async () => undefined,
    abort: async () => undefined,
  };
  const entries = [await sftp.lstat(`${there}/a`), await sftp.lstat(`${there}/top`)];
  const work = createArchive(there, entries, sink, {
    moved: () => undefined,
    file(left) {
      if (left) skipped += 1;
    },
  });
  await work.run(sftp, free);
  const found = unzipped(Buffer.concat(parts));
  expect([...found.keys()].toSorted()).toEqual(['a/', 'a/b__/', 'a/b__/deep', 'a/x_y', 'a/x_y (2)', 'top']);
  expect([...found.values()].toSorted()).toEqual(['', '', '', 'deep', 'first', 'second']);
  expect(skipped).toBe(1);
});

it('counts and removes what is in a folder, and no more than the link of a link', async () => {
  await mkdir(join(there, 'gone', 'in', 'side'), { recursive: true });
  await mkdir(join(there, 'stays'));
  await writeFile(join(there, 'stays', 'x'), 'x');
  await symlink(join(there, 'stays'), join(there, 'gone', 'in', 'link'));
  const entries = [await sftp.lstat(`${there}/gone`)];
  expect(await countBelow(sftp, there, entries, free.signal)).toBe(4);
  await removeAll(sftp, there, entries, free.signal);
  expect([await readdir(there), await readdir(join(there, 'stays'))]).toEqual([['stays'], ['x']]);
});
