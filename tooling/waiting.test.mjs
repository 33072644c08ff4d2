import { expect, test } from 'vitest';
import { refusals } from './waiting.mjs';

test.each([
  ['e2e/screens/new.test.ts', 'await page.waitForTimeout(500);'],
  ['apps/server/test/new.test.ts', "import { setTimeout as pause } from 'node:timers/promises';"],
  ['apps/gateway/test/browser.ts', "const { setTimeout: nap } = await import('node:timers/promises');"],
  ['apps/console/src/fields/New.test.tsx', 'await new Promise((resolve) => setTimeout(resolve, 50));'],
  ['packages/testkit/src/new.ts', 'await new Promise<void>((done) => {\n  setTimeout(() => done(), 50);\n});'],
  ['e2e/support/new.ts', 'await page.screenshot({ path });'],
])('%s may not do this: %s', (path, text) => {
  expect(refusals(path, text)).toHaveLength(1);
});

test.each([
  ['packages/testkit/src/until.ts', "import { setTimeout as wait } from 'node:timers/promises';"],
  ['e2e/support/picture.ts', 'const png = await page.screenshot();'],
  ['e2e/support/postern.ts', "const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT);"],
  ['apps/server/src/supervise/processes.ts', 'await new Promise((resolve) => setTimeout(resolve, 50));'],
])('%s may do this: %s', (path, text) => {
  expect(refusals(path, text)).toEqual([]);
});
