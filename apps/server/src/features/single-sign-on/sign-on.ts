import type { SettingsReader } from '@postern/contract/settings';
import { text } from '@postern/contract/text';
import { type Context, type Field, Problem, type Route, text as textField } from '@postern/resource';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { OutboundError } from '../../platform/outbound/outbound-error.ts';
import { page, type Shown } from '../../platform/routes/page.ts';
import { browser, externalLogin, type LoginDeps, land, landRefused, logOut, next } from '../authentication/index.ts';
import { type ExternalPerson, Unreachable } from '../identities/index.ts';
import { type Addresses, type Instance, type Providers, providerAt, rivals } from './providers.ts';
import { endTrip, type Trip } from './trips.ts';

/** What all places have in common that a browser is sent to: the way there, the way back, and logging out. */

/** One provider. */
export interface SignOnDeps {
  /** As this provider is set. */
  settings: SettingsReader;
  outbound: Outbound;
  /** Its name in addresses; empty for the one that is the settings'. */
  provider: string;
  /** Its name on the login page; empty where the kind has one. */
  label: string;
}

/** The proof that a browser brought does not hold. Its message is for the server's log: no token, code or secret is in it. */
export class NotProved extends Error {}

/** Somebody whom a place vouches for, and what it wants to know again when they log out. */
export interface Proof {
  person: ExternalPerson;
  facts?: Readonly<Record<string, string>>;
}

/** @throws Unreachable when nobody set it up */
export function requireEnabled(enabled: boolean): void {
  if (!enabled) throw new Unreachable('this way in is not set up');
}

/** The first error of a chain of causes that a request to the outside has ended with. */
export function outboundError(error: unknown): OutboundError | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) if (at instanceof OutboundError) return at;
  return undefined;
}

/** What the server's log says of a failure: what our own checks and libraries said, never what was sent. */
function whyOf(error: unknown): string {
  const causes: string[] = [];
  for (let at = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth += 1)
    causes.push([(at as { code?: string }).code, at.message].filter(Boolean).join(' ').slice(0, 200));
  return causes.join(' < ');
}

/** What people are told of a proof that does not hold; the server's log is told more. */
export function refusedBy(ctx: Context, backend: string, error: unknown): 'external_unreachable' | 'external_refused' {
  ctx.log.warn({ backend, why: whyOf(error) }, 'a browser came back from another place without a proof that holds');
  return error instanceof Unreachable || outboundError(error) ? 'external_unreachable' : 'external_refused';
}

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
  const person = { ...proof.person, rivals: arrival.rivals };
  const facts = { ...proof.facts, ...(deps.provider ? { way: deps.provider } : {}) };
  return land(ctx, login, await externalLogin(ctx, login, { person, facts, backend }, browser(ctx, login)), next);
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

const GIVEN = text('Given by the other system', '由外部系统提供', '外部システムの値');
const MAX_GIVEN = 8192;

/** What a place wrote into the address: a text as it came, judged by whoever uses it. */
export function given(max = MAX_GIVEN): Field<string, 'always'> {
  const { kind, options } = textField({ label: GIVEN, max, default: '', blank: true });
  const parse = (value: unknown): string => {
    if (typeof value !== 'string' || value.length > max) throw new Problem('max_length', { max });
    return value;
  };
  return { kind: { ...kind, parse }, options };
}

/** Where the pages of a provider are, below the site's address. */
const baseOf = (kind: string, provider: string): string => `/core/auth/${kind}/${provider && `${provider}/`}`;
/** Where a provider sends browsers. */
export const backTo = (site: string, kind: string, { provider }: Pick<SignOnDeps, 'provider'>): string =>
  `${site.replace(/\/+$/, '')}${baseOf(kind, provider)}callback/`;

const START = 'sends a browser to a place that an administrator named, and nothing with it';
export const RETURN = 'whoever comes back brings a proof of that place, for the browser that asked and once';
export const startOf = (kind: string, { provider }: Pick<SignOnDeps, 'provider'>): string => `${baseOf(kind, provider)}login/`;
/** As a trip is for: the answer of one provider ends no trip to another. */
export const tripOf = (kind: string, { provider }: Pick<SignOnDeps, 'provider'>): string => (provider ? `${kind} ${provider}` : kind);
export const OWN = { rows: { own: 'the login of their session' }, rootOrg: true } as const;

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
  { base, name, params }: Addresses,
  written: readonly N[],
  prove: (ctx: Context, one: I, trip: Trip, query: Readonly<Record<N | 'state', string>>) => Promise<Proof>,
): Route =>
  page({
    path: `${base}callback/`,
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

/** `/core/auth/{kind}/logout/`: logs out here and, where the settings say so, there; browsers come back to it as well. */
export const logoutPage = <I extends Instance>({ login }: Kind<I>, { base, name, params }: Addresses): Route =>
  page({
    path: `${base}logout/`,
    name: `${name}.logout`,
    who: { allow: 'anyone', because: 'ends the session of whoever asks, nothing else' },
    ...OWN,
    params,
    query: { next },
    show: (ctx, { query }) => logOut(ctx, login, query.next),
  });

/** Attributes of a person by the names that the place has for them. */
export function attributesOf(
  claims: Readonly<Record<string, unknown>>,
  map: Readonly<Record<string, string>>,
): { username: string; name: string; email: string; phone?: string } {
  const of = (name: string): string => {
    const value = claims[map[name] ?? ''];
    const one = Array.isArray(value) ? value[0] : value;
    return typeof one === 'string' ? one.trim() : typeof one === 'number' ? String(one) : '';
  };
  const phone = of('phone');
  return { username: of('username'), name: of('name'), email: of('email'), ...(phone ? { phone } : {}) };
}
