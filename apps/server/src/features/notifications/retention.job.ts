import type { SettingsReader } from '@postern/contract/settings';
import type { Job } from '../../platform/feature.ts';

/** Messages go when activities do; there is no setting of their own. */
export const messageRetention = (settings: SettingsReader): Job => ({
  name: 'message-retention',
  schedule: '20 2 * * *',
  async run(ctx) {
    const before = new Date(ctx.clock().getTime() - settings.get('ACTIVITY_LOG_KEEP_DAYS') * 86_400_000);
    const old = ctx.tx.selectFrom('site_messages').select('id').where('date_created', '<', before);
    await ctx.tx.deleteFrom('site_message_copies').where('content_id', 'in', old).execute();
    await ctx.tx.deleteFrom('site_messages').where('date_created', '<', before).execute();
  },
});
