import { text } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import type { Job } from '../../../platform/feature.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { MessageWords } from '../../notifications/index.ts';
import { numberFeed, trimFeed } from './feed.queries.ts';
import { type ForwardPlatform, forwardTo } from './forward.ts';
import { dueReceivers } from './receiver.store.ts';

export const FORWARD = 'audit-forward';
/** Seconds until it looks again, while there are receivers. */
const AGAIN_S = 5;
/** Portions that are numbered before anything is sent. */
const STEPS = 20;

const SUBJECT = text('An audit receiver takes no events', '审计接收端未接收事件', '監査の受信先がイベントを受け取りません');
const MESSAGE = text(
  '<p>{receiver} takes no audit events: {reason}. They are kept and sent again.</p>',
  '<p>{receiver} 无法接收审计事件：{reason}。事件已保留，将重新发送。</p>',
  '<p>{receiver} が監査イベントを受け取りません：{reason}。イベントは保管し、送り直します。</p>',
);

export interface ForwardJobDeps {
  platform: ForwardPlatform & Pick<Platform, 'jobs'>;
  tellSubscribers(ctx: Context, notice: MessageWords): Promise<void>;
}

/** Numbers what is new and sends each receiver what it has not had. Every minute, and again after seconds while somebody receives. */
export const forwardJob = ({ platform, tellSubscribers }: ForwardJobDeps): Job => ({
  name: FORWARD,
  schedule: '* * * * *',
  transaction: false,
  async run() {
    for (let step = 0; step < STEPS; step += 1) if (!(await platform.asSystem('audit forwarding', numberFeed))) break;
    const due = await platform.asSystem('audit forwarding', async (ctx) => {
      await trimFeed(ctx);
      return dueReceivers(ctx);
    });
    if (due.length === 0) return;
    const warn = (ctx: Context, receiver: string, reason: string) =>
      tellSubscribers(ctx, { subject: SUBJECT, message: MESSAGE, params: { receiver, reason } });
    // One that hangs does not keep the others from theirs.
    await Promise.all(due.map(({ id }) => forwardTo({ platform, warn }, id)));
    await platform.asSystem('audit forwarding', async (ctx) => platform.jobs.enqueue(ctx, FORWARD, {}, { after: AGAIN_S, once: FORWARD }));
  },
});
