import { expect, test } from 'vitest';
import { passwordProblems, readPolicy } from './password-policy.ts';

const rule = {
  SECURITY_PASSWORD_MIN_LENGTH: 8,
  SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH: 12,
  SECURITY_PASSWORD_UPPER_CASE: true,
  SECURITY_PASSWORD_NUMBER: true,
};

test('names the rules a password breaks; an empty one is "not set"', () => {
  const policy = readPolicy(rule, false);
  expect(passwordProblems('short', policy)).toEqual(['length', 'upper', 'digit']);
  expect(passwordProblems('LongEnough1', policy)).toEqual([]);
  expect(passwordProblems('', policy)).toEqual([]);
});

test('administrators have a length of their own; without settings six', () => {
  expect(passwordProblems('LongEnough1', readPolicy(rule, true))).toEqual(['length']);
  expect(readPolicy(undefined, false).length).toBe(6);
});
