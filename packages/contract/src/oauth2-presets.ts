import type { SettingKey } from './settings.ts';

/** What well-known providers of OAuth 2.0 have documented of themselves, to start from: everything may be written over. */
export interface Oauth2Preset {
  name: string;
  /** Its own name. */
  label: string;
  /** A part of its addresses is each company's own, and stands there as this. */
  own?: string;
  values: Readonly<Partial<Record<SettingKey, string | Readonly<Record<string, string>>>>>;
}

interface Documented {
  label: string;
  authorize: string;
  token: string;
  person: string;
  scope: string;
  names: Readonly<Record<'username' | 'name' | 'email', string>>;
  own?: string;
}

/** The tenant of a company. An address that takes people of all of them would let in anybody with a Microsoft account. */
const TENANT = 'your-tenant-id';

const DOCUMENTED: Readonly<Record<string, Documented>> = {
  github: {
    label: 'GitHub',
    authorize: 'https://github.com/login/oauth/authorize',
    token: 'https://github.com/login/oauth/access_token',
    person: 'https://api.github.com/user',
    scope: 'read:user user:email',
    names: { username: 'login', name: 'name', email: 'email' },
  },
  gitlab: {
    label: 'GitLab',
    authorize: 'https://gitlab.com/oauth/authorize',
    token: 'https://gitlab.com/oauth/token',
    person: 'https://gitlab.com/api/v4/user',
    scope: 'read_user',
    names: { username: 'username', name: 'name', email: 'email' },
  },
  google: {
    label: 'Google',
    authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
    person: 'https://openidconnect.googleapis.com/v1/userinfo',
    scope: 'openid profile email',
    names: { username: 'email', name: 'name', email: 'email' },
  },
  microsoft: {
    label: 'Microsoft',
    authorize: `https://login.microsoftonline.com/${TENANT}/oauth2/v2.0/authorize`,
    token: `https://login.microsoftonline.com/${TENANT}/oauth2/v2.0/token`,
    person: 'https://graph.microsoft.com/v1.0/me',
    scope: 'User.Read',
    names: { username: 'userPrincipalName', name: 'displayName', email: 'mail' },
    own: TENANT,
  },
  gitee: {
    label: 'Gitee',
    authorize: 'https://gitee.com/oauth/authorize',
    token: 'https://gitee.com/oauth/token',
    person: 'https://gitee.com/api/v5/user',
    scope: 'user_info emails',
    names: { username: 'login', name: 'name', email: 'email' },
  },
};

export const OAUTH2_PRESETS: readonly Oauth2Preset[] = Object.entries(DOCUMENTED).map(([name, one]) => ({
  name,
  label: one.label,
  ...(one.own ? { own: one.own } : {}),
  values: {
    AUTH_OAUTH2_PROVIDER: one.label,
    AUTH_OAUTH2_SCOPE: one.scope,
    AUTH_OAUTH2_PROVIDER_AUTHORIZATION_ENDPOINT: one.authorize,
    AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT: one.token,
    AUTH_OAUTH2_ACCESS_TOKEN_METHOD: 'POST',
    AUTH_OAUTH2_PROVIDER_USERINFO_ENDPOINT: one.person,
    // None of them has one that sends browsers back.
    AUTH_OAUTH2_PROVIDER_END_SESSION_ENDPOINT: '',
    AUTH_OAUTH2_USER_ATTR_MAP: one.names,
  },
}));
