import { expect, test } from 'vitest';
import { behaviourSuites, behaviours, breaksOf, drawn } from './behaviour.mjs';
import { steady } from './draw.mjs';

const broken = (text) => breaksOf('x.ts', text).map(({ name, after }) => [name, after]);

test.each([
  ['const WAIT_MS = 1_000;', 'a constant is another: 1_000', 'const WAIT_MS = 2001;'],
  ["const KEY = 'openViews';", 'a name that is kept is another: openViews', "const KEY = 'openViewsx';"],
  ['const far = left > 5;', 'a comparison is another: >', 'const far = left >= 5;'],
  ["const own = kind === 'a';", 'a comparison is another: ===', "const own = kind !== 'a';"],
  ['if (busy.current) return false;', 'a way out is not taken: busy.current', 'if (false && (busy.current)) return false;'],
])('%s is broken', (text, name, after) => {
  expect(broken(text)).toContainEqual([name, after]);
});

test('comments, arrows and types are left alone', () => {
  expect(broken("// const WAIT = 5; left > 5\nconst f = (a: Map<string, number>) => a;\n/** a > b */\nimport x from 'y';")).toEqual([]);
});

test('the same sixty are drawn for the same seed, of screens and services, a third of them constants', () => {
  const all = behaviours();
  expect(all.length).toBeGreaterThan(1000);
  expect(all.some(({ file }) => file.startsWith('apps/server/'))).toBe(true);
  expect(all.some(({ file }) => /\.test\.|locale/.test(file))).toBe(false);
  const names = (seed) => drawn(60, seed).map(({ file, line, name }) => `${file}:${line} ${name}`);
  expect(new Set(names(7)).size).toBeGreaterThan(55);
  expect(names(7)).toEqual(names(7));
  expect(names(7)).not.toEqual(names(8));
  expect(names(7).filter((name) => /a (constant|name)/.test(name))).toHaveLength(20);
});

test('what is new elsewhere leaves a draw as it was, but for what it pushes out', () => {
  const all = Array.from({ length: 200 }, (_, at) => `name ${at}`);
  const before = steady(all, 20, 1, (one) => one);
  const after = steady(['new', ...all], 20, 1, (one) => one);
  expect(before.filter((one) => !after.includes(one)).length).toBeLessThanOrEqual(1);
});

test('a source is judged by the tests beside it, and by those that import it or are named for it', () => {
  const [nearest, beside, further] = behaviourSuites('apps/console/src/session/errors.ts');
  expect(nearest).toContain('apps/console/src/session/errors.test.tsx');
  expect(beside).not.toContain('apps/console/src/session/errors.test.tsx');
  expect(beside).toContain('apps/console/src/session/organisations.test.ts');
  const [, , named] = behaviourSuites('apps/console/src/session/profile-check.ts');
  expect(named).toContain('apps/console/src/startup/times.test.tsx');
  expect(further).not.toContain('apps/console/src/session/errors.test.tsx');
});
