import type { Route } from '@postern/resource';
import { page } from '../../../platform/routes/page.ts';
import { next } from '../../authentication/index.ts';
import type { RedirectWay } from '../../identities/index.ts';
import {
  comeBack,
  given,
  logoutPage,
  NotProved,
  OWN,
  RETURN,
  requireEnabled,
  type SignOnDeps,
  type SignOnRoutesDeps,
  START,
  sendAway,
  startOf,
} from '../sign-on.ts';
import { endTrip } from '../trips.ts';
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
  page({
    path: way.start,
    name: 'singleSignOn.oauth2.login',
    who: { allow: 'anyone', because: START },
    ...OWN,
    query: { next },
    show: (ctx, { query }) =>
      sendAway(ctx, deps.login, { backend: BACKEND, next: query.next }, async () => {
        requireEnabled(way.enabled());
        return authorizationOf(ctx, deps, query.next);
      }),
  }),
  page({
    path: '/core/auth/oauth2/callback/',
    name: 'singleSignOn.oauth2.callback',
    who: { allow: 'anyone', because: RETURN },
    ...OWN,
    query: { state: given(), code: given(), error: given() },
    async show(ctx, { query }) {
      const trip = await endTrip(ctx, 'oauth2', query.state);
      return comeBack(ctx, deps.login, { backend: BACKEND, next: trip?.next ?? '' }, async () => {
        requireEnabled(way.enabled());
        if (!trip) throw new NotProved('this browser is on no such way');
        return personOf(deps, trip, query);
      });
    },
  }),
  logoutPage('oauth2', deps.login),
];
