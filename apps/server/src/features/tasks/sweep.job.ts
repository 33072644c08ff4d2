import { text } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import type { Job } from '../../platform/feature.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { expiredRuns, finish, reclaimableRuns, unrecoverableRuns } from './lease.ts';
import { appendOutput } from './output.ts';
import { RUN_KEY } from './runs.ts';
import { sentence } from './sentences.ts';
import { TRANSFERS } from './transfers.ts';

/** Most of each that one minute deals with. */
const PER_SWEEP = 500;
/** Seconds in which a run that waits is handed out once: the queue keeps it until a worker has time. */
const HAND_OUT_EVERY = 120;
const LOST = text(
  'No worker could carry this run out; it was given up.',
  '没有工作进程能够完成此次执行，已放弃。',
  'この実行を完了できるワーカーがなかったため、打ち切りました。',
);

export interface SweepDeps {
  jobs: Pick<Jobs, 'enqueue'>;
  known(): readonly Job[];
}

/** Ends transfers whose sender or receiver has gone, or is done. */
async function endLeft(ctx: Context): Promise<void> {
  for (const run of await expiredRuns(ctx, Object.keys(TRANSFERS), PER_SWEEP)) {
    const { left, label } = TRANSFERS[run.name as keyof typeof TRANSFERS];
    const state = run.date_cancelled ? 'REVOKED' : left;
    await finish(ctx.tx, run, state);
    await appendOutput(ctx.tx, run.id, sentence(state, label, run.language));
  }
}

/** Ends what nobody will come back to, and settles what its feature keeps of it. */
async function endLost(ctx: Context, { known }: SweepDeps): Promise<void> {
  for (const run of await unrecoverableRuns(ctx, PER_SWEEP)) {
    await finish(ctx.tx, run, 'FAILURE');
    await appendOutput(ctx.tx, run.id, LOST[run.language]);
    await known()
      .find(({ name }) => name === run.name)
      ?.task?.brokenOff?.(ctx, run.id, 'lost');
  }
}

/** Hands out again what a worker left behind or the queue lost. What is done already is for the work to know (decision 0087). */
async function handOut(ctx: Context, { jobs, known }: SweepDeps): Promise<void> {
  const names = new Set(known().map(({ name }) => name));
  // One of a newer version on the same database is none of ours.
  for (const { id, name } of await reclaimableRuns(ctx, PER_SWEEP))
    if (names.has(name)) jobs.enqueue(ctx, name, { [RUN_KEY]: id }, { after: 0, every: HAND_OUT_EVERY, once: id });
}

/** Looks after runs whose worker is gone. The only place that does. */
export const taskSweep = (deps: SweepDeps): Job => ({
  name: 'task-sweep',
  schedule: '* * * * *',
  async run(ctx) {
    await endLeft(ctx);
    await endLost(ctx, deps);
    await handOut(ctx, deps);
  },
});
