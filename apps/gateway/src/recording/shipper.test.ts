import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AnsweringCore, startAnswers } from '../../test/answering-core.ts';
import { startRecorder } from './recorder.ts';
import { createShipper } from './shipper.ts';

const IDS = ['a', 'b', 'c'].map((digit) => `0b0d3f5e-0b0d-4b0d-8b0d-0b0d3f5e0b0${digit}`);
const [ONE = '', TWO = ''] = IDS;
const quiet = { onDrain: () => undefined, onFailure: () => undefined };

let dir: string;
let core: AnsweringCore | undefined;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'postern-shipper-'));
});
afterEach(async () => {
  await core?.stop();
  rmSync(dir, { recursive: true, force: true });
});

async function setUp(status: number, live = new Set<string>(), ids = IDS) {
  for (const id of ids) await (await startRecorder(dir, id, { width: 80, height: 24, timestamp: 0, title: '' }, quiet)).close();
  core = await startAnswers(() => ({ status }));
  const notes: string[] = [];
  const shipper = createShipper(core.client, dir, (id) => live.has(id), { warn: (_data, message) => notes.push(message) });
  const of = (method: string) => core?.calls.filter((call) => call.method === method).map(({ path }) => path.split('/')[3]);
  return { shipper, notes, of };
}

it('sweeps up what is left, each once, and leaves what is live alone', async () => {
  const { shipper, notes, of } = await setUp(200, new Set([TWO]));
  await Promise.all([shipper.sweep(), shipper.sweep()]);
  await shipper.idle();
  expect(of('POST')?.toSorted()).toEqual(IDS.filter((id) => id !== TWO));
  expect(readdirSync(dir).sort()).toEqual([`${TWO}.cast`, `${TWO}.chain`]);
  expect(notes).toEqual([]);
  await shipper.idle();
  shipper.stop();
});

it('tells the core of an end that it has not heard of, and of no other', async () => {
  const { shipper, of } = await setUp(200, new Set(), [ONE, TWO]);
  shipper.ship(ONE, true);
  shipper.ship(TWO, false);
  await shipper.idle();
  // One for the end, one for the recording.
  expect(of('PATCH')?.toSorted()).toEqual([ONE, TWO, TWO]);
  shipper.stop();
});

it('says what stays in the spool, and what is not there', async () => {
  const { shipper, notes } = await setUp(503, new Set(), [ONE]);
  shipper.ship(ONE, false);
  shipper.ship(TWO, false);
  await shipper.idle();
  expect(notes.toSorted()).toEqual(['a recording could not be shipped', 'a recording stays in the spool until the next sweep']);
  expect(readdirSync(dir)).toContain(`${ONE}.cast`);
  shipper.stop();
});

it('does not give up on a storage that is gone for an hour', async () => {
  // Every 15 seconds, and three more tries each time.
  const tries = (3_600 / 15) * 4;
  await (await startRecorder(dir, ONE, { width: 80, height: 24, timestamp: 0, title: '' }, quiet)).close();
  let refused = 0;
  core = await startAnswers(({ path }) => ({ status: path.endsWith('/replay/') && refused++ < tries ? 503 : 200 }));
  const shipper = createShipper(core.client, dir, () => false, { warn: () => undefined }, 1, [0, 0, 0]);
  await expect.poll(() => readdirSync(dir)).toEqual([]);
  expect(refused).toBe(tries + 1);
  shipper.stop();
});
