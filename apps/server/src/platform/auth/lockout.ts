import { createHash } from 'node:crypto';
import { addressGroup } from '@postern/contract/bounds';
import { type Database, found } from '@postern/resource';
import { type RawBuilder, sql } from 'kysely';

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

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
/** Names come from outside in any length and case. */
const nameKey = (name: string): string => hash(name.toLowerCase());
const ipKey = (ip: string): string => hash(addressGroup(ip));
/**
 * Passwords are counted per name and address (docs/wire/authentication.md#wrong-tries). Codes are short, and who is asked for one has
 * shown the password: they are counted per name, so that a thief gains nothing by changing addresses (CVE-2023-43650).
 */
const placeKey = ({ kind, ip, device }: Try): string => (device ? hash(`device ${device}`) : kind === 'mfa' ? 'any' : ipKey(ip));

const LOCKS = sql`('login', 'mfa', 'ahead', 'account')`;

/** Whether a name is paused at a moment, from some place or from all, as SQL over the name: a page of users costs no further query. */
export const isLocked = (username: RawBuilder<unknown>, now: RawBuilder<unknown>): RawBuilder<boolean> =>
  found(sql`from login_counters c where c.name = encode(sha256(convert_to(lower(${username}), 'UTF8')), 'hex')
    and c.kind in ${LOCKS} and c.locked_until > ${now}`);

interface Counter {
  kind: LockKind | 'account' | 'ip';
  name: string;
  place: string;
  limit: number;
  /** Minutes of the first pause. */
  first: number;
  /** Minutes of the longest. */
  longest: number;
  /** Minutes a failure is remembered. */
  memory: number;
}

interface Bumped {
  count: number;
  open: boolean;
  minutes: number;
}

/**
 * Counts one try and pauses the counter when there were enough. The first of a pause is looked at, those during it are not,
 * and every further pause is twice as long. One statement, so that no two nodes count the same failure.
 */
async function bump(db: Database, { kind, name, place, limit, first, longest, memory }: Counter): Promise<Bumped> {
  const again = sql`c.expires_at >= now()`;
  const wasOpen = sql`(c.locked_until is null or c.locked_until <= now())`;
  const count = sql`(case when ${again} then c.count + 1 else 1 end)`;
  const rounds = sql`(case when not ${again} then ${limit <= 1 ? 1 : 0} when ${count} >= ${limit}::int and ${wasOpen} then c.rounds + 1 else c.rounds end)`;
  const pause = (times: RawBuilder<unknown>) =>
    sql`make_interval(secs => 60 * least(${longest}::float8, ${first}::float8 * power(2, greatest(0, least(${times}, 30) - 1))))`;
  const { rows } = await sql<Bumped>`
    insert into login_counters as c (kind, name, place, count, rounds, open, locked_until, expires_at)
    values (${kind}, ${name}, ${place}, 1, ${limit <= 1 ? 1 : 0}, true, case when ${limit <= 1} then now() + ${pause(sql`1`)} end,
      now() + make_interval(mins => ${memory}))
    on conflict (kind, name, place) do update set
      count = ${count}, rounds = ${rounds}, open = not ${again} or ${wasOpen},
      locked_until = case when ${count} >= ${limit}::int then now() + ${pause(rounds)} end,
      expires_at = now() + greatest(make_interval(mins => ${memory}), 2 * ${pause(rounds)})
    returning count, open, coalesce(ceil(extract(epoch from locked_until - now()) / 60), 0)::int as minutes`.execute(db);
  return rows[0] ?? { count: 1, open: true, minutes: 0 };
}

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
  const everywhere = kind === 'login' && !tried.device && !tried.trusted;
  const { rows } = await sql<{ kind: string; minutes: number }>`
    select kind, ceil(extract(epoch from locked_until - now()) / 60)::int as minutes from login_counters where locked_until > now()
      and ((${!tried.spared} and kind = 'ip' and name = '' and place = ${ipKey(ip)}) or (name = ${nameKey(username)} and
        ((kind = ${kind} and place = ${placeKey(tried)}) or (${everywhere} and kind = 'account' and place = ''))))
    order by kind = 'ip' desc, minutes desc`.execute(db);
  const [first] = rows;
  return first && { by: first.kind === 'ip' ? 'ip' : 'user', minutes: first.minutes };
}

/**
 * Takes one of the few times that something may be asked for in a while; false when none is left. The window is fixed, so
 * that asking on and on keeps nobody out for longer.
 */
export async function within(db: Database, kind: string, name: string, limit: { count: number; minutes: number }): Promise<boolean> {
  const { rows } = await sql`
    insert into login_counters as c (kind, name, place, count, expires_at)
    values (${kind}, ${nameKey(name)}, '', 1, now() + make_interval(mins => ${limit.minutes}))
    on conflict (kind, name, place) do update set
      count = case when c.expires_at < now() then 1 else c.count + 1 end,
      expires_at = case when c.expires_at < now() then excluded.expires_at else c.expires_at end
      where c.expires_at < now() or c.count < ${limit.count}
    returning count`.execute(db);
  return rows.length > 0;
}

/**
 * After a success: the failures of this name from here were its owner's, and are taken back wherever they counted. Those of
 * others stay, or an attacker with one account of their own could wipe the address's counter at will.
 */
export async function clearFailures(db: Database, tried: Try, limits: LockoutLimits): Promise<void> {
  const name = nameKey(tried.username);
  const { rows } = await sql<{ count: number }>`
    delete from login_counters where kind = ${tried.kind} and name = ${name} and place = ${placeKey(tried)} returning count`.execute(db);
  const own = rows[0]?.count ?? 0;
  if (own === 0 || tried.kind !== 'login') return;
  const account = tried.device || tried.trusted ? 0 : own;
  await sql`
    update login_counters c set count = c.count - o.own, rounds = case when c.count - o.own < o.most then 0 else c.rounds end,
      locked_until = case when c.count - o.own < o.most then null else c.locked_until end
    from (values ('account', ${name}, '', ${account}::int, ${limits.count * ACCOUNT_FACTOR}::int),
      ('ip', '', ${ipKey(tried.ip)}, ${own}::int, ${limits.ipCount}::int)) as o(kind, name, place, own, most)
    where c.kind = o.kind and c.name = o.name and c.place = o.place`.execute(db);
}

/** Opens everything that is closed to a name, from whatever place: passwords, and codes unless told otherwise. Answers how many pauses and counts went. */
export async function unlockUser(db: Database, username: string, options: { keepCodes?: true } = {}): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from login_counters where name = ${nameKey(username)} and kind in ${LOCKS} and not (${options.keepCodes ?? false} and kind = 'mfa')`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

/** Opens an address again, for all names. */
export async function unlockAddress(db: Database, ip: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from login_counters where place = ${ipKey(ip)} and (kind = 'ip' or kind in ${LOCKS})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export async function unlockEverything(db: Database): Promise<number> {
  const { numAffectedRows } = await sql`delete from login_counters where kind = 'ip' or kind in ${LOCKS}`.execute(db);
  return Number(numAffectedRows ?? 0);
}
