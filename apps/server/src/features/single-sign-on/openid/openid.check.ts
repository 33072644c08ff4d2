import { isRecord } from '@postern/contract/wire';
import { Unreachable } from '../../identities/index.ts';
import { LOOKS, type Look } from '../check.ts';
import { callbackOf, valuesOf } from './openid.ts';
import { fetchBy, issuerOf, type Openid } from './place.ts';

/** What a test of the provider looks at. */
export function openidLooks({ deps, place }: Openid): readonly Look[] {
  const { settings } = deps;
  const fetch = fetchBy(deps, settings.get('AUTH_OPENID_CA'));
  return [
    {
      step: LOOKS.settings,
      take() {
        if (settings.get('AUTH_OPENID_CLIENT_ID') === '') throw new Unreachable('AUTH_OPENID_CLIENT_ID');
        const issuer = issuerOf(settings);
        if (!URL.canParse(issuer)) throw new Unreachable('AUTH_OPENID_PROVIDER_ENDPOINT');
        // Nobody would get in.
        if (settings.get('AUTH_OPENID_ACR_REQUIRED') && valuesOf(settings.get('AUTH_OPENID_ACR_VALUES')).length === 0)
          throw new Unreachable('AUTH_OPENID_ACR_VALUES');
        return issuer;
      },
    },
    {
      step: LOOKS.description,
      async take() {
        const { about, described } = await place(true);
        return described ? about.issuer : `${about.issuer} (-)`;
      },
    },
    {
      step: LOOKS.keys,
      async take() {
        const { about, algorithm } = await place();
        if (!about.jwks_uri || algorithm.startsWith('HS') || settings.get('AUTH_OPENID_PROVIDER_SIGNATURE_KEY')) return algorithm;
        const read = await (await fetch(about.jwks_uri)).json();
        const keys = isRecord(read) && Array.isArray(read.keys) ? read.keys : [];
        if (keys.length === 0) throw new Unreachable('0');
        return `${algorithm}, ${keys.length}`;
      },
    },
    { step: LOOKS.addresses, take: async () => (await place()).about.authorization_endpoint ?? '' },
    { step: LOOKS.token, take: async () => (await place()).about.token_endpoint ?? '' },
    { step: LOOKS.register, take: () => callbackOf(deps) },
  ];
}
