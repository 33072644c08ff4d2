import type { Preferences } from '@postern/contract/preferences';
import type { Choice } from '@postern/contract/wire';

/** An organisation as the profile lists it (docs/wire/roles.md#organisations-to-enter). */
export interface Organisation {
  id: string;
  name: string;
  is_default?: boolean;
  is_root?: boolean;
}

export interface RoleRef {
  id: string;
  display_name: string;
}

/** `GET users/profile/` (docs/wire/users.md#the-own-profile): the fields the console reads. */
export interface Profile {
  id: string;
  username: string;
  name: string;
  email: string;
  phone: { code: string; phone: string } | string | null;
  wechat: string;
  comment: string | null;
  avatar_url: string;
  source: Choice<string>;
  /** What chat services call the person who has bound an account there. */
  wecom_id?: string | null;
  dingtalk_id?: string | null;
  feishu_id?: string | null;
  slack_id?: string | null;
  mfa_level: Choice<number>;
  mfa_enabled: boolean;
  is_otp_secret_key_bound?: boolean;
  is_superuser: boolean;
  is_org_admin: boolean;
  is_active: boolean;
  is_first_login: boolean;
  /** What a first login has to say or set up: `name`, `email`, `second_factor`. */
  missing?: string[];
  need_update_password: boolean;
  can_public_key_auth: boolean;
  public_key_comment: string;
  public_key_hash_md5: string;
  perms: string[];
  system_roles: RoleRef[];
  org_roles: RoleRef[];
  groups: { id: string; name: string }[];
  console_orgs: Organisation[];
  audit_orgs: Organisation[];
  workbench_orgs: Organisation[];
  date_joined: string | null;
  last_login: string | null;
  date_expired: string | null;
  date_password_last_updated: string | null;
  receive_backends: string[];
  /** What they chose for themselves; null where they have not. */
  preferences?: Preferences;
}

export interface InterfaceSettings {
  favicon?: string;
  login_title?: string;
  login_image?: string;
  logo_index?: string;
  logo_logout?: string;
  theme_info?: { colors?: Record<string, string> };
}

/** A place that the browser is sent to, and comes back from with a proof of who sits there. */
export interface LoginMethod {
  source: string;
  name: string;
  /** Address of a picture; null for the one of the kind. */
  icon: string | null;
  /** Our own page that sends the browser there. */
  url: string;
}

/** The public settings and, before login, the open ones among them (docs/wire/settings.md#public-settings): the keys the console reads. */
export interface PublicSettings {
  INTERFACE?: InterfaceSettings;
  XPACK_ENABLED?: boolean;
  XPACK_LICENSE_IS_VALID?: boolean;
  XPACK_LICENSE_INFO?: { corporation?: string };
  /** Times of day of what the installation does by itself. */
  SERVER_TIME_ZONE?: string;
  PASSWORD_RULE?: Record<string, number | boolean>;
  AUTH_LDAP_SYNC_ORG_IDS?: readonly string[];
  SECURITY_PASSWORD_EXPIRATION_TIME?: number;
  SECURITY_MFA_VERIFY_TTL?: number;
  SECURITY_COMMAND_EXECUTION?: boolean;
  SECURITY_VIEW_AUTH_NEED_MFA?: boolean;
  SECURITY_WATERMARK_ENABLED?: boolean;
  AUTH_TEMP_TOKEN?: boolean;
  TICKETS_ENABLED?: boolean;
  TICKET_OFFERED?: string;
  TICKET_BREAK_GLASS?: boolean;
  TICKET_BREAK_GLASS_MINUTES?: number;
  /** Whether the browser keeps what people connect with. */
  SECURITY_LUNA_REMEMBER_AUTH?: boolean;
  /** Where the login page sends whoever has forgotten a password, instead of our own form. */
  FORGOT_PASSWORD_URL?: string;
  /** Whether mails can be sent (docs/decisions/0057). */
  MAIL_SET_UP?: boolean;
  /** The login page takes passkeys in place of name and password. */
  AUTH_PASSKEY?: boolean;
  /** The login page has a box for a one-time code behind the password, or for that of the second factor. */
  SECURITY_LOGIN_CHALLENGE_ENABLED?: boolean;
  SECURITY_MFA_IN_LOGIN_PAGE?: boolean;
  /** Places that the login page may send the browser to instead of asking for a password. */
  LOGIN_METHODS?: readonly LoginMethod[];
  /** In a demo: people whom the login page lets in by a click. */
  DEMO_PEOPLE?: readonly { id: string; name: string; username: string; part: string }[];
  /** In a demo: what opens one of its machines from a terminal. */
  DEMO_SSH?: string;
  /** The whole installation is a demo. */
  DEMO?: boolean;
  HELP_DOCUMENT_URL?: string;
  HELP_SUPPORT_URL?: string;
  ANNOUNCEMENT_ENABLED?: boolean;
  ANNOUNCEMENT?: { ID?: string; SUBJECT?: string; CONTENT?: string; LINK?: string };
  [key: string]: unknown;
}
