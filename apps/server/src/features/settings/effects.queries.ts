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
