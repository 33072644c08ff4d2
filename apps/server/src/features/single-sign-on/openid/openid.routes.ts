import { ok, type Route } from '@postern/resource';
import { endExternalSessions } from '../../../platform/auth/session.queries.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { login } from '../../../platform/routes/login.ts';
import type { RedirectWay } from '../../identities/index.ts';
import { given, logoutPage, requireEnabled, returnPage, type SignOnDeps, type SignOnRoutesDeps, startOf, startPage } from '../sign-on.ts';
import { authorizationOf, BACKEND, logoutOf, personOf, providerOf } from './openid.ts';
import { issuerOf, type Place } from './place.ts';
import { loggedOut } from './tokens.ts';

const PATH = '/core/auth/openid/';

export const openidWay = (deps: SignOnDeps): RedirectWay => ({
  source: 'openid',
  enabled: () => deps.settings.get('AUTH_OPENID') && deps.settings.get('AUTH_OPENID_CLIENT_ID') !== '' && issuerOf(deps.settings) !== '',
  name: () => 'OpenID Connect',
  icon: () => null,
  start: startOf('openid'),
  logout: (facts) => logoutOf(deps, facts),
});

/** Logging in by OpenID Connect (docs/sign-on.md): there, back, out, and told by the provider that somebody is out. */
export const openidRoutes = (deps: SignOnRoutesDeps, way: RedirectWay, place: () => Promise<Place>): readonly Route[] => [
  startPage('openid', BACKEND, way, deps.login, async (ctx, next) => authorizationOf(ctx, deps, await place(), next)),
  returnPage('openid', BACKEND, way, deps.login, ['code', 'iss', 'error'], async (_ctx, trip, query) =>
    personOf(deps, await place(), trip, query),
  ),
  logoutPage('openid', deps.login),
  login({
    path: `${PATH}backchannel/`,
    name: 'singleSignOn.openid.backchannel',
    because: 'a token that the provider has signed says whose sessions are over; they end, and nothing else happens',
    elsewhere: true,
    rows: { none: 'the sessions that the token of the provider names' },
    body: { logout_token: given() },
    async take(ctx, { body }) {
      const headers = { 'cache-control': 'no-store' };
      try {
        requireEnabled(way.enabled());
        const opened = await place();
        // Taken once, and only together with what it is for.
        const ended = await inTransaction(ctx.tx, ctx, async (inner) => {
          const named = await loggedOut(inner, opened, body.logout_token);
          return endExternalSessions(inner.tx, { provider: providerOf(opened.about.issuer), ...named });
        });
        ctx.log.info({ ended }, 'the provider ended sessions');
        return { status: 200, body: {}, headers };
      } catch (error) {
        ctx.log.warn({ err: error }, 'a logout token was refused');
        return { ...ok({ error: 'invalid_request' }, 400), headers };
      }
    },
  }),
];
