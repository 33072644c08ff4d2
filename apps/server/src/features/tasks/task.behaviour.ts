import { render, type Text } from '@postern/contract/text';
import { type Behaviour, type Context, defineBehaviour, type Row } from '@postern/resource';
import { sql } from 'kysely';
import { visibleRuns } from './runs.ts';

/** Runs looked at for the light of a task (docs/wire/jobs.md#tasks). */
const LATEST = 5;

/** Labels of the tasks of this version; names of an older one are shown as they are. */
export type TaskLabels = () => ReadonlyMap<string, Text>;

const shown = (labels: TaskLabels, ctx: Context, name: unknown): string => {
  const label = labels().get(String(name));
  return label ? render(label, ctx.language) : String(name);
};

const perRow = <T>(rows: readonly Row[], value: (row: Row) => T) => new Map(rows.map((row) => [String(row.id), value(row)]));

interface Tally {
  name: string;
  total: number;
  success: number;
}

/** Runs of a page of tasks that the reader may see. One query. */
async function tally(ctx: Context, rows: readonly Row[]): Promise<ReadonlyMap<string, Tally>> {
  const { rows: found } = await sql<Tally>`
    select t.name, count(*)::int as total, count(*) filter (where t.state = 'SUCCESS')::int as success
    from task_runs t where t.name = any(${rows.map((row) => String(row.name))}) and ${visibleRuns(ctx)} group by t.name`.execute(ctx.tx);
  return new Map(found.map((one) => [one.name, one]));
}

/** red: the newest run failed · yellow: another of the last five did · green. One query. */
async function lights(ctx: Context, rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
  const names = rows.map((row) => String(row.name));
  const { rows: found } = await sql<{ name: string; newest: boolean; any: boolean }>`
    select n.name, coalesce(bool_or(r.failed and r.place = 1), false) as newest, coalesce(bool_or(r.failed), false) as any
    from unnest(${names}::text[]) as n (name) left join lateral (
      select t.state = 'FAILURE' as failed, row_number() over (order by t.date_published desc) as place
      from task_runs t where t.name = n.name and t.is_finished and ${visibleRuns(ctx)} order by t.date_published desc limit ${LATEST}
    ) r on true group by n.name`.execute(ctx.tx);
  return new Map(found.map((one) => [one.name, one.newest ? 'red' : one.any ? 'yellow' : 'green']));
}

export const backgroundTaskBehaviour = (labels: TaskLabels): Behaviour =>
  defineBehaviour({
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
    },
  });

/** Seconds a run took; null before its end. */
const seconds = (row: Row): number | null =>
  row.date_start instanceof Date && row.date_finished instanceof Date
    ? (row.date_finished.getTime() - row.date_start.getTime()) / 1000
    : null;

export const taskRunBehaviour = (labels: TaskLabels): Behaviour =>
  defineBehaviour({
    rows: visibleRuns,
    filters: {
      // Of one task, by its id in `tasks/`.
      task_id: (_ctx, value) => sql<boolean>`t.name = (select b.name from background_tasks b where b.id::text = ${value.toLowerCase()})`,
    },
    computed: {
      task_name: async (ctx, rows) => perRow(rows, (row) => shown(labels, ctx, row.name)),
      time_cost: async (_ctx, rows) => perRow(rows, seconds),
      timedelta: async (_ctx, rows) => perRow(rows, (row) => seconds(row)?.toFixed(2) ?? null),
    },
  });
