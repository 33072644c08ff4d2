import { expect, test } from 'vitest';
import { missingTest, tableRows } from './named-tests.mjs';

test('a test that is there is found by its file and title', () => {
  expect(missingTest('tooling/named-tests.test.mjs > a test that is there is found by its file and title')).toBeUndefined();
});

test.each([
  ['tooling/named-tests.test.mjs > a test that is there', 'no test of that title'],
  ['tooling/named-tests.test.mjs', 'names no test'],
  ['tooling/gone.test.mjs > anything', 'the file is gone'],
  ['tooling/named-tests.mjs > anything', 'names no test file'],
])('%s is told as missing', (name, why) => {
  expect(missingTest(name)).toContain(why);
});

test('rows come with their heading and the heads of their columns', () => {
  const text = '# One\n\n| a | b |\n|---|:-:|\n| `x` | y \\| z |\n\ntext\n\n## Two\n\n| a |\n|---|\n| 1 |\n';
  expect(tableRows(text)).toEqual([
    { section: 'One', cells: { a: 'x', b: 'y | z' } },
    { section: 'Two', cells: { a: '1' } },
  ]);
});
