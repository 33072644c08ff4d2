import { taskNotice } from './features/notifications/index.ts';
import { runTask } from './features/tasks/index.ts';
import { messagingOf } from './messaging.ts';
import { type Job, unwatched } from './platform/feature.ts';
import { createJobs, type Jobs } from './platform/jobs/jobs.ts';
import type { Platform } from './platform/platform.ts';

/** One run of a job: tasks with state and output, everything else as it is. */
export const runJob = async (platform: Platform, job: Job, data: Readonly<Record<string, unknown>>): Promise<void> => {
  const { task } = job;
  const { messenger } = messagingOf(platform);
  if (task)
    await runTask(platform, { ...job, task }, data, async (ctx, run, label, succeeded) => {
      if (run.user_id) await messenger.send(ctx, [run.user_id], taskNotice(run.id, label, succeeded));
    });
  else if (job.transaction === false) await job.run(platform.systemContext(`job ${job.name}`), data, unwatched());
  else await platform.asSystem(`job ${job.name}`, (ctx) => job.run(ctx, data, unwatched()));
};

/** The job queue, attached to the platform; a worker also runs what is in it. */
export function createJobQueue(platform: Platform, { jobs }: { jobs: readonly Job[] }, url: string, worker: boolean): Jobs {
  const queue = createJobs({
    url,
    log: platform.log,
    worker,
    jobs,
    run: (job, data) => runJob(platform, job, data),
  });
  platform.jobs.attach(queue);
  return queue;
}
