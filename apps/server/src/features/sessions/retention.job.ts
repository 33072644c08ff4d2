import { EVIDENCE_FLOOR_DAYS, type SettingsReader } from '@postern/contract/settings';
import { text } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import { sql } from 'kysely';
import type { Job } from '../../platform/feature.ts';
import type { ReplayStore, StoredReplay } from './replay-store.ts';

const DAY_MS = 86_400_000;
/** Ids asked for at a time. */
const BATCH = 1_000;

/** Recordings whose session is not there. */
async function orphans(ctx: Context, files: readonly StoredReplay[]): Promise<StoredReplay[]> {
  const found: StoredReplay[] = [];
  for (let at = 0; at < files.length; at += BATCH) {
    const some = files.slice(at, at + BATCH);
    const { rows } = await sql<{
      id: string;
    }>`select id from sessions where id = any(${some.map(({ session }) => session)}::uuid[])`.execute(ctx.tx);
    const here = new Set(rows.map(({ id }) => id));
    found.push(...some.filter(({ session }) => !here.has(session)));
  }
  return found;
}

/**
 * Removes finished sessions that are older than the setting says, with their commands and recordings. Files go once the rows are gone for
 * good; what a crash left of them has no session any more, and goes the next night.
 */
export const sessionRetention = (settings: SettingsReader, store: ReplayStore): Job => ({
  name: 'sessions-retention',
  schedule: '30 2 * * *',
  task: { label: text('Clean up old sessions', '清理历史会话', '古いセッションの整理') },
  async run(ctx, _data, output) {
    const days = Math.max(settings.get('TERMINAL_SESSION_KEEP_DURATION'), EVIDENCE_FLOOR_DAYS);
    const before = new Date(ctx.clock().getTime() - days * DAY_MS);
    const { rows } = await sql<{ n: number }>`
      with gone as (delete from sessions where is_finished and coalesce(date_end, date_start, date_created) < ${before} returning id)
      select count(*)::int as n from gone`.execute(ctx.tx);
    const commands = await sql<{ n: number }>`select clean_commands(${days}::integer)::int as n`.execute(ctx.tx);
    const files = await orphans(ctx, await store.olderThan(before));
    const sessions = rows[0]?.n ?? 0;
    output.write(`sessions: -${sessions}, commands: -${commands.rows[0]?.n ?? 0}, recordings: -${files.length}`);
    if (sessions > 0) ctx.audit({ action: 'delete', resourceType: 'session', resourceId: '', resource: `${sessions}` });
    ctx.afterCommit(async () => {
      for (const { path } of files) await store.remove(path);
    });
  },
});
