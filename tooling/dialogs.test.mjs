import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { APART, DIALOGS } from '../e2e/support/dialogs.ts';
import { filesOf } from './files.mjs';
import { root } from './prepare.mjs';

const sources = filesOf('apps/console/src', 'apps/terminal/src').filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'));
const textOf = (file) => readFileSync(join(root, file), 'utf8');

/** Parts that dialogs are made of, and are none themselves. */
const FRAMES = ['apps/console/src/fields/Dialog.tsx', 'apps/console/src/screens/form/FormDialog.tsx', 'apps/terminal/src/shell/Dialog.tsx'];

test('every dialog is walked over, or says what it needs first', () => {
  const drawn = sources.filter((file) => /<(Dialog|OnceDialog|FormDialog|Drawer)\b/.test(textOf(file)));
  expect(drawn.length).toBeGreaterThan(70);
  const listed = [...DIALOGS.map(({ file }) => file), ...Object.keys(APART)];
  expect(listed.filter((file, at) => listed.indexOf(file) !== at)).toEqual([]);
  expect(drawn.filter((file) => !listed.includes(file) && !FRAMES.includes(file))).toEqual([]);
  expect(listed.filter((file) => !drawn.includes(file) && !file.startsWith('packages/ui/'))).toEqual([]);
});

test('no dialog has a frame of its own, which would not ask before it throws away what was entered', () => {
  expect(sources.filter((file) => /<Modal\b/.test(textOf(file)))).toEqual([]);
});
