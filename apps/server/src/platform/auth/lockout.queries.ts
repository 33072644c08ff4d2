import { type Database, found } from '@postern/resource';
import { type Expression, type RawBuilder, sql } from 'kysely';

/** Counters of one name and place (docs/decisions/0065), as single statements: no two nodes count the same failure. */

/** Counters that pause a name; the other is that of an address over all names. */
export const NAME_COUNTERS = ['login', 'mfa', 'ahead', 'account'] as const;

/** Whether a name is paused at a moment, from some place or from all, as SQL over the name: a page of users costs no further query. */
export const isLocked = (username: Expression<unknown>, now: Expression<unknown>): RawBuilder<boolean> =>
  found(sql`from login_counters c where c.name = encode(sha256(convert_to(lower(${username}), 'UTF8')), 'hex')
    and c.kind in (${sql.join(NAME_COUNTERS)}) and c.locked_until > ${now}`);

/** Where a try is counted. */
export interface CounterKey {
  kind: string;
  name: string;
  place: string;
}

export interface Counter extends CounterKey {
  limit: number;
  /** Minutes of the first pause. */
  first: number;
  /** Minutes of the longest. */
  longest: number;
  /** Minutes a failure is remembered. */
  memory: number;
}

export interface Bumped {
  count: number;
  open: boolean;
  minutes: number;
}

/**
 * Counts one try and pauses the counter when there were enough. The first of a pause is looked at, those during it are not,
 * and every further pause is twice as long.
 */
export async function bump(db: Database, { kind, name, place, limit, first, longest, memory }: Counter): Promise<Bumped> {
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

/** A counter that pauses now, and for how many minutes. */
export interface Pausing {
  kind: string;
  minutes: number;
}

/** Which of these counters pause now: that of an address over all names first, then the longest pause. */
export async function pausing(db: Database, keys: readonly CounterKey[]): Promise<Pausing | undefined> {
  const asked = keys.map(({ kind, name, place }) => sql`(kind = ${kind} and name = ${name} and place = ${place})`);
  const { rows } = await sql<Pausing>`
    select kind, ceil(extract(epoch from locked_until - now()) / 60)::int as minutes from login_counters
    where locked_until > now() and (${sql.join(asked, sql` or `)})
    order by kind = 'ip' desc, minutes desc limit 1`.execute(db);
  return rows[0];
}

/** Takes one of so many times in a window that is fixed; false when none is left. */
export async function takeOne(
  db: Database,
  { kind, name }: Pick<CounterKey, 'kind' | 'name'>,
  { count, minutes }: { count: number; minutes: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into login_counters as c (kind, name, place, count, expires_at)
    values (${kind}, ${name}, '', 1, now() + make_interval(mins => ${minutes}))
    on conflict (kind, name, place) do update set
      count = case when c.expires_at < now() then 1 else c.count + 1 end,
      expires_at = case when c.expires_at < now() then excluded.expires_at else c.expires_at end
      where c.expires_at < now() or c.count < ${count}
    returning count`.execute(db);
  return rows.length > 0;
}

/** A counter on which the failures of another have counted, too, or none of them. */
export interface Also extends CounterKey {
  counted: boolean;
  limit: number;
}

/**
 * Forgets a counter, and takes its failures back from others, in one statement; one of those that falls below its limit pauses no more and
 * forgets its rounds.
 */
export async function forget(db: Database, { kind, name, place }: CounterKey, also: readonly Also[]): Promise<void> {
  const gone = sql`delete from login_counters where kind = ${kind} and name = ${name} and place = ${place}`;
  if (also.length === 0) return void (await gone.execute(db));
  const values = also.map((one) => sql`(${one.kind}, ${one.name}, ${one.place}, ${one.counted ? 1 : 0}::int, ${one.limit}::int)`);
  const left = sql`(c.count - g.count * o.share)`;
  await sql`
    with g as (${gone} returning count)
    update login_counters c set count = ${left}, rounds = case when ${left} < o.most then 0 else c.rounds end,
      locked_until = case when ${left} < o.most then null else c.locked_until end
    from (values ${sql.join(values)}) as o(kind, name, place, share, most), g
    where g.count > 0 and c.kind = o.kind and c.name = o.name and c.place = o.place`.execute(db);
}
