import { CodedError } from '@postern/contract/errors';
import type { Context, Route } from '@postern/resource';
import { loginEnds } from '../../../platform/auth/login-ends.ts';
import { createSession, endSession, findSession } from '../../../platform/auth/session-store.ts';
import { login } from '../../../platform/routes/login.ts';
import { page } from '../../../platform/routes/page.ts';
import { type LoginDeps, landRefused } from '../../authentication/index.ts';
import { Unreachable } from '../../identities/index.ts';
import { buttonOf, type Chosen, logoPages } from '../button.ts';
import { LOOKS, type Look, testRoute } from '../check.ts';
import { comeBack, loggedAs, logoutPage, startPage } from '../pages.ts';
import { addressesOf, type Instance, type Providers, providerAt, providersOf, rivals, type SignOnBase } from '../providers.ts';
import { given, NotProved, OWN, RETURN, refusedBy, requireEnabled, type SignOnDeps, tripOf, whyOf } from '../sign-on.ts';
import { endTrip, once } from '../trips.ts';
import { type Idp, idps } from './idp.ts';
import { endAsAsked, signedByPost, signedByRedirect } from './logout-request.ts';
import {
  type Asserted,
  asserted,
  authorizationOf,
  BACKEND,
  callbackOf,
  entityOf,
  KIND,
  logoutOf,
  metadataOf,
  providerOf,
} from './saml2.ts';

/** Bytes of an answer: assertions carry certificates and groups. */
const MAX_RESPONSE = 256 * 1024;
/** Seconds in which a browser comes for what was asserted of it: it is sent there at once. */
const LANDING_AGE = 60;

const LOGIN_PAGE = '/core/auth/login/';
type Away = { away: string } | { to: string };

interface Saml2 extends Instance {
  /** `again` reads its metadata anew. */
  idp: (again?: boolean) => Promise<Idp>;
}

const BUTTON: Chosen = { name: ({ get }) => get('SAML2_NAME'), logo: ({ get }) => get('SAML2_LOGO') };

const saml2 = (deps: SignOnDeps): Saml2 => {
  const { get } = deps.settings;
  const { read: idp, known } = idps(deps);
  return {
    deps,
    idp,
    way: {
      source: 'saml2',
      provider: deps.provider,
      enabled: () => get('AUTH_SAML2') && (get('SAML2_IDP_METADATA_URL') !== '' || get('SAML2_IDP_METADATA_XML') !== ''),
      ...buttonOf(KIND, deps, BUTTON, 'SAML'),
      async holds(place) {
        // What cannot be read has no name.
        const found = await known()?.catch(() => undefined);
        return found !== undefined && place === providerOf(found);
      },
      logout: async (facts) => logoutOf(deps, await idp(), facts),
    },
  };
};

export const saml2Providers = (base: SignOnBase): Providers<Saml2> => providersOf(base, 'saml2', saml2);

/** Keeps what was asserted where only the key that is answered leads to it: a session that belongs to nobody, for a minute. */
async function keep(ctx: Context, { deps }: Saml2, proven: Asserted): Promise<string> {
  const data = { asserted: proven, by: deps.provider };
  const { key } = await createSession(ctx.tx, { userId: null, data, keep: false, age: LANDING_AGE }, ctx.origin);
  return key;
}

/** Takes it out again, once. */
async function take(ctx: Context, { deps }: Saml2, key: string): Promise<Asserted | undefined> {
  const found = key === '' ? undefined : await findSession(ctx.tx, key, loginEnds(deps.settings));
  if (!found?.data.asserted || found.data.by !== deps.provider) return undefined;
  await endSession(ctx.tx, found.id);
  return (await once(ctx, `saml2 landing ${key}`, ctx.clock().getTime() + LANDING_AGE * 1000))
    ? (found.data.asserted as Asserted)
    : undefined;
}

/**
 * Ends what the provider says is over, and takes the browser back to it with our answer.
 * @param signed the request, once its signature is the provider's
 * @throws CodedError logout_refused when it is not, or something else about it does not hold; nothing has ended then
 */
async function ended(ctx: Context, { deps, idp, way }: Saml2, signed: (idp: Idp) => ReturnType<typeof signedByRedirect>): Promise<Away> {
  try {
    requireEnabled(way.enabled());
    const opened = await idp();
    const answer = await endAsAsked(ctx, deps, opened, await signed(opened));
    return answer ? { away: answer } : { to: LOGIN_PAGE };
  } catch (error) {
    ctx.log.warn({ backend: BACKEND, why: whyOf(error) }, 'a request to log out was refused');
    throw new CodedError('logout_refused');
  }
}

/** Logging in by SAML 2.0 (docs/sign-on.md). */
export function saml2Routes(providers: Providers<Saml2>, deps: LoginDeps): readonly Route[] {
  const kind = { kind: KIND, backend: BACKEND, login: deps, providers };
  const pages = addressesOf(KIND).flatMap((addresses) => [
    startPage(kind, addresses, async (ctx, one, next) => authorizationOf(ctx, one.deps, await one.idp(), next)),
    // The provider's page sends this, so no cookie of ours comes along: what it proves is kept, and the browser fetches it on a page of ours.
    login({
      path: `${addresses.base}callback/`,
      name: `${addresses.name}.callback`,
      because: RETURN,
      elsewhere: true,
      rows: { none: 'what the provider has signed' },
      bodyLimit: MAX_RESPONSE,
      params: addresses.params,
      body: { SAMLResponse: given(MAX_RESPONSE), RelayState: given() },
      async take(ctx, { body, params }) {
        const one = providerAt(providers, params);
        const to = new URLSearchParams({ state: body.RelayState.slice(0, 128) });
        try {
          requireEnabled(one.way.enabled());
          to.set('proof', await keep(ctx, one, await asserted(ctx, one.deps, await one.idp(), body.SAMLResponse)));
        } catch (error) {
          to.set('why', refusedBy(ctx, BACKEND, error));
        }
        const landing = one.way.start.replace(/login\/$/, 'landing/');
        return { status: 303, headers: { location: `${landing}?${to}`, 'cache-control': 'no-store' } };
      },
    }),
    page({
      path: `${addresses.base}landing/`,
      name: `${addresses.name}.landing`,
      who: { allow: 'anyone', because: RETURN },
      ...OWN,
      params: addresses.params,
      query: { state: given(), proof: given(), why: given() },
      async show(ctx, { query, params }) {
        const one = providerAt(providers, params);
        const trip = await endTrip(ctx, tripOf(KIND, one.deps), query.state);
        const about = { backend: loggedAs(BACKEND, one.deps), next: trip?.next ?? '', deps: one.deps, rivals: rivals(providers) };
        if (query.why === 'external_unreachable' || query.why === 'external_refused')
          return landRefused(ctx, deps, { code: query.why, backend: about.backend, next: about.next });
        return comeBack(ctx, deps, about, async () => {
          requireEnabled(one.way.enabled());
          const proven = await take(ctx, one, query.proof);
          if (!proven) throw new NotProved('there is no such proof');
          const unasked = proven.request === '' && one.deps.settings.get('SAML2_IDP_INITIATED');
          if (!unasked && (!trip || proven.request !== trip.kept.request)) throw new NotProved('this browser has not asked for that');
          return proven.proof;
        });
      },
    }),
    page({
      path: `${addresses.base}metadata/`,
      name: `${addresses.name}.metadata`,
      who: { allow: 'anyone', because: 'the provider reads our name, our addresses and our public key' },
      rows: { none: 'our name and addresses' },
      rootOrg: true,
      params: addresses.params,
      show: async (_ctx, { params }) => ({
        type: 'application/samlmetadata+xml; charset=utf-8',
        body: await metadataOf(providerAt(providers, params).deps),
      }),
    }),
    logoutPage(kind, addresses, async (ctx, one, search) => {
      if (!new URLSearchParams(search).has('SAMLRequest')) return undefined;
      return ended(ctx, one, async (idp) => signedByRedirect(idp, search));
    }),
    // The provider's page sends this as well, with a request of its own or with the answer to one of ours.
    login({
      path: `${addresses.base}logout/`,
      name: `${addresses.name}.ended`,
      because: 'a request that the provider has signed says whose sessions are over; they end, and nothing else happens',
      elsewhere: true,
      rows: { none: 'the sessions that the request of the provider names' },
      bodyLimit: MAX_RESPONSE,
      params: addresses.params,
      body: { SAMLRequest: given(MAX_RESPONSE), SAMLResponse: given(MAX_RESPONSE), RelayState: given() },
      async take(ctx, { body, params }) {
        const one = providerAt(providers, params);
        const { SAMLRequest, RelayState } = body;
        const shown = SAMLRequest
          ? await ended(ctx, one, (idp) => signedByPost(one.deps, idp, { SAMLRequest, RelayState }))
          : { to: LOGIN_PAGE };
        const location = 'away' in shown ? shown.away : shown.to;
        return { status: 303, headers: { location, 'cache-control': 'no-store' } };
      },
    }),
  ]);
  return [...pages, ...logoPages(KIND, providers, BUTTON), testRoute('saml2', (name) => saml2Looks(providers.named(name)))];
}

/** What a test of the provider looks at. */
function saml2Looks({ deps, idp }: Saml2): readonly Look[] {
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
    { step: LOOKS.register, take: () => `${callbackOf(deps)} (${entityOf(deps)})` },
  ];
}
