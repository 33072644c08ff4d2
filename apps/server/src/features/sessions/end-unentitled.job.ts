import { parseUuid } from '@postern/contract/ids';
import type { Context, Kernel } from '@postern/resource';
import type { Job } from '../../platform/feature.ts';
import { accountsFor, type UsableAccount } from '../permissions/index.ts';
import { orderKill } from '../terminals/index.ts';
import { type Live, liveSessions } from './session.queries.ts';

/** Live sessions looked at in one run. */
const MAX_SESSIONS = 5_000;
/** Who ended it, as the person reads it. */
const BY = 'System';

type Reason = 'user_disabled' | 'user_expired' | 'asset_disabled' | 'account_disabled' | 'permission_removed';

/** Why a session may not go on; undefined when it may. A login that was typed in names no stored account: any will do for it. */
function lossOf(row: Live, accounts: readonly UsableAccount[]): Reason | undefined {
  if (!row.user_active) return 'user_disabled';
  if (row.user_expired) return 'user_expired';
  if (!row.asset_active) return 'asset_disabled';
  const stored = parseUuid(row.account_id);
  if (stored && !row.account_active) return 'account_disabled';
  const own = stored ? accounts.filter((account) => account.id === stored) : accounts;
  return own.some((account) => account.actions !== 0) ? undefined : 'permission_removed';
}

/**
 * Orders the end of sessions whose right is gone: the user is switched off, expired or deleted, asset or account are switched off or
 * deleted, or no permission in force gives them the account any more. Our gateway asks for itself (decision 0042) and ends at the date it was
 * granted until; this is for components that other people wrote. Answers the ids.
 */
export async function endUnentitledSessions(ctx: Context, kernel: Kernel): Promise<string[]> {
  const known = new Map<string, Promise<UsableAccount[]>>();
  const accountsOf = ({ user_id, asset_id, username }: Live): Promise<UsableAccount[]> => {
    const pair = `${user_id} ${asset_id}`;
    const found = known.get(pair) ?? accountsFor(ctx, { id: user_id, username: String(username) }, asset_id);
    known.set(pair, found);
    return found;
  };
  const ending = new Map<Reason, Live[]>();
  for (const row of await liveSessions(ctx, MAX_SESSIONS)) {
    const reason = lossOf(row, row.user_active && !row.user_expired && row.asset_active ? await accountsOf(row) : []);
    if (reason) ending.set(reason, [...(ending.get(reason) ?? []), row]);
  }
  const ids: string[] = [];
  for (const [reason, sessions] of ending) ids.push(...(await orderKill(ctx, kernel.byName('task'), sessions, BY, { reason })));
  if (ids.length > 0) ctx.log.warn({ sessions: ids }, 'ended sessions whose right was taken away');
  return ids;
}

export const END_UNENTITLED = 'sessions-end-unentitled';

export const endUnentitledJob = (kernel: () => Kernel): Job => ({
  name: END_UNENTITLED,
  schedule: '* * * * *',
  async run(ctx) {
    await endUnentitledSessions(ctx, kernel());
  },
});
