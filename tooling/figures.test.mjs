import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './prepare.mjs';
import { sources } from './texts.mjs';

/** Numbers, sizes, spans and dates are written in one place, in the language of whoever reads: packages/ui/src/figures.ts. */

const OWN = /\.toFixed\(|\.toLocale(?:Date|Time)?String\(|\bIntl\.(?:NumberFormat|DateTimeFormat)\b|\$\{[^}]*\} (?:[kKMG]i?B|ms)`/;
/** Files with a format of another kind, and why. */
const OTHERS = {
  'apps/console/src/features/components/load-history.ts': 'coordinates of a path',
  'apps/console/src/fields/days.ts': 'the offset of a zone at a moment',
};

const found = ['apps/console/src', 'apps/terminal/src', 'packages/ui/src']
  .flatMap((folder) => sources(folder))
  .filter((file) => file !== join('packages', 'ui', 'src', 'figures.ts') && OWN.test(readFileSync(join(root, file), 'utf8')));

test('nothing else writes figures by itself', () => {
  expect(found.filter((file) => !Object.hasOwn(OTHERS, file))).toEqual([]);
});

test('what may do so does', () => {
  expect(Object.keys(OTHERS).filter((file) => !found.includes(file))).toEqual([]);
});

test.each(['value.toFixed(2)', 'count.toLocaleString(language)', 'new Intl.NumberFormat(tag)', `\`$\{size} KB\``, `\`$\{took} ms\``])(
  '%s is found',
  (line) => {
    expect(line).toMatch(OWN);
  },
);
