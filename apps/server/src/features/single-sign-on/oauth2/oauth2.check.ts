import { Unreachable } from '../../identities/index.ts';
import { LOOKS, type Look } from '../check.ts';
import type { SignOnDeps } from '../sign-on.ts';
import { callbackOf } from './oauth2.ts';

/** What a test of the provider looks at. Nothing is known of it but addresses, so each is asked for whether somebody answers. */
export function oauth2Looks(deps: SignOnDeps): readonly Look[] {
  const { settings, outbound } = deps;
  const answers = async (address: string): Promise<string> => {
    const { status } = await outbound.fetch(address, { named: true, limit: 10_000, maxBytes: 1024 * 1024 });
    return `${address} (${status})`;
  };
  return [
    {
      step: LOOKS.settings,
      take() {
        const needed = [
          'AUTH_OAUTH2_PROVIDER_AUTHORIZATION_ENDPOINT',
          'AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT',
          'AUTH_OAUTH2_PROVIDER_USERINFO_ENDPOINT',
        ] as const;
        const missing = needed.find((key) => !URL.canParse(settings.get(key)));
        if (missing || settings.get('AUTH_OAUTH2_CLIENT_ID') === '') throw new Unreachable(missing ?? 'AUTH_OAUTH2_CLIENT_ID');
        return settings.get('AUTH_OAUTH2_PROVIDER');
      },
    },
    { step: LOOKS.token, take: () => answers(settings.get('AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT')) },
    { step: LOOKS.person, take: () => answers(settings.get('AUTH_OAUTH2_PROVIDER_USERINFO_ENDPOINT')) },
    { step: LOOKS.register, take: () => callbackOf(deps) },
  ];
}
