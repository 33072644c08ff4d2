/** Pages of the settings, and what is told on none. */
export type SettingCategory =
  | 'basic'
  | 'security'
  | 'auth'
  | 'ldap'
  | 'radius'
  | 'oidc'
  | 'oauth2'
  | 'saml2'
  | 'cas'
  | 'wecom'
  | 'dingtalk'
  | 'feishu'
  | 'slack'
  | 'sso'
  | 'scim'
  | 'terminal'
  | 'email'
  | 'email_content'
  | 'sms'
  | 'alibaba'
  | 'tencent'
  | 'huawei'
  | 'cmpp2'
  | 'smpp'
  | 'custom'
  | 'clean'
  | 'evidence'
  | 'vault'
  | 'other'
  | 'system';

/** What a text has to be when it says something: an address of mail, the number of a port, a syslog server, directory servers, certificates in PEM, a folder of a store, or a picture as a `data:` address. */
export type TextForm = 'email' | 'port' | 'syslog' | 'ldap' | 'certificates' | 'folder' | 'picture';

export interface SettingDefinition<T = unknown> {
  category: SettingCategory;
  default: T;
  /** What a new value must be; bounds are inclusive. `system` settings are not changed over the API. */
  rule:
    | { kind: 'text'; max: number; blank?: true; url?: true; form?: TextForm; multiline?: true }
    | { kind: 'boolean' }
    | { kind: 'integer'; min: number; max: number }
    | { kind: 'choice'; values: readonly (string | number)[] }
    | { kind: 'textList'; max: number }
    /** An object of texts, as the attributes of a person by the names that another place has for them. */
    | { kind: 'textMap'; max: number }
    /** A phone number: digits with the country code, or nothing. Told as `{code, phone}`. */
    | { kind: 'phone' }
    | { kind: 'object' };
  /** Encrypted at rest, never read back. */
  secret?: true;
  /** Other categories that show it. */
  also?: SettingCategory | readonly SettingCategory[];
  /** Says how things are and stays so: nothing obeys another value. */
  fixed?: true;
}
