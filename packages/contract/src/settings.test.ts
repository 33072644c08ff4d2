import { describe, expect, it } from 'vitest';
import { settingProblem } from './setting-problem.ts';
import { SETTINGS } from './settings.ts';

describe('settings table', () => {
  it('has defaults that its own rules accept', () => {
    expect(Object.entries(SETTINGS).filter(([key, one]) => settingProblem(key, one.default))).toEqual([]);
  });

  it('refuses wrong types, values outside bounds and keys it does not know', () => {
    expect(settingProblem('SECURITY_LOGIN_LIMIT_COUNT', 2)?.code).toBe('min_value');
    expect(settingProblem('SECURITY_LOGIN_LIMIT_COUNT', '7')?.code).toBe('invalid_integer');
    expect(settingProblem('SECURITY_MFA_AUTH', 3)?.code).toBe('choose_one_of');
    expect(settingProblem('SITE_URL', 'javascript:alert(1)')?.code).toBe('invalid_url');
    expect(settingProblem('constructor', 'x')?.code).toBe('unknown_setting');
    expect(settingProblem('SITE_URL', 'https://door.example.org')).toBeUndefined();
  });
});
