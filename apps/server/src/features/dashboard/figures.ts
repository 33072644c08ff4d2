import { RISK } from '@postern/contract/component';
import { typeLabel } from '@postern/contract/platforms';
import { render } from '@postern/contract/text';
import { at, type Context, EVERYBODY, eb, inOrg, zoned } from '@postern/resource';
import type { Expression } from 'kysely';
import { tally } from '../../platform/evidence-counts/tally.ts';
import { keptSum } from '../../platform/kept-counts/kept-counts.queries.ts';
import { untilChanged } from '../../platform/until-changed/until-changed.ts';
import { loginRows, operateRows } from '../audits/index.ts';
import type { CommandLogs } from '../command-log/index.ts';
import { ftpLogRows } from '../ftp-logs/index.ts';
import { jobLogRows } from '../jobs/index.ts';
import { isMember } from '../rbac/index.ts';
import { commandRows, sessionRows } from '../sessions/index.ts';
import { activeByDay } from './active-days.ts';
import { countByType, type Day, difference, loginDays, sessionDays, together } from './figures.queries.ts';

/** People of the organisation, without the accounts of services. */
const people = (ctx: Context) =>
  ctx.tx
    .selectFrom('users as u')
    .where('u.is_service_account', '=', false)
    .where(({ ref }) => isMember(ctx, ref('u.id')));
const assets = (ctx: Context) => ctx.tx.selectFrom('assets as a').where(inOrg(ctx, at('a')));
const sessions = (ctx: Context) => ctx.tx.selectFrom('sessions as s').where(sessionRows(ctx, 's'));
const logins = (ctx: Context, since: Date) =>
  ctx.tx.selectFrom('login_logs as l').where('l.datetime', '>=', since).where(loginRows(ctx, 'l'));
const operations = (ctx: Context, since: Date) =>
  ctx.tx.selectFrom('operate_logs as o').where(operateRows(ctx, 'o')).where('o.datetime', '>=', since);
const jobRuns = (ctx: Context, since: Date) =>
  ctx.tx.selectFrom('job_executions as e').where(jobLogRows(ctx, 'e')).where('e.date_created', '>=', since);
const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);
const commands = (ctx: Context, since: Date) =>
  ctx.tx.selectFrom('commands as c').where(commandRows(ctx, 'c')).where('c.timestamp', '>=', seconds(since));

/** Start of today in the caller's zone. */
export function midnight(ctx: Context, daysBack = 0): Date {
  const p = zoned(new Date(ctx.clock().getTime() - daysBack * 86_400_000), ctx.timeZone);
  return new Date(`${p.year}-${p.month}-${p.day}T00:00:00${p.offset.slice(0, 3)}:${p.offset.slice(3)}`);
}

/** All rows of a query. */
const ALL = eb.fn.countAll<number>().as('n');

/** Single figures by key (docs/wire/audits.md#dashboard), as numbers to select. `since` is the start of the chosen window. */
const SELECTED: Readonly<Record<string, (ctx: Context, since: Date) => Expression<unknown>>> = {
  users: (ctx) => people(ctx).select(ALL),
  assets: (ctx) => keptSum('assets', inOrg(ctx, at('c')), EVERYBODY),
  users_this_week: (ctx) => people(ctx).where('u.date_joined', '>=', monday(ctx)).select(ALL),
  login_users: (ctx, since) => logins(ctx, since).select(({ fn }) => fn.count<number>('l.username').distinct().as('n')),
  today_active_assets: (ctx) =>
    sessions(ctx)
      .where('s.date_start', '>=', midnight(ctx))
      .select(({ fn }) => fn.count<number>('s.asset_id').distinct().as('n')),
  online_users: (ctx) =>
    sessions(ctx)
      .where('s.is_finished', '=', false)
      .select(({ fn }) => fn.count<number>('s.user_id').distinct().as('n')),
  online_sessions: (ctx) => sessions(ctx).where('s.is_finished', '=', false).select(ALL),
  today_failed_sessions: (ctx) => sessions(ctx).where('s.is_success', '=', false).where('s.date_start', '>=', midnight(ctx)).select(ALL),
  user_login_logs: (ctx, since) => logins(ctx, since).select(ALL),
  user_login_success_logs: (ctx, since) => logins(ctx, since).where('l.status', '=', true).select(ALL),
  operate_logs: (ctx, since) => tally(ctx, { log: 'operate_logs', rows: operateRows, column: 'datetime' }, since),
  change_password_logs: (ctx, since) => operations(ctx, since).where('o.action', '=', 'change_password').select(ALL),
  commands: (ctx, since) => tally(ctx, { log: 'commands', rows: commandRows, column: 'timestamp', stored: seconds }, since),
  commands_danger: (ctx, since) => commands(ctx, since).where('c.risk_level', '=', RISK.reject).select(ALL),
  // All but those that run, which are few.
  history_sessions: (ctx, since) =>
    difference(
      tally(ctx, { log: 'sessions', rows: sessionRows, column: 'date_start' }, since),
      sessions(ctx).where('s.is_finished', '=', false).where('s.date_start', '>=', since).select(ALL),
    ),
  job_logs: (ctx, since) => jobRuns(ctx, since).select(ALL),
  job_logs_running: (ctx, since) => jobRuns(ctx, since).where('e.status', '=', 'running').select(ALL),
  job_logs_failed: (ctx, since) => jobRuns(ctx, since).where('e.status', 'in', ['failed', 'timeout']).select(ALL),
  ftp_logs: (ctx, since) => tally(ctx, { log: 'ftp_logs', rows: ftpLogRows, column: 'date_start' }, since),
};

/** Assets that came this week: kept until assets come or go, because no index has the time at which they came. */
async function assetsSince(ctx: Context, moment: Date): Promise<number> {
  const { value } = await untilChanged(ctx, `assets since ${moment.getTime()}`, async () => {
    const { n } = await assets(ctx).where('a.date_created', '>=', moment).select(ALL).executeTakeFirstOrThrow();
    return { value: n, bytes: 8 };
  });
  return value;
}

async function assetsByType(ctx: Context) {
  const rows = await countByType(ctx, inOrg(ctx, at('c')));
  return rows.map((row) => ({ ...row, label: render(typeLabel(row.type), ctx.language) }));
}

/** Figures that are found in ways of their own. */
const FOUND: Readonly<Record<string, (ctx: Context) => Promise<unknown>>> = {
  assets_this_week: (ctx) => assetsSince(ctx, monday(ctx)),
  type_to_assets_amount: assetsByType,
};

/** Commands that are kept elsewhere than in the table. */
const ELSEWHERE: Readonly<Record<string, readonly number[] | undefined>> = { commands: undefined, commands_danger: [RISK.reject] };

export const FIGURES: readonly string[] = [...Object.keys(SELECTED), ...Object.keys(FOUND)];

/** The figures of these names: those that can be selected in one statement. */
export async function figuresOf(
  ctx: Context,
  names: readonly string[],
  since: Date,
  logs: CommandLogs,
): Promise<ReadonlyMap<string, unknown>> {
  const selected = names.flatMap((name) => {
    const figure = SELECTED[name];
    return figure ? [[name, figure(ctx, since)] as const] : [];
  });
  const [numbers, found, elsewhere] = await Promise.all([
    together(ctx, selected),
    Promise.all(names.map(async (name) => [name, await FOUND[name]?.(ctx)] as const)),
    Promise.all(
      Object.entries(ELSEWHERE).map(async ([name, risks]) => {
        if (!names.includes(name)) return [name, 0] as const;
        return [name, await logs.countAll(ctx, { since: seconds(since), ...(risks ? { risks } : {}) })] as const;
      }),
    ),
  ]);
  const more = new Map(elsewhere);
  return new Map<string, unknown>([
    ...found.filter(([, value]) => value !== undefined),
    ...selected.map(([name]) => [name, (numbers[name] ?? 0) + (more.get(name) ?? 0)] as const),
  ]);
}

function monday(ctx: Context): Date {
  const today = midnight(ctx);
  const p = zoned(today, ctx.timeZone);
  const weekday = (new Date(`${p.year}-${p.month}-${p.day}T12:00:00Z`).getUTCDay() + 6) % 7;
  return midnight(ctx, weekday);
}

/** Figures per local day, oldest first, today counted too. */
async function perDay(ctx: Context, days: number, figures: (ctx: Context, from: Date) => Promise<Day[]>) {
  const found = new Map((await figures(ctx, midnight(ctx, days - 1))).map((row) => [row.day, row]));
  return Array.from({ length: days }, (_, at) => {
    const p = zoned(midnight(ctx, days - 1 - at), ctx.timeZone);
    const row = found.get(`${p.year}-${p.month}-${p.day}`);
    return { label: `${p.month}-${p.day}`, a: row?.a ?? 0, b: row?.b ?? 0 };
  });
}

export async function sessionTrend(ctx: Context, days: number) {
  const series = await perDay(ctx, days, sessionDays);
  return { dates_metrics_date: series.map((one) => one.label), dates_metrics_total_count_session: series.map((one) => one.a) };
}

export async function loginTrend(ctx: Context, days: number) {
  const logged = await perDay(ctx, days, loginDays);
  const active = await perDay(ctx, days, activeByDay);
  return {
    dates_metrics_date: logged.map((one) => one.label),
    dates_metrics_total_count_login: logged.map((one) => one.a),
    dates_metrics_total_count_active_users: active.map((one) => one.a),
    dates_metrics_total_count_active_assets: active.map((one) => one.b),
  };
}

/** Entries of the rankings and of the latest sessions (docs/behaviour/start-and-views.md#console-dashboard). */
const TOP = 10;

/** `YYYY-MM-DD HH:MM:SS+00:00`, the form these three lists use (docs/wire/conventions.md#values). */
const plain = (date: Date) => `${date.toISOString().slice(0, 19).replace('T', ' ')}+00:00`;

const latest = (ctx: Context, since: Date) => sessions(ctx).where('s.date_start', '>=', since).limit(TOP);

const ranked = <R extends { last: Date }>(rows: readonly R[]) => rows.map((row) => ({ ...row, last: plain(row.last) }));

export async function topAssets(ctx: Context, since: Date) {
  const rows = await latest(ctx, since)
    .select(({ fn }) => ['s.asset', fn.countAll<number>().as('total'), fn.max<Date>('s.date_start').as('last')])
    .groupBy('s.asset')
    .orderBy('total', 'desc')
    .orderBy('s.asset')
    .execute();
  return ranked(rows);
}

export async function topUsers(ctx: Context, since: Date) {
  const rows = await latest(ctx, since)
    .select(({ fn }) => ['s.user_id', fn.max('s.user').as('user'), fn.countAll<number>().as('total')])
    .select(({ fn }) => fn.max<Date>('s.date_start').as('last'))
    .groupBy('s.user_id')
    .orderBy('total', 'desc')
    .execute();
  return ranked(rows);
}

export async function latestSessions(ctx: Context, since: Date) {
  const rows = await latest(ctx, since)
    .select(['s.id', 's.user', 's.asset', 's.is_finished'])
    // All of these began.
    .select(({ ref }) => ref('s.date_start').$notNull().as('date_start'))
    // As the index has them, which ends with those that never began.
    .orderBy('s.date_start', (by) => by.desc().nullsLast())
    .execute();
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
