import { randomUUID } from 'node:crypto';
import { ORG } from '@postern/contract/ids';
import type { Language } from '@postern/contract/text';
import { type Context, type Database, eb, holds, inOrg, or, type RowOf, rowsOf } from '@postern/resource';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { taskRun } from './task.resource.ts';

/** Where a run's id travels in the data of its job. */
export const RUN_KEY = 'task_run';

/** Writes down a run that somebody or something asks for. @returns its id */
export async function publish(
  db: Database,
  now: Date,
  run: { name: string; kwargs: object; userId: string | null; orgId: string; language: Language },
  id: string = randomUUID(),
): Promise<string> {
  const { name, userId, orgId, language } = run;
  const kwargs = JSON.stringify(run.kwargs);
  await db
    .insertInto('task_runs')
    .values({ id, name, kwargs, is_finished: false, date_published: now, user_id: userId, org_id: orgId, language })
    .execute();
  await db.updateTable('background_tasks').set({ date_last_publish: now }).where('name', '=', name).execute();
  return id;
}

/**
 * Starts a job as a background task: a run people can follow, in the organisation and language of the one who asks.
 * Answers the id of the run, which clients get as `task` (docs/wire/jobs.md#runs). The job goes out with the commit.
 * @param data what the job needs; it is shown with the run, so it holds no secrets
 * @param chosen id of the run, for those who have written it down already
 * @throws Error when there is no such job
 */
export async function startTask(
  ctx: Context,
  jobs: Pick<Jobs, 'enqueue'>,
  name: string,
  data: Readonly<Record<string, unknown>> = {},
  chosen?: string,
): Promise<string> {
  const userId = ctx.actor.kind === 'user' ? ctx.actor.id : null;
  const id = await publish(ctx.tx, ctx.clock(), { name, kwargs: data, userId, orgId: ctx.org.id, language: ctx.language }, chosen);
  jobs.enqueue(ctx, name, { ...data, [RUN_KEY]: id });
  return id;
}

/** A run that the clock asks for; nobody in particular, in the whole installation. */
export const publishScheduled = (db: Database, name: string, now: Date): Promise<string> =>
  publish(db, now, { name, kwargs: {}, userId: null, orgId: ORG.ROOT, language: 'en' });

declare module '@postern/resource/database' {
  interface Columns {
    'task_runs.kwargs': Readonly<Record<string, unknown>>;
    'task_runs.language': Language;
  }
}

export type TaskRun = RowOf<typeof taskRun>;

/** A run as its worker sees it. */
export const findRun = (db: Database, id: string) => db.selectFrom('task_runs').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * Runs a person may see, over the table under the alias `t`: their own, and with `ops.view_celerytask` those of the
 * organisation they are in (all of them in the global one).
 */
export const runRows = rowsOf(taskRun, (ctx, t) => {
  const own = eb(t('user_id'), '=', ctx.actor.id);
  return holds(ctx.actor, ['ops.view_celerytask']) ? or(own, inOrg(ctx, t)) : own;
});

/** How far runs are, in per cent; those without a measure are left out. */
export async function reachedOf({ tx }: Pick<Context, 'tx'>, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const runs = await tx.selectFrom('task_runs').select(['id', 'done', 'total']).where('id', 'in', ids).execute();
  return new Map(runs.flatMap(({ id, done, total }) => (total ? [[id, Math.min(100, Math.floor((100 * done) / total))] as const] : [])));
}

/** A run the actor may see, or undefined: also when it is another's. */
export const visibleRun = (ctx: Context, id: string) =>
  ctx.tx
    .selectFrom('task_runs as t')
    .select(['t.id', 't.state', 't.is_finished'])
    .where('t.id', '=', id)
    .where(runRows(ctx, 't'))
    .executeTakeFirst();
