import { readFile } from 'node:fs/promises';
import type { SettingsReader } from '@postern/contract/settings';
import { type Language, render, text } from '@postern/contract/text';
import { ok, type Route } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import type { Licence } from '../licence/index.ts';

export interface SettingsDeps {
  settings: SettingsReader;
  licence: Licence;
}

/** Product title; a name of its own comes with the interface settings. */
const TITLE = text('Postern privileged access', 'Postern 特权访问管理', 'Postern 特権アクセス管理');
const LOGO = new URL('./logo.svg', import.meta.url);

/** Look of the product (contract/settings.md §2); the theme's colours are the console's own unless overridden here. */
const interfaceOf = (language: Language) => ({
  logo_logout: '/api/v1/settings/logo/?size=small',
  logo_index: '/api/v1/settings/logo/?size=index',
  login_image: '',
  favicon: '/api/v1/settings/logo/?size=small',
  login_title: render(TITLE, language),
  theme: 'classic_green',
  theme_info: {},
});

/** Settings everybody may read as they are. */
const PLAIN = [
  'WINDOWS_SKIP_ALL_MANUAL_PASSWORD',
  'OLD_PASSWORD_HISTORY_LIMIT_COUNT',
  'TICKET_AUTHORIZE_DEFAULT_TIME',
  'TICKET_AUTHORIZE_DEFAULT_TIME_UNIT',
  'AUTH_LDAP_SYNC_ORG_IDS',
  'SECURITY_MAX_IDLE_TIME',
  'SECURITY_VIEW_AUTH_NEED_MFA',
  'SECURITY_MFA_VERIFY_TTL',
  'SECURITY_COMMAND_EXECUTION',
  'SECURITY_COMMAND_BLACKLIST',
  'SECURITY_PASSWORD_EXPIRATION_TIME',
  'SECURITY_LUNA_REMEMBER_AUTH',
  'SECURITY_WATERMARK_ENABLED',
  'SECURITY_SESSION_SHARE',
  'HELP_DOCUMENT_URL',
  'HELP_SUPPORT_URL',
  'AUTH_WECOM',
  'AUTH_DINGTALK',
  'AUTH_FEISHU',
  'AUTH_TEMP_TOKEN',
  'TERMINAL_RAZOR_ENABLED',
  'TERMINAL_MAGNUS_ENABLED',
  'TERMINAL_KOKO_SSH_ENABLED',
  'TERMINAL_OMNIDB_ENABLED',
  'TERMINAL_GRAPHICAL_RESOLUTION',
  'ANNOUNCEMENT_ENABLED',
  'ANNOUNCEMENT',
  'TICKETS_ENABLED',
  'CONNECTION_TOKEN_REUSABLE',
] as const;

const PASSWORD_RULE = [
  'SECURITY_PASSWORD_MIN_LENGTH',
  'SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH',
  'SECURITY_PASSWORD_UPPER_CASE',
  'SECURITY_PASSWORD_LOWER_CASE',
  'SECURITY_PASSWORD_NUMBER',
  'SECURITY_PASSWORD_SPECIAL_CHAR',
] as const;

/** The licensed company, while the licence is valid. */
const corporation = ({ valid, content }: ReturnType<Licence['state']>): string => (valid ? (content?.corporation ?? '') : '');

const pick = (settings: SettingsReader, keys: readonly Parameters<SettingsReader['get']>[0][]) =>
  Object.fromEntries(keys.map((key) => [key, settings.get(key)]));

const routes = ({ settings, licence }: SettingsDeps): readonly Route[] => [
  {
    method: 'GET',
    path: '/api/v1/settings/public/open/',
    policy: { allow: 'anyone', because: 'the login page needs name and look' },
    name: 'settings.public.open',
    handle: async (ctx) => ok({ XPACK_ENABLED: true, INTERFACE: interfaceOf(ctx.language) }),
  },
  {
    method: 'GET',
    path: '/api/v1/settings/public/',
    policy: { allow: 'user' },
    name: 'settings.public',
    connectionToken: true,
    handle: async (ctx) =>
      ok({
        XPACK_ENABLED: true,
        XPACK_LICENSE_IS_VALID: licence.valid(ctx.clock()),
        XPACK_LICENSE_INFO: { corporation: corporation(licence.state(ctx.clock())) },
        INTERFACE: interfaceOf(ctx.language),
        PASSWORD_RULE: pick(settings, PASSWORD_RULE),
        SESSION_EXPIRE_AT_BROWSER_CLOSE: true,
        ...pick(settings, PLAIN),
      }),
  },
  {
    method: 'GET',
    path: '/api/v1/settings/logo/',
    policy: { allow: 'anyone', because: 'the logo stands on the login page' },
    name: 'settings.logo',
    handle: async () => ({
      status: 200,
      body: await readFile(LOGO),
      headers: { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=3600' },
    }),
  },
];

/** Public settings and the logo. */
export const settingsFeature = (deps: SettingsDeps): Feature => ({ routes: routes(deps) });
