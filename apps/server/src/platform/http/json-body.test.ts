import { expect, test } from 'vitest';
import { soundBody } from './json-body.ts';

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

test('ordinary bodies pass as they are', () => {
  const body = [{ name: 'a', nodes: [{ pk: 'x' }], comment: null }];
  expect(soundBody(body)).toBe(body);
  expect(soundBody(undefined)).toBeUndefined();
  expect(soundBody('text')).toBe('text');
  expect(soundBody(nested(60))).toBeTruthy();
});

test('what is too deep or brings its own toString is refused', () => {
  expect(() => soundBody(nested(100))).toThrow();
  expect(() => soundBody(nested(100_000))).toThrow();
  expect(() => soundBody({ pk: { toString: null } })).toThrow();
  expect(() => soundBody([[{ a: [{ toString: 1 }] }]])).toThrow();
});
