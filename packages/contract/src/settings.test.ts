import { describe, expect, it } from 'vitest';
import { SETTINGS, validSetting } from './settings.ts';

describe('settings table', () => {
  it('has defaults that its own rules accept', () => {
    expect(Object.entries(SETTINGS).filter(([key, one]) => !validSetting(key, one.default))).toEqual([]);
  });

  it('refuses wrong types, values outside bounds and keys it does not know', () => {
    expect(validSetting('SECURITY_LOGIN_LIMIT_COUNT', 2)).toBe(false);
    expect(validSetting('SECURITY_LOGIN_LIMIT_COUNT', '7')).toBe(false);
    expect(validSetting('SECURITY_MFA_AUTH', 3)).toBe(false);
    expect(validSetting('SITE_URL', 'javascript:alert(1)')).toBe(false);
    expect(validSetting('constructor', 'x')).toBe(false);
    expect(validSetting('SITE_URL', 'https://door.example.org')).toBe(true);
  });
});
