import { expect, test } from 'vitest';
import { cellText, cellValue } from './cell-text.ts';
import { countRows, type ImportRun, importReducer, mainButton, nextPortion, nextRows, openImport } from './import-run.ts';

const file = {
  source: 'a'.repeat(64),
  title: [
    ['Name', 'name'],
    ['Comment', 'comment'],
  ] as [string, string][],
  data: [{ name: 'a' }, { name: 'b' }, { name: 'c', comment: '' }],
};
const open = () => openImport('create', file);
const play = (run: ImportRun, ...events: Parameters<typeof importReducer>[1][]) => events.reduce(importReducer, run);
const button = (run: ImportRun) => mainButton(run, countRows(run));
const fail = (n: number) => ({ n, status: 'error' as const, errors: { name: ['Taken'] } });
const write = (n: number) => ({ n, status: 'ok' as const, id: `id-${n}` });
const fine = (n: number) => ({ n, status: 'checked' as const });

test('a column without anything in it is left out', () => {
  expect(open().title).toEqual([['Name', 'name']]);
});

test('a check goes over all rows, keeps what it found, and leaves the import to be begun', () => {
  const started = play(open(), { type: 'start', pass: 'check' });
  expect(nextRows(started, 2).map((row) => row.n)).toEqual([1, 2]);
  const checked = play(started, { type: 'answered', results: [fine(1), fail(2)] }, { type: 'answered', results: [fine(3)] });
  expect(checked.phase).toBe('pending');
  expect(countRows(checked)).toEqual({ total: 3, ok: 0, error: 1, pending: 2, waiting: 0 });
  expect(button(checked)).toBe('import');
});

test('an import sends what is pending, is done when nothing is, and Continue tries the refused rows again', () => {
  const run = play(open(), { type: 'start', pass: 'import' }, { type: 'answered', results: [write(1), fail(2), write(3)] });
  expect(run.phase).toBe('done');
  expect(button(run)).toBe('continue');
  const again = play(run, { type: 'start', pass: 'import' });
  expect(nextRows(again, 500).map((row) => row.n)).toEqual([2]);
  const finished = play(again, { type: 'answered', results: [write(2)] });
  expect(finished.phase).toBe('done');
  expect(button(finished)).toBe('finished');
});

test('stopping lets rows in flight finish and Continue goes on with the rest', () => {
  const run = play(open(), { type: 'start', pass: 'import' }, { type: 'stop' });
  expect(run.phase).toBe('stopped');
  expect(button(run)).toBe('continue');
  const late = play(run, { type: 'answered', results: [write(1)] });
  expect(late.phase).toBe('stopped');
  expect(nextRows(play(late, { type: 'start', pass: 'import' }), 9).map((row) => row.n)).toEqual([2, 3]);
});

test('an edited row is pending and unchecked again, also after everything was sent', () => {
  const done = play(open(), { type: 'start', pass: 'import' }, { type: 'answered', results: [write(1), fail(2), write(3)] });
  const edited = play(done, { type: 'edit', n: 2, field: 'name', value: 'bb' });
  expect(edited.phase).toBe('stopped');
  expect(edited.rows[1]).toEqual({ n: 2, values: { name: 'bb' }, status: 'pending', checked: false });
});

test('rows that were written by an earlier run of the same file count as written', () => {
  const run = play(open(), { type: 'start', pass: 'import' }, { type: 'answered', results: [{ n: 1, status: 'kept', id: 7 }] });
  expect(countRows(run).ok).toBe(1);
});

test('portions grow with quick answers and shrink with slow ones, within their bounds', () => {
  expect(nextPortion(50, 100, 500)).toBe(100);
  expect(nextPortion(400, 100, 500)).toBe(500);
  expect(nextPortion(100, 60_000, 500)).toBe(25);
  expect(nextPortion(1, 60_000, 500)).toBe(1);
});

test('a cell keeps its type when it is edited; text stays text', () => {
  expect(cellValue('007', '006')).toBe('007');
  expect(cellValue('007', null)).toBe('007');
  expect(cellValue('22', 21)).toBe(22);
  expect(cellValue('false', true)).toBe(false);
  expect(cellValue('["a"]', ['b'])).toEqual(['a']);
  expect(cellValue('nonsense', 21)).toBe('nonsense');
  expect(cellValue('', 21)).toBeNull();
  expect(cellText({ pk: 1 })).toBe('{"pk":1}');
});
