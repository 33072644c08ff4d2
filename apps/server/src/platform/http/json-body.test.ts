import { expect, test } from 'vitest';
import { checkedBody } from './json-body.ts';

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

test('ordinary bodies pass as they are', () => {
  const body = [{ name: 'a', nodes: [{ pk: 'x' }], comment: null }];
  expect(checkedBody(body)).toBe(body);
  expect(checkedBody(undefined)).toBeUndefined();
  expect(checkedBody('text')).toBe('text');
  expect(checkedBody(nested(60))).toBeTruthy();
});

test('what is too deep or brings its own toString is refused', () => {
  expect(() => checkedBody(nested(100))).toThrow();
  expect(() => checkedBody(nested(100_000))).toThrow();
  expect(() => checkedBody({ pk: { toString: null } })).toThrow();
  expect(() => checkedBody([[{ a: [{ toString: 1 }] }]])).toThrow();
});
