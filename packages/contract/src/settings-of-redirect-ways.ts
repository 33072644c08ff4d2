import type { SettingDefinition } from './setting-definition.ts';
import { alsoIn, count, encrypted, flag, letter, link, map, picture, setting, words } from './setting-kinds.ts';

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

/** OpenID Connect, Keycloak among the providers. Pictures are small enough to be kept with the settings, so that they go where these go. */
const OIDC = {
  AUTH_OPENID: alsoIn('auth', flag('oidc', false)),
  /** Its name and picture on the login page, as for each kind below: those of providers beside the first have their name with them (decision 0122). */
  AUTH_OPENID_NAME: words('oidc', 'OpenID Connect', 64),
  AUTH_OPENID_LOGO: picture('oidc'),
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
  /** How strongly the provider is asked to prove people: its names for that (`acr_values`), the one that is liked best first. */
  AUTH_OPENID_ACR_VALUES: words('oidc', ''),
  /** Nobody gets in whose token does not say one of these. */
  AUTH_OPENID_ACR_REQUIRED: flag('oidc', false),
  /** What of `acr` and `amr` says that a second factor was shown there. */
  AUTH_OPENID_MFA_VALUES: words('oidc', ''),
} as const satisfies Record<string, SettingDefinition>;

/** Any other provider that gives a token for a code, and tells of a person for a token. */
const OAUTH2 = {
  AUTH_OAUTH2: flag('oauth2', false),
  AUTH_OAUTH2_PROVIDER: words('oauth2', 'OAuth2', 16),
  AUTH_OAUTH2_LOGO_PATH: picture('oauth2'),
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

/** Central Authentication Service, 1 to 3. */
const CAS = {
  AUTH_CAS: alsoIn('auth', flag('cas', false)),
  CAS_NAME: words('cas', 'CAS', 64),
  CAS_LOGO: picture('cas'),
  CAS_SERVER_URL: words('cas', ''),
  /** Where browsers come back to, when that is not the address of the site. */
  CAS_ROOT_PROXIED_AS: words('cas', ''),
  CAS_VERSION: count('cas', 3, 1, 3),
  CAS_LOGOUT_COMPLETELY: flag('cas', true),
  CAS_USERNAME_ATTRIBUTE: words('cas', 'uid'),
  CAS_APPLY_ATTRIBUTES_TO_USER: flag('cas', false),
  /** Ours by theirs. */
  CAS_RENAME_ATTRIBUTES: map('cas', { uid: 'username' }),
  CAS_CREATE_USER: flag('cas', true),
} as const satisfies Record<string, SettingDefinition>;

/** SAML 2.0. */
const SAML2 = {
  AUTH_SAML2: alsoIn('auth', flag('saml2', false)),
  SAML2_NAME: words('saml2', 'SAML', 64),
  SAML2_LOGO: picture('saml2'),
  /** Counts before the text. */
  SAML2_IDP_METADATA_URL: link('saml2', ''),
  SAML2_IDP_METADATA_XML: letter('saml2', 65_536),
  /** Ours, as PEM: what we send is signed with it, and what we are sent may be encrypted for it. */
  SAML2_SP_KEY_CONTENT: { ...letter('saml2', 16_384), secret: true } as SettingDefinition<string>,
  SAML2_SP_CERT_CONTENT: letter('saml2', 16_384),
  /** Ours by theirs. */
  SAML2_RENAME_ATTRIBUTES: map('saml2', { uid: 'username', email: 'email' }),
  SAML2_LOGOUT_COMPLETELY: flag('saml2', true),
  AUTH_SAML2_ALWAYS_UPDATE_USER: flag('saml2', true),
  /** Whether people may begin at the provider, whose answer then belongs to no browser of which we know. */
  SAML2_IDP_INITIATED: flag('saml2', false),
} as const satisfies Record<string, SettingDefinition>;

/** Places that the browser is sent to, and comes back from with a proof: OpenID Connect, OAuth2, SAML2, CAS. */
export const REDIRECT_WAY_SETTINGS = { ...OIDC, ...OAUTH2, ...CAS, ...SAML2 } as const satisfies Record<string, SettingDefinition>;
