import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CoreError } from '@postern/client/component-request';
import type { TransferEntry } from '@postern/contract/component';
import { within } from '@postern/testkit/until';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileCopies, type FileCopies } from './file-copies.ts';

const MB = 1024 * 1024;
const ENTRY = { id: '33333333-3333-4333-8333-333333333333', filename: '/etc/motd' } as TransferEntry;
const PATIENCE = 60_000;

let dir: string;
let copies: FileCopies;
let warned: string[];
/** What a core has taken, and what it says instead as long as there is something to say. */
let taken: Map<string, Buffer>;
let rows: string[];
let asked: number;
let refusal: Error | undefined;

const core = {
  transfer: async ({ id }: TransferEntry) => {
    asked += 1;
    if (refusal) throw refusal;
    rows.push(id);
  },
  uploadCopy: async (id: string, content: Blob) => {
    taken.set(id, Buffer.from(await content.arrayBuffer()));
  },
};
const open = (limit = MB): FileCopies =>
  createFileCopies({ core, dir, limit: () => limit, log: { warn: (_data, message) => void warned.push(message) } });

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'postern-copies-'));
  taken = new Map();
  rows = [];
  asked = 0;
  warned = [];
  refusal = undefined;
  copies = open();
});
afterEach(async () => {
  copies.stop();
  await rm(dir, { recursive: true, force: true });
});

const empty = () => within(PATIENCE, async () => (await readdir(dir)).length === 0);

describe('copies of files', () => {
  it('are handed over with their row, and gone from the disk then', async () => {
    const copy = copies.begin();
    copy?.write(Buffer.from('one '));
    copy?.write(Buffer.from('two'));
    copy?.keep(ENTRY);
    expect(await within(PATIENCE, () => taken.get(ENTRY.id)?.toString())).toBe('one two');
    expect(rows).toEqual([ENTRY.id]);
    expect(await empty()).toBe(true);
  });

  it('are not begun where none are kept', () => {
    expect(open(0).begin()).toBeUndefined();
  });

  it('end at the limit, and leave nothing behind', async () => {
    const copy = copies.begin();
    for (let at = 0; at < 4; at += 1) copy?.write(Buffer.alloc(MB / 4));
    copy?.keep(ENTRY);
    expect(await empty()).toBe(true);
    expect(taken.size).toBe(0);
  });

  it('are given up before anybody has to wait for the disk', async () => {
    const large = open(1024 * MB);
    const copy = large.begin();
    // More in one go than may wait, and no turn of the loop in which any of it could be written.
    for (let at = 0; at < 17; at += 1) copy?.write(Buffer.alloc(MB));
    copy?.keep(ENTRY);
    expect(await empty()).toBe(true);
    expect(taken.size).toBe(0);
    // What was given up makes room again.
    const next = large.begin();
    next?.write(Buffer.from('x'));
    next?.keep(ENTRY);
    expect(await within(PATIENCE, () => taken.get(ENTRY.id)?.toString())).toBe('x');
    large.stop();
  });

  it('wait for a core that is away, and for the next process', async () => {
    refusal = new CoreError(0, 'unreachable', 'nobody there');
    const copy = copies.begin();
    copy?.write(Buffer.from('kept'));
    copy?.keep(ENTRY);
    await within(PATIENCE, async () => (await readdir(dir)).length === 2);
    const torn = copies.begin();
    torn?.write(Buffer.from('not whole'));
    await within(PATIENCE, async () => (await readdir(dir)).some((name) => name.endsWith('.part')));
    // The process dies here: nothing is told, nothing cleared away.
    copies.stop();
    refusal = undefined;
    const next = open();
    await next.sweep();
    await next.sweep();
    expect(await within(PATIENCE, () => taken.get(ENTRY.id)?.toString())).toBe('kept');
    expect(rows).toEqual([ENTRY.id]);
    expect(await empty()).toBe(true);
    next.stop();
  });

  it('outlive a key that is being renewed', async () => {
    refusal = new CoreError(401, 'not_authenticated', 'another key');
    const copy = copies.begin();
    copy?.write(Buffer.from('kept'));
    copy?.keep(ENTRY);
    await within(PATIENCE, () => asked > 0);
    refusal = undefined;
    expect(await within(PATIENCE, () => taken.get(ENTRY.id)?.toString())).toBe('kept');
    expect(warned).toEqual([]);
  });

  it('are let go when the core will not have them', async () => {
    refusal = new CoreError(400, 'too_large', 'too large');
    const copy = copies.begin();
    copy?.write(Buffer.from('no'));
    copy?.keep(ENTRY);
    expect(await within(PATIENCE, () => warned[0])).toBe('a copy of a file is not kept');
    expect(await empty()).toBe(true);
  });

  it('that cannot be written are given up without a word to the transfer', async () => {
    await rm(dir, { recursive: true });
    const copy = copies.begin();
    copy?.write(Buffer.from('x'));
    expect(await within(PATIENCE, () => warned[0])).toBe('a copy of a file is not kept');
    copy?.write(Buffer.from('y'));
    copy?.keep(ENTRY);
    expect(taken.size).toBe(0);
  });
});
