import type { SettingsReader } from './settings.ts';

/** What the login page has beside name and password. */
export interface LoginPageSettings {
  SECURITY_LOGIN_CHALLENGE_ENABLED: boolean;
  SECURITY_MFA_IN_LOGIN_PAGE: boolean;
  SECURITY_LOGIN_CAPTCHA_ENABLED: boolean;
}

/** In the order in which each switches off those behind it. */
export const LOGIN_PAGE_KEYS = [
  'SECURITY_LOGIN_CHALLENGE_ENABLED',
  'SECURITY_MFA_IN_LOGIN_PAGE',
  'SECURITY_LOGIN_CAPTCHA_ENABLED',
] as const satisfies (keyof LoginPageSettings)[];

/** `SECURITY_MFA_AUTH` of everybody: only then a code can be asked for before it is known who somebody is. */
const EVERYBODY = 1;

/** Which of the three holds: one at most, whatever is stored (docs/wire/settings.md#the-login-page). */
export function loginPageOf(settings: SettingsReader): LoginPageSettings {
  const challenge = settings.get('SECURITY_LOGIN_CHALLENGE_ENABLED');
  const code = !challenge && settings.get('SECURITY_MFA_AUTH') === EVERYBODY && settings.get('SECURITY_MFA_IN_LOGIN_PAGE');
  return {
    SECURITY_LOGIN_CHALLENGE_ENABLED: challenge,
    SECURITY_MFA_IN_LOGIN_PAGE: code,
    SECURITY_LOGIN_CAPTCHA_ENABLED: !challenge && !code && settings.get('SECURITY_LOGIN_CAPTCHA_ENABLED'),
  };
}
