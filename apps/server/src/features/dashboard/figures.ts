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
import {
  type Begun,
  countByType,
  type Day,
  difference,
  lastSessions,
  loginDays,
  mostSessions,
  numeric,
  type OfType,
  type Ranking,
  type SessionDay,
  sessionDays,
  together,
} from './figures.queries.ts';

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

/** Commands that are kept elsewhere than in the table. */
const ELSEWHERE: Readonly<Record<string, readonly number[] | undefined>> = { commands: undefined, commands_danger: [RISK.reject] };

const BY_TYPE = 'type_to_assets_amount';
const THIS_WEEK = 'assets_this_week';
export const FIGURES: readonly string[] = [...Object.keys(SELECTED), THIS_WEEK, BY_TYPE];

/** A part of the dashboard: its values of the statement that all parts share, and what is made of them. */
export interface Part {
  values: readonly (readonly [name: string, value: Expression<unknown>])[];
  answer(read: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> | Record<string, unknown>;
}

/** All that some parts answer. What several of them need is asked once. */
export async function answerOf(ctx: Context, parts: readonly Part[]): Promise<Record<string, unknown>> {
  const read = await together(ctx, [...new Map(parts.flatMap(({ values }) => values))]);
  return Object.assign({}, ...(await Promise.all(parts.map((part) => part.answer(read)))));
}

const OUTSIDE = 'outside';
const keyOf = (name: string) => `total_count_${name}`;

/** The single figures of these names. */
export function figures(ctx: Context, names: readonly string[], since: Date, logs: CommandLogs): Part {
  const selected = names.flatMap((name) => {
    const figure = SELECTED[name];
    return figure ? [[name, numeric(figure(ctx, since))] as const] : [];
  });
  const byType = names.includes(BY_TYPE) ? [[BY_TYPE, countByType(inOrg(ctx, at('c')))] as const] : [];
  const mayBeElsewhere = names.some((name) => name in ELSEWHERE);
  return {
    values: [...selected, ...byType, ...(mayBeElsewhere ? [[OUTSIDE, logs.areThere()] as const] : [])],
    async answer(read) {
      const answer: Record<string, unknown> = {};
      for (const [name] of selected) answer[keyOf(name)] = read[name];
      if (byType.length > 0)
        answer[keyOf(BY_TYPE)] = (read[BY_TYPE] as OfType[]).map((row) => ({ ...row, label: render(typeLabel(row.type), ctx.language) }));
      if (names.includes(THIS_WEEK)) answer[keyOf(THIS_WEEK)] = await assetsSince(ctx, monday(ctx));
      if (!read[OUTSIDE]) return answer;
      for (const [name, risks] of Object.entries(ELSEWHERE)) {
        if (!names.includes(name)) continue;
        const more = await logs.countAll(ctx, { since: seconds(since), ...(risks ? { risks } : {}) });
        answer[keyOf(name)] = Number(read[name]) + more;
      }
      return answer;
    },
  };
}

function monday(ctx: Context): Date {
  const today = midnight(ctx);
  const p = zoned(today, ctx.timeZone);
  const weekday = (new Date(`${p.year}-${p.month}-${p.day}T12:00:00Z`).getUTCDay() + 6) % 7;
  return midnight(ctx, weekday);
}

/** Figures per local day, oldest first, today counted too. */
function perDay<D extends { day: string }>(ctx: Context, days: number, figures: readonly D[]) {
  const found = new Map(figures.map((row) => [row.day, row]));
  return Array.from({ length: days }, (_, at) => {
    const p = zoned(midnight(ctx, days - 1 - at), ctx.timeZone);
    return { label: `${p.month}-${p.day}`, row: found.get(`${p.year}-${p.month}-${p.day}`) };
  });
}

const SESSIONS = 'sessions by day';
const sessionsByDay = (ctx: Context, from: Date) => [SESSIONS, sessionDays(ctx, from)] as const;

export const sessionTrend = (ctx: Context, days: number): Part => ({
  values: [sessionsByDay(ctx, midnight(ctx, days - 1))],
  answer(read) {
    const series = perDay(ctx, days, read[SESSIONS] as SessionDay[]);
    return {
      dates_metrics_date: series.map(({ label }) => label),
      dates_metrics_total_count_session: series.map(({ row }) => row?.n ?? 0),
    };
  },
});

const LOGINS = 'logins by day';

export function loginTrend(ctx: Context, days: number): Part {
  const from = midnight(ctx, days - 1);
  return {
    values: [[LOGINS, loginDays(ctx, from)], sessionsByDay(ctx, from)],
    async answer(read) {
      const logged = perDay(ctx, days, read[LOGINS] as Day[]);
      const active = perDay(ctx, days, await activeByDay(ctx, read[SESSIONS] as SessionDay[]));
      return {
        dates_metrics_date: logged.map(({ label }) => label),
        dates_metrics_total_count_login: logged.map(({ row }) => row?.a ?? 0),
        dates_metrics_total_count_active_users: active.map(({ row }) => row?.a ?? 0),
        dates_metrics_total_count_active_assets: active.map(({ row }) => row?.b ?? 0),
      };
    },
  };
}

/** Entries of the rankings and of the latest sessions (docs/behaviour/start-and-views.md#console-dashboard). */
const TOP = 10;

/** `YYYY-MM-DD HH:MM:SS+00:00`, the form these three lists use (docs/wire/conventions.md#values). */
const plain = (date: Date) => `${date.toISOString().slice(0, 19).replace('T', ' ')}+00:00`;

const MOST = 'most sessions';

const ranked = (ctx: Context, since: Date, flag: string, which: keyof Ranking): Part => ({
  values: [[MOST, mostSessions(ctx, since, TOP)]],
  answer: (read) => ({ [flag]: (read[MOST] as Ranking)[which].map((row) => ({ ...row, last: plain(new Date(row.last)) })) }),
});

export const topAssets = (ctx: Context, since: Date): Part => ranked(ctx, since, 'dates_login_times_top10_assets', 'assets');
export const topUsers = (ctx: Context, since: Date): Part => ranked(ctx, since, 'dates_login_times_top10_users', 'users');

const LATEST = 'latest sessions';

export const latestSessions = (ctx: Context, since: Date): Part => ({
  values: [[LATEST, lastSessions(ctx, since, TOP)]],
  answer(read) {
    const words = new Intl.RelativeTimeFormat(ctx.language, { numeric: 'auto' });
    const found = (read[LATEST] as Begun[]).map(({ date_start, ...session }) => {
      const begun = new Date(date_start);
      const minutes = Math.round((begun.getTime() - ctx.clock().getTime()) / 60_000);
      const since =
        minutes > -60
          ? words.format(minutes, 'minute')
          : minutes > -1440
            ? words.format(Math.round(minutes / 60), 'hour')
            : words.format(Math.round(minutes / 1440), 'day');
      return { ...session, date_start: plain(begun), timesince: since };
    });
    return { dates_login_record_top10_sessions: found };
  },
});
