import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { coverageArgs } from './coverage.mjs';
import { envFor, root } from './prepare.mjs';
import { run } from './steps.mjs';

test('files of the chosen projects are counted, be they run or not, and tests are not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'postern-coverage-'));
  await run(process.execPath, coverageArgs(['pattern'], ['no-such-test'], folder), { cwd: root, env: envFor(process.execPath) });
  const counted = Object.keys(JSON.parse(readFileSync(join(folder, 'coverage-summary.json'), 'utf8')));
  rmSync(folder, { recursive: true });
  expect(counted).toContain(join(root, 'packages/pattern/src/pattern.ts'));
  expect(counted.filter((file) => file.includes('.test.'))).toEqual([]);
});
