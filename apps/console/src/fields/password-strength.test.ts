import { expect, test } from 'vitest';
import { passwordProblems } from './password-policy.ts';
import { makePassword, passwordStrength } from './password-strength.ts';

test('length and kinds make a password strong, runs and repeats do not', () => {
  expect(passwordStrength('')).toBeUndefined();
  expect(passwordStrength('abcdefghijklmnop')).toBe('weak');
  expect(passwordStrength('aaaaaaaaaaaaaaaaaaaa')).toBe('weak');
  expect(passwordStrength('Tr4de-w1nd')).toBe('good');
  expect(passwordStrength('kV9!tq2Zx#Lm7pRw')).toBe('strong');
});

test('what is made up follows the policy and is never the same', () => {
  const policy = { upper: true, lower: true, digit: true, special: true, length: 24 };
  const made = Array.from({ length: 200 }, () => makePassword(policy));
  expect(new Set(made).size).toBe(200);
  for (const password of made) {
    expect(password).toHaveLength(24);
    expect(passwordProblems(password, policy)).toEqual([]);
  }
  expect(makePassword(undefined)).toMatch(/^[A-Za-z0-9]{16}$/);
});
