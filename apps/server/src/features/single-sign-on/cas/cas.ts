import type { Context } from '@postern/resource';
import { attributesFrom } from '../../identities/index.ts';
import { attributesOf, backTo, NotProved, type Proof, type SignOnDeps, tripOf } from '../sign-on.ts';
import { beginTrip, once, type Trip } from '../trips.ts';
import { casPerson } from './cas-answer.ts';

/** CAS 1 to 3: a ticket in the address, which the server is asked about and which is good once. */

export const KIND = 'cas';
export const BACKEND = 'CAS';
const BOUNDS = { maxBytes: 256 * 1024, limit: 10_000, named: true } as const;
const VALIDATE: Readonly<Record<number, string>> = { 1: 'validate', 2: 'serviceValidate', 3: 'p3/serviceValidate' };
/** Tickets as servers make them; nothing else is asked about. */
const TICKET = /^ST-[\w.:-]{4,256}$/;
/** Milliseconds that a ticket is remembered; servers take one for some seconds. */
const REMEMBERED = 3_600_000;

type Settings = SignOnDeps['settings'];
const serverOf = ({ get }: Settings): string => `${get('CAS_SERVER_URL').replace(/\/+$/, '')}/`;
export const providerOf = (settings: Settings): string => `cas ${serverOf(settings)}`;
export const isTicket = (text: string): boolean => TICKET.test(text);
export const callbackOf = (deps: SignOnDeps): string =>
  backTo(deps.settings.get('CAS_ROOT_PROXIED_AS') || deps.settings.get('SITE_URL'), KIND, deps);

/** The service that tickets are for: ours, and this browser's. */
const serviceOf = (deps: SignOnDeps, state: string): string => `${callbackOf(deps)}?state=${state}`;

export async function authorizationOf(ctx: Context, deps: SignOnDeps, next: string): Promise<string> {
  const { state } = await beginTrip(ctx, tripOf(KIND, deps), next);
  const url = new URL('login', serverOf(deps.settings));
  url.searchParams.set('service', serviceOf(deps, state));
  return url.href;
}

/** @throws Error when the server vouches for nobody */
export async function personOf(ctx: Context, deps: SignOnDeps, trip: Trip, ticket: string): Promise<Proof> {
  const { settings, outbound } = deps;
  if (!isTicket(ticket)) throw new NotProved('there is no ticket');
  const until = ctx.clock().getTime() + REMEMBERED;
  if (!(await once(ctx, `${providerOf(settings)} ${ticket}`, until))) throw new NotProved('the ticket came before');
  const version = settings.get('CAS_VERSION');
  const url = new URL(VALIDATE[version] ?? '', serverOf(settings));
  url.searchParams.set('service', serviceOf(deps, trip.state));
  url.searchParams.set('ticket', ticket);
  const answer = await outbound.fetch(url.href, BOUNDS);
  if (answer.status !== 200) throw new NotProved(`the server answered ${answer.status}`);
  const { user, attributes, all } = casPerson(version, answer.body);
  const renamed = settings.get('CAS_RENAME_ATTRIBUTES');
  const map = Object.fromEntries(Object.entries(renamed).map(([theirs, ours]) => [ours, theirs]));
  const person = attributesOf(attributes, map);
  const username = person.username || attributes[settings.get('CAS_USERNAME_ATTRIBUTE')] || user;
  const apply = settings.get('CAS_APPLY_ATTRIBUTES_TO_USER');
  const taken = apply ? { ...person, username } : { name: '', email: '', username };
  const joins = settings.get('CAS_CREATE_USER');
  return {
    person: {
      provider: providerOf(settings),
      source: 'cas',
      subject: user,
      update: apply,
      joins,
      ...taken,
      attributes: attributesFrom(all),
    },
    facts: { ticket },
  };
}

/** Where the server logs browsers out; undefined where that is not wanted. */
export function logoutOf(deps: SignOnDeps): string | undefined {
  const { settings } = deps;
  if (!settings.get('CAS_LOGOUT_COMPLETELY')) return undefined;
  const url = new URL('logout', serverOf(settings));
  url.searchParams.set('service', callbackOf(deps).replace(/callback\/$/, 'logout/'));
  return url.href;
}
