import type { Route } from '@postern/resource';
import { endExternalSessions } from '../../../platform/auth/session.queries.ts';
import { login } from '../../../platform/routes/login.ts';
import { type RedirectWay, Unreachable } from '../../identities/index.ts';
import { LOOKS, type Look } from '../check.ts';
import { given, logoutPage, returnPage, type SignOnDeps, type SignOnRoutesDeps, startOf, startPage } from '../sign-on.ts';
import { authorizationOf, BACKEND, callbackOf, isTicket, logoutOf, personOf, providerOf } from './cas.ts';
import { endedTicket } from './cas-answer.ts';

const CALLBACK = '/core/auth/cas/callback/';

export const casWay = (deps: SignOnDeps): RedirectWay => ({
  source: 'cas',
  enabled: () => deps.settings.get('AUTH_CAS') && URL.canParse(deps.settings.get('CAS_SERVER_URL')),
  name: () => 'CAS',
  icon: () => null,
  start: startOf('cas'),
  logout: () => logoutOf(deps),
});

/** Logging in by CAS (docs/sign-on.md). */
export const casRoutes = (deps: SignOnRoutesDeps, way: RedirectWay): readonly Route[] => [
  startPage('cas', BACKEND, way, deps.login, (ctx, next) => authorizationOf(ctx, deps, next)),
  returnPage('cas', BACKEND, way, deps.login, ['ticket'], (ctx, trip, { ticket }) => personOf(ctx, deps, trip, ticket)),
  // The server tells the service of a ticket that its session is over. Nothing is signed, so all that it can do is end the session of a ticket that nobody else knows.
  login({
    path: CALLBACK,
    name: 'singleSignOn.cas.ended',
    because: 'whoever knows the ticket of a session may end it, and nothing else',
    elsewhere: true,
    rows: { none: 'the session of the ticket' },
    body: { logoutRequest: given() },
    async take(ctx, { body }) {
      let ticket = '';
      try {
        ticket = way.enabled() ? endedTicket(body.logoutRequest) : '';
      } catch (error) {
        ctx.log.warn({ err: error }, 'a logout request was refused');
      }
      if (!isTicket(ticket)) return { status: 400, body: { error: 'invalid_request' } };
      const ended = await endExternalSessions(ctx.tx, { provider: providerOf(deps.settings), ticket });
      ctx.log.info({ ended }, 'a CAS server ended sessions');
      return { status: 200, body: {} };
    },
  }),
  logoutPage('cas', deps.login),
];

/** What a test of the server looks at: it answers, and vouches for nobody by a ticket that is none. */
export function casLooks({ settings, outbound }: SignOnDeps): readonly Look[] {
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
    { step: LOOKS.register, take: () => callbackOf(settings) },
  ];
}
