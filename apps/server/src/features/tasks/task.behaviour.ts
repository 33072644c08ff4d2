import { parseUuid } from '@postern/contract/ids';
import { render, type Text } from '@postern/contract/text';
import { type Behaviour, type Context, eb, NOBODY, type Row } from '@postern/resource';
import { perRow } from '../../platform/rows.ts';
import { runRows } from './runs.ts';
import { latestOf } from './task.queries.ts';

/** Runs looked at for the light of a task (docs/wire/jobs.md#tasks). */
const LATEST = 5;

/** Labels of the tasks of this version; names of an older one are shown as they are. */
export type TaskLabels = () => ReadonlyMap<string, Text>;

const shown = (labels: TaskLabels, ctx: Context, name: unknown): string => {
  const label = labels().get(String(name));
  return label ? render(label, ctx.language) : String(name);
};

/** Runs of a page of tasks that the reader may see. One query. */
async function tally(ctx: Context, rows: readonly Row[]): Promise<ReadonlyMap<string, { total: number; success: number }>> {
  const names = rows.map((row) => String(row.name));
  const found = await ctx.tx
    .selectFrom('task_runs as t')
    .select(({ fn }) => [
      't.name',
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('t.state', '=', 'SUCCESS').as('success'),
    ])
    .where('t.name', 'in', names)
    .where(runRows(ctx, 't'))
    .groupBy('t.name')
    .execute();
  return new Map(found.map((one) => [one.name, one]));
}

/** red: the newest run failed · yellow: another of the last five did · green. One query. */
async function lights(ctx: Context, rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
  const found = await latestOf(
    ctx,
    rows.map((row) => String(row.name)),
    LATEST,
  );
  return new Map(found.map((one) => [one.name, one.newest ? 'red' : one.any ? 'yellow' : 'green']));
}

/** Whether tasks run by the clock. One query. */
async function schedules(ctx: Context, rows: readonly Row[]): Promise<ReadonlyMap<string, { id: number; enabled: boolean }>> {
  const found = await ctx.tx
    .selectFrom('periodic_tasks')
    .select(['id', 'name', 'enabled'])
    .where(
      'name',
      'in',
      rows.map((row) => String(row.name)),
    )
    .execute();
  return new Map(found.map(({ id, name, enabled }) => [name, { id, enabled }]));
}

export const backgroundTaskBehaviour = (labels: TaskLabels): Behaviour => ({
  computed: {
    meta: async (ctx, rows) => perRow(rows, (row) => ({ comment: shown(labels, ctx, row.name), queue: 'default' })),
    async summary(ctx, rows) {
      const found = await tally(ctx, rows);
      return perRow(rows, (row) => ({
        total: found.get(String(row.name))?.total ?? 0,
        success: found.get(String(row.name))?.success ?? 0,
      }));
    },
    async state(ctx, rows) {
      const found = await lights(ctx, rows);
      return perRow(rows, (row) => found.get(String(row.name)) ?? 'green');
    },
    async schedule(ctx, rows) {
      const found = await schedules(ctx, rows);
      return perRow(rows, (row) => found.get(String(row.name)) ?? null);
    },
  },
});

/** Seconds a run took; null before its end. */
const seconds = (row: Row): number | null =>
  row.date_start instanceof Date && row.date_finished instanceof Date
    ? (row.date_finished.getTime() - row.date_start.getTime()) / 1000
    : null;

export const taskRunBehaviour = (labels: TaskLabels): Behaviour => ({
  rows: runRows,
  filters: {
    // Of one task, by its id in `tasks/`.
    task_id: (_ctx, value) => {
      const id = parseUuid(value);
      return id ? eb('t.name', '=', eb.selectFrom('background_tasks').select('name').where('id', '=', id)) : NOBODY;
    },
  },
  computed: {
    task_name: async (ctx, rows) => perRow(rows, (row) => shown(labels, ctx, row.name)),
    time_cost: async (_ctx, rows) => perRow(rows, seconds),
    timedelta: async (_ctx, rows) => perRow(rows, (row) => seconds(row)?.toFixed(2) ?? null),
  },
});
