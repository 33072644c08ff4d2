import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { entranceTable } from '../packages/testkit/src/entrance-table.ts';
import { printed, withTable } from './entrances.mjs';
import { root } from './prepare.mjs';

test('the table of entrances has no empty cell, and a page with another one is told', () => {
  const table = printed(entranceTable());
  expect(() =>
    printed([
      ['entrance', 'chain'],
      ['`ssh`', ''],
    ]),
  ).toThrow('empty cell');
  const page = readFileSync(join(root, 'docs/evidence.md'), 'utf8');
  expect(withTable(page, 'entrances', table)).toBe(page);
  expect(withTable(page.replace('over all of it', 'over some of it'), 'entrances', table)).toBe(page);
});
