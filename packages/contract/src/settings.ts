import { FIXED_SETTINGS } from './fixed-settings.ts';
import type { SettingDefinition } from './setting-definition.ts';
import { alsoIn, count, encrypted, flag, formed, letter, link, list, setting, words } from './setting-kinds.ts';
import { CHAT_SETTINGS } from './settings-of-chat.ts';
import { PASSWORD_WAY_SETTINGS } from './settings-of-password-ways.ts';
import { REDIRECT_WAY_SETTINGS } from './settings-of-redirect-ways.ts';
import { TEXT_MESSAGE_SETTINGS } from './settings-of-text-messages.ts';
import { TICKET_SETTINGS } from './settings-of-tickets.ts';
import { VAULT_SETTINGS } from './settings-of-vault.ts';

/** An announcement shown above every page; without content it is an empty object. */
export interface Announcement {
  ID?: string;
  SUBJECT?: string;
  CONTENT?: string;
  LINK?: string;
}

/**
 * Least days for which evidence is kept. Laws on network logs ask for six months (decision 0071). The database holds the same number
 * (migrations/0022_evidence.sql) and asks nobody.
 */
export const EVIDENCE_FLOOR_DAYS = 180;

/**
 * Every setting of the product: its category, its default and what it may hold. The store keeps only what was changed; everything
 * else reads from here. Each is obeyed by code that docs/settings.md names, or stands among the fixed ones.
 */
export const SETTINGS = {
  ...FIXED_SETTINGS,
  ...PASSWORD_WAY_SETTINGS,
  ...REDIRECT_WAY_SETTINGS,
  ...CHAT_SETTINGS,
  ...VAULT_SETTINGS,
  ...TEXT_MESSAGE_SETTINGS,
  ...TICKET_SETTINGS,
  SITE_URL: link('basic', 'http://127.0.0.1'),
  USER_GUIDE_URL: link('basic', ''),
  FORGOT_PASSWORD_URL: alsoIn('auth', link('basic', '')),
  GLOBAL_ORG_DISPLAY_NAME: words('basic', ''),
  ANNOUNCEMENT_ENABLED: flag('basic', true),
  ANNOUNCEMENT: { category: 'basic', default: {}, rule: { kind: 'object' } } as SettingDefinition<Announcement>,
  /** It stands on the login page as well, for everybody who reaches that. */
  ANNOUNCEMENT_AT_LOGIN: flag('basic', false),
  /** Terms of use are accepted at a login before anything else, once for each version. Without a text there are none. */
  TERMS_OF_USE_ENABLED: flag('basic', false),
  TERMS_OF_USE_VERSION: words('basic', '1', 64),
  TERMS_OF_USE_EN: letter('basic', 16384),
  TERMS_OF_USE_ZH: letter('basic', 16384),
  TERMS_OF_USE_JA: letter('basic', 16384),
  TICKETS_ENABLED: flag('basic', true),

  // Longer than the six characters with which other servers of this API begin: an insecure default.
  SECURITY_PASSWORD_MIN_LENGTH: count('security', 8, 6, 30),
  SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH: count('security', 12, 6, 30),
  SECURITY_PASSWORD_UPPER_CASE: flag('security', false),
  SECURITY_PASSWORD_LOWER_CASE: flag('security', false),
  SECURITY_PASSWORD_NUMBER: flag('security', false),
  SECURITY_PASSWORD_SPECIAL_CHAR: flag('security', false),
  /** New passwords are refused that others know: the most frequent ones, and those of a list that the operator gave. */
  SECURITY_PASSWORD_REFUSE_KNOWN: flag('security', true),
  /** 0 nobody, 1 everybody, 2 administrators. */
  SECURITY_MFA_AUTH: setting<number>('security', 0, { kind: 'choice', values: [0, 1, 2] }),
  /** Whoever another place vouches for shows their second factor here as well. */
  SECURITY_MFA_AUTH_ENABLED_FOR_THIRD_PARTY: alsoIn('auth', flag('security', true)),
  // People whom another place vouches for (docs/wire/authentication.md#people-of-other-places).
  ONLY_ALLOW_EXIST_USER_AUTH: alsoIn('auth', flag('security', false)),
  /** Whoever has an account of one source does not log in through another. Other servers of this API begin without it. */
  ONLY_ALLOW_AUTH_FROM_SOURCE: alsoIn('auth', flag('security', true)),
  /** Identity providers keep people and groups by SCIM (docs/scim.md). */
  SCIM_ENABLED: flag('scim', false),
  /** Where people log in whom SCIM makes. */
  SCIM_USER_SOURCE: setting<string>('scim', 'local', {
    kind: 'choice',
    values: ['local', 'ldap', 'openid', 'oauth2', 'saml2', 'cas', 'radius'],
  }),
  /** New ones are made disabled, until an administrator enables them. */
  SECURITY_NEW_PEOPLE_APPROVAL: alsoIn('auth', flag('security', false)),
  SECURITY_LOGIN_LIMIT_COUNT: count('security', 7, 3, 99999),
  /** Minutes. */
  SECURITY_LOGIN_LIMIT_TIME: count('security', 30, 5, 99999),
  SECURITY_LOGIN_IP_LIMIT_COUNT: count('security', 99999, 3, 99999),
  /** Minutes. */
  SECURITY_LOGIN_IP_LIMIT_TIME: count('security', 30, 5, 99999),
  SECURITY_LOGIN_IP_WHITE_LIST: list('security', []),
  SECURITY_LOGIN_IP_BLACK_LIST: list('security', []),
  /** Days. */
  SECURITY_PASSWORD_EXPIRATION_TIME: count('security', 9999, 1, 99999),
  OLD_PASSWORD_HISTORY_LIMIT_COUNT: count('security', 5, 0, 99999),
  USER_LOGIN_SINGLE_MACHINE_ENABLED: flag('security', false),
  /** Minutes without a request after which a login with a browser ends. Less than five would end it between two looks at its clock. */
  SECURITY_LOGIN_IDLE_MINUTES: count('security', 1440, 5, 525600),
  /** Hours after which every login ends, however much it is used (decision 0180). */
  SECURITY_LOGIN_MAX_HOURS: count('security', 168, 1, 8760),
  /** Seconds a confirmation by MFA stays good. */
  SECURITY_MFA_VERIFY_TTL: count('security', 3600, 5, 36000),
  /** Seconds a code that was sent stays good, and before another one may be asked for. */
  VERIFY_CODE_TTL: count('security', 60, 5, 36000),
  /** A code by mail counts as a second factor. Off: whoever reads somebody's mail can set their password as well. */
  SECURITY_MFA_BY_EMAIL: flag('security', false),
  /** Days for which a browser may go without the second factor in its network, where somebody says so; 0: none. */
  SECURITY_MFA_TRUST_DAYS: count('security', 0, 0, 90),
  /** Whoever logs in from an address that their login log does not know is told. */
  SECURITY_CHECK_DIFFERENT_CITY_LOGIN: flag('security', true),
  // People from outside (docs/wire/users.md#people-from-outside).
  /** Days for which somebody from outside gets in at most; a renewal counts anew. */
  SECURITY_OUTSIDE_MAX_DAYS: count('security', 180, 1, 3650),
  /** Days before the end on which whoever answers for them is asked. */
  SECURITY_OUTSIDE_REVIEW_DAYS: count('security', 14, 1, 365),
  SECURITY_SERVICE_ACCOUNT_REGISTRATION: flag('security', true),
  /** New components wait until an administrator approves them; the gateway of the same machine does not (decision 0069). */
  SECURITY_COMPONENT_APPROVAL: flag('security', true),
  SECURITY_WATERMARK_ENABLED: flag('security', true),
  /** Minutes. */
  SECURITY_MAX_IDLE_TIME: count('security', 30, 1, 99999),
  /** Hours after which a session ends, however much it is used; 0: never (decision 0183). */
  SECURITY_MAX_SESSION_TIME: count('security', 0, 0, 8760),
  /** Sessions that one person may have at once, in all organisations together; 0: any number. */
  SECURITY_MAX_SESSION_COUNT: count('security', 0, 0, 1000),
  /** Risk level of a command from which those who receive command alerts hear of it; the reviewers of its rule always do (decision 0183). */
  SECURITY_INSECURE_COMMAND_LEVEL: setting<number>('security', 4, { kind: 'choice', values: [4, 5] }),
  SECURITY_LUNA_REMEMBER_AUTH: flag('security', true),
  SECURITY_COMMAND_EXECUTION: flag('security', true),
  SECURITY_SESSION_SHARE: flag('security', true),

  TERMINAL_PASSWORD_AUTH: flag('terminal', true),
  /** Ours: people at the SSH door may confirm their login in a browser. */
  TERMINAL_BROWSER_AUTH: flag('terminal', true),
  TERMINAL_PUBLIC_KEY_AUTH: flag('terminal', true),
  TERMINAL_ASSET_LIST_SORT_BY: setting<string>('terminal', 'name', { kind: 'choice', values: ['name', 'ip'] }),
  TERMINAL_ASSET_LIST_PAGE_SIZE: setting<string>('terminal', 'auto', { kind: 'choice', values: ['all', 'auto', '10', '15', '25', '50'] }),
  TERMINAL_TELNET_REGEX: words('terminal', ''),
  TERMINAL_KOKO_SSH_ENABLED: flag('terminal', true),
  /** Seconds for which the session of a web terminal waits for a page whose line was lost; 0 ends it at once. */
  TERMINAL_RECONNECT_SECONDS: count('terminal', 120, 0, 300),
  /** Whoever is watched is told by whom. Other servers of this API tell nobody. */
  TERMINAL_WATCH_NOTICE: flag('terminal', false),

  // Without a server and its account nothing is sent (docs/wire/settings.md#mail); the texts say '' where others say null.
  EMAIL_HOST: words('email', ''),
  EMAIL_PORT: formed('email', 'port', 5),
  EMAIL_HOST_USER: words('email', '', 128),
  EMAIL_HOST_PASSWORD: encrypted('email'),
  EMAIL_FROM: formed('email', 'email', 128),
  EMAIL_RECIPIENT: formed('email', 'email', 128),
  /** TLS from the first byte. */
  EMAIL_USE_SSL: flag('email', false),
  /** STARTTLS is demanded; without it, it is still used where the server offers it. */
  EMAIL_USE_TLS: flag('email', false),
  EMAIL_SUBJECT_PREFIX: words('email', '[Postern]'),

  // Empty ones mean our own words in the language of the moment, where other servers of this API store a text.
  EMAIL_CUSTOM_USER_CREATED_SUBJECT: words('email_content', ''),
  EMAIL_CUSTOM_USER_CREATED_HONORIFIC: words('email_content', ''),
  EMAIL_CUSTOM_USER_CREATED_BODY: letter('email_content', 4096),
  EMAIL_CUSTOM_USER_CREATED_SIGNATURE: letter('email_content', 512),

  /** Days. */
  LOGIN_LOG_KEEP_DAYS: count('clean', 200, EVIDENCE_FLOOR_DAYS, 9999),
  TASK_LOG_KEEP_DAYS: count('clean', 90, 1, 9999),
  OPERATE_LOG_KEEP_DAYS: count('clean', 200, EVIDENCE_FLOOR_DAYS, 9999),
  FTP_LOG_KEEP_DAYS: count('clean', 200, EVIDENCE_FLOOR_DAYS, 9999),
  ACTIVITY_LOG_KEEP_DAYS: count('clean', 200, EVIDENCE_FLOOR_DAYS, 9999),
  CLOUD_SYNC_TASK_EXECUTION_KEEP_DAYS: count('clean', 30, 1, 9999),
  EXPORT_FILE_KEEP_DAYS: count('clean', 7, 1, 90),
  TERMINAL_SESSION_KEEP_DURATION: count('clean', 200, EVIDENCE_FLOOR_DAYS, 99999),

  // Where the heads of the audit chains are told to, besides the file in the data folder (decision 0071).
  /** Minutes between two anchors of a chain that moves. */
  AUDIT_ANCHOR_INTERVAL: count('evidence', 5, 1, 1440),
  AUDIT_ANCHOR_S3_ENDPOINT: link('evidence', ''),
  AUDIT_ANCHOR_S3_BUCKET: words('evidence', '', 63),
  AUDIT_ANCHOR_S3_REGION: words('evidence', 'us-east-1', 64),
  AUDIT_ANCHOR_S3_ACCESS_KEY: words('evidence', '', 128),
  AUDIT_ANCHOR_S3_SECRET_KEY: encrypted('evidence'),
  AUDIT_ANCHOR_S3_LOCK: setting<string>('evidence', 'COMPLIANCE', { kind: 'choice', values: ['COMPLIANCE', 'GOVERNANCE'] }),
  AUDIT_ANCHOR_SYSLOG: formed('evidence', 'syslog', 255),

  /** Mail domain of people of whom another place says no address. */
  EMAIL_SUFFIX: alsoIn('auth', words('other', 'example.com')),
  OTP_ISSUER_NAME: words('other', 'Postern', 16),
  /** Steps of 30 s accepted on each side. One suffices for clocks that are kept; a code works once anyway. */
  OTP_VALID_WINDOW: count('other', 1, 1, 10),
  HELP_DOCUMENT_URL: link('other', ''),
  HELP_SUPPORT_URL: link('other', ''),

  // The login page has one of these at most (login-page.ts; decision 0126).
  /** A one-time code goes along with the password, to whoever knows that. */
  SECURITY_LOGIN_CHALLENGE_ENABLED: flag('security', false),
  /** The code of the second factor is asked for beside the password, where everybody needs one. */
  SECURITY_MFA_IN_LOGIN_PAGE: flag('security', false),
  /** After wrong passwords of an address its browsers work something out before the next one is looked at. */
  SECURITY_LOGIN_CAPTCHA_ENABLED: flag('security', true),
  /** People log in by a passkey in place of name and password, and of a second factor (decision 0125). */
  AUTH_PASSKEY: flag('auth', false),

  AUTH_SSO: alsoIn('auth', flag('sso', false)),
  /** Seconds. */
  AUTH_SSO_AUTHKEY_TTL: count('sso', 900, 60, 1800),

  /** A secret is revealed only after a fresh confirmation. */
  SECURITY_VIEW_AUTH_NEED_MFA: flag('system', true),
  /** Seconds. */
  TOKEN_EXPIRATION: count('system', 86400, 60, 31536000),
  SESSION_EXPIRE_AT_BROWSER_CLOSE_FORCE: flag('system', false),
  AUTH_TEMP_TOKEN: flag('auth', false),
  CONNECTION_TOKEN_REUSABLE: flag('system', false),
  /** Seconds; never below 300. */
  CONNECTION_TOKEN_ONETIME_EXPIRATION: count('system', 300, 300, 86400),
  /** Seconds. */
  CONNECTION_TOKEN_REUSABLE_EXPIRATION: count('system', 2592000, 300, 31536000),
  TERMINAL_OMNIDB_ENABLED: flag('system', true),
  TERMINAL_HEADER_TITLE: words('system', ''),
  /** Seconds. */
  TERMINAL_HEARTBEAT_INTERVAL: count('system', 20, 5, 300),
  /** Logins of no person in particular that each host of remote applications is given. */
  TERMINAL_ACCOUNTS_AMOUNT: count('system', 100, 0, 1000),
  WINDOWS_SKIP_ALL_MANUAL_PASSWORD: flag('system', false),
  /** MB; nothing is kept at 0. */
  FTP_FILE_MAX_STORE: count('system', 100, 0, 102400),
} as const satisfies Record<string, SettingDefinition>;

export type SettingKey = keyof typeof SETTINGS;
export type SettingValue<K extends SettingKey> = (typeof SETTINGS)[K]['default'];

/** What a setting is: its category, its default and what it may hold. */
export const definitionOf = (key: SettingKey): SettingDefinition => SETTINGS[key];
export type SettingValues = { [K in SettingKey]: SettingValue<K> };

/** Categories of which there may be several providers, each with settings of its own. */
export const PROVIDER_CATEGORIES = ['oidc', 'oauth2', 'saml2', 'cas'] as const;
export type ProviderCategory = (typeof PROVIDER_CATEGORIES)[number];

/** Reads settings; one object for the platform's store and for tests. */
export interface SettingsReader {
  get<K extends SettingKey>(key: K): SettingValue<K>;
}

/** One address and nothing around it: whoever reads a list into it would send to strangers. */
export const isMailAddress = (text: string): boolean =>
  text.length <= 254 && /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]{1,253}$/.test(text);

/** The bytes of a picture that is written as an address (RFC 2397), in base64; undefined for anything else. What they are is told by themselves alone. */
export function pictureBytes(address: string): string | undefined {
  return /^data:image\/[a-z.+-]{1,32};base64,([A-Za-z0-9+/]+={0,2})$/.exec(address)?.[1];
}
