import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { asEntry, openBacklog } from './backlog.ts';
import { createEvidenceQueue } from './evidence-queue.ts';

interface Entry {
  id: string;
  session: string;
  text: string;
}
const entry = (id: string, text = ''): Entry => ({ id, session: 's', text });

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'postern-backlog-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const warnings: object[] = [];
const open = () => openBacklog(dir, asEntry<Entry>, { warn: (data) => void warnings.push(data) });
const ids = async () => (await open()).left.map((one) => one.entry.id);

it('gives the next process what this one had not handed over, in order', async () => {
  const first = await open();
  for (const id of ['a', 'b', 'c']) first.append(entry(id));
  await first.settled();
  const second = await open();
  expect(second.left.map((one) => one.entry.id)).toEqual(['a', 'b', 'c']);
  second.append(entry('d'));
  await second.settled();
  expect(await ids()).toEqual(['a', 'b', 'c', 'd']);
});

it('keeps nothing that the core has', async () => {
  const first = await open();
  first.append(entry('a'));
  first.done(undefined);
  await first.settled();
  expect(readdirSync(dir)).toEqual([]);
  const kept = first.append(entry('b'));
  first.done(kept);
  await first.settled();
  expect(await ids()).toEqual(['b']);
});

it('begins another file when one is large, and gives up each as a whole', async () => {
  const first = await open();
  const long = 'x'.repeat(1024 * 1024);
  const segments = Array.from({ length: 9 }, (_, n) => first.append(entry(String(n), long)));
  await first.settled();
  expect(new Set(segments).size).toBe(3);
  first.done(segments[4]);
  await first.settled();
  expect(await ids()).toEqual(segments.flatMap((segment, n) => (segment >= (segments[4] ?? 0) ? [String(n)] : [])));
});

it('passes over a line that was cut off', async () => {
  const first = await open();
  first.append(entry('a'));
  await first.settled();
  const [name = ''] = readdirSync(dir);
  appendFileSync(join(dir, name), '{"id":"torn","ses');
  const second = await open();
  second.append(entry('b'));
  await second.settled();
  expect(await ids()).toEqual(['a', 'b']);
});

it('says once that the disk takes nothing, and writes on when it does again', async () => {
  const first = await open();
  warnings.length = 0;
  rmSync(dir, { recursive: true });
  first.append(entry('a'));
  await first.settled();
  first.append(entry('b'));
  await first.settled();
  expect(warnings).toHaveLength(1);
  const again = await open();
  expect(again.left).toEqual([]);
  first.append(entry('c'));
  await first.settled();
  expect(await ids()).toEqual(['c']);
});

it('sends what is left before what is new, and drops a refused entry with a word to its session', async () => {
  const before = await open();
  before.append(entry('old'));
  await before.settled();
  const given: string[] = [];
  const told: string[] = [];
  const queue = createEvidenceQueue<Entry>({
    backlog: await open(),
    batch: 10,
    onLoss: ({ id }, why) => told.push(`${id}: ${why}`),
    async deliver(entries, refuse) {
      for (const one of entries) {
        given.push(one.id);
        if (one.id === 'bad') refuse(one, 'invalid');
      }
    },
  });
  queue.add(entry('bad'), () => told.push('its session knows'));
  queue.add(entry('new'));
  await queue.flush(60_000);
  expect(given).toEqual(['old', 'bad', 'new']);
  expect(told).toEqual(['bad: invalid', 'its session knows']);
  await expect.poll(() => readdirSync(dir)).toEqual([]);
});
