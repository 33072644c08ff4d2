import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './prepare.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const { suites } = JSON.parse(read('e2e/standing/suites.json'));
const security = read('SECURITY.md');

describe('the standing suites', () => {
  test('are fifteen, numbered', () => {
    expect(suites.map(({ number }) => number)).toEqual(Array.from({ length: 15 }, (_, at) => at + 1));
  });

  test.each(suites.map((suite) => [suite.name, suite]))(
    '%s: its files exist, its hole fits, and SECURITY.md tells of it',
    (_name, suite) => {
      for (const file of [...suite.files, ...(suite.seed.tests ?? [])]) {
        expect(existsSync(join(root, file)), file).toBe(true);
        expect(read(file), file).toMatch(/\b(test|it)(\.each)?\(/);
      }
      // Exactly once: a hole that no longer fits would let the suite pass without having been tried.
      expect(read(suite.seed.file).split(suite.seed.find), suite.seed.file).toHaveLength(2);
      expect(suite.seed.by).not.toBe(suite.seed.find);
      const line = security.split('\n').find((row) => row.startsWith(`| ${suite.number} `));
      expect(line ?? '', `SECURITY.md, suite ${suite.number}`).toContain(suite.name);
      for (const file of suite.files) expect(line, file).toContain(file.split('/').at(-1));
    },
  );
});
