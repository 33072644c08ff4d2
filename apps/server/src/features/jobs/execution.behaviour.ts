import { render } from '@postern/contract/text';
import { among, type Behaviour, type Context, EVERYBODY, eb, NOBODY, narrowedRows } from '@postern/resource';
import { byId, perRow } from '../../platform/rows.ts';
import { type JobDeps, requireOn } from './deps.ts';
import { countsOf } from './execution.queries.ts';
import { EXECUTION_STATUS, type ExecutionRow, executionRows } from './execution.resource.ts';
import type { HostStatus } from './host-status.ts';
import { reasonText } from './sentences.ts';

/** Names of machines in the summary of one run at most; the list of its hosts has all. */
const MOST_NAMED = 1_000;

const seconds = ({ date_start: from, date_finished: to }: ExecutionRow, now: Date): number =>
  from ? Math.round(((to ?? now).getTime() - from.getTime()) / 10) / 100 : 0;

/** Where a state stands in the summary that clients know (docs/wire/jobs.md#runs-of-jobs). */
const IN_SUMMARY: Partial<Record<HostStatus, 'ok' | 'failures' | 'dark' | 'excludes'>> = {
  ok: 'ok',
  failed: 'failures',
  timeout: 'failures',
  stopped: 'failures',
  unknown: 'failures',
  unreachable: 'dark',
  excluded: 'excludes',
};

interface Summary {
  ok: string[];
  failures: Record<string, string>;
  dark: Record<string, string>;
  excludes: Record<string, string>;
  skipped: string[];
}

async function summaries(ctx: Context, ids: readonly string[]): Promise<Map<string, Summary>> {
  const out = new Map(ids.map((id): [string, Summary] => [id, { ok: [], failures: {}, dark: {}, excludes: {}, skipped: [] }]));
  const rows = await ctx.tx
    .selectFrom('job_execution_hosts')
    .select(['execution_id', 'name', 'status', 'reason', 'exit_code'])
    .where(among(eb.ref('execution_id'), ids))
    .orderBy('name')
    .limit(MOST_NAMED * Math.max(1, ids.length))
    .execute();
  for (const { execution_id, name, status, reason, exit_code } of rows) {
    const [summary, place] = [out.get(execution_id), IN_SUMMARY[status]];
    if (!summary || !place) continue;
    if (place === 'ok') summary.ok.push(name);
    else summary[place][name] = reason ? reasonText(reason, ctx.language) : exit_code === null ? status : `exit ${exit_code}`;
  }
  return out;
}

const byStatus = (value: string) => (EXECUTION_STATUS.some((one) => one.value === value) ? eb('t.status', '=', value) : NOBODY);

/** What is computed of runs. */
export const executionFacts: NonNullable<Behaviour['computed']> = {
  task_id: async (_ctx, rows) => perRow(rows, ({ id }: ExecutionRow) => id),
  creator: async (_ctx, rows) => perRow(rows, ({ creator_id }: ExecutionRow) => creator_id),
  job: async (_ctx, rows) =>
    perRow(rows, ({ job_id, job_name: name, job_named: is_named }: ExecutionRow) => (job_id ? { id: job_id, name, is_named } : null)),
  state: async (ctx, rows) =>
    perRow(rows, ({ status }: ExecutionRow) => {
      const found = EXECUTION_STATUS.find((one) => one.value === status);
      return { value: status, label: found ? render(found.label, ctx.language) : status };
    }),
  async summary(ctx, rows) {
    const found = await summaries(
      ctx,
      rows.map((row) => String(row.id)),
    );
    return perRow(rows, ({ id, is_finished }: ExecutionRow) => (is_finished ? (found.get(id) ?? {}) : {}));
  },
  async counts(ctx, rows) {
    const found = await countsOf(
      ctx,
      rows.map((row) => String(row.id)),
    );
    return perRow(rows, ({ id }: ExecutionRow) => found.get(id) ?? {});
  },
  time_cost: async (ctx, rows) => perRow(rows, (row: ExecutionRow) => seconds(row, ctx.clock())),
  timedelta: async (ctx, rows) => perRow(rows, (row: ExecutionRow) => (row.date_start ? String(seconds(row, ctx.clock())) : null)),
};

export const executionBehaviour = ({ settings }: JobDeps): Behaviour => ({
  rows: narrowedRows(executionRows, () => {
    requireOn(settings);
    return EVERYBODY;
  }),
  filters: {
    status: (_ctx, value) => byStatus(value),
    job_id: byId('job_id'),
  },
  computed: executionFacts,
});
