import { setTimeout as pause } from 'node:timers/promises';
import { text } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import type { Job } from '../../../platform/feature.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import type { MessageWords } from '../../notifications/index.ts';
import { dueStorages } from './objects.ts';
import { type ShipDeps, shipTo } from './ship.ts';

export const SHIP = 'storages-ship';
/** Seconds until it looks again, while there is something to do. */
const AGAIN_S = 5;
/** A run takes on nothing after this time; the next one does. */
const SPAN_MS = 1_800_000;

const SUBJECT = text('A storage does not take recordings', '存储未接收录像', '保存先が録画を受け取りません');
const MESSAGE = text(
  '<p>{storage} does not do what it is asked: {reason}. Everything is kept here and tried again.</p>',
  '<p>{storage} 未完成请求：{reason}。数据已保留在服务器上，将继续重试。</p>',
  '<p>{storage} が要求に応じません：{reason}。データはサーバーに保管し、再試行します。</p>',
);

export interface ShipJobDeps extends Omit<ShipDeps, 'warn'> {
  jobs: Pick<Jobs, 'enqueue'>;
  tellSubscribers(ctx: Context, notice: MessageWords): Promise<void>;
}

/** Has files taken to their storage once they are committed. */
export const sendShip = (ctx: Context, jobs: Pick<Jobs, 'enqueue'>): void =>
  jobs.enqueue(ctx, SHIP, {}, { after: 0, once: SHIP, every: 1 });

/** Takes files to their storages and removes from them what is to leave. Every minute, and again after seconds while something is to do. */
export const shipJob = ({ tellSubscribers, ...deps }: ShipJobDeps): Job => ({
  name: SHIP,
  schedule: '* * * * *',
  transaction: false,
  async run(ctx) {
    const warn: ShipDeps['warn'] = (inner, storage, reason) =>
      tellSubscribers(inner, { subject: SUBJECT, message: MESSAGE, params: { storage, reason } });
    const end = Date.now() + SPAN_MS;
    const running = new Map<string, Promise<void>>();
    const begin = (id: string): Promise<void> =>
      shipTo({ ...deps, warn }, id)
        .catch((error: unknown) => ctx.log.error({ err: error, storage: id }, 'files were not taken to their storage'))
        .finally(() => running.delete(id));
    // A worker has one run at a time: one storage that hangs does not keep the others from theirs, nor from what comes meanwhile.
    do {
      const due = Date.now() < end ? await dueStorages(ctx) : [];
      if (due.length === 0 && running.size === 0) return;
      for (const id of due) if (!running.has(id)) running.set(id, begin(id));
      await Promise.race([...running.values(), pause(AGAIN_S * 1_000, undefined, { ref: false })]);
    } while (running.size > 0);
    await deps.system.asSystem('takes files to their storage', async (inner) =>
      deps.jobs.enqueue(inner, SHIP, {}, { after: AGAIN_S, once: `${SHIP}-again` }),
    );
  },
});
