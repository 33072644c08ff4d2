import type { SettingsReader } from '@postern/contract/settings';
import type { Context } from '@postern/resource';
import type { LockoutLimits } from '../../platform/auth/lockout.ts';

export interface LoginDeps {
  settings: SettingsReader;
  /** Asked once the password was right: whether a rule lets this person in from here, now (contract/acls.md §4). */
  loginAllowed?(ctx: Context, userId: string, ip: string): Promise<boolean>;
  /** Told of every login that worked, after it was recorded. What it does must not keep the person out. */
  loggedIn?(ctx: Context, userId: string, ip: string): Promise<void>;
}

/** The limits of wrong tries, as settings have them today. */
export function limitsOf(settings: SettingsReader): LockoutLimits {
  return {
    count: settings.get('SECURITY_LOGIN_LIMIT_COUNT'),
    minutes: settings.get('SECURITY_LOGIN_LIMIT_TIME'),
    ipCount: settings.get('SECURITY_LOGIN_IP_LIMIT_COUNT'),
    ipMinutes: settings.get('SECURITY_LOGIN_IP_LIMIT_TIME'),
  };
}
