import { expect, test } from 'vitest';
import { faultsOf } from './wire-tables.mjs';

const page = (state, name) => `## One\n\n| call | state | test |\n|---|---|---|\n| \`GET x/\` | ${state} | ${name} |\n`;
const here = 'tooling/wire-tables.test.mjs > a row that names a test which is there is fine';

test('a row that names a test which is there is fine', () => {
  expect(faultsOf(page('done', here))).toEqual([]);
});

test('a row without a state, or whose test is gone, is told', () => {
  expect(faultsOf(page('', here))).toEqual(['One: GET x/: no state']);
  expect(faultsOf(page('done', 'tooling/wire-tables.test.mjs > another'))[0]).toContain('no test of that title');
  expect(faultsOf(page('done', ''))[0]).toContain('names no test');
});
