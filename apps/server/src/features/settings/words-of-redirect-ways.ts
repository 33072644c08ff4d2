import type { Words } from './fixed-setting-words.ts';

/** Labels of the settings of OpenID Connect, OAuth2, SAML2 and CAS. */
export const REDIRECT_WAY_WORDS = {} as const satisfies Readonly<Record<string, Words>>;
