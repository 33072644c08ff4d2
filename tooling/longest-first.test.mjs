import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { apart, LONGEST, LongestFirst } from './longest-first.ts';
import { root } from './prepare.mjs';

test('the files that begin first are there', () => {
  expect(LONGEST.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

/** The order of a run of these files. */
async function ordered(paths) {
  const spec = (path) => ({
    moduleId: join(root, path),
    project: { name: path.split('/')[0], config: { isolate: true, sequence: { groupOrder: 0 } } },
  });
  const order = new LongestFirst({ cache: { getTestSpecificationResult: () => ({ failed: false, duration: 1 }) } });
  return (await order.sort(paths.map(spec))).map(({ moduleId }) => moduleId.slice(root.length + 1));
}

test('they stand in front of all others, whatever project those are of', async () => {
  expect(await ordered(['apps/a.test.ts', 'e2e/large.test.ts', 'packages/b.test.ts', 'tooling/contributing.test.mjs'])).toEqual([
    'tooling/contributing.test.mjs',
    'e2e/large.test.ts',
    'apps/a.test.ts',
    'packages/b.test.ts',
  ]);
});

test('files that mostly wait stand between those that compute, never side by side while there are others', async () => {
  const screens = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `e2e/screens/${name}.test.ts`);
  expect(await ordered(['e2e/clients/a.test.ts', 'e2e/clients/b.test.ts', 'e2e/clients/jobs.test.ts', ...screens])).toEqual([
    'e2e/screens/a.test.ts',
    'e2e/clients/jobs.test.ts',
    'e2e/screens/b.test.ts',
    'e2e/screens/c.test.ts',
    'e2e/clients/a.test.ts',
    'e2e/screens/d.test.ts',
    'e2e/screens/e.test.ts',
    'e2e/clients/b.test.ts',
    'e2e/screens/f.test.ts',
  ]);
});

test('a run of files that all wait keeps their order', () => {
  expect(apart([], ['a', 'b'])).toEqual(['a', 'b']);
  expect(apart(['a'], ['b', 'c', 'd'])).toEqual(['b', 'a', 'c', 'd']);
});
