import type { SettingDefinition } from './setting-definition.ts';
import { alsoIn, count, encrypted, flag, letter, map, setting, words } from './setting-kinds.ts';

/** Signatures that identity tokens may have. The last is made with the secret that client and provider share, and never taken unless it is named. */
export const TOKEN_SIGNATURES = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'HS256',
] as const;

/** OpenID Connect, Keycloak among the providers. */
const OIDC = {
  AUTH_OPENID: alsoIn('auth', flag('oidc', false)),
  /** Where browsers come back to, when that is not the address of the site. */
  BASE_SITE_URL: words('oidc', ''),
  AUTH_OPENID_CLIENT_ID: words('oidc', ''),
  AUTH_OPENID_CLIENT_SECRET: encrypted('oidc'),
  AUTH_OPENID_CLIENT_AUTH_METHOD: setting<string>('oidc', 'client_secret_basic', {
    kind: 'choice',
    values: ['client_secret_basic', 'client_secret_post'],
  }),
  /** The provider is a realm of a Keycloak server. */
  AUTH_OPENID_KEYCLOAK: flag('oidc', false),
  AUTH_OPENID_SERVER_URL: words('oidc', ''),
  AUTH_OPENID_REALM_NAME: words('oidc', ''),
  /** Its issuer. */
  AUTH_OPENID_PROVIDER_ENDPOINT: words('oidc', ''),
  // For providers that publish no description of themselves.
  AUTH_OPENID_PROVIDER_AUTHORIZATION_ENDPOINT: words('oidc', ''),
  AUTH_OPENID_PROVIDER_TOKEN_ENDPOINT: words('oidc', ''),
  AUTH_OPENID_PROVIDER_JWKS_ENDPOINT: words('oidc', ''),
  AUTH_OPENID_PROVIDER_USERINFO_ENDPOINT: words('oidc', ''),
  AUTH_OPENID_PROVIDER_END_SESSION_ENDPOINT: words('oidc', ''),
  AUTH_OPENID_PROVIDER_SIGNATURE_ALG: setting<string>('oidc', 'RS256', { kind: 'choice', values: TOKEN_SIGNATURES }),
  /** A public key as PEM in place of those that the provider publishes. */
  AUTH_OPENID_PROVIDER_SIGNATURE_KEY: letter('oidc', 4096),
  /** Authorities to trust in place of the public ones, as PEM. */
  AUTH_OPENID_CA: letter('oidc', 16_384),
  AUTH_OPENID_PKCE: flag('oidc', true),
  AUTH_OPENID_SCOPES: words('oidc', 'openid profile email'),
  /** Seconds since a token was issued. */
  AUTH_OPENID_ID_TOKEN_MAX_AGE: count('oidc', 60, 10, 3600),
  /** What the identity token says counts where the user information says nothing. */
  AUTH_OPENID_ID_TOKEN_INCLUDE_CLAIMS: flag('oidc', true),
  AUTH_OPENID_USER_ATTR_MAP: map('oidc', { name: 'name', username: 'preferred_username', email: 'email' }),
  AUTH_OPENID_ALWAYS_UPDATE_USER: flag('oidc', true),
  /** Whoever logs out here logs out there. */
  AUTH_OPENID_SHARE_SESSION: flag('oidc', true),
} as const satisfies Record<string, SettingDefinition>;

/** Any other provider that gives a token for a code, and tells of a person for a token. */
const OAUTH2 = {
  AUTH_OAUTH2: flag('oauth2', false),
  /** Its name on the login page. */
  AUTH_OAUTH2_PROVIDER: words('oauth2', 'OAuth2', 16),
  AUTH_OAUTH2_CLIENT_ID: words('oauth2', ''),
  AUTH_OAUTH2_CLIENT_SECRET: encrypted('oauth2'),
  AUTH_OAUTH2_SCOPE: words('oauth2', ''),
  AUTH_OAUTH2_PROVIDER_AUTHORIZATION_ENDPOINT: words('oauth2', ''),
  AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT: words('oauth2', ''),
  AUTH_OAUTH2_ACCESS_TOKEN_METHOD: setting<string>('oauth2', 'POST', { kind: 'choice', values: ['GET', 'POST'] }),
  AUTH_OAUTH2_PROVIDER_USERINFO_ENDPOINT: words('oauth2', ''),
  AUTH_OAUTH2_PROVIDER_END_SESSION_ENDPOINT: words('oauth2', ''),
  AUTH_OAUTH2_LOGOUT_COMPLETELY: flag('oauth2', true),
  AUTH_OAUTH2_USER_ATTR_MAP: map('oauth2', { name: 'name', username: 'username', email: 'email' }),
  AUTH_OAUTH2_ALWAYS_UPDATE_USER: flag('oauth2', true),
} as const satisfies Record<string, SettingDefinition>;

/** Places that the browser is sent to, and comes back from with a proof: OpenID Connect, OAuth2, SAML2, CAS. */
export const REDIRECT_WAY_SETTINGS = { ...OIDC, ...OAUTH2 } as const satisfies Record<string, SettingDefinition>;
