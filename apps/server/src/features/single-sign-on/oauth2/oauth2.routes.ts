import type { Route } from '@postern/resource';
import type { RedirectWay } from '../../identities/index.ts';
import { logoutPage, returnPage, type SignOnDeps, type SignOnRoutesDeps, startOf, startPage } from '../sign-on.ts';
import { authorizationOf, BACKEND, logoutOf, personOf } from './oauth2.ts';

export const oauth2Way = (deps: SignOnDeps): RedirectWay => {
  const { get } = deps.settings;
  return {
    source: 'oauth2',
    enabled: () =>
      get('AUTH_OAUTH2') &&
      get('AUTH_OAUTH2_CLIENT_ID') !== '' &&
      URL.canParse(get('AUTH_OAUTH2_PROVIDER_AUTHORIZATION_ENDPOINT')) &&
      URL.canParse(get('AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT')) &&
      URL.canParse(get('AUTH_OAUTH2_PROVIDER_USERINFO_ENDPOINT')),
    name: () => get('AUTH_OAUTH2_PROVIDER'),
    icon: () => null,
    start: startOf('oauth2'),
    logout: () => logoutOf(deps),
  };
};

/** Logging in by a provider of OAuth 2.0 (docs/sign-on.md). */
export const oauth2Routes = (deps: SignOnRoutesDeps, way: RedirectWay): readonly Route[] => [
  startPage('oauth2', BACKEND, way, deps.login, (ctx, next) => authorizationOf(ctx, deps, next)),
  returnPage('oauth2', BACKEND, way, deps.login, ['code', 'error'], (_ctx, trip, query) => personOf(deps, trip, query)),
  logoutPage('oauth2', deps.login),
];
