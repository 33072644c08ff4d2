import type { SettingsReader } from '@postern/contract/settings';
import type { LockoutLimits } from '../../platform/auth/lockout.ts';

export interface LoginDeps {
  settings: SettingsReader;
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
