import { CodedError } from '@postern/contract/errors';
import type { Context, Row } from '@postern/resource';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { SystemAccess } from '../../platform/platform.ts';
import type { RemoteReplay } from '../storages/index.ts';
import { sendPrepare } from './pieces/prepare.job.ts';
import { type Arrived, MAX_REPLAY, type ReplayStore, replayPath } from './replay-store.ts';
import type { SessionRow } from './session.resource.ts';

/** Recordings that components put into a bucket are brought here when somebody asks for them (docs/decisions/0081). */

export type FindRemote = (ctx: Context, row: Row, paths: readonly string[]) => Promise<RemoteReplay | undefined>;

/** Recordings that are fetched at a time by one process: each holds a connection and writes to disk. */
const AT_ONCE = 4;
/** Milliseconds somebody waits before they are told to ask again. */
const TIMEOUT_MS = 10_000;

export interface Collector {
  /** The row with the path of its recording; undefined while it is being fetched. @throws CodedError busy, storage_invalid */
  collected(ctx: Context, row: SessionRow): Promise<SessionRow | undefined>;
}

async function fetched(ctx: Context, store: ReplayStore, find: FindRemote, row: SessionRow): Promise<string | undefined> {
  const paths = [3, 2, 4].map((version) => replayPath(row, version));
  const found = await find(ctx, row, paths);
  if (!found) return undefined;
  let came: Arrived;
  try {
    came = await store.write(found.path, found.data, MAX_REPLAY);
  } catch (error) {
    // Broken off on its way, or larger than anything that is kept: nothing of it stays, and somebody may ask again.
    throw new CodedError('storage_invalid', {}, { cause: error });
  }
  // Once it is here it is evidence like any other: what the bucket holds later changes nothing.
  const kept = await ctx.tx
    .updateTable('sessions')
    .set({ replay_path: found.path, replay_bytes: came.bytes, replay_sha256: came.sha256 })
    .where('id', '=', row.id)
    .where('replay_path', 'is', null)
    .returning('replay_path')
    .executeTakeFirst();
  if (kept) return kept.replay_path ?? undefined;
  const here = await ctx.tx.selectFrom('sessions').select('replay_path').where('id', '=', row.id).executeTakeFirst();
  return here?.replay_path ?? undefined;
}

/** What work comes to, or `late`: then what becomes of it is told to whoever asks next. */
async function inTime<T>(ctx: Context, work: Promise<T>): Promise<T | 'late'> {
  const late = new Promise<'late'>((resolve) => setTimeout(resolve, TIMEOUT_MS, 'late').unref());
  const outcome = await Promise.race([work, late]);
  if (outcome === 'late') void work.catch((error: unknown) => ctx.log.warn({ err: error }, 'a recording was not fetched'));
  return outcome;
}

/** Brings a recording here that was taken to a storage. @returns false where it is still on its way @throws CodedError as `ready` */
export async function broughtHere(ctx: Context, store: ReplayStore, path: string): Promise<boolean> {
  // Where there is none, whoever asked says so in words of their own.
  if ((await store.size(path)) === undefined) return true;
  return (await inTime(ctx, store.ready(path))) !== 'late';
}

/** @param system reads and writes of a fetch: it may take longer than the request that began it, whose transaction is over by then */
export function createCollector(
  store: ReplayStore,
  find: FindRemote,
  system: Pick<SystemAccess, 'systemContext' | 'asSystem'>,
  jobs: Pick<Jobs, 'enqueue'>,
): Collector {
  const running = new Map<string, Promise<string | undefined>>();
  return {
    async collected(ctx, row) {
      if (row.replay_path || !row.has_replay || !row.is_finished) return row;
      const { id } = row;
      if (!running.has(id) && running.size >= AT_ONCE) throw new CodedError('busy');
      const work =
        running.get(id) ??
        fetched(system.systemContext('fetches a recording'), store, find, row)
          .then(async (path) => {
            if (path?.endsWith('.cast.gz')) await system.asSystem('prepares a recording', async (inner) => sendPrepare(inner, jobs, id));
            return path;
          })
          .finally(() => running.delete(id));
      running.set(id, work);
      const path = await inTime(ctx, work);
      return path === 'late' ? undefined : { ...row, replay_path: path ?? null };
    },
  };
}

/** What a player is told meanwhile; it asks again (docs/decisions/0081). */
export const stillRunning = ({ id }: SessionRow) => ({ status: 'running', start_time: Date.now() / 1000, key: id });
