import type { Context, Kernel } from '@postern/resource';
import { sql } from 'kysely';
import type { Job } from '../../platform/feature.ts';
import { accountsFor } from '../permissions/index.ts';
import { orderKill } from '../terminals/index.ts';

/** Live sessions looked at in one run. */
const MAX_SESSIONS = 5_000;
/** Who ended it, as the person reads it. */
const BY = 'System';

interface Live {
  id: string;
  terminal_id: string;
  user_id: string;
  asset_id: string;
  username: string | null;
  valid: boolean;
}

/**
 * Orders the end of sessions whose right is gone: the user is switched off, expired or deleted, or no permission in force
 * gives them any account of the asset any more. The gateway ends a session at the date it was granted until by itself;
 * this is for rights that are taken away before. Answers the ids.
 */
export async function endUnentitledSessions(ctx: Context, kernel: Kernel): Promise<string[]> {
  const { rows } = await sql<Live>`
    select s.id, s.terminal_id, s.user_id, s.asset_id, u.username,
      coalesce(u.is_active and (u.date_expired is null or u.date_expired > ${ctx.clock()}), false) as valid
    from sessions s left join users u on u.id::text = s.user_id
    where not s.is_finished and s.terminal_id is not null and s.user_id <> '' and s.asset_id <> ''
      and not exists (select 1 from terminal_tasks k where k.args = s.id::text and not k.is_finished)
    limit ${MAX_SESSIONS}`.execute(ctx.tx);
  const granted = new Map<string, boolean>();
  const ending: Live[] = [];
  for (const row of rows) {
    const pair = `${row.user_id} ${row.asset_id}`;
    let may = row.valid ? granted.get(pair) : false;
    if (may === undefined) {
      const accounts = await accountsFor(ctx, { id: row.user_id, username: String(row.username) }, row.asset_id);
      may = accounts.some((account) => account.actions !== 0);
      granted.set(pair, may);
    }
    if (!may) ending.push(row);
  }
  const orders = [
    { reason: 'user_disabled', sessions: ending.filter((row) => !row.valid) },
    { reason: 'permission_removed', sessions: ending.filter((row) => row.valid) },
  ] as const;
  const ids: string[] = [];
  for (const { reason, sessions } of orders) ids.push(...(await orderKill(ctx, kernel.byName('task'), sessions, BY, reason)));
  if (ids.length > 0) ctx.log.warn({ sessions: ids }, 'ended sessions whose right was taken away');
  return ids;
}

export const endUnentitledJob = (kernel: () => Kernel): Job => ({
  name: 'sessions-end-unentitled',
  schedule: '* * * * *',
  async run(ctx) {
    await endUnentitledSessions(ctx, kernel());
  },
});
