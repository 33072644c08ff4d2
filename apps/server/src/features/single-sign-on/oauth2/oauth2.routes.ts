import type { Route } from '@postern/resource';
import type { LoginDeps } from '../../authentication/index.ts';
import { buttonOf, type Chosen, logoPages } from '../button.ts';
import { testRoute } from '../check.ts';
import { logoutPage, returnPage, startPage } from '../pages.ts';
import { addressesOf, type Instance, type Providers, providersOf, type SignOnBase } from '../providers.ts';
import type { SignOnDeps } from '../sign-on.ts';
import { oauth2Looks } from './oauth2.check.ts';
import { authorizationOf, BACKEND, KIND, logoutOf, personOf, placeOf } from './oauth2.ts';

const BUTTON: Chosen = { name: ({ get }) => get('AUTH_OAUTH2_PROVIDER'), logo: ({ get }) => get('AUTH_OAUTH2_LOGO_PATH') };

const oauth2 = (deps: SignOnDeps): Instance => {
  const { get } = deps.settings;
  return {
    deps,
    way: {
      source: 'oauth2',
      provider: deps.provider,
      enabled: () =>
        get('AUTH_OAUTH2') &&
        get('AUTH_OAUTH2_CLIENT_ID') !== '' &&
        URL.canParse(get('AUTH_OAUTH2_PROVIDER_AUTHORIZATION_ENDPOINT')) &&
        URL.canParse(get('AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT')) &&
        URL.canParse(get('AUTH_OAUTH2_PROVIDER_USERINFO_ENDPOINT')),
      ...buttonOf(KIND, deps, BUTTON, BACKEND),
      holds: (place) => place === placeOf(deps.settings),
      logout: () => logoutOf(deps),
    },
  };
};

export const oauth2Providers = (base: SignOnBase): Providers<Instance> => providersOf(base, 'oauth2', oauth2);

/** Logging in by a provider of OAuth 2.0 (docs/sign-on.md). */
export function oauth2Routes(providers: Providers<Instance>, login: LoginDeps): readonly Route[] {
  const kind = { kind: KIND, backend: BACKEND, login, providers };
  const pages = addressesOf(KIND).flatMap((addresses) => [
    startPage(kind, addresses, (ctx, { deps }, next) => authorizationOf(ctx, deps, next)),
    returnPage(kind, addresses, ['code', 'error'], (_ctx, { deps }, trip, query) => personOf(deps, trip, query)),
    logoutPage(kind, addresses),
  ]);
  return [...pages, ...logoPages(KIND, providers, BUTTON), testRoute('oauth2', (name) => oauth2Looks(providers.named(name).deps))];
}
