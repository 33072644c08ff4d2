import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createReplayStore, type ReplayStore } from './replay-store.ts';

let outside: string;
let folder: string;
let store: ReplayStore;
beforeEach(async () => {
  outside = await mkdtemp(join(tmpdir(), 'postern-replays-'));
  folder = join(outside, 'replays');
  await mkdir(folder);
  await writeFile(join(outside, 'master-key'), 'canary');
  store = createReplayStore(folder);
});
afterEach(() => rm(outside, { recursive: true, force: true }));

const ID = '3f0a1b2c-0000-4000-8000-000000000001';
const PATH = `2026-01-02/${ID}.cast.gz`;

test('what leaves the folder does not exist', async () => {
  for (const path of ['../master-key', '2026-01-02/../../master-key', '..', '.', '', '2026-01-02/../..']) {
    await expect(store.write(path, Readable.from(['forged']), 10), path).rejects.toThrow('leaves the replay folder');
    expect(await store.size(path), path).toBeUndefined();
    expect(() => store.read(path), path).toThrow('leaves the replay folder');
    await expect(store.remove(path), path).rejects.toThrow('leaves the replay folder');
  }
  for (const day of ['..', '../replays', '2026-01-02/..', '2026', ''])
    await expect(store.removeDay(day), day).rejects.toThrow('not a date');
  expect(await readFile(join(outside, 'master-key'), 'utf8')).toBe('canary');
  // A folder whose name only begins like the store's is outside, too.
  expect(await store.size('../replays-of-others/x')).toBeUndefined();
});

test('an upload is kept whole, for its owner alone, or not at all', async () => {
  await store.write(PATH, Readable.from([Buffer.from('hello')]), 5);
  expect([await store.size(PATH), await text(store.read(PATH))]).toEqual([5, 'hello']);
  expect((await stat(join(folder, PATH))).mode & 0o777).toBe(0o600);
  await expect(store.write(`2026-01-02/other.cast.gz`, Readable.from([Buffer.from('hel'), Buffer.from('lo!')]), 5)).rejects.toThrow(
    'too large',
  );
  async function* broken() {
    yield Buffer.from('hel');
    throw new Error('the line is gone');
  }
  await expect(store.write(`2026-01-02/other.cast.gz`, Readable.from(broken()), 5)).rejects.toThrow('the line is gone');
  // One that is replaced stands until the new one is whole.
  await expect(store.write(PATH, Readable.from(broken()), 5)).rejects.toThrow();
  expect(await readdir(join(folder, '2026-01-02'))).toEqual([`${ID}.cast.gz`]);
  expect(await text(store.read(PATH))).toBe('hello');
});

test('days are told and go, whatever else lies beside them', async () => {
  expect([await store.days(), await store.olderThan(new Date('2030-01-01'))]).toEqual([[], []]);
  for (const day of ['2026-01-03', '2026-01-02', 'lost+found', '2026-1-1']) await mkdir(join(folder, day));
  for (const name of [`${ID}.cast.gz`, `${ID}.replay.mp4`, 'notes.txt', `${ID}`, `${ID}.cast.gz.part`.toUpperCase()])
    await writeFile(join(folder, '2026-01-02', name), 'x');
  await writeFile(join(folder, '2026-01-03', `${ID}.cast.gz`), 'x');
  expect(await store.days()).toEqual(['2026-01-02', '2026-01-03']);
  const found = await store.olderThan(new Date('2026-01-03T23:00:00Z'));
  expect(found.map((one) => [one.path, one.session]).sort()).toEqual([
    [`2026-01-02/${ID}.cast.gz`, ID],
    [`2026-01-02/${ID}.replay.mp4`, ID],
  ]);
  // The folder goes with the last, and one that is gone is no error.
  for (let time = 0; time < 2; time += 1) await store.remove(`2026-01-03/${ID}.cast.gz`);
  expect(existsSync(join(folder, '2026-01-03'))).toBe(false);
  await store.remove(PATH);
  expect(existsSync(join(folder, '2026-01-02/notes.txt'))).toBe(true);
  await store.removeDay('2026-01-02');
  await store.removeDay('2026-01-02');
  expect(await readdir(folder)).toEqual(expect.arrayContaining(['2026-1-1', 'lost+found']));
});

test('a disk that answers otherwise is told, and not taken for an empty one', async () => {
  await writeFile(join(folder, '2026-01-04'), 'a file in the place of a folder');
  await expect(store.olderThan(new Date('2030-01-01'))).rejects.toThrow('ENOTDIR');
  await rm(folder, { recursive: true });
  await writeFile(folder, 'x');
  await expect(store.days()).rejects.toThrow('ENOTDIR');
});
