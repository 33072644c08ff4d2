import { describe, expect, it } from 'vitest';
import { followsRule, type PasswordRule } from './password-rules.ts';

const rule: PasswordRule = { length: 8, upper: false, lower: false, digit: false, special: false };

describe('password rule', () => {
  it('asks for a minimum length and a sensible first character', () => {
    expect(followsRule('abcdefgh', rule)).toBe(true);
    expect(followsRule('abcdefg', rule)).toBe(false);
    expect(followsRule(' abcdefgh', rule)).toBe(false);
    expect(followsRule('~abcdefg', rule)).toBe(true);
    expect(followsRule('a'.repeat(1025), rule)).toBe(false);
  });

  it('asks for each character class that is switched on', () => {
    expect(followsRule('abcdefgh', { ...rule, upper: true })).toBe(false);
    expect(followsRule('ABCDEFGH', { ...rule, lower: true })).toBe(false);
    expect(followsRule('abcdefgh', { ...rule, digit: true })).toBe(false);
    expect(followsRule('abcdefgh', { ...rule, special: true })).toBe(false);
    expect(followsRule('aB3-efgh', { ...rule, upper: true, lower: true, digit: true, special: true })).toBe(true);
  });
});
