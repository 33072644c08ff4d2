import { CodedError, InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { render, text } from '@postern/contract/text';
import { type Context, can, formatDatetime, ok, pageLinks, paging, type Reply, type Route } from '@postern/resource';
import { sql } from 'kysely';
import type { Job } from '../../platform/feature.ts';
import { taskLogPage } from '../../platform/http/pages.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { forTerminal, readOutput } from './output.ts';
import { findRun, startTask, visibleRun, visibleRuns } from './runs.ts';
import { logShape, periodShape, resultShape } from './shapes.ts';
import type { TaskLabels } from './task.behaviour.ts';
import { taskRun } from './task.resource.ts';

export interface TaskRouteDeps {
  labels: TaskLabels;
  jobs: Pick<Jobs, 'enqueue'>;
  known(): readonly Job[];
}

/** Pieces of a page of a log: 10 KiB, as pieces hold 4 KiB at most (docs/wire/jobs.md#the-log). */
const PAGE_PIECES = 2;
const WAITING = text('Waiting for the task to start', '等待任务开始', 'タスクの開始を待っています');

/** Rights that no role can hold are the system administrator's (docs/wire/roles.md#codes-that-no-role-can-hold). */
const administrator = { allow: 'superuser' } as const;

async function ownRun(ctx: Context, given: string | undefined) {
  const id = parseUuid(given);
  const run = id ? await visibleRun(ctx, id) : undefined;
  if (!run) throw new CodedError('object_does_not_exist', { resource: taskRun.label[ctx.language] });
  return run;
}

/** A log in portions; `mark` says how far the reader is. */
async function logPage(ctx: Context, given: string | undefined, mark: string | undefined): Promise<Reply> {
  const run = await ownRun(ctx, given);
  const after = Number(mark ?? 0);
  const parts = await readOutput(ctx.tx, run.id, Number.isSafeInteger(after) && after > 0 && after < 2 ** 31 ? after : 0, PAGE_PIECES);
  const last = parts.at(-1);
  if (!last && !mark && !run.is_finished) return ok({ data: render(WAITING, ctx.language) });
  return ok({
    data: parts.map((part) => forTerminal(part.text)).join(''),
    end: run.is_finished && parts.length < PAGE_PIECES,
    mark: String(last?.seq ?? mark ?? 0),
  });
}

/** Kinds of task in the addresses that clients know; ours are all of one kind. */
const KINDS = new Set(['celery', 'ansible', 'task']);

function logRoutes(): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/v1/ops/celery/task/:name/task-execution/:id/log/',
      policy: { allow: 'user' },
      name: 'ops.task.log',
      shape: logShape,
      handle: (ctx, { params, query }) => logPage(ctx, params.id, query.mark),
    },
    {
      method: 'GET',
      path: '/api/v1/ops/celery/task/:name/task-execution/:id/result/',
      policy: { allow: 'user' },
      name: 'ops.task.result',
      shape: resultShape,
      async handle(ctx, { params }) {
        const run = await ownRun(ctx, params.id);
        return ok({ id: run.id, result: null, state: run.state });
      },
    },
    {
      // The address that the API hands out. The page is its own, so that it is there whichever console stands at /ui/ (decision 0075).
      method: 'GET',
      path: '/core/ops/:kind/task/:id/log/',
      policy: can('ops.view_celerytaskexecution'),
      name: 'ops.task.page',
      async handle(ctx, { params }) {
        if (!KINDS.has(String(params.kind))) throw new CodedError('not_found');
        await ownRun(ctx, params.id);
        return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: await taskLogPage() };
      },
    },
  ];
}

/** Runs a task once more with what it was given the first time (docs/wire/jobs.md#runs). */
const again = ({ jobs, known }: TaskRouteDeps): Route => ({
  method: 'POST',
  path: '/api/v1/ops/task-executions/',
  policy: administrator,
  name: 'ops.celerytaskexecution.again',
  async handle(ctx, { query }) {
    const id = parseUuid(query.from);
    if (!id) throw InvalidInput.on('from', 'required');
    const { rows } = await sql<{ id: string }>`select t.id from task_runs t where t.id = ${id} and ${visibleRuns(ctx)}`.execute(ctx.tx);
    const run = rows[0] && (await findRun(ctx.tx, rows[0].id));
    if (!run) throw new CodedError('object_does_not_exist', { resource: taskRun.label[ctx.language] });
    if (!known().some((job) => job.task && job.name === run.name)) throw new CodedError('task_not_found_error');
    return ok({ task_id: await startTask(ctx, jobs, run.name, run.kwargs) }, 201);
  },
});

interface Period {
  id: number;
  name: string;
  enabled: boolean;
  last_run_at: Date | null;
  total_run_count: number;
}

const periodWire = (ctx: Context, labels: TaskLabels, row: Period) => {
  const label = labels().get(row.name);
  return {
    name: row.name,
    task: row.name,
    enabled: row.enabled,
    description: label ? render(label, ctx.language) : '',
    last_run_at: formatDatetime(row.last_run_at, ctx.timeZone),
    total_run_count: row.total_run_count,
  };
};

const PERIODS = '/api/v1/ops/celery/period-tasks/';

async function period(ctx: Context, given: string | undefined): Promise<Period> {
  const id = /^\d{1,9}$/.test(given ?? '') ? Number(given) : 0;
  const { rows } = await sql<Period>`select id, name, enabled, last_run_at, total_run_count from periodic_tasks where id = ${id}`.execute(
    ctx.tx,
  );
  if (!rows[0]) throw new CodedError('not_found');
  return rows[0];
}

function periodRoutes({ labels }: TaskRouteDeps): Route[] {
  return [
    {
      method: 'GET',
      path: PERIODS,
      policy: administrator,
      name: 'ops.periodtask.list',
      shape: periodShape,
      async handle(ctx, { query, url }) {
        const { rows } = await sql<Period>`
          select id, name, enabled, last_run_at, total_run_count from periodic_tasks where name = any(${[...labels().keys()]}) order by name`.execute(
          ctx.tx,
        );
        const page = paging(query);
        if (!page) return ok(rows.map((row) => periodWire(ctx, labels, row)));
        const results = rows.slice(page.offset, page.offset + page.limit).map((row) => periodWire(ctx, labels, row));
        return ok({ count: rows.length, ...pageLinks(url, page, rows.length), results });
      },
    },
    {
      method: 'GET',
      path: `${PERIODS}:pk/`,
      policy: administrator,
      name: 'ops.periodtask.retrieve',
      shape: periodShape,
      handle: async (ctx, { params }) => ok(periodWire(ctx, labels, await period(ctx, params.pk))),
    },
    {
      method: 'PATCH',
      path: `${PERIODS}:pk/`,
      policy: administrator,
      name: 'ops.periodtask.update',
      shape: periodShape,
      async handle(ctx, { params, body }) {
        const row = await period(ctx, params.pk);
        const enabled = typeof body === 'object' && body !== null && 'enabled' in body ? body.enabled : undefined;
        if (typeof enabled !== 'boolean') throw InvalidInput.on('enabled', 'invalid_boolean');
        if (enabled === row.enabled) return ok(periodWire(ctx, labels, row));
        await sql`update periodic_tasks set enabled = ${enabled} where id = ${row.id}`.execute(ctx.tx);
        ctx.audit({
          action: 'update',
          resourceType: 'periodictask',
          resourceId: String(row.id),
          resource: row.name,
          changes: [{ field: 'enabled', before: row.enabled ? 'Yes' : 'No', after: enabled ? 'Yes' : 'No' }],
        });
        return ok(periodWire(ctx, labels, { ...row, enabled }));
      },
    },
  ];
}

export const taskRoutes = (deps: TaskRouteDeps): Route[] => [...logRoutes(), again(deps), ...periodRoutes(deps)];
