import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LONGEST, LongestFirst } from './longest-first.ts';
import { root } from './prepare.mjs';

test('the files that begin first are there', () => {
  expect(LONGEST.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('they stand in front of all others, whatever project those are of', async () => {
  const spec = (path) => ({
    moduleId: join(root, path),
    project: { name: path.split('/')[0], config: { isolate: true, sequence: { groupOrder: 0 } } },
  });
  const order = new LongestFirst({ cache: { getTestSpecificationResult: () => ({ failed: false, duration: 1 }) } });
  const sorted = await order.sort(['apps/a.test.ts', 'e2e/large.test.ts', 'packages/b.test.ts', 'tooling/contributing.test.mjs'].map(spec));
  expect(sorted.map(({ moduleId }) => moduleId.slice(root.length + 1))).toEqual([
    'tooling/contributing.test.mjs',
    'e2e/large.test.ts',
    'apps/a.test.ts',
    'packages/b.test.ts',
  ]);
});
