import { text } from '@postern/contract/text';
import type { Job } from '../../platform/feature.ts';
import type { Messenger } from './messenger.ts';
import { tellSubscribers } from './system-subscription.ts';

const DAY_MS = 86_400_000;
/** Days before the end on which that is told; 0 is the day after it (docs/behaviour/start-and-views.md#banners). */
const NOTICE_DAYS = new Set([7, 3, 1, 0]);

const LINK = text(
  '<p><a href="/ui/settings/license">Open licence</a></p>',
  '<p><a href="/ui/settings/license">查看许可证</a></p>',
  '<p><a href="/ui/settings/license">ライセンスを開く</a></p>',
);
const SOON = text('The licence expires in {days} days', '许可证将在 {days} 天后到期', 'ライセンスの期限は残り {days} 日です');
const OVER = text('The licence has expired', '许可证已过期', 'ライセンスの期限が切れました');

/**
 * Tells whoever is subscribed to it that the licence is about to end, and that it has.
 * @param endOf the end of the licence in place; undefined without one
 */
export const licenceNotice = (endOf: (now: Date) => Date | undefined, messenger: Messenger): Job => ({
  name: 'licence-notice',
  schedule: '5 10 * * *',
  async run(ctx) {
    const end = endOf(ctx.clock());
    if (!end) return;
    const days = Math.ceil((end.getTime() - ctx.clock().getTime()) / DAY_MS);
    if (!NOTICE_DAYS.has(days)) return;
    await tellSubscribers(ctx, messenger, 'LicenceMessage', { subject: days > 0 ? SOON : OVER, message: LINK, params: { days } });
  },
});
