import { CodedError } from '@postern/contract/errors';
import { render, text } from '@postern/contract/text';
import { boolean, type Context, can, choice, fetchRow, formatDatetime, integer, type Route, type RowOf, uuid } from '@postern/resource';
import type { Job } from '../../platform/feature.ts';
import { taskLogPage } from '../../platform/http/pages.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { detail } from '../../platform/routes/detail.ts';
import { form } from '../../platform/routes/form.ts';
import { ownList } from '../../platform/routes/list.ts';
import { HTML, page } from '../../platform/routes/page.ts';
import { run } from '../../platform/routes/run.ts';
import { WORDS } from '../../platform/shown.ts';
import { forTerminal, readOutput } from './output.ts';
import { startTask } from './runs.ts';
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

/** Kinds of task in the addresses that clients know; ours are all of one kind. */
const KINDS = ['celery', 'ansible', 'task'].map((value) => ({ value, label: WORDS.type }));

/** A log in portions; `mark` says how far the reader is. */
const log = detail({
  path: '/api/v1/ops/celery/task/:name/task-execution/:id/log/',
  name: 'ops.task.log',
  who: { allow: 'user' },
  rows: { one: taskRun },
  query: { mark: integer({ label: text('Read up to', '读取位置', '読み取り位置'), min: 0, default: 0 }) },
  answer: logShape,
  async show(ctx, { row, query: { mark } }) {
    const parts = await readOutput(ctx.tx, row.id, mark, PAGE_PIECES);
    const last = parts.at(-1);
    if (!last && mark === 0 && !row.is_finished) return { data: render(WAITING, ctx.language) };
    return {
      data: parts.map((part) => forTerminal(part.text)).join(''),
      end: row.is_finished && parts.length < PAGE_PIECES,
      mark: String(last?.seq ?? mark),
    };
  },
});

const result = detail({
  path: '/api/v1/ops/celery/task/:name/task-execution/:id/result/',
  name: 'ops.task.result',
  who: { allow: 'user' },
  rows: { one: taskRun },
  answer: resultShape,
  show: (_ctx, { row }) => ({ id: row.id, result: null, state: row.state }),
});

/** The address that the API hands out. The page is its own, so that it is there whichever console stands at /ui/ (decision 0075). */
const logPage = page({
  path: '/core/ops/:kind/task/:id/log/',
  name: 'ops.task.page',
  who: can('ops.view_celerytaskexecution'),
  rows: { one: taskRun },
  params: { kind: choice({ label: WORDS.type, choices: KINDS, required: true }) },
  show: async () => ({ type: HTML, body: await taskLogPage() }),
});

/** Runs a task once more with what it was given the first time (docs/wire/jobs.md#runs). */
const again = ({ jobs, known }: TaskRouteDeps): Route =>
  run({
    path: '/api/v1/ops/task-executions/',
    name: 'ops.celerytaskexecution.again',
    who: administrator,
    rows: { of: [taskRun] },
    query: { from: uuid({ label: taskRun.label, required: true }) },
    body: 'none',
    errors: ['object_does_not_exist', 'task_not_found_error'],
    as: 'task_id',
    async start(ctx, { query, kernel }) {
      const { name, kwargs } = (await fetchRow(kernel.byName('celerytaskexecution'), ctx, query.from)) as RowOf<typeof taskRun>;
      if (!known().some((job) => job.task && job.name === name)) throw new CodedError('task_not_found_error');
      return startTask(ctx, jobs, name, kwargs);
    },
  });

const PERIODS = '/api/v1/ops/celery/period-tasks/';
const KEY = { pk: integer({ label: WORDS.id, required: true }) };
const noRows = { none: 'the jobs of the installed version' } as const;

const periods = (ctx: Context) =>
  ctx.tx.selectFrom('periodic_tasks').select(['id', 'name', 'enabled', 'last_run_at', 'total_run_count']).orderBy('name');
type Period = Awaited<ReturnType<ReturnType<typeof periods>['executeTakeFirstOrThrow']>>;

/** @throws CodedError not_found */
async function periodOf(ctx: Context, id: number): Promise<Period> {
  const found = await periods(ctx).where('id', '=', id).executeTakeFirst();
  if (!found) throw new CodedError('not_found');
  return found;
}

function periodRoutes({ labels }: TaskRouteDeps): Route[] {
  const wire = (ctx: Context, row: Period) => {
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
  return [
    ownList({
      path: PERIODS,
      name: 'ops.periodtask.list',
      who: administrator,
      rows: noRows,
      answer: periodShape,
      items: (ctx) =>
        periods(ctx)
          .where('name', 'in', [...labels().keys()])
          .execute(),
      wire: (row, ctx) => wire(ctx, row),
    }),
    ...form({
      path: `${PERIODS}:pk/`,
      who: administrator,
      rows: noRows,
      params: KEY,
      find: (ctx, { params }) => periodOf(ctx, params.pk),
      read: { name: 'ops.periodtask.retrieve', answer: periodShape, show: (ctx, { found }) => wire(ctx, found) },
      write: {
        patch: 'ops.periodtask.update',
        body: { enabled: boolean({ label: text('Enabled', '启用', '有効'), required: true }) },
        drawn: periodShape,
        answer: periodShape,
        async take(ctx, { found, body: { enabled } }) {
          if (enabled === found.enabled) return wire(ctx, found);
          await ctx.tx.updateTable('periodic_tasks').set({ enabled }).where('id', '=', found.id).execute();
          ctx.audit({
            action: 'update',
            resourceType: 'periodictask',
            resourceId: String(found.id),
            resource: found.name,
            changes: [{ field: 'enabled', before: found.enabled ? 'Yes' : 'No', after: enabled ? 'Yes' : 'No' }],
          });
          return wire(ctx, { ...found, enabled });
        },
      },
    }),
  ];
}

export const taskRoutes = (deps: TaskRouteDeps): Route[] => [log, result, logPage, again(deps), ...periodRoutes(deps)];
