import { EVIDENCE_FLOOR_DAYS, type SettingsReader } from '@postern/contract/settings';
import { text } from '@postern/contract/text';
import { among, type Context } from '@postern/resource';
import type { Job } from '../../platform/feature.ts';
import type { Elsewhere } from '../storages/index.ts';
import { cleanCommands } from './command.queries.ts';
import type { ReplayStore, StoredReplay } from './replay-store.ts';

const DAY_MS = 86_400_000;
/** Ids asked for at a time. */
const BATCH = 1_000;

/** Recordings whose session is not there. */
async function orphans(ctx: Context, files: readonly StoredReplay[]): Promise<StoredReplay[]> {
  const found: StoredReplay[] = [];
  for (let at = 0; at < files.length; at += BATCH) {
    const some = files.slice(at, at + BATCH);
    const ids = some.map(({ session }) => session);
    const rows = await ctx.tx
      .selectFrom('sessions')
      .select('id')
      .where(({ ref }) => among(ref('id'), ids))
      .execute();
    const here = new Set(rows.map(({ id }) => id));
    found.push(...some.filter(({ session }) => !here.has(session)));
  }
  return found;
}

/**
 * Removes finished sessions that are older than the setting says, with their commands and recordings. Files go once the rows are gone for
 * good; what a crash left of them has no session any more, and goes the next night.
 */
export const sessionRetention = (settings: SettingsReader, store: ReplayStore, elsewhere: Elsewhere): Job => ({
  name: 'sessions-retention',
  schedule: '30 2 * * *',
  task: { label: text('Clean up old sessions', '清理历史会话', '古いセッションの整理') },
  async run(ctx, _data, output) {
    const days = Math.max(settings.get('TERMINAL_SESSION_KEEP_DURATION'), EVIDENCE_FLOOR_DAYS);
    const before = new Date(ctx.clock().getTime() - days * DAY_MS);
    const gone = await ctx.tx
      .deleteFrom('sessions')
      .where('is_finished', '=', true)
      .where(({ eb, fn }) => eb(fn.coalesce('date_end', 'date_start', 'date_created'), '<', before))
      .executeTakeFirst();
    const commands = await cleanCommands(ctx, days);
    const files = await orphans(ctx, await store.olderThan(before));
    const away = await elsewhere.leaveOrphans(ctx);
    const sessions = Number(gone.numDeletedRows);
    output.write(
      `sessions: -${sessions}, commands: -${commands}, recordings: -${files.length}${away > 0 ? `, in storages: -${away}` : ''}`,
    );
    if (sessions > 0) ctx.audit({ action: 'delete', resourceType: 'session', resourceId: '', resource: `${sessions}` });
    ctx.afterCommit(async () => {
      for (const { path } of files) await store.remove(path);
    });
  },
});
