import type { Context } from '@postern/resource';
import { keysAbove } from './granted.ts';
import { type Candidate, permissionsOfUser, permissionsOnAsset } from './partial-match.queries.ts';

/** Permissions of each side that are named. */
const EACH = 5;

/** A permission in force that names one of two: a person, or an asset. */
export interface PartialMatch {
  id: string;
  name: string;
  holds: 'user' | 'asset';
  /** A group of the permission, when it holds the asset: whoever joins it is let in. */
  group: { id: string; name: string } | null;
  /** A node of the permission, when it holds the person: whatever is put there is reached. */
  node: { id: string; name: string } | null;
}

const other = (row: Candidate) => (row.other_id === null ? null : { id: row.other_id, name: row.other_name ?? '' });

/**
 * Permissions in force that would let a person onto an asset if they held the other of the two as well. Those that
 * concern the fewest come first: adding to them gives least away.
 */
export async function partialMatches(ctx: Context, userId: string, assetId: string): Promise<PartialMatch[]> {
  const asset = await ctx.tx.selectFrom('assets').select(['id', 'org_id']).where('id', '=', assetId).executeTakeFirst();
  if (!asset) return [];
  const withAsset = await permissionsOnAsset(ctx, asset, await keysAbove(ctx, assetId), EACH);
  const withUser = await permissionsOfUser(ctx, userId, asset.org_id, EACH);
  return [
    ...withAsset.map((row): PartialMatch => ({ id: row.id, name: row.name, holds: 'asset', group: other(row), node: null })),
    ...withUser.map((row): PartialMatch => ({ id: row.id, name: row.name, holds: 'user', group: null, node: other(row) })),
  ];
}
