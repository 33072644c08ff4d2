import { expect, test } from 'vitest';
import { allOf, groupsOf, type Host, hostsWith, notDoneOf, overOf, plainText, resultsSheet, secondsOf } from './results.ts';

const host = (name: string, status: string, more: Partial<Host> = {}): Host => ({
  asset: { id: `id-${name}`, name },
  account: 'deploy',
  status: { value: status, label: status },
  reason: '',
  exit_code: status === 'ok' ? 0 : null,
  output: 'up\n',
  output_digest: 'd1',
  is_cut: false,
  date_start: null,
  date_finished: null,
  ...more,
});

test('machines that ended alike and said the same are together, the largest group first', () => {
  const other = { output: 'down\n', output_digest: 'd2' };
  const groups = groupsOf([
    host('a', 'ok', other),
    host('b', 'ok'),
    host('c', 'ok'),
    host('d', 'failed', { exit_code: 1 }),
    host('e', 'running'),
    host('f', 'waiting'),
  ]);
  expect(groups.map(({ status, output, exitCode, hosts }) => [status, output, exitCode, hosts.map(({ asset }) => asset.name)])).toEqual([
    ['ok', 'up\n', 0, ['b', 'c']],
    ['ok', 'down\n', 0, ['a']],
    ['failed', 'up\n', 1, ['d']],
  ]);
});

test('counts say how many are over, and how many can be tried again', () => {
  const counts = { ok: 3, failed: 1, excluded: 2, running: 1, waiting: 4 } as const;
  expect([allOf(counts), overOf(counts), notDoneOf(counts)]).toEqual([11, 6, 3]);
});

test.each([
  ['colours', '\u001b[1;31mred\u001b[0m and \u009b32mgreen', 'red and green'],
  ['the title of a window', '\u001b]0;owned\u0007text\u001b]0;again\u001b\\', 'text'],
  ['a cursor that moves', 'a\u001b[2J\u001b[Hb', 'ab'],
  ['what was written over', '10%\r50%\r100%\r\ndone\r\n', '100%\ndone\n'],
  ['bells and other signs', 'a\u0007\u0000b\tc', 'ab\tc'],
  ['an escape that has no end', 'a\u001b', 'a'],
])('output is text without %s', (_, given, text) => {
  expect(plainText(given)).toBe(text);
});

test('what is looked for is found in names, accounts, reasons and output, in one state or in all', () => {
  const hosts = [host('Web-1', 'ok'), host('db', 'failed', { reason: 'No account on web' }), host('c', 'ok', { output: 'no' })];
  const found = (status: 'ok' | undefined, word: string) => hostsWith(hosts, { status, word }).map(({ asset }) => asset.name);
  expect([found(undefined, 'web'), found('ok', 'web'), found(undefined, 'UP'), found(undefined, '')]).toEqual([
    ['Web-1', 'db'],
    ['Web-1'],
    ['Web-1', 'db'],
    ['Web-1', 'db', 'c'],
  ]);
});

test('a machine took from its start to its end', () => {
  const times = { date_start: '2026/01/02 10:00:00 +0800', date_finished: '2026/01/02 10:00:07 +0800' };
  expect([secondsOf(times), secondsOf({ ...times, date_finished: null })]).toEqual([7, undefined]);
});

test('in a sheet output is no formula', () => {
  const sheet = resultsSheet(['Asset', 'Output'], [host('a', 'ok', { output: '=HYPERLINK("http://x")' }), host('@b', 'failed')]);
  const [head, first, second] = sheet.slice(1).split('\r\n');
  expect(head).toBe('Asset,Output');
  expect(first).toContain(`"'=HYPERLINK(""http://x"")"`);
  expect(second?.startsWith("'@b,failed")).toBe(true);
});
