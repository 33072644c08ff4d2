import type { Context, Route } from '@postern/resource';
import { createSession, endSession, findSession } from '../../../platform/auth/session-store.ts';
import { login } from '../../../platform/routes/login.ts';
import { page } from '../../../platform/routes/page.ts';
import { landRefused } from '../../authentication/index.ts';
import { type RedirectWay, Unreachable } from '../../identities/index.ts';
import { LOOKS, type Look } from '../check.ts';
import {
  comeBack,
  given,
  logoutPage,
  NotProved,
  OWN,
  RETURN,
  refusedBy,
  requireEnabled,
  type SignOnDeps,
  type SignOnRoutesDeps,
  startOf,
  startPage,
} from '../sign-on.ts';
import { endTrip, once } from '../trips.ts';
import type { Idp } from './idp.ts';
import { type Asserted, asserted, authorizationOf, BACKEND, callbackOf, entityOf, logoutOf, metadataOf } from './saml2.ts';

const PATH = '/core/auth/saml2/';
/** Bytes of an answer: assertions carry certificates and groups. */
const MAX_RESPONSE = 256 * 1024;
/** Seconds in which a browser comes for what was asserted of it: it is sent there at once. */
const LANDING_AGE = 60;

export const saml2Way = (deps: SignOnDeps, idp: () => Promise<Idp>): RedirectWay => ({
  source: 'saml2',
  enabled: () =>
    deps.settings.get('AUTH_SAML2') &&
    (deps.settings.get('SAML2_IDP_METADATA_URL') !== '' || deps.settings.get('SAML2_IDP_METADATA_XML') !== ''),
  name: () => 'SAML',
  icon: () => null,
  start: startOf('saml2'),
  logout: async (facts) => logoutOf(deps, await idp(), facts),
});

/** Keeps what was asserted where only the key that is answered leads to it: a session that belongs to nobody, for a minute. */
async function keep(ctx: Context, proven: Asserted): Promise<string> {
  const { key } = await createSession(ctx.tx, { userId: null, data: { asserted: proven }, keep: false, age: LANDING_AGE }, ctx.origin);
  return key;
}

/** Takes it out again, once. */
async function take(ctx: Context, key: string): Promise<Asserted | undefined> {
  const found = key === '' ? undefined : await findSession(ctx.tx, key);
  if (!found?.data.asserted) return undefined;
  await endSession(ctx.tx, found.id);
  return (await once(ctx, `saml2 landing ${key}`, ctx.clock().getTime() + LANDING_AGE * 1000))
    ? (found.data.asserted as Asserted)
    : undefined;
}

/** Logging in by SAML 2.0 (docs/sign-on.md). */
export const saml2Routes = (deps: SignOnRoutesDeps, way: RedirectWay, idp: () => Promise<Idp>): readonly Route[] => [
  startPage('saml2', BACKEND, way, deps.login, async (ctx, next) => authorizationOf(ctx, deps, await idp(), next)),
  // The provider's page sends this, so no cookie of ours comes along: what it proves is kept, and the browser fetches it on a page of ours.
  login({
    path: `${PATH}callback/`,
    name: 'singleSignOn.saml2.callback',
    because: RETURN,
    elsewhere: true,
    rows: { none: 'what the provider has signed' },
    bodyLimit: MAX_RESPONSE,
    body: { SAMLResponse: given(MAX_RESPONSE), RelayState: given() },
    async take(ctx, { body }) {
      const to = new URLSearchParams({ state: body.RelayState.slice(0, 128) });
      try {
        requireEnabled(way.enabled());
        to.set('proof', await keep(ctx, await asserted(ctx, deps, await idp(), body.SAMLResponse)));
      } catch (error) {
        to.set('why', refusedBy(ctx, BACKEND, error));
      }
      return { status: 303, headers: { location: `${PATH}landing/?${to}`, 'cache-control': 'no-store' } };
    },
  }),
  page({
    path: `${PATH}landing/`,
    name: 'singleSignOn.saml2.landing',
    who: { allow: 'anyone', because: RETURN },
    ...OWN,
    query: { state: given(), proof: given(), why: given() },
    async show(ctx, { query }) {
      const trip = await endTrip(ctx, 'saml2', query.state);
      const about = { backend: BACKEND, next: trip?.next ?? '' };
      if (query.why === 'external_unreachable' || query.why === 'external_refused')
        return landRefused(ctx, deps.login, { code: query.why, ...about });
      return comeBack(ctx, deps.login, about, async () => {
        requireEnabled(way.enabled());
        const proven = await take(ctx, query.proof);
        if (!proven) throw new NotProved('there is no such proof');
        const unasked = proven.request === '' && deps.settings.get('SAML2_IDP_INITIATED');
        if (!unasked && (!trip || proven.request !== trip.kept.request)) throw new NotProved('this browser has not asked for that');
        return proven.proof;
      });
    },
  }),
  page({
    path: `${PATH}metadata/`,
    name: 'singleSignOn.saml2.metadata',
    who: { allow: 'anyone', because: 'the provider reads our name, our addresses and our public key' },
    rows: { none: 'our name and addresses' },
    rootOrg: true,
    show: async () => ({ type: 'application/samlmetadata+xml; charset=utf-8', body: await metadataOf(deps) }),
  }),
  logoutPage('saml2', deps.login),
];

/** What a test of the provider looks at. */
export function saml2Looks(deps: SignOnDeps, idp: (again?: boolean) => Promise<Idp>): readonly Look[] {
  const { settings } = deps;
  return [
    {
      step: LOOKS.settings,
      take() {
        const [url, xml] = [settings.get('SAML2_IDP_METADATA_URL'), settings.get('SAML2_IDP_METADATA_XML')];
        if (!url && !xml) throw new Unreachable('SAML2_IDP_METADATA_URL');
        return url || 'XML';
      },
    },
    { step: LOOKS.description, take: async () => (await idp(true)).entityId },
    { step: LOOKS.keys, take: async () => String((await idp()).certificates.length) },
    { step: LOOKS.addresses, take: async () => (await idp()).signOn },
    { step: LOOKS.register, take: () => `${callbackOf(settings)} (${entityOf(settings)})` },
  ];
}
