import type { SettingsReader } from '@postern/contract/settings';

/** When a login ends by itself: a browser that says nothing, and every login so long after it was made (decision 0180). */
export interface LoginEnds {
  idleMinutes: number;
  maxHours: number;
}

/** As the settings have it at this moment: logins that exist already are held to it as well. */
export const loginEnds = (settings: SettingsReader): LoginEnds => ({
  idleMinutes: settings.get('SECURITY_LOGIN_IDLE_MINUTES'),
  maxHours: settings.get('SECURITY_LOGIN_MAX_HOURS'),
});
