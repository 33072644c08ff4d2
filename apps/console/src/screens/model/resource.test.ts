import { expect, test } from 'vitest';
import { below, cutTitle, detailUrl, titleOf } from './resource.ts';

test('a title ends after 80 characters', () => {
  expect(cutTitle('x'.repeat(80))).toBe('x'.repeat(80));
  expect(cutTitle('x'.repeat(81))).toBe(`${'x'.repeat(80)}…`);
});

test('what lies below a list stands before its query', () => {
  expect(detailUrl('users/users/', 'a/b')).toBe('users/users/a%2Fb/');
  expect(below('assets/assets/?fields_size=mini', 'render-to-json')).toBe('assets/assets/render-to-json/?fields_size=mini');
});

test('a row is known by its name, else by the next best', () => {
  expect(titleOf({ name: 'n', hostname: 'h' })).toBe('n');
  expect(titleOf({ hostname: 'h', id: 'i' })).toBe('h');
  expect(titleOf({ id: 7 })).toBe('7');
  expect(titleOf(undefined)).toBe('');
});
