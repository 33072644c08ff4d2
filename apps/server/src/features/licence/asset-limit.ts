import { CodedError } from '@postern/contract/errors';
import type { Context, Database } from '@postern/resource';
import { lockByName } from '../../platform/database/lock.queries.ts';
import { countAssets } from './count-assets.ts';
import type { Licence } from './licence-store.ts';

/**
 * Refuses a new asset above the number the licence allows (decision 0036). What is already there stays and
 * works. The lock makes people who create at the same time wait for each other; only installations with a limit pay for it.
 * @returns called inside the transaction of each new asset, with the number of those that were let in and are not stored yet
 */
export function assetLimit(licence: Licence): (ctx: Context, pending: number) => Promise<void> {
  // Counted once per transaction: an import of thousands would else count for each row.
  const counts = new WeakMap<Database, number>();
  return async (ctx, pending) => {
    const { valid, content } = licence.state(ctx.clock());
    const limit = valid ? (content?.asset_count ?? null) : null;
    if (limit === null) return;
    let count = counts.get(ctx.tx);
    if (count === undefined || count >= limit) count = (await countLocked(ctx)) + pending;
    if (count >= limit) throw new CodedError('asset_limit_reached', { limit });
    counts.set(ctx.tx, count + 1);
  };
}

async function countLocked(ctx: Context): Promise<number> {
  await lockByName(ctx.tx, 'asset limit');
  return countAssets(ctx);
}
