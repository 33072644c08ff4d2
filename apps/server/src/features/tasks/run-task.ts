import { ORG } from '@postern/contract/ids';
import { type Text, text } from '@postern/contract/text';
import type { Context, Database, Organisation } from '@postern/resource';
import { rootOrganisation } from '../../platform/auth/identity-cache.ts';
import type { BrokenOff, Job, Task } from '../../platform/feature.ts';
import { translateError } from '../../platform/http/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { claim, finish, type Lease, RunStopped, startLease } from './lease.ts';
import { OUTPUT_CHANNEL, type Output, openOutput } from './output.ts';
import { publishScheduled, RUN_KEY, type TaskRun } from './runs.ts';
import { sentence } from './sentences.ts';

/** Told when somebody's task has ended: the run, and whether it worked. */
export type TaskEnded = (ctx: Context, run: TaskRun, label: Text, succeeded: boolean) => Promise<void>;

/** Said by work that finds its part done already, or taken away. */
export const NOTHING_LEFT = text(
  'There is nothing left to do in this run.',
  '此次执行没有待处理的内容。',
  'この実行で残っている処理はありません。',
);

/** Words of a failure for the one who reads the log; the details of an unforeseen one stay in the operator's log. */
function reasonOf(error: unknown, run: TaskRun): string {
  const { body } = translateError(error, run.language, run.id);
  const detail = typeof body === 'object' && body !== null && 'detail' in body ? body.detail : body;
  return typeof detail === 'string' ? detail : JSON.stringify(detail);
}

async function organisationOf(db: Database, id: string): Promise<Organisation> {
  if (id === ORG.ROOT) return rootOrganisation();
  const known = await db.selectFrom('organizations').select('name').where('id', '=', id).executeTakeFirst();
  return { id, name: known?.name ?? '', isRoot: false, isDefault: id === ORG.DEFAULT };
}

/** Id of the run this job is for; the clock's own runs are made now. Undefined when nothing is to be done. */
async function runOf(db: Database, job: Job, data: Readonly<Record<string, unknown>>): Promise<string | undefined> {
  const given = data[RUN_KEY];
  if (typeof given === 'string') return given;
  if (job.schedule) {
    const counted = await db
      .updateTable('periodic_tasks')
      .set((eb) => ({ last_run_at: eb.fn('now'), total_run_count: eb('total_run_count', '+', 1) }))
      .where('name', '=', job.name)
      .where('enabled', '=', true)
      .returning('id')
      .executeTakeFirst();
    if (!counted) return undefined;
  }
  return publishScheduled(db, job.name, new Date());
}

/** A claimed run, with what its worker has in hand. */
interface Work {
  platform: Platform;
  job: Job & { task: Task };
  run: TaskRun;
  lease: Lease;
  output: Output;
}

const say = ({ job, run, output }: Work, what: Parameters<typeof sentence>[0], reason = ''): void =>
  output.write(sentence(what, job.task.label, run.language, reason));

/**
 * Does the work and ends the run. A task with a transaction ends in that very transaction, so its work counts once however often it
 * was begun; others end in one of their own, together with what the work left to be written then.
 */
async function carryOut(work: Work): Promise<void> {
  const { platform, job, run, lease, output } = work;
  const last: ((ctx: Context) => Promise<void>)[] = [];
  const org = await organisationOf(platform.database.db, run.org_id);
  const doing = async (ctx: Context): Promise<void> => {
    lease.signal.throwIfAborted();
    await job.run({ ...ctx, org, language: run.language }, run.kwargs, {
      id: run.id,
      write: output.write,
      progress: lease.progress,
      signal: lease.signal,
      atEnd: (one) => void last.push(one),
    });
    lease.signal.throwIfAborted();
  };
  const ending = async (ctx: Context): Promise<void> => {
    say(work, 'SUCCESS');
    await output.stored();
    await finish(ctx.tx, run, 'SUCCESS', lease.reached());
    for (const one of last) await one(ctx);
  };
  if (job.transaction === false) {
    await doing(platform.systemContext(`task ${job.name}`));
    await platform.asSystem(`task ${job.name} ended`, ending);
  } else
    await platform.asSystem(`task ${job.name}`, async (ctx) => {
      await doing(ctx);
      await ending(ctx);
    });
}

/** Ends a run that did not come to its own end, and what its feature keeps of it. */
async function breakOff(work: Work, why: BrokenOff, reason: string): Promise<void> {
  const { platform, job, run, lease, output } = work;
  const state = why === 'cancelled' ? 'REVOKED' : 'FAILURE';
  say(work, state, reason);
  await output.stored();
  await platform.asSystem(`task ${job.name} broken off`, async (ctx) => {
    await finish(ctx.tx, run, state, lease.reached());
    await job.task.brokenOff?.(ctx, run.id, why);
  });
}

/** @returns whether it worked; undefined when the run has become another worker's */
async function attempt(work: Work): Promise<boolean | undefined> {
  const { platform, job, run, lease } = work;
  try {
    if (run.date_cancelled) throw new RunStopped('cancelled');
    await carryOut(work);
    return true;
  } catch (error) {
    // Work that was stopped throws whatever it was in the middle of.
    const stopped: unknown = error instanceof RunStopped ? error : lease.signal.reason;
    if (stopped instanceof RunStopped && stopped.why === 'taken') {
      platform.log.warn({ task: job.name, run: run.id, attempt: run.attempts }, 'a run was left to another worker');
      return undefined;
    }
    if (stopped instanceof RunStopped) await breakOff(work, 'cancelled', '');
    else {
      platform.log.error({ err: error, task: job.name, run: run.id }, 'a background task failed');
      await breakOff(work, 'failed', reasonOf(error ?? new Error('unknown'), run));
    }
    return false;
  }
}

/**
 * Runs a job that is a task: claims its run, holds the lease while it works, output and progress while it runs, news to whoever asked
 * for it. A failure is the task's result and is not tried again. A run that has ended, or that another worker holds, is left alone:
 * the queue hands a job out again when it has heard nothing for an hour.
 */
export async function runTask(
  platform: Platform,
  job: Job & { task: Task },
  data: Readonly<Record<string, unknown>>,
  ended: TaskEnded,
): Promise<void> {
  const { db } = platform.database;
  const id = await runOf(db, job, data);
  const run = id === undefined ? undefined : await claim(db, id);
  if (!run) return;
  const lease = startLease(platform, run);
  let succeeded: boolean | undefined;
  try {
    const output = await openOutput(db, platform.events, run.id, (error) => platform.log.warn({ err: error, run: run.id }, 'task output'));
    const work: Work = { platform, job, run, lease, output };
    say(work, run.attempts === 1 ? 'STARTED' : 'AGAIN');
    succeeded = await attempt(work);
    await output.stored();
  } finally {
    lease.release();
  }
  await platform.events.publish(db, OUTPUT_CHANNEL, { run: run.id });
  const came = succeeded;
  if (!run.user_id || came === undefined) return;
  await platform.asSystem('task ended', async (ctx) => {
    const told = job.task.tells ? await job.task.tells(ctx, run.id, came) : came;
    if (told !== undefined) await ended(ctx, run, job.task.label, told);
  });
}
