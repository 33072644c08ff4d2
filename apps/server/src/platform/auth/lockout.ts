import { createHash } from 'node:crypto';
import { addressGroup } from '@postern/contract/bounds';
import { type Database, EVERYBODY, eb, type Where } from '@postern/resource';
import { now } from '../database/moment.queries.ts';
import { type Also, bump, type Counter, forget, NAME_COUNTERS, pausing, takeOne } from './lockout.queries.ts';

export { isLocked } from './lockout.queries.ts';

/** Counters of wrong tries, shared by all nodes (docs/decisions/0065). */
export interface LockoutLimits {
  /** Failures per name and address until logging in from there as that name pauses. */
  count: number;
  /** Minutes of the first pause, and of the counter after its last failure. */
  minutes: number;
  /** Failures per address over all names, and the minutes of that pause. */
  ipCount: number;
  ipMinutes: number;
}

/** `ahead`: a code of the second factor that is shown before the password, to get past a pause. */
export type LockKind = 'login' | 'mfa' | 'ahead';

/** Who tries what, and from where. */
export interface Try {
  kind: LockKind;
  username: string;
  ip: string;
  /** The known device it comes from: counted by itself, so nobody elsewhere can close this way in. */
  device?: string | undefined;
  /** Something but the password is proven already: what others have tried does not count against it. */
  trusted?: boolean;
  /** The address is one that never pauses: nothing is counted against it, and what was counted before is not looked at. */
  spared?: boolean;
}

export interface FailureResult {
  /** Tries left for this name from here. */
  remaining: number;
  locked: 'user' | 'ip' | undefined;
  /** Minutes of the pause; 0 without one. */
  minutes: number;
  /** It pauses already: this try must not be looked at. */
  over: boolean;
}

/** A name may fail this many times as often from everywhere together as from one address. */
const ACCOUNT_FACTOR = 3;
/** Minutes of the first pause of a name from everywhere; doubled for every further failure, up to that of one address. */
const ACCOUNT_MINUTES = 1;
/** The pause of a name and an address is doubled this often at most. */
const MOST_DOUBLINGS = 3;

/** All that pause a login; `within` counts other things in the same table. */
const ALL_COUNTERS = ['ip', 'strange', ...NAME_COUNTERS] as const;

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
/** Names come from outside in any length and case. */
const nameKey = (name: string): string => hash(name.toLowerCase());
const ipKey = (ip: string): string => hash(addressGroup(ip));
/**
 * Passwords are counted per name and address (docs/wire/authentication.md#wrong-tries). Codes are short, and who is asked for one has
 * shown the password: they are counted per name, so that a thief gains nothing by changing addresses (CVE-2023-43650).
 */
const placeKey = ({ kind, ip, device }: Try): string => (device ? hash(`device ${device}`) : kind === 'mfa' ? 'any' : ipKey(ip));

/** What a try counts on, in this order; the first one that pauses ends it. */
function countersOf(tried: Try, limits: LockoutLimits): Counter[] {
  const { kind, username, ip } = tried;
  const { count, minutes } = limits;
  const name = nameKey(username);
  const own = { kind, name, place: placeKey(tried), limit: count, first: minutes, longest: minutes * 2 ** MOST_DOUBLINGS, memory: minutes };
  if (kind !== 'login') return [own];
  const account = { name, place: '', limit: count * ACCOUNT_FACTOR, first: ACCOUNT_MINUTES, longest: minutes, memory: minutes };
  const address = { name: '', place: ipKey(ip), limit: limits.ipCount, first: limits.ipMinutes, longest: limits.ipMinutes };
  return [
    own,
    ...(tried.device || tried.trusted ? [] : [{ kind: 'account' as const, ...account }]),
    ...(tried.spared ? [] : [{ kind: 'ip' as const, ...address, memory: limits.ipMinutes }]),
  ];
}

/**
 * Counts a try before it is looked at, so that many at once are not more than the limit; a right one takes its failures back
 * afterwards. Run it outside the request's transaction: it must survive the refusal.
 */
export async function countTry(db: Database, tried: Try, limits: LockoutLimits): Promise<FailureResult> {
  let remaining = limits.count;
  let locked: FailureResult['locked'];
  let minutes = 0;
  for (const counter of countersOf(tried, limits)) {
    const { count, open, minutes: pause } = await bump(db, counter);
    minutes = Math.max(minutes, pause);
    const by = counter.kind === 'ip' ? 'ip' : 'user';
    if (!open) return { remaining: 0, locked: by, minutes, over: true };
    if (counter.kind === tried.kind) remaining = Math.max(0, limits.count - count);
    if (count >= counter.limit) locked ??= by;
  }
  return { remaining, locked, minutes, over: false };
}

/** Why a try would not be looked at now, and for how many minutes. The address over all names comes first. */
export interface Pause {
  by: 'user' | 'ip';
  minutes: number;
}

export async function pausedBy(db: Database, tried: Try): Promise<Pause | undefined> {
  const { kind, username, ip } = tried;
  const name = nameKey(username);
  const first = await pausing(db, [
    { kind, name, place: placeKey(tried) },
    ...(kind === 'login' && !tried.device && !tried.trusted ? [{ kind: 'account', name, place: '' }] : []),
    ...(tried.spared ? [] : [{ kind: 'ip', name: '', place: ipKey(ip) }]),
  ]);
  return first && { by: first.kind === 'ip' ? 'ip' : 'user', minutes: first.minutes };
}

/**
 * Takes one of the few times that something may be asked for in a while; false when none is left. The window is fixed, so
 * that asking on and on keeps nobody out for longer.
 */
export const within = (db: Database, kind: string, name: string, limit: { count: number; minutes: number }): Promise<boolean> =>
  takeOne(db, { kind, name: nameKey(name) }, limit);

/**
 * After a success: the failures of this name from here were its owner's, and are taken back wherever they counted. Those of
 * others stay, or an attacker with one account of their own could wipe the address's counter at will.
 */
export async function clearFailures(db: Database, tried: Try, limits: LockoutLimits): Promise<void> {
  const name = nameKey(tried.username);
  const others: readonly Also[] = [
    { kind: 'account', name, place: '', counted: !(tried.device || tried.trusted), limit: limits.count * ACCOUNT_FACTOR },
    { kind: 'ip', name: '', place: ipKey(tried.ip), counted: true, limit: limits.ipCount },
  ];
  await forget(db, { kind: tried.kind, name, place: placeKey(tried) }, tried.kind === 'login' ? others : []);
}

/** Minutes for which an address is remembered to have failed on the login page. */
const STRANGE_MINUTES = 60;

/** An address failed on the login page. It pauses nothing by itself: browsers there are asked for more before the next try. */
export async function noteStrange(db: Database, ip: string): Promise<void> {
  const never = { limit: 2 ** 31 - 1, first: 0, longest: 0 };
  await bump(db, { kind: 'strange', name: '', place: ipKey(ip), ...never, memory: STRANGE_MINUTES });
}

/** How often an address has failed there lately. */
export async function strangeness(db: Database, ip: string): Promise<number> {
  const found = await db
    .selectFrom('login_counters')
    .select('count')
    .where('kind', '=', 'strange')
    .where('name', '=', '')
    .where('place', '=', ipKey(ip))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return found?.count ?? 0;
}

/** Takes away counters of these kinds for which a condition holds. Answers how many pauses and counts went. */
async function open(db: Database, kinds: readonly string[], which: Where): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('login_counters').where('kind', 'in', kinds).where(which).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Opens everything that is closed to a name, from whatever place: passwords, and codes unless told otherwise. */
export const unlockUser = (db: Database, username: string, options: { keepCodes?: true } = {}): Promise<number> =>
  open(
    db,
    NAME_COUNTERS.filter((kind) => !(options.keepCodes && kind === 'mfa')),
    eb('name', '=', nameKey(username)),
  );

/** Opens an address again, for all names. */
export const unlockAddress = (db: Database, ip: string): Promise<number> => open(db, ALL_COUNTERS, eb('place', '=', ipKey(ip)));

export const unlockEverything = (db: Database): Promise<number> => open(db, ALL_COUNTERS, EVERYBODY);
