import type { Context, Route } from '@postern/resource';
import { page, type Shown } from '../../platform/routes/page.ts';
import { browser, externalLogin, type LoginDeps, land, landRefused, logOut, next } from '../authentication/index.ts';
import { type Addresses, type Instance, type Providers, providerAt, rivals } from './providers.ts';
import { given, NotProved, OWN, type Proof, RETURN, refusedBy, requireEnabled, type SignOnDeps, tripOf, whyOf } from './sign-on.ts';
import { endTrip, type Trip } from './trips.ts';

/** The pages of each kind: the way there, the way back, and out. */

const START = 'sends a browser to a place that an administrator named, and nothing with it';
/** One kind of provider: what its pages are called and who is asked. */
export interface Kind<I extends Instance> {
  kind: string;
  /** As the log of logins says it. */
  backend: string;
  login: LoginDeps;
  providers: Providers<I>;
}

/** As the log of logins says it: which of several it was, too. */
export const loggedAs = (backend: string, { label }: SignOnDeps): string => (label ? `${backend} (${label})` : backend);

/**
 * `/core/auth/{kind}/login/`: sends the browser away.
 * @param address of the place, asked for once the way is known to be on
 */
export const startPage = <I extends Instance>(
  { backend, login, providers }: Kind<I>,
  { base, name, params }: Addresses,
  address: (ctx: Context, one: I, next: string) => Promise<string>,
): Route =>
  page({
    path: `${base}login/`,
    name: `${name}.login`,
    who: { allow: 'anyone', because: START },
    ...OWN,
    params,
    query: { next },
    show: (ctx, { query, params: named }) => {
      const one = providerAt(providers, named);
      return sendAway(ctx, login, { backend: loggedAs(backend, one.deps), next: query.next }, async () => {
        requireEnabled(one.way.enabled());
        return address(ctx, one, query.next);
      });
    },
  });

/**
 * `/core/auth/{kind}/callback/`: where the browser comes back with what the place wrote into the address, on the trip that it began.
 * @param written names of it, besides the state
 */
export const returnPage = <I extends Instance, const N extends string>(
  { kind, backend, login, providers }: Kind<I>,
  { base, name, params, back = `${base}callback/` }: Addresses,
  written: readonly N[],
  prove: (ctx: Context, one: I, trip: Trip, query: Readonly<Record<N | 'state', string>>) => Promise<Proof>,
): Route =>
  page({
    path: back,
    name: `${name}.callback`,
    who: { allow: 'anyone', because: RETURN },
    ...OWN,
    params,
    query: Object.fromEntries(['state', ...written].map((one) => [one, given()])) as Record<N | 'state', ReturnType<typeof given>>,
    async show(ctx, { query, params: named }) {
      const values = query as Readonly<Record<N | 'state', string>>;
      const one = providerAt(providers, named);
      const { deps } = one;
      const trip = await endTrip(ctx, tripOf(kind, deps), values.state);
      const arrival = { backend: loggedAs(backend, deps), next: trip?.next ?? '', deps, rivals: rivals(providers) };
      return comeBack(ctx, login, arrival, async () => {
        requireEnabled(one.way.enabled());
        if (!trip) throw new NotProved('this browser is on no such way');
        return prove(ctx, one, trip, values);
      });
    },
  });

/**
 * `/core/auth/{kind}/logout/`: logs out here and, where the settings say so, there; browsers come back to it as well.
 * @param told what the provider says with a browser that it sends here; undefined when it says nothing
 */
export const logoutPage = <I extends Instance>(
  { login, providers }: Kind<I>,
  { base, name, params }: Addresses,
  told: (ctx: Context, one: I, search: string) => Promise<Shown | undefined> = async () => undefined,
): Route =>
  page({
    path: `${base}logout/`,
    name: `${name}.logout`,
    who: { allow: 'anyone', because: 'ends the session of whoever asks, nothing else' },
    ...OWN,
    params,
    query: { next },
    async show(ctx, { query, params: named, request }) {
      return (await told(ctx, providerAt(providers, named), request.url.search)) ?? logOut(ctx, login, query.next);
    },
  });

/** A browser on its way back: by which log of logins, for which page, and from where. */
interface Arrival {
  backend: string;
  next: string;
  deps: SignOnDeps;
  /** Several providers of the kind are in use. */
  rivals: boolean;
}

/** A browser came back: looks at its proof, and logs it in as far as that goes (docs/wire/authentication.md#people-of-other-places). */
export async function comeBack(ctx: Context, login: LoginDeps, arrival: Arrival, prove: () => Promise<Proof>): Promise<Shown> {
  const { backend, next, deps } = arrival;
  let proof: Proof;
  try {
    proof = await prove();
  } catch (error) {
    return landRefused(ctx, login, { code: refusedBy(ctx, backend, error), backend, next });
  }
  const person = { ...proof.person, way: deps.provider, rivals: arrival.rivals };
  const facts = { ...proof.facts, ...(deps.provider ? { way: deps.provider } : {}) };
  return land(
    ctx,
    login,
    await externalLogin(ctx, login, { person, facts, backend, factor: proof.factor === true }, browser(ctx, login)),
    next,
  );
}

/** Sends a browser away; where the place cannot be asked for what that takes, it is told so on the login page. */
async function sendAway(
  ctx: Context,
  deps: LoginDeps,
  { backend, next }: { backend: string; next: string },
  address: () => Promise<string>,
): Promise<Shown> {
  try {
    return { away: await address() };
  } catch (error) {
    ctx.log.warn({ backend, why: whyOf(error) }, 'a browser could not be sent to another place');
    return landRefused(ctx, deps, { code: 'external_unreachable', backend, next });
  }
}
