import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesOf } from './files.mjs';
import { root } from './prepare.mjs';

// The message of an error is for logs: of a call that nobody answered it is a code. What people read goes through `errorMessage` and `failureText`.

const shows = (source) => /\b\w*[eE]rror\.message\b/.test(source);

test('the message of an error is found where it is shown', () => {
  expect(shows('<Alert title={error.message} />')).toBe(true);
  expect(shows('<p>{loadError.message}</p>')).toBe(true);
  expect(shows('<Alert title={errorMessage(error)} />')).toBe(false);
});

test('no part of a screen shows the message of an error as it is', () => {
  const files = filesOf('apps/console/src', 'apps/terminal/src', 'packages/ui/src').filter(
    (file) => file.endsWith('.tsx') && !file.includes('.test.'),
  );
  expect(files.length).toBeGreaterThan(400);
  expect(files.filter((file) => shows(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});
