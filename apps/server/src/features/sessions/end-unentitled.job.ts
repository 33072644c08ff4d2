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

type Reason = 'user_disabled' | 'user_expired' | 'asset_disabled' | 'account_disabled' | 'permission_expired' | 'permission_removed';

/** What of these a session runs under. A login that was typed in names no stored account: any will do for it. */
function ownOf(row: Live, accounts: readonly UsableAccount[]): UsableAccount[] {
  const stored = parseUuid(row.account_id);
  return accounts.filter((account) => account.actions !== 0 && (!stored || account.id === stored));
}

type Asked = Parameters<typeof accountsFor>[3];
type AccountsOf = (row: Live, state: Asked) => Promise<readonly UsableAccount[]>;

/** Why a session may not go on; undefined when it may. */
async function lossOf(row: Live, accountsOf: AccountsOf): Promise<Reason | undefined> {
  if (!row.user_active) return 'user_disabled';
  if (row.user_expired) return 'user_expired';
  if (!row.asset_active) return 'asset_disabled';
  if (parseUuid(row.account_id) && !row.account_active) return 'account_disabled';
  if (ownOf(row, await accountsOf(row, 'in force')).length > 0) return undefined;
  // One that had ended before the session began is not what carried it.
  const lapsed = ownOf(row, await accountsOf(row, 'lapsed')).some(
    ({ dateExpired }) => row.date_start !== null && dateExpired >= row.date_start,
  );
  return lapsed ? 'permission_expired' : 'permission_removed';
}

/**
 * Orders the end of sessions whose right is gone: the user is switched off, expired or deleted, asset or account are switched off or
 * deleted, or no permission in force gives them the account any more: it has ended, or was taken away. Our gateway asks for itself (decision 0042) and ends at the date it was
 * granted until; this is for components that other people wrote. Answers the ids.
 */
export async function endUnentitledSessions(ctx: Context, kernel: Kernel): Promise<string[]> {
  const known = new Map<string, Promise<UsableAccount[]>>();
  const accountsOf: AccountsOf = ({ user_id, asset_id, username }, state) => {
    const asked = `${user_id} ${asset_id} ${state}`;
    const found = known.get(asked) ?? accountsFor(ctx, { id: user_id, username: String(username) }, asset_id, state);
    known.set(asked, found);
    return found;
  };
  const ending = new Map<Reason, Live[]>();
  for (const row of await liveSessions(ctx, MAX_SESSIONS)) {
    const reason = await lossOf(row, accountsOf);
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
