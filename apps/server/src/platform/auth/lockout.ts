import { createHash } from 'node:crypto';
import type { Database } from '@postern/resource';
import { type RawBuilder, sql } from 'kysely';

/** Counters of failed logins, shared by all nodes (contract/authentication.md §4). */
export interface LockoutLimits {
  /** Failures per (username, address) until the username is locked. */
  count: number;
  /** Minutes of the lock, and of the counter after its last failure. */
  minutes: number;
  /** Failures per address over all users, and the minutes of that lock. */
  ipCount: number;
  ipMinutes: number;
}

export type LockKind = 'login' | 'mfa';

export interface FailureResult {
  /** Tries left for this user from this address. */
  remaining: number;
  locked: 'user' | 'ip' | undefined;
  /** This try came after the last one allowed: it must not be looked at. */
  over: boolean;
}

/** Names come from outside in any length and case. */
const keyOf = (name: string): string => createHash('sha256').update(name.toLowerCase()).digest('hex');
/**
 * Passwords are counted per name and address (contract/authentication.md §4). Codes are short, and who is asked for one has
 * shown the password: they are counted per name, so that a thief gains nothing by changing addresses (CVE-2023-43650).
 */
const pairKey = (kind: LockKind, username: string, ip: string): string => `${keyOf(username)}:${kind === 'mfa' ? 'any' : keyOf(ip)}`;

/** Whether logins of a name are locked at a moment, as SQL over the name: a page of users costs no further query. */
export const isLocked = (username: RawBuilder<unknown>, now: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from login_counters c where c.kind in ('login-lock', 'mfa-lock') and c.locked and c.expires_at > ${now}
    and c.key = encode(sha256(convert_to(lower(${username}), 'UTF8')), 'hex'))`;

async function bump(db: Database, kind: string, key: string, limit: number, minutes: number): Promise<number> {
  // One statement, so that no two nodes count the same failure; a counter that has expired starts again.
  const { rows } = await sql<{ count: number }>`
    insert into login_counters as c (kind, key, count, locked, expires_at)
    values (${kind}, ${key}, 1, ${limit <= 1}, now() + make_interval(mins => ${minutes}))
    on conflict (kind, key) do update set
      count = case when c.expires_at < now() then 1 else c.count + 1 end,
      locked = (case when c.expires_at < now() then 1 else c.count + 1 end) >= ${limit},
      expires_at = excluded.expires_at
    returning count`.execute(db);
  return rows[0]?.count ?? 1;
}

async function lock(db: Database, kind: string, key: string, minutes: number): Promise<void> {
  await sql`
    insert into login_counters as c (kind, key, count, locked, expires_at) values (${kind}, ${key}, 1, true, now() + make_interval(mins => ${minutes}))
    on conflict (kind, key) do update set locked = true, expires_at = excluded.expires_at`.execute(db);
}

/**
 * Counts a try before it is looked at, so that many at once are not more than the limit; a right one clears the count
 * afterwards. Run it outside the request's transaction: it must survive the refusal.
 */
export async function countTry(db: Database, kind: LockKind, username: string, ip: string, limits: LockoutLimits): Promise<FailureResult> {
  const count = await bump(db, kind, pairKey(kind, username, ip), limits.count, limits.minutes);
  if (count >= limits.count) await lock(db, `${kind}-lock`, keyOf(username), limits.minutes);
  const fromIp = kind === 'login' ? await bump(db, 'ip', keyOf(ip), limits.ipCount, limits.ipMinutes) : 0;
  const locked = count >= limits.count ? 'user' : fromIp >= limits.ipCount ? 'ip' : undefined;
  return { remaining: Math.max(0, limits.count - count), locked, over: count > limits.count };
}

/** What is locked now: the address over all users first, then the user. */
export async function lockedBy(db: Database, kind: LockKind, username: string, ip: string): Promise<'user' | 'ip' | undefined> {
  const { rows } = await sql<{ kind: string }>`
    select kind from login_counters where locked and expires_at > now()
      and ((kind = 'ip' and key = ${keyOf(ip)}) or (kind = ${`${kind}-lock`} and key = ${keyOf(username)}))`.execute(db);
  if (rows.some((row) => row.kind === 'ip')) return 'ip';
  return rows.length ? 'user' : undefined;
}

/**
 * Takes one of the few times that something may be asked for in a while; false when none is left. The window is fixed, so
 * that asking on and on keeps nobody out for longer.
 */
export async function within(db: Database, kind: string, name: string, limit: { count: number; minutes: number }): Promise<boolean> {
  const { rows } = await sql`
    insert into login_counters as c (kind, key, count, locked, expires_at)
    values (${kind}, ${keyOf(name)}, 1, false, now() + make_interval(mins => ${limit.minutes}))
    on conflict (kind, key) do update set
      count = case when c.expires_at < now() then 1 else c.count + 1 end,
      expires_at = case when c.expires_at < now() then excluded.expires_at else c.expires_at end
      where c.expires_at < now() or c.count < ${limit.count}
    returning count`.execute(db);
  return rows.length > 0;
}

/** After a success: the user's counter from this address, the user's lock, the address's counter. */
export async function clearFailures(db: Database, kind: LockKind, username: string, ip: string): Promise<void> {
  await sql`
    delete from login_counters
    where (kind = ${kind} and key = ${pairKey(kind, username, ip)}) or (kind = ${`${kind}-lock`} and key = ${keyOf(username)})
      or (${kind} = 'login' and kind = 'ip' and key = ${keyOf(ip)})`.execute(db);
}

/** An administrator unblocks a user: locks and counters of login and MFA go, from whatever address. */
export async function unlockUser(db: Database, username: string): Promise<void> {
  await sql`
    delete from login_counters
    where (kind in ('login-lock', 'mfa-lock') and key = ${keyOf(username)})
      or (kind in ('login', 'mfa') and key like ${`${keyOf(username)}:%`})`.execute(db);
}

/** True when the user is locked out of logging in or of the second factor. */
export async function isUserLocked(db: Database, username: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from login_counters where kind in ('login-lock', 'mfa-lock') and key = ${keyOf(username)} and locked and expires_at > now()`.execute(
    db,
  );
  return rows.length > 0;
}
