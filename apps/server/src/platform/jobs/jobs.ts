import type { Context, Log } from '@postern/resource';
import { PgBoss } from 'pg-boss';
import type { Job } from '../feature.ts';

/** Background work through pg-boss, in a schema of its own. Every node may send; workers run. */
export interface Jobs {
  /** Sends a job once the caller's transaction has committed. */
  enqueue(ctx: Context, name: string, data?: Readonly<Record<string, unknown>>, when?: When): void;
  start(): Promise<void>;
  /** Lets running jobs end, up to the given milliseconds. */
  stop(timeout: number): Promise<void>;
}

/** A job that waits for `after` seconds; for so long, or for `every` seconds, another one with the same name and `once` is not sent. */
export interface When {
  after: number;
  once: string;
  every?: number;
}

export interface JobsOptions {
  url: string;
  log: Log;
  /** Workers run jobs and keep schedules; servers only send. */
  worker: boolean;
  jobs: readonly Job[];
  /** Makes the context in which one run of a job works: the system, in the root organisation. */
  run: (job: Job, data: Readonly<Record<string, unknown>>) => Promise<void>;
}

const options = (url: string) => ({ connectionString: url, schema: 'pgboss', application_name: 'postern jobs', max: 4 });

/** Creates or updates pg-boss's schema and our queues; part of `migrate`. */
export async function prepareJobs(url: string, jobs: readonly Job[]): Promise<void> {
  const boss = new PgBoss({ ...options(url), max: 2, supervise: false, schedule: false });
  await boss.start();
  try {
    const known = new Set((await boss.getQueues()).map((queue) => queue.name));
    for (const job of jobs) {
      if (!known.has(job.name))
        await boss.createQueue(job.name, { retryLimit: 3, retryDelay: 10, retryBackoff: true, expireInSeconds: 3_600 });
    }
    const scheduled = new Set(jobs.filter((job) => job.schedule).map((job) => job.name));
    for (const old of await boss.getSchedules()) if (!scheduled.has(old.name)) await boss.unschedule(old.name);
    for (const job of jobs)
      if (job.schedule) await boss.schedule(job.name, job.schedule, {}, { tz: Intl.DateTimeFormat().resolvedOptions().timeZone });
  } finally {
    await boss.stop({ graceful: false });
  }
}

export function createJobs({ url, log, worker, jobs, run }: JobsOptions): Jobs {
  const boss = new PgBoss({ ...options(url), migrate: false, supervise: worker, schedule: worker });
  // Without a listener an `error` event would end the process; pg-boss goes on by itself.
  boss.on('error', (error) => log.error({ err: error }, 'job queue'));
  let started: Promise<unknown> | undefined;
  const ready = (): Promise<unknown> => {
    started ??= boss.start();
    return started;
  };
  return {
    enqueue(ctx, name, data = {}, when) {
      if (!jobs.some((job) => job.name === name)) throw new Error(`There is no job called ${name}`);
      ctx.afterCommit(async () => {
        await ready();
        if (when)
          await boss.send(name, data, { startAfter: when.after, singletonKey: when.once, singletonSeconds: when.every ?? when.after });
        else await boss.send(name, data);
      });
    },
    async start() {
      // A server connects to the queue when it first has something to send.
      if (!worker) return;
      await ready();
      for (const job of jobs) {
        await boss.work<Record<string, unknown>>(job.name, { pollingIntervalSeconds: 2 }, async (batch) => {
          for (const one of batch) await run(job, one.data ?? {});
        });
      }
    },
    async stop(timeout) {
      if (!started) return;
      await started;
      await boss.stop({ graceful: true, timeout });
    },
  };
}
