import { randomUUID } from 'node:crypto';
import type { Context } from '@postern/resource';
import type { Job } from '../../../platform/feature.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import type { SystemAccess } from '../../../platform/platform.ts';
import type { Elsewhere } from '../../storages/index.ts';
import { MAX_REPLAY, type ReplayStore } from '../replay-store.ts';
import { indexPath, prepareRecording } from './prepare.ts';
import type { Block } from './seen-text.ts';

export const PREPARE = 'sessions-prepare-recording';
/** Rows written at a time. */
const BATCH = 500;
/** Seconds in which the same recording is not sent twice. */
const ONCE_S = 60;

/** Sends a recording that has come, once it is committed; for some seconds only once, however many ask. */
export const sendPrepare = (ctx: Context, jobs: Pick<Jobs, 'enqueue'>, session: string): void =>
  jobs.enqueue(ctx, PREPARE, { session }, { after: 0, once: session, every: ONCE_S });

async function keepText(ctx: Context, row: { id: string; org_id: string; from: Date }, blocks: readonly Block[]): Promise<void> {
  await ctx.tx.deleteFrom('screen_texts').where('session_id', '=', row.id).execute();
  const values = blocks.map(({ at, text }) => ({
    id: randomUUID(),
    org_id: row.org_id,
    session_id: row.id,
    at,
    moment: new Date(row.from.getTime() + at * 1000),
    text,
  }));
  for (let from = 0; from < values.length; from += BATCH)
    await ctx.tx
      .insertInto('screen_texts')
      .values(values.slice(from, from + BATCH))
      .execute();
}

/** Makes pieces, index and text of a recording (prepare.ts). Every run begins anew, so one that was cut off leaves nothing half done. */
export const prepareJob = (store: ReplayStore, system: Pick<SystemAccess, 'asSystem'>, elsewhere: Elsewhere): Job => ({
  name: PREPARE,
  transaction: false,
  async run(ctx, { session }) {
    const row = await ctx.tx
      .selectFrom('sessions')
      .select(['id', 'org_id', 'replay_path', 'date_start', 'date_created'])
      .where('id', '=', String(session))
      .executeTakeFirst();
    if (!row?.replay_path?.endsWith('.cast.gz') || (await store.size(row.replay_path)) === undefined) return;
    const path = row.replay_path;
    // What was prepared and belongs into a storage is done with: its text was kept in the transaction that said so.
    if (await elsewhere.find(indexPath(path))) return;
    const { blocks, files } = await prepareRecording(store, path, MAX_REPLAY);
    await system.asSystem('keeps what a recording showed', async (inner) => {
      await keepText(inner, { id: row.id, org_id: row.org_id, from: row.date_start ?? row.date_created }, blocks);
      await elsewhere.noteBeside(inner, path, row.id, files);
    });
  },
});
