import { expect, test } from 'vitest';
import { dropPrefetched, storePrefetched, takePrefetched } from './prefetched.ts';

test('an early answer is taken once, whatever the order of its query', async () => {
  storePrefetched('users/users/', { offset: '0', limit: '15' }, Promise.resolve('rows'));
  expect(takePrefetched('users/users/', { offset: '15', limit: '15' })).toBeUndefined();
  expect(await takePrefetched('users/users/', { limit: '15', offset: '0' })).toBe('rows');
  expect(takePrefetched('users/users/', { limit: '15', offset: '0' })).toBeUndefined();
});

test('nothing is left after forgetting', () => {
  storePrefetched('users/users/', {}, Promise.resolve('rows'));
  dropPrefetched();
  expect(takePrefetched('users/users/', {})).toBeUndefined();
});
