import type { Route } from '@postern/resource';
import { endExternalSessions } from '../../../platform/auth/session.queries.ts';
import { login } from '../../../platform/routes/login.ts';
import type { LoginDeps } from '../../authentication/index.ts';
import { Unreachable } from '../../identities/index.ts';
import { buttonOf, type Chosen, logoPages } from '../button.ts';
import { LOOKS, type Look, testRoute } from '../check.ts';
import { logoutPage, returnPage, startPage } from '../pages.ts';
import { addressesOf, type Instance, type Providers, providerAt, providersOf, type SignOnBase } from '../providers.ts';
import { given, type SignOnDeps } from '../sign-on.ts';
import { authorizationOf, BACKEND, callbackOf, isTicket, KIND, logoutOf, personOf, providerOf } from './cas.ts';
import { endedTicket } from './cas-answer.ts';

const BUTTON: Chosen = { name: ({ get }) => get('CAS_NAME'), logo: ({ get }) => get('CAS_LOGO') };

const cas = (deps: SignOnDeps): Instance => ({
  deps,
  way: {
    source: 'cas',
    provider: deps.provider,
    enabled: () => deps.settings.get('AUTH_CAS') && URL.canParse(deps.settings.get('CAS_SERVER_URL')),
    ...buttonOf(KIND, deps, BUTTON, BACKEND),
    holds: (place) => place === providerOf(deps.settings),
    logout: () => logoutOf(deps),
  },
});

export const casProviders = (base: SignOnBase): Providers<Instance> => providersOf(base, 'cas', cas);

/** Logging in by CAS (docs/sign-on.md). */
export function casRoutes(providers: Providers<Instance>, deps: LoginDeps): readonly Route[] {
  const kind = { kind: KIND, backend: BACKEND, login: deps, providers };
  const pages = addressesOf(KIND).flatMap((addresses) => [
    startPage(kind, addresses, (ctx, one, next) => authorizationOf(ctx, one.deps, next)),
    returnPage(kind, addresses, ['ticket'], (ctx, one, trip, { ticket }) => personOf(ctx, one.deps, trip, ticket)),
    // The server tells the service of a ticket that its session is over. Nothing is signed, so all that it can do is end the session of a ticket that nobody else knows.
    login({
      path: `${addresses.base}callback/`,
      name: `${addresses.name}.ended`,
      because: 'whoever knows the ticket of a session may end it, and nothing else',
      elsewhere: true,
      rows: { none: 'the session of the ticket' },
      params: addresses.params,
      body: { logoutRequest: given() },
      async take(ctx, { body, params }) {
        const one = providerAt(providers, params);
        let ticket = '';
        try {
          ticket = one.way.enabled() ? endedTicket(body.logoutRequest) : '';
        } catch (error) {
          ctx.log.warn({ err: error }, 'a logout request was refused');
        }
        if (!isTicket(ticket)) return { status: 400, body: { error: 'invalid_request' } };
        const ended = await endExternalSessions(ctx.tx, { provider: providerOf(one.deps.settings), ticket });
        ctx.log.info({ ended }, 'a CAS server ended sessions');
        return { status: 200, body: {} };
      },
    }),
    logoutPage(kind, addresses),
  ]);
  return [...pages, ...logoPages(KIND, providers, BUTTON), testRoute('cas', (name) => casLooks(providers.named(name).deps))];
}

/** What a test of the server looks at: it answers, and vouches for nobody by a ticket that is none. */
function casLooks(deps: SignOnDeps): readonly Look[] {
  const { settings, outbound } = deps;
  const answers = async (path: string): Promise<string> => {
    const url = new URL(path, `${settings.get('CAS_SERVER_URL').replace(/\/+$/, '')}/`);
    const { status } = await outbound.fetch(url.href, { named: true, limit: 10_000, maxBytes: 1024 * 1024 });
    if (status >= 400) throw new Unreachable(`${url.href} (${status})`);
    return `${url.href} (${status})`;
  };
  return [
    {
      step: LOOKS.settings,
      take() {
        if (!URL.canParse(settings.get('CAS_SERVER_URL'))) throw new Unreachable('CAS_SERVER_URL');
        return settings.get('CAS_SERVER_URL');
      },
    },
    { step: LOOKS.addresses, take: () => answers('login') },
    { step: LOOKS.register, take: () => callbackOf(deps) },
  ];
}
