import type { Context, Log } from '@postern/resource';
import type { PgBoss } from 'pg-boss';
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

/** Seconds between two looks at the queue; the shorter for what somebody waits for. */
const POLL_S = 2;
const PROMPT_S = 1;
/** Its questions are short, and a server sends little. */
const MAX = 2;
const options = (url: string) => ({
  connectionString: url,
  schema: 'pgboss',
  application_name: 'postern jobs',
  max: MAX,
  idleTimeoutMillis: 10_000,
});

/** Creates or updates pg-boss's schema and our queues; part of `migrate`. */
export async function prepareJobs(url: string, jobs: readonly Job[]): Promise<void> {
  const { PgBoss } = await import('pg-boss');
  const boss = new PgBoss({ ...options(url), supervise: false, schedule: false });
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
  let started: Promise<PgBoss> | undefined;
  async function begin(): Promise<PgBoss> {
    // A server reads it when it first has something to send.
    const { PgBoss } = await import('pg-boss');
    const boss = new PgBoss({ ...options(url), migrate: false, supervise: worker, schedule: worker });
    // Without a listener an `error` event would end the process; pg-boss goes on by itself.
    boss.on('error', (error) => log.error({ err: error }, 'job queue'));
    await boss.start();
    return boss;
  }
  const ready = (): Promise<PgBoss> => {
    started ??= begin();
    return started;
  };
  /** Work that the queue no longer waits for: leases of runs say who has them in hand (decision 0087). */
  const open = new Set<Promise<void>>();
  /** Waits for work, or, where a worker has several of its kind in hand, until there is room for the next. */
  async function inHand(job: Job, work: Promise<void>): Promise<void> {
    const { atOnce = 1 } = job;
    if (atOnce === 1) return work;
    const told = work
      .catch((error: unknown) => log.error({ err: error, job: job.name }, 'a job failed'))
      .finally(() => {
        open.delete(told);
      });
    open.add(told);
    if (open.size >= atOnce) await Promise.race(open);
  }
  return {
    enqueue(ctx, name, data = {}, when) {
      if (!jobs.some((job) => job.name === name)) throw new Error(`There is no job called ${name}`);
      ctx.afterCommit(async () => {
        const boss = await ready();
        if (when)
          await boss.send(name, data, { startAfter: when.after, singletonKey: when.once, singletonSeconds: when.every ?? when.after });
        else await boss.send(name, data);
      });
    },
    async start() {
      // A server connects to the queue when it first has something to send.
      if (!worker) return;
      const boss = await ready();
      for (const job of jobs) {
        await boss.work<Record<string, unknown>>(job.name, { pollingIntervalSeconds: job.awaited ? PROMPT_S : POLL_S }, async (batch) => {
          for (const one of batch) await inHand(job, run(job, one.data ?? {}));
        });
      }
    },
    async stop(timeout) {
      if (!started) return;
      const boss = await started;
      const late = AbortSignal.timeout(timeout);
      await boss.stop({ graceful: true, timeout });
      await Promise.race([Promise.allSettled(open), new Promise((resolve) => late.addEventListener('abort', resolve, { once: true }))]);
    },
  };
}
