import type { SettingsReader } from '@postern/contract/settings';

/** What a password must be (docs/wire/users.md#password-rules). Pure, so that console and server can agree on it. */
export interface PasswordRule {
  length: number;
  upper: boolean;
  lower: boolean;
  digit: boolean;
  special: boolean;
}

const SPECIAL = /[`~!@#$%^&*()\-=_+[\]{}|;:'",.<>/?]/;
/** Longer passwords only cost time to hash. */
export const MAX_PASSWORD = 1024;

/** The rule of the settings; administrators have their own minimum length. */
export const passwordRule = (settings: SettingsReader, administrator: boolean): PasswordRule => ({
  length: settings.get(administrator ? 'SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH' : 'SECURITY_PASSWORD_MIN_LENGTH'),
  upper: settings.get('SECURITY_PASSWORD_UPPER_CASE'),
  lower: settings.get('SECURITY_PASSWORD_LOWER_CASE'),
  digit: settings.get('SECURITY_PASSWORD_NUMBER'),
  special: settings.get('SECURITY_PASSWORD_SPECIAL_CHAR'),
});

/** True when a password follows the rule. The first character is a letter, a digit or one of the special ones. */
export function followsRule(password: string, rule: PasswordRule): boolean {
  const first = password.slice(0, 1);
  return (
    password.length >= rule.length &&
    password.length <= MAX_PASSWORD &&
    (/[A-Za-z0-9]/.test(first) || SPECIAL.test(first)) &&
    (!rule.upper || /[A-Z]/.test(password)) &&
    (!rule.lower || /[a-z]/.test(password)) &&
    (!rule.digit || /[0-9]/.test(password)) &&
    (!rule.special || SPECIAL.test(password))
  );
}
