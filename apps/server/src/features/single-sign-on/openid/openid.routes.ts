import { ok, type Route } from '@postern/resource';
import { endExternalSessions } from '../../../platform/auth/session.queries.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { login } from '../../../platform/routes/login.ts';
import type { LoginDeps } from '../../authentication/index.ts';
import { buttonOf, type Chosen, logoPages } from '../button.ts';
import { testRoute } from '../check.ts';
import { logoutPage, returnPage, startPage } from '../pages.ts';
import { addressesOf, type Providers, providerAt, providersOf, type SignOnBase } from '../providers.ts';
import { given, requireEnabled, type SignOnDeps } from '../sign-on.ts';
import { openidLooks } from './openid.check.ts';
import { authorizationOf, BACKEND, isIssuer, KIND, logoutOf, personOf, providerOf } from './openid.ts';
import { issuerOf, type Openid, openidPlaces } from './place.ts';
import { loggedOut } from './tokens.ts';

const BUTTON: Chosen = { name: ({ get }) => get('AUTH_OPENID_NAME'), logo: ({ get }) => get('AUTH_OPENID_LOGO') };

const openid = (deps: SignOnDeps): Openid => {
  const { get } = deps.settings;
  return {
    deps,
    place: openidPlaces(deps),
    way: {
      source: 'openid',
      provider: deps.provider,
      enabled: () => get('AUTH_OPENID') && get('AUTH_OPENID_CLIENT_ID') !== '' && issuerOf(deps.settings) !== '',
      ...buttonOf(KIND, deps, BUTTON, BACKEND),
      holds: (place) => isIssuer(deps.settings, place),
      logout: (facts) => logoutOf(deps, facts),
    },
  };
};

export const openidProviders = (base: SignOnBase): Providers<Openid> => providersOf(base, 'oidc', openid);

/** Logging in by OpenID Connect (docs/sign-on.md): there, back, out, and told by the provider that somebody is out. */
export function openidRoutes(providers: Providers<Openid>, deps: LoginDeps): readonly Route[] {
  const kind = { kind: KIND, backend: BACKEND, login: deps, providers };
  const pages = addressesOf(KIND).flatMap((addresses) => [
    startPage(kind, addresses, async (ctx, one, next) => authorizationOf(ctx, one.deps, await one.place(), next)),
    returnPage(kind, addresses, ['code', 'iss', 'error'], async (_ctx, one, trip, query) =>
      personOf(one.deps, await one.place(), trip, query),
    ),
    logoutPage(kind, addresses),
    login({
      path: `${addresses.base}backchannel/`,
      name: `${addresses.name}.backchannel`,
      because: 'a token that the provider has signed says whose sessions are over; they end, and nothing else happens',
      elsewhere: true,
      rows: { none: 'the sessions that the token of the provider names' },
      params: addresses.params,
      body: { logout_token: given() },
      async take(ctx, { body, params }) {
        const headers = { 'cache-control': 'no-store' };
        const { way, place } = providerAt(providers, params);
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
  ]);
  return [...pages, ...logoPages(KIND, providers, BUTTON), testRoute('oidc', (name) => openidLooks(providers.named(name)))];
}
