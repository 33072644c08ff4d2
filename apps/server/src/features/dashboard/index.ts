import {
  type Context,
  can,
  FLAG_SCHEMA,
  INTEGER_SCHEMA,
  listSchema,
  objectSchema,
  type Query,
  type Schema,
  TEXT_SCHEMA,
} from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import { detail } from '../../platform/routes/detail.ts';
import { answerShape } from '../../platform/shown.ts';
import { loginLog, operateLog } from '../audits/index.ts';
import type { CommandLogs } from '../command-log/index.ts';
import { ftpLog } from '../ftp-logs/index.ts';
import { command, session } from '../sessions/index.ts';
import { answerOf, FIGURES, figures, latestSessions, loginTrend, midnight, sessionTrend, topAssets, topUsers } from './figures.ts';
import { firstStepsAway, firstStepsRoutes } from './first-steps.ts';

/** Days of a range at most. */
const MAX_DAYS = 365;

function windowOf(ctx: Context, query: Query): { days: number; since: Date } {
  const asked = Number(query.days);
  const days = Number.isSafeInteger(asked) && asked >= 1 ? Math.min(asked, MAX_DAYS) : 1;
  return { days, since: days === 1 ? midnight(ctx) : new Date(ctx.clock().getTime() - days * 86_400_000) };
}

const DAYS = listSchema(INTEGER_SCHEMA);
const RANKED = { total: INTEGER_SCHEMA, last: TEXT_SCHEMA };
/** What was not asked for is not there. */
const ANSWER: Schema = {
  type: 'object',
  properties: {
    ...Object.fromEntries(FIGURES.map((name) => [`total_count_${name}`, INTEGER_SCHEMA])),
    total_count_type_to_assets_amount: listSchema(objectSchema({ type: TEXT_SCHEMA, label: TEXT_SCHEMA, total: INTEGER_SCHEMA })),
    dates_metrics_date: listSchema(TEXT_SCHEMA),
    dates_metrics_total_count_session: DAYS,
    dates_metrics_total_count_login: DAYS,
    dates_metrics_total_count_active_users: DAYS,
    dates_metrics_total_count_active_assets: DAYS,
    dates_login_times_top10_assets: listSchema(objectSchema({ asset: TEXT_SCHEMA, ...RANKED })),
    dates_login_times_top10_users: listSchema(objectSchema({ user_id: TEXT_SCHEMA, user: TEXT_SCHEMA, ...RANKED })),
    dates_login_record_top10_sessions: listSchema(
      objectSchema({
        id: TEXT_SCHEMA,
        user: TEXT_SCHEMA,
        asset: TEXT_SCHEMA,
        is_finished: FLAG_SCHEMA,
        date_start: TEXT_SCHEMA,
        timesince: TEXT_SCHEMA,
      }),
    ),
  },
};

/** Each flag of the query turns its figures on; `all` turns all on (docs/wire/audits.md#dashboard). */
const index = (logs: CommandLogs) =>
  detail({
    path: '/api/v1/index/',
    name: 'dashboard.index',
    answer: answerShape(ANSWER),
    who: can('rbac.view_audit | rbac.view_console'),
    rows: { of: [session, command, ftpLog, operateLog, loginLog] },
    async show(ctx, { request: { query } }) {
      const { days, since } = windowOf(ctx, query);
      const on = (flag: string) => Boolean(query.all || query[flag]);
      const asked = FIGURES.filter((name) => on('total_count') || on(`total_count_${name}`));
      return answerOf(ctx, [
        figures(ctx, asked, since, logs),
        ...(on('session_dates_metrics') ? [sessionTrend(ctx, days)] : []),
        ...(on('dates_metrics') ? [loginTrend(ctx, days)] : []),
        ...(on('dates_login_times_top10_assets') ? [topAssets(ctx, since)] : []),
        ...(on('dates_login_times_top10_users') ? [topUsers(ctx, since)] : []),
        ...(on('dates_login_record_top10_sessions') ? [latestSessions(ctx, since)] : []),
      ]);
    },
  });

/** Figures of the dashboards, and the first steps. */
export const dashboardFeature = (logs: CommandLogs): Feature => ({ tables: [firstStepsAway], routes: [index(logs), ...firstStepsRoutes] });
