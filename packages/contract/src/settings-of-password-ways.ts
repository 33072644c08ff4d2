import { ORG } from './ids.ts';
import type { SettingDefinition } from './setting-definition.ts';
import { alsoIn, count, encrypted, flag, formed, letter, list, map, setting, words } from './setting-kinds.ts';

const nonEmpty = (value: string) => setting<string>('ldap', value, { kind: 'text', max: 1024 });

/** Places elsewhere that know passwords: a directory (LDAP, Active Directory) and RADIUS. */
export const PASSWORD_WAY_SETTINGS = {
  AUTH_LDAP: flag('ldap', false),
  /** Several, divided by blanks or commas: the next one when one does not answer. */
  AUTH_LDAP_SERVER_URI: { ...formed('ldap', 'ldap', 1024), default: 'ldap://localhost:389' },
  /** Other servers of this API begin without it, and send passwords in the clear. */
  AUTH_LDAP_START_TLS: flag('ldap', true),
  AUTH_LDAP_CA: { ...letter('ldap', 65_536), rule: { kind: 'text', max: 65_536, blank: true, multiline: true, form: 'certificates' } },
  AUTH_LDAP_BIND_DN: words('ldap', ''),
  AUTH_LDAP_BIND_PASSWORD: encrypted('ldap'),
  /** Several, divided by `|`. */
  AUTH_LDAP_SEARCH_OU: words('ldap', ''),
  AUTH_LDAP_SEARCH_FILTER: nonEmpty('(cn=%(user)s)'),
  AUTH_LDAP_USER_ATTR_MAP: map('ldap', { username: 'cn', name: 'sn', email: 'mail' }),
  /** Who is in a group is in those that it is in. */
  AUTH_LDAP_NESTED_GROUPS: flag('ldap', false),
  /** Seconds. */
  AUTH_LDAP_CONNECT_TIMEOUT: count('ldap', 10, 1, 300),
  AUTH_LDAP_SEARCH_PAGED_SIZE: count('ldap', 1000, 1, 10_000),
  /** Ids of the organisations whose members people become. */
  AUTH_LDAP_SYNC_ORG_IDS: list('ldap', [ORG.DEFAULT]),
  AUTH_LDAP_SYNC_IS_PERIODIC: flag('ldap', false),
  /** Five fields; wins over the interval. */
  AUTH_LDAP_SYNC_CRONTAB: words('ldap', '', 128),
  /** Hours. */
  AUTH_LDAP_SYNC_INTERVAL: count('ldap', 24, 1, 65_535),

  AUTH_RADIUS: alsoIn('auth', flag('radius', false)),
  /** Several, divided by `|`, commas or blanks: the next one when one does not answer. A port may follow each. */
  RADIUS_SERVER: words('radius', 'localhost'),
  RADIUS_PORT: count('radius', 1812, 1, 65_535),
  RADIUS_SECRET: encrypted('radius'),
  RADIUS_PROTOCOL: setting<string>('radius', 'pap', { kind: 'choice', values: ['pap', 'chap', 'mschapv2'] }),
  /** Seconds. */
  RADIUS_TIMEOUT: count('radius', 5, 1, 15),
  RADIUS_RETRIES: count('radius', 1, 0, 3),
  RADIUS_NAS_IDENTIFIER: setting<string>('radius', 'postern', { kind: 'text', max: 64 }),
  /** A code that the servers know is a second factor. */
  OTP_IN_RADIUS: flag('radius', false),
} as const satisfies Record<string, SettingDefinition>;
