import { hostname } from 'node:os';
import type { Context, Database } from '@postern/resource';
import { LEASE_S, unheld } from '../../platform/database/lease.queries.ts';
import { ago, fromNow, now } from '../../platform/database/moment.queries.ts';
import type { Platform } from '../../platform/platform.ts';
import type { TaskRun } from './runs.ts';

/**
 * Who works on a run (decision 0087). A worker holds it until `lease`, by the clock of the database, and says again that it lives
 * three times in that time. `attempts` grows with every claim and is asked for by every write of the holder: one that was thought
 * dead and comes back finds the run no longer its own.
 */

const LEASE_MS = LEASE_S * 1_000;
/** Progress is stored this often at most. */
const PROGRESS_MS = 1_000;
/** A run that so many workers have left behind is given up: it may be what ended them. */
export const MAX_ATTEMPTS = 10;
/** Without a worker for so many days a run is given up: nobody expects it any more. */
export const LOST_DAYS = 1;
/** A run that nobody took up within so many minutes was lost on the way to the queue. */
const UNCLAIMED_MINUTES = 10;

/** Told when a run is to stop; payload `{run}`. */
export const CANCEL_CHANNEL = 'task-cancel';

/** This process, as lists of runs name it. */
const WORKER = `${hostname()}/${process.pid}`;

/** Why work has to stop: somebody cancelled the run, or another worker has it. */
export class RunStopped extends Error {
  readonly why: 'cancelled' | 'taken';
  constructor(why: 'cancelled' | 'taken') {
    super(`the run is to stop: ${why}`);
    this.why = why;
  }
}

/** Ends of a run, as stored. */
export type EndState = 'SUCCESS' | 'FAILURE' | 'REVOKED';

/** Takes a run on that nobody has begun, or whose worker has not spoken for too long. Undefined when there is nothing to take on. */
export const claim = (db: Database, id: string): Promise<TaskRun | undefined> =>
  db
    .updateTable('task_runs')
    .set(({ eb, fn }) => ({
      state: 'RUNNING',
      attempts: eb('attempts', '+', 1),
      worker: WORKER,
      lease: fromNow({ seconds: LEASE_S }),
      date_start: fn.coalesce('date_start', now),
    }))
    .where('id', '=', id)
    .where('is_finished', '=', false)
    .where('attempts', '<', MAX_ATTEMPTS)
    .where(unheld)
    .returningAll()
    .executeTakeFirst();

/**
 * Takes a run on, or keeps it, for a portion that its sender sends: a few rows more. It belongs to nobody between portions, so the
 * lease only says until when the next one is expected; one that had ended begins again.
 * @returns `cancelled` when it is to stop; undefined when there is no such run
 */
export async function leasePortion(tx: Database, id: string, rows: number): Promise<'leased' | 'cancelled' | undefined> {
  const run = await tx.selectFrom('task_runs').select(['is_finished', 'date_cancelled', 'done']).where('id', '=', id).executeTakeFirst();
  if (!run) return undefined;
  if (!run.is_finished && run.date_cancelled) return 'cancelled';
  await tx
    .updateTable('task_runs')
    .set(({ fn }) => ({
      state: 'RUNNING',
      attempts: 1,
      worker: WORKER,
      lease: fromNow({ seconds: LEASE_S }),
      done: run.is_finished ? rows : run.done + rows,
      is_finished: false,
      date_start: fn.coalesce('date_start', now),
      date_finished: null,
      date_cancelled: null,
    }))
    .where('id', '=', id)
    .execute();
  return 'leased';
}

/** Runs of some kinds whose lease ran out, locked until the end of the transaction. */
export const expiredRuns = (ctx: Context, names: readonly string[], limit: number) =>
  ctx.tx
    .selectFrom('task_runs')
    .select(['id', 'name', 'attempts', 'language', 'date_cancelled'])
    .where('is_finished', '=', false)
    .where('name', 'in', names)
    .where('lease', '<', now)
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();

type ClaimedRun = Pick<TaskRun, 'id' | 'attempts'>;

export interface Progress {
  done: number;
  total: number | null;
}

/** Says that its worker lives. Undefined when the run is no longer its own. */
const renew = (db: Database, { id, attempts }: ClaimedRun, progress: Progress) =>
  db
    .updateTable('task_runs')
    .set({ ...progress, lease: fromNow({ seconds: LEASE_S }) })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('is_finished', '=', false)
    .returning('date_cancelled')
    .executeTakeFirst();

/** Ends a run that the caller holds, in their transaction. @throws RunStopped when they do not hold it any more */
export async function finish(tx: Database, { id, attempts }: ClaimedRun, state: EndState, progress?: Progress): Promise<void> {
  const mine = await tx
    .updateTable('task_runs')
    .set({ ...progress, state, is_finished: true, date_finished: now, lease: null })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('is_finished', '=', false)
    .returning('id')
    .executeTakeFirst();
  if (!mine) throw new RunStopped('taken');
}

/** Runs that a worker left behind or none ever took up, oldest first, which another may carry out. */
export const reclaimableRuns = (ctx: Context, limit: number) =>
  ctx.tx
    .selectFrom('task_runs')
    .select(['id', 'name'])
    .where('is_finished', '=', false)
    .where('attempts', '<', MAX_ATTEMPTS)
    .where(({ and, eb, or }) =>
      or([eb('lease', '<', now), and([eb('lease', 'is', null), eb('date_published', '<', ago({ minutes: UNCLAIMED_MINUTES }))])]),
    )
    .orderBy('date_published')
    .limit(limit)
    .execute();

/** Runs that nobody will come back to, locked until the end of the transaction. */
export const unrecoverableRuns = (ctx: Context, limit: number) =>
  ctx.tx
    .selectFrom('task_runs')
    .select(['id', 'name', 'attempts', 'language'])
    .where('is_finished', '=', false)
    .where(({ and, eb, fn, or }) =>
      or([
        and([eb('attempts', '>=', MAX_ATTEMPTS), eb('lease', '<', now)]),
        eb(fn.coalesce('lease', 'date_published'), '<', ago({ days: LOST_DAYS })),
      ]),
    )
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();

export interface Lease {
  signal: AbortSignal;
  progress(done: number, total?: number): void;
  /** How far the work has said it is. */
  reached(): Progress;
  /** Lets go of it: nothing more is written. */
  release(): void;
}

/** What holding a run needs of the platform. */
type LeaseDeps = Pick<Platform, 'events' | 'log'> & { database: Pick<Platform['database'], 'db'> };

/** Keeps a claimed run for this worker, and listens whether it is to stop. */
export function startLease({ database: { db }, events, log }: LeaseDeps, run: TaskRun): Lease {
  const stop = new AbortController();
  let progress: Progress = { done: run.done, total: run.total };
  let leasedUntil = performance.now() + LEASE_MS;
  let telling = false;
  let soon: NodeJS.Timeout | undefined;
  // One that was cancelled is still leased while its work comes to a stop.
  const isTaken = (): boolean => stop.signal.reason instanceof RunStopped && stop.signal.reason.why === 'taken';

  async function tell(): Promise<void> {
    clearTimeout(soon);
    soon = undefined;
    const from = performance.now();
    // Who cannot reach the database in time has lost the run, whether or not somebody else has it already.
    if (from > leasedUntil) stop.abort(new RunStopped('taken'));
    if (telling || isTaken()) return;
    telling = true;
    try {
      const row = await renew(db, run, progress);
      if (!row) stop.abort(new RunStopped('taken'));
      else if (row.date_cancelled) stop.abort(new RunStopped('cancelled'));
      leasedUntil = from + LEASE_MS;
    } catch (error) {
      // The next sign of life comes before the lease is over.
      log.warn({ err: error, run: run.id }, 'lease of a run');
    } finally {
      telling = false;
    }
  }

  const timer = setInterval(tell, LEASE_MS / 3);
  const uncancel = events.subscribe(CANCEL_CHANNEL, ({ run: id }) => {
    if (id === run.id) void tell();
  });
  const ungap = events.onGap(() => void tell());
  return {
    signal: stop.signal,
    progress(done, total) {
      progress = { done, total: total ?? progress.total };
      soon ??= setTimeout(tell, PROGRESS_MS);
    },
    reached: () => progress,
    release() {
      clearInterval(timer);
      clearTimeout(soon);
      uncancel();
      ungap();
    },
  };
}
