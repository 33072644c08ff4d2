import type { Values } from '../../model/values.ts';
import { client } from '../../session/http.ts';
import { KEPT_FILES, KEPT_LOGS } from './kept-days.ts';

/** Settings that say what they would do, by their category (docs/wire/settings.md#effects). */
export const TELLING: Readonly<Record<string, readonly string[]>> = {
  security: [
    'SECURITY_MFA_AUTH',
    'SECURITY_MFA_BY_EMAIL',
    'SECURITY_MAX_IDLE_TIME',
    'SECURITY_MAX_SESSION_TIME',
    'SECURITY_MAX_SESSION_COUNT',
    'SECURITY_SESSION_SHARE',
    'SECURITY_LOGIN_IDLE_MINUTES',
    'SECURITY_LOGIN_MAX_HOURS',
    'USER_LOGIN_SINGLE_MACHINE_ENABLED',
    'SECURITY_PASSWORD_EXPIRATION_TIME',
    'SECURITY_LOGIN_IP_BLACK_LIST',
    'SECURITY_LOGIN_IP_WHITE_LIST',
  ],
  clean: [...KEPT_LOGS, ...KEPT_FILES],
  ldap: ['AUTH_LDAP'],
  radius: ['AUTH_RADIUS'],
  oidc: ['AUTH_OPENID'],
  oauth2: ['AUTH_OAUTH2'],
  saml2: ['AUTH_SAML2'],
  cas: ['AUTH_CAS'],
  wecom: ['AUTH_WECOM'],
  dingtalk: ['AUTH_DINGTALK'],
  feishu: ['AUTH_FEISHU'],
  slack: ['AUTH_SLACK'],
  sms: ['SMS_ENABLED', 'SMS_BACKEND'],
  email: ['EMAIL_HOST'],
};

/** What these values would do once they are saved; nothing where the category does not say. */
export async function effectsOf(category: string, values: Values, signal?: AbortSignal) {
  if (!Object.hasOwn(TELLING, category)) return [];
  return (await client.setting.effects(values, { query: { category }, ...(signal ? { signal } : {}) })).effects;
}
