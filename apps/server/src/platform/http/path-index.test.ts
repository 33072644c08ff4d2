import { expect, test } from 'vitest';
import { indexPaths } from './path-index.ts';

test('finds methods by pattern; fixed segments before parameters, with a way back', () => {
  const index = indexPaths([
    { method: 'GET', path: '/a/:id/' },
    { method: 'PUT', path: '/a/:id/' },
    { method: 'POST', path: '/a/special/' },
    { method: 'GET', path: '/a/:id/more/' },
  ]);
  expect([...(index.methods('/a/1/') ?? [])]).toEqual(['GET', 'PUT']);
  expect([...(index.methods('/a/special/') ?? [])]).toEqual(['POST']);
  expect([...(index.methods('/a/special/more/') ?? [])]).toEqual(['GET']);
  expect(index.methods('/a/')).toBeUndefined();
  expect(index.methods('/a/1')).toBeUndefined();
  expect(index.methods('/b/')).toBeUndefined();
});
