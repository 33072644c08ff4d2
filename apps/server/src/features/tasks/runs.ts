import { randomUUID } from 'node:crypto';
import { ORG } from '@postern/contract/ids';
import type { Language } from '@postern/contract/text';
import type { Context, Database } from '@postern/resource';
import { holds } from '@postern/resource';
import { type RawBuilder, sql } from 'kysely';
import type { Jobs } from '../../platform/jobs/jobs.ts';

/** Where a run's id travels in the data of its job. */
export const RUN_KEY = 'task_run';

export interface TaskRun {
  id: string;
  name: string;
  kwargs: Readonly<Record<string, unknown>>;
  state: string;
  is_finished: boolean;
  user_id: string | null;
  org_id: string;
  language: Language;
}

async function publish(
  db: Database,
  now: Date,
  run: { name: string; kwargs: object; userId: string | null; orgId: string; language: Language },
  id: string = randomUUID(),
): Promise<string> {
  await sql`insert into task_runs (id, name, kwargs, is_finished, date_published, user_id, org_id, language)
    values (${id}, ${run.name}, ${JSON.stringify(run.kwargs)}::jsonb, false, ${now}, ${run.userId}, ${run.orgId}, ${run.language})`.execute(
    db,
  );
  await sql`update background_tasks set date_last_publish = ${now} where name = ${run.name}`.execute(db);
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

/** Hands a run out again that its worker left unfinished. What is done already is for the job to know. */
export const resumeTask = (ctx: Context, jobs: Pick<Jobs, 'enqueue'>, name: string, id: string): void =>
  jobs.enqueue(ctx, name, { [RUN_KEY]: id });

/** A run that the clock asks for; nobody in particular, in the whole installation. */
export const publishScheduled = (db: Database, name: string, now: Date): Promise<string> =>
  publish(db, now, { name, kwargs: {}, userId: null, orgId: ORG.ROOT, language: 'en' });

export async function findRun(db: Database, id: string): Promise<TaskRun | undefined> {
  const { rows } = await sql<TaskRun>`
    select id, name, kwargs, state, is_finished, user_id, org_id, language from task_runs where id = ${id}`.execute(db);
  return rows[0];
}

/**
 * Runs a person may see, over the table under the alias `t`: their own, and with `ops.view_celerytask` those of the
 * organisation they are in (all of them in the global one).
 */
export function visibleRuns(ctx: Context): RawBuilder<boolean> {
  const own = sql<boolean>`t.user_id = ${ctx.actor.id}`;
  if (!holds(ctx.actor, ['ops.view_celerytask'])) return own;
  return ctx.org.isRoot ? sql<boolean>`true` : sql<boolean>`(${own} or t.org_id = ${ctx.org.id})`;
}

/** A run the actor may see, or undefined: also when it is another's. */
export async function visibleRun(ctx: Context, id: string): Promise<Pick<TaskRun, 'id' | 'state' | 'is_finished'> | undefined> {
  const { rows } = await sql<Pick<TaskRun, 'id' | 'state' | 'is_finished'>>`
    select t.id, t.state, t.is_finished from task_runs t where t.id = ${id} and ${visibleRuns(ctx)}`.execute(ctx.tx);
  return rows[0];
}
