import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createReplayStore, type ReplayStore } from '../replay-store.ts';
import { indexPath, type PieceIndex } from './prepare.ts';
import { createIndexes } from './read-index.ts';

let folder: string;
let reads: string[];
/** A real folder; which files are opened is told. */
let store: ReplayStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'postern-index-'));
  reads = [];
  const files = createReplayStore(folder);
  store = {
    ...files,
    read: (path, part) => {
      reads.push(path);
      return files.read(path, part);
    },
  };
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const pathOf = (n: number) => `2026-01-02/3f0a1b2c-0000-4000-8000-00000000000${n}.cast.gz`;
async function keep(path: string, ...bytes: number[]): Promise<void> {
  const index: PieceIndex = {
    cols: 80,
    rows: 24,
    start: 0,
    duration: bytes.length,
    truncated: false,
    pieces: bytes.map((one, time) => ({ time, bytes: one })),
  };
  await store.write(indexPath(path), Readable.from([Buffer.from(JSON.stringify(index))]), 1_000_000);
}

test('an index is read once however many pieces are asked for, at the same time or later', async () => {
  await keep(pathOf(1), 10, 20, 30);
  const indexes = createIndexes(store);
  const [one, two] = await Promise.all([indexes.of(pathOf(1)), indexes.of(pathOf(1))]);
  expect(await indexes.of(pathOf(1))).toBe(one);
  expect(two).toBe(one);
  expect(one?.offsets).toEqual([0, 10, 30]);
  expect(reads).toEqual([indexPath(pathOf(1))]);
});

test('one that was made anew, was forgotten or is gone is not what was read before', async () => {
  await keep(pathOf(1), 10);
  const indexes = createIndexes(store);
  await indexes.of(pathOf(1));
  await keep(pathOf(1), 10, 5);
  expect((await indexes.of(pathOf(1)))?.index.pieces).toHaveLength(2);
  indexes.forget(pathOf(1));
  await indexes.of(pathOf(1));
  expect(reads).toHaveLength(3);
  await store.remove(indexPath(pathOf(1)));
  expect(await indexes.of(pathOf(1))).toBeUndefined();
  await keep(pathOf(1), 7);
  expect((await indexes.of(pathOf(1)))?.offsets).toEqual([0]);
});

test('only so many are kept in memory: those that were asked for last', async () => {
  for (const n of [1, 2, 3]) await keep(pathOf(n), 1, 1, 1, 1);
  const indexes = createIndexes(store, 10);
  for (const n of [1, 2, 1, 3]) await indexes.of(pathOf(n));
  reads = [];
  for (const n of [1, 3, 2]) await indexes.of(pathOf(n));
  expect(reads).toEqual([indexPath(pathOf(2))]);
});
