import { typeLabel } from '@postern/contract/platforms';
import { render } from '@postern/contract/text';
import { type Context, zoned } from '@postern/resource';
import { sql } from 'kysely';
import { isMember, isMemberName } from '../rbac/index.ts';

/** Organisation scope of a table's rows. */
const inOrg = (ctx: Context) => (ctx.org.isRoot ? sql`true` : sql`org_id = ${ctx.org.id}`);
/** Login logs carry names; in an organisation only its members' count. */
const ofMembers = (ctx: Context) => isMemberName(ctx, sql`username`);
/** People of the organisation, without the accounts of services. */
const people = (ctx: Context) => sql`select count(*)::int as n from users where not is_service_account and ${isMember(ctx, sql`users.id`)}`;

/** Start of today in the caller's zone. */
export function midnight(ctx: Context, daysBack = 0): Date {
  const p = zoned(new Date(ctx.clock().getTime() - daysBack * 86_400_000), ctx.timeZone);
  return new Date(`${p.year}-${p.month}-${p.day}T00:00:00${p.offset.slice(0, 3)}:${p.offset.slice(3)}`);
}

const number = async (ctx: Context, query: ReturnType<typeof sql<{ n: number }>>): Promise<number> =>
  (await query.execute(ctx.tx)).rows[0]?.n ?? 0;

/** Single figures by key: each one query (docs/wire/audits.md#dashboard). `since` is the start of the chosen window. */
export const COUNTS: Readonly<Record<string, (ctx: Context, since: Date) => Promise<unknown>>> = {
  users: (ctx) => number(ctx, sql`${people(ctx)}`),
  assets: (ctx) => number(ctx, sql`select count(*)::int as n from assets where ${inOrg(ctx)}`),
  users_this_week: (ctx) => number(ctx, sql`${people(ctx)} and date_joined >= ${monday(ctx)}`),
  assets_this_week: (ctx) => number(ctx, sql`select count(*)::int as n from assets where ${inOrg(ctx)} and date_created >= ${monday(ctx)}`),
  login_users: (ctx, since) =>
    number(ctx, sql`select count(distinct username)::int as n from login_logs where datetime >= ${since} and ${ofMembers(ctx)}`),
  today_active_assets: (ctx) =>
    number(ctx, sql`select count(distinct asset_id)::int as n from sessions where ${inOrg(ctx)} and date_start >= ${midnight(ctx)}`),
  online_users: (ctx) => number(ctx, sql`select count(distinct user_id)::int as n from sessions where ${inOrg(ctx)} and not is_finished`),
  online_sessions: (ctx) => number(ctx, sql`select count(*)::int as n from sessions where ${inOrg(ctx)} and not is_finished`),
  today_failed_sessions: (ctx) =>
    number(ctx, sql`select count(*)::int as n from sessions where ${inOrg(ctx)} and not is_success and date_start >= ${midnight(ctx)}`),
  user_login_logs: (ctx, since) =>
    number(ctx, sql`select count(*)::int as n from login_logs where datetime >= ${since} and ${ofMembers(ctx)}`),
  user_login_success_logs: (ctx, since) =>
    number(ctx, sql`select count(*)::int as n from login_logs where datetime >= ${since} and status and ${ofMembers(ctx)}`),
  operate_logs: (ctx, since) => number(ctx, sql`select count(*)::int as n from operate_logs where ${inOrg(ctx)} and datetime >= ${since}`),
  change_password_logs: (ctx, since) =>
    number(
      ctx,
      sql`select count(*)::int as n from operate_logs where action = 'change_password' and ${inOrg(ctx)} and datetime >= ${since}`,
    ),
  commands: (ctx, since) =>
    number(ctx, sql`select count(*)::int as n from commands where ${inOrg(ctx)} and timestamp >= ${Math.floor(since.getTime() / 1000)}`),
  commands_danger: (ctx, since) =>
    number(
      ctx,
      sql`select count(*)::int as n from commands where ${inOrg(ctx)} and risk_level = 5 and timestamp >= ${Math.floor(since.getTime() / 1000)}`,
    ),
  history_sessions: (ctx, since) =>
    number(ctx, sql`select count(*)::int as n from sessions where ${inOrg(ctx)} and is_finished and date_start >= ${since}`),
  // Nothing here runs jobs of people's own: clients draw the figures all the same, and none is what there is.
  ...Object.fromEntries(['job_logs', 'job_logs_running', 'job_logs_failed'].map((name) => [name, async () => 0])),
  ftp_logs: (ctx, since) => number(ctx, sql`select count(*)::int as n from ftp_logs where ${inOrg(ctx)} and date_start >= ${since}`),
  async type_to_assets_amount(ctx) {
    const { rows } = await sql<{ type: string; total: number }>`
      select p.type, count(*)::int as total from assets a join platforms p on p.id = a.platform_id where ${ctx.org.isRoot ? sql`true` : sql`a.org_id = ${ctx.org.id}`} group by p.type order by total desc`.execute(
      ctx.tx,
    );
    return rows.map((row) => ({ ...row, label: render(typeLabel(row.type), ctx.language) }));
  },
};

function monday(ctx: Context): Date {
  const today = midnight(ctx);
  const p = zoned(today, ctx.timeZone);
  const weekday = (new Date(`${p.year}-${p.month}-${p.day}T12:00:00Z`).getUTCDay() + 6) % 7;
  return midnight(ctx, weekday);
}

interface Day {
  day: string;
  a: number;
  b: number;
}

/** Figures per local day, oldest first, today counted too. */
async function perDay(ctx: Context, days: number, query: (from: Date) => ReturnType<typeof sql<Day>>) {
  const { rows } = await query(midnight(ctx, days - 1)).execute(ctx.tx);
  const found = new Map(rows.map((row) => [row.day, row]));
  return Array.from({ length: days }, (_, at) => {
    const p = zoned(midnight(ctx, days - 1 - at), ctx.timeZone);
    const row = found.get(`${p.year}-${p.month}-${p.day}`);
    return { label: `${p.month}-${p.day}`, a: row?.a ?? 0, b: row?.b ?? 0 };
  });
}

const localDay = (ctx: Context, column: string) => sql`to_char(${sql.ref(column)} at time zone ${ctx.timeZone}, 'YYYY-MM-DD')`;

export async function sessionTrend(ctx: Context, days: number) {
  const series = await perDay(
    ctx,
    days,
    (from) =>
      sql<Day>`select ${localDay(ctx, 'date_start')} as day, count(*)::int as a, 0 as b from sessions where ${inOrg(ctx)} and date_start >= ${from} group by 1`,
  );
  return { dates_metrics_date: series.map((one) => one.label), dates_metrics_total_count_session: series.map((one) => one.a) };
}

export async function loginTrend(ctx: Context, days: number) {
  const logins = await perDay(
    ctx,
    days,
    (from) =>
      sql<Day>`select ${localDay(ctx, 'datetime')} as day, count(*)::int as a, count(distinct username)::int as b from login_logs where datetime >= ${from} and status and ${ofMembers(ctx)} group by 1`,
  );
  const active = await perDay(
    ctx,
    days,
    (from) =>
      sql<Day>`select ${localDay(ctx, 'date_start')} as day, count(distinct user_id)::int as a, count(distinct asset_id)::int as b from sessions where ${inOrg(ctx)} and date_start >= ${from} group by 1`,
  );
  return {
    dates_metrics_date: logins.map((one) => one.label),
    dates_metrics_total_count_login: logins.map((one) => one.a),
    dates_metrics_total_count_active_users: active.map((one) => one.a),
    dates_metrics_total_count_active_assets: active.map((one) => one.b),
  };
}

/** Entries of the rankings and of the latest sessions (docs/behaviour/start-and-views.md#console-dashboard). */
const TOP = 10;

/** `YYYY-MM-DD HH:MM:SS+00:00`, the form these three lists use (docs/wire/conventions.md#values). */
const plain = (date: Date) => `${date.toISOString().slice(0, 19).replace('T', ' ')}+00:00`;

export async function topAssets(ctx: Context, since: Date) {
  const { rows } = await sql<{ asset: string; total: number; last: Date }>`
    select asset, count(*)::int as total, max(date_start) as last from sessions where ${inOrg(ctx)} and date_start >= ${since} group by asset order by total desc, asset limit ${TOP}`.execute(
    ctx.tx,
  );
  return rows.map((row) => ({ ...row, last: plain(row.last) }));
}

export async function topUsers(ctx: Context, since: Date) {
  const { rows } = await sql<{ user_id: string; user: string; total: number; last: Date }>`
    select user_id, max("user") as user, count(*)::int as total, max(date_start) as last from sessions where ${inOrg(ctx)} and date_start >= ${since} group by user_id order by total desc limit ${TOP}`.execute(
    ctx.tx,
  );
  return rows.map((row) => ({ ...row, last: plain(row.last) }));
}

export async function latestSessions(ctx: Context, since: Date) {
  const { rows } = await sql<{ id: string; user: string; asset: string; is_finished: boolean; date_start: Date }>`
    select id, "user", asset, is_finished, date_start from sessions where ${inOrg(ctx)} and date_start >= ${since} order by date_start desc limit ${TOP}`.execute(
    ctx.tx,
  );
  const words = new Intl.RelativeTimeFormat(ctx.language, { numeric: 'auto' });
  return rows.map(({ id, user, asset, is_finished, date_start }) => {
    const minutes = Math.round((date_start.getTime() - ctx.clock().getTime()) / 60_000);
    const since =
      minutes > -60
        ? words.format(minutes, 'minute')
        : minutes > -1440
          ? words.format(Math.round(minutes / 60), 'hour')
          : words.format(Math.round(minutes / 1440), 'day');
    return { id, user, asset, is_finished, date_start: plain(date_start), timesince: since };
  });
}
