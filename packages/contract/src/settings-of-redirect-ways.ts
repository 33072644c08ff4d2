import type { SettingDefinition } from './setting-definition.ts';

/** Places that the browser is sent to, and comes back from with a proof: OpenID Connect, OAuth2, SAML2, CAS. */
export const REDIRECT_WAY_SETTINGS = {} as const satisfies Record<string, SettingDefinition>;
