import { among, at, type Context, inOrg } from '@postern/resource';
import { inOrganisation } from '../../platform/context.ts';
import type { PlannedType } from './automation.resources.ts';
import type { StoredAccount } from './machine.ts';
import type { Snapshot } from './snapshot.ts';
import { assetsIn } from './target.queries.ts';

/** Ids of the assets or of the nodes that an automation names. */
export async function linked(ctx: Context, type: PlannedType, side: 'assets' | 'nodes', id: string): Promise<string[]> {
  const rows =
    side === 'assets'
      ? await ctx.tx.selectFrom(`${type}_automation_assets`).select('asset_id as id').where('automation_id', '=', id).execute()
      : await ctx.tx.selectFrom(`${type}_automation_nodes`).select('node_id as id').where('automation_id', '=', id).execute();
  return rows.map((row) => row.id);
}

/** An account that a run deals with. */
export interface Target extends StoredAccount {
  asset_id: string;
}

const targets = (ctx: Context, orgId: string) =>
  ctx.tx
    .selectFrom('accounts as a')
    .select(['a.id', 'a.name', 'a.username', 'a.secret_type', 'a.secret', 'a.privileged', 'a.su_from_id', 'a.version', 'a.asset_id'])
    .where(inOrg(inOrganisation(ctx, orgId), at('a')))
    .orderBy('a.asset_id')
    .orderBy('a.username');

export const targetsById = (ctx: Context, orgId: string, ids: readonly string[]): Promise<Target[]> =>
  targets(ctx, orgId)
    .where(among(at('a')('id'), ids))
    .execute();

/** The active accounts of the assets of a run with its type of secret, of its usernames or of all. */
export async function targetsIn(ctx: Context, orgId: string, snapshot: Snapshot, most: number): Promise<Target[]> {
  const everyone = snapshot.usernames.includes('@ALL');
  return targets(ctx, orgId)
    .where('a.asset_id', 'in', assetsIn(snapshot))
    .where('a.is_active', '=', true)
    .where('a.secret_type', '=', snapshot.secret_type ?? '')
    .$if(!everyone, (all) => all.where(among(at('a')('username'), snapshot.usernames)))
    .limit(most)
    .execute();
}

/** The assets of a run. */
export const assetsOfRun = (ctx: Context, orgId: string, snapshot: Snapshot, most: number): Promise<{ id: string; name: string }[]> =>
  ctx.tx
    .selectFrom('assets as x')
    .select(['x.id', 'x.name'])
    .where('x.id', 'in', assetsIn(snapshot))
    .where(inOrg(inOrganisation(ctx, orgId), at('x')))
    .orderBy('x.id')
    .limit(most)
    .execute();
