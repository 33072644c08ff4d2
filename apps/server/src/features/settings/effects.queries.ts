import { RUN_STATUS } from '@postern/contract/cloud';
import type { Context } from '@postern/resource';
import { sql } from 'kysely';
import type { LoginEnds } from '../../platform/auth/login-ends.ts';

/** People who can log in. */
const PEOPLE = (now: Date) => sql`u.is_active and not u.is_service_account and (u.date_expired is null or u.date_expired > ${now})`;

/** Local passwords, and those that are older than so many days. */
export async function oldPasswords(ctx: Context, days: number): Promise<{ total: number; old: number; own: boolean }> {
  const limit = new Date(ctx.clock().getTime() - days * 86_400_000);
  const { rows } = await sql<{ total: number; old: number; own: boolean }>`
    select count(*)::int as total, count(*) filter (where u.date_password_last_updated < ${limit})::int as old,
      coalesce(bool_or(u.id = ${ctx.actor.id} and u.date_password_last_updated < ${limit}), false) as own
    from users u where ${PEOPLE(ctx.clock())} and u.source = 'local' and u.date_password_last_updated is not null`.execute(ctx.tx);
  return rows[0] ?? { total: 0, old: 0, own: false };
}

/** Counting ends here: what is there to be said is the same for more. */
export const MOST = 100_000;

/** What the clean-up of the night looks at, and what of it is over. */
const CLEANED = {
  LOGIN_LOG_KEEP_DAYS: (before: Date) => sql`login_logs where datetime < ${before}`,
  OPERATE_LOG_KEEP_DAYS: (before: Date) => sql`operate_logs where datetime < ${before}`,
  FTP_LOG_KEEP_DAYS: (before: Date) => sql`ftp_logs where date_start < ${before}`,
  ACTIVITY_LOG_KEEP_DAYS: (before: Date) => sql`activity_logs where datetime < ${before}`,
  TASK_LOG_KEEP_DAYS: (before: Date) => sql`task_runs where is_finished and date_published < ${before}`,
  TERMINAL_SESSION_KEEP_DURATION: (before: Date) =>
    sql`sessions where is_finished and coalesce(date_end, date_start, date_created) < ${before}`,
  CLOUD_SYNC_TASK_EXECUTION_KEEP_DAYS: (before: Date) =>
    sql`sync_instance_task_executions where status <> ${RUN_STATUS.running} and date_created < ${before}`,
} as const;
export type Cleaned = keyof typeof CLEANED;
export const CLEANED_KEYS = Object.keys(CLEANED) as Cleaned[];

/** How many rows are older than so many days, and would go. */
export async function olderThan(ctx: Context, key: Cleaned, days: number): Promise<number> {
  const before = new Date(ctx.clock().getTime() - days * 86_400_000);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from ${CLEANED[key](before)} limit ${MOST}) old`.execute(ctx.tx);
  return rows[0]?.n ?? 0;
}

/** Logins that would be over by these ends at this moment, and whether the one that asks is among them. */
export async function loginsOver(ctx: Context, { idleMinutes, maxHours }: LoginEnds): Promise<{ count: number; own: boolean }> {
  const since = sql`date_created <= now() - make_interval(hours => ${maxHours})`;
  const idle = sql`date_seen <= now() - make_interval(mins => ${idleMinutes})`;
  const { rows } = await sql<{ count: number; own: boolean }>`
    select count(*)::int as count, coalesce(bool_or(id = ${ctx.session?.id ?? null}::uuid), false) as own from (
      select id from login_sessions where user_id is not null and expires_at > now() and (${since} or ${idle})
      union all select id from bearer_tokens where expires_at > now() and ${since}) over`.execute(ctx.tx);
  return rows[0] ?? { count: 0, own: false };
}

/** People who come in from one kind of place, and would have no other way in. Passwords of ours, passkeys, and places that stay open are others. */
export async function onlyThrough(
  ctx: Context,
  source: string,
  { open, ofSourceOnly, passkeys }: { open: readonly string[]; ofSourceOnly: readonly string[]; passkeys: boolean },
): Promise<{ count: number; own: boolean }> {
  const kind = sql`split_part(e.provider, ' ', 1)`;
  const { rows } = await sql<{ count: number; own: boolean }>`
    select count(*)::int as count, coalesce(bool_or(u.id = ${ctx.actor.id}), false) as own from users u
    where ${PEOPLE(ctx.clock())} and u.source <> 'local' and u.source <> all(${open}::text[])
      and (u.source = ${source} or exists (select from external_identities e where e.user_id = u.id and ${kind} = ${source}))
      and not exists (
        select from external_identities e
        where e.user_id = u.id and ${kind} = any(${open}::text[]) and (${kind} = u.source or ${kind} <> all(${ofSourceOnly}::text[])))
      and not (${passkeys} and exists (select from passkeys p where p.user_id = u.id))`.execute(ctx.tx);
  return rows[0] ?? { count: 0, own: false };
}

/** People who want notifications by a way, and whom it can reach. */
export async function wantedBy(ctx: Context, way: 'email' | 'sms'): Promise<number> {
  const reached = way === 'sms' ? sql`coalesce(u.phone, '') <> ''` : sql`u.email <> ''`;
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from users u join user_msg_subscriptions s on s.user_id = u.id
    where ${PEOPLE(ctx.clock())} and ${reached} and s.receive_backends ? ${way}`.execute(ctx.tx);
  return rows[0]?.n ?? 0;
}

/** People who are logged in at more than one browser. */
export async function loggedInTwice(ctx: Context): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from login_sessions where user_id is not null and expires_at > now() group by user_id having count(*) > 1) twice`.execute(
    ctx.tx,
  );
  return rows[0]?.n ?? 0;
}

/** Sessions that run and are shared. */
export async function sharedSessions(ctx: Context): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct s.id)::int as n from sessions s join session_sharings h on h.session_id = s.id
    where not s.is_finished and h.is_active`.execute(ctx.tx);
  return rows[0]?.n ?? 0;
}

/** People who have so many sessions open, or more. */
export async function peopleAtLimit(ctx: Context, limit: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from sessions where not is_finished and user_id <> '' group by user_id having count(*) >= ${limit}) busy`.execute(ctx.tx);
  return rows[0]?.n ?? 0;
}

/** Sessions that run at this moment, wherever; with `hours`, those that began so long ago. */
export async function runningSessions(ctx: Context, hours?: number): Promise<number> {
  const old = hours === undefined ? sql`true` : sql`date_start <= now() - make_interval(hours => ${hours})`;
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from sessions where not is_finished and ${old}`.execute(ctx.tx);
  return rows[0]?.n ?? 0;
}
