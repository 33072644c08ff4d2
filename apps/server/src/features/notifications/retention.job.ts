import type { SettingsReader } from '@postern/contract/settings';
import { sql } from 'kysely';
import type { Job } from '../../platform/feature.ts';

/** Messages go when activities do; there is no setting of their own. */
export const messageRetention = (settings: SettingsReader): Job => ({
  name: 'message-retention',
  schedule: '20 2 * * *',
  async run(ctx) {
    const before = new Date(ctx.clock().getTime() - settings.get('ACTIVITY_LOG_KEEP_DAYS') * 86_400_000);
    await sql`delete from site_message_copies where content_id in (select id from site_messages where date_created < ${before})`.execute(
      ctx.tx,
    );
    await sql`delete from site_messages where date_created < ${before}`.execute(ctx.tx);
  },
});
