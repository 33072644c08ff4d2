import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { doorTable } from '../apps/gateway/test/door-table.ts';
import { printed, withTable } from './doors.mjs';
import { root } from './prepare.mjs';

test('the table of doors has no empty cell, and a page with another one is told', () => {
  const table = printed(doorTable());
  expect(() =>
    printed([
      ['door', 'chain'],
      ['`ssh`', ''],
    ]),
  ).toThrow('empty cell');
  const page = readFileSync(join(root, 'docs/evidence.md'), 'utf8');
  expect(withTable(page, 'doors', table)).toBe(page);
  expect(withTable(page.replace('over all of it', 'over some of it'), 'doors', table)).toBe(page);
});
