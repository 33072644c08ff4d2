import type { SettingCategory, SettingDefinition } from './setting-definition.ts';

/**
 * Settings that clients of this API draw, and that nothing here could obey: each says how things are and stays so. Answered
 * read-only; a write of another value is refused by name, and what a former version stored is not looked at (decision 0074).
 * A feature that begins to obey one moves it to `SETTINGS`.
 */
const RULES = {
  boolean: () => ({ kind: 'boolean' }),
  number: (value: unknown) => ({ kind: 'integer', min: value as number, max: value as number }),
  string: () => ({ kind: 'text', max: 1024, blank: true }),
  object: () => ({ kind: 'textList', max: 1024 }),
} as const satisfies Record<string, (value: unknown) => SettingDefinition['rule']>;

type Value = boolean | number | string | readonly string[];
const fixed = <T extends Value>(category: SettingCategory, value: T, rule?: SettingDefinition['rule']): SettingDefinition<T> => ({
  category,
  default: value,
  rule: rule ?? RULES[typeof value as keyof typeof RULES](value),
  fixed: true,
});
const only = (category: SettingCategory, value: string) => fixed<string>(category, value, { kind: 'choice', values: [value] });
const flag = (category: SettingCategory, value: boolean) => fixed<boolean>(category, value);

export const FIXED_SETTINGS = {
  // Command rules tell their reviewers.
  SECURITY_INSECURE_COMMAND: flag('security', false),
  SECURITY_INSECURE_COMMAND_EMAIL_RECEIVER: fixed<string>('security', ''),
  /** For jobs. */
  SECURITY_COMMAND_BLACKLIST: fixed<readonly string[]>('security', ['reboot', 'shutdown', 'poweroff', 'halt', 'dd', 'half', 'top']),

  AUTH_WECOM: flag('auth', false),
  AUTH_DINGTALK: flag('auth', false),
  AUTH_FEISHU: flag('auth', false),
  // The login page shows a button for each place, and sends nobody there unasked.
  LOGIN_REDIRECT_MSG_ENABLED: flag('auth', false),
  // What keeps answers of a provider with the browser that asked is not switched off, nor are certificates believed unseen.
  AUTH_OPENID_USE_STATE: flag('oidc', true),
  AUTH_OPENID_USE_NONCE: flag('oidc', true),
  AUTH_OPENID_CODE_CHALLENGE_METHOD: only('oidc', 'S256'),
  AUTH_OPENID_IGNORE_SSL_VERIFICATION: flag('oidc', false),

  // Native database and RDP clients, and what desktops begin with.
  TERMINAL_MAGNUS_ENABLED: flag('terminal', true),
  TERMINAL_RAZOR_ENABLED: flag('terminal', true),
  TERMINAL_GRAPHICAL_RESOLUTION: only('terminal', 'Auto'),

  PERM_SINGLE_ASSET_TO_UNGROUP_NODE: flag('other', false),
  // For tickets that ask for assets.
  TICKET_AUTHORIZE_DEFAULT_TIME: fixed<number>('other', 7),
  TICKET_AUTHORIZE_DEFAULT_TIME_UNIT: only('other', 'day'),
} as const satisfies Record<string, SettingDefinition>;
