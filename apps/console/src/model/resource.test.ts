import { expect, test } from 'vitest';
import { cutTitle, titleOf } from './resource.ts';

test('a title ends after 80 characters', () => {
  expect(cutTitle('x'.repeat(80))).toBe('x'.repeat(80));
  expect(cutTitle('x'.repeat(81))).toBe(`${'x'.repeat(80)}…`);
});

test('a row is known by its name, else by the next best', () => {
  expect(titleOf({ name: 'n', hostname: 'h' })).toBe('n');
  expect(titleOf({ hostname: 'h', id: 'i' })).toBe('h');
  expect(titleOf({ id: 'i', title: 't' })).toBe('t');
  expect(titleOf({ id: 7 })).toBe('7');
  expect(titleOf(undefined)).toBe('');
});
