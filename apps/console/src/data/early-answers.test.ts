import { expect, test } from 'vitest';
import { forgetEarly, keepEarly, takeEarly } from './early-answers.ts';

test('an early answer is taken once, whatever the order of its query', async () => {
  keepEarly('users/users/', { offset: '0', limit: '15' }, Promise.resolve('rows'));
  expect(takeEarly('users/users/', { offset: '15', limit: '15' })).toBeUndefined();
  expect(await takeEarly('users/users/', { limit: '15', offset: '0' })).toBe('rows');
  expect(takeEarly('users/users/', { limit: '15', offset: '0' })).toBeUndefined();
});

test('nothing is left after forgetting', () => {
  keepEarly('users/users/', {}, Promise.resolve('rows'));
  forgetEarly();
  expect(takeEarly('users/users/', {})).toBeUndefined();
});
