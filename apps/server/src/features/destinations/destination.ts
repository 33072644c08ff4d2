import { among, type Context } from '@postern/resource';
import { platformSettings, unconfirmed } from './destination.queries.ts';

/** Everything about an asset that decides where a secret goes and who can read it on the way. */
export type Part = 'address' | 'protocols' | 'platform' | 'platform_settings' | 'domain' | 'entry' | 'host_keys';
/** The same of an account: how its secret is sent, and into whose shell it is typed. */
export type AccountPart = 'secret_type' | 'su_from';

/** Accounts with where they belong, under the aliases that the conditions of destination.queries.ts know. */
export const placedAccounts = (ctx: Context) =>
  ctx.tx.selectFrom('accounts as c').innerJoin('assets as a', 'a.id', 'c.asset_id').innerJoin('platforms as p', 'p.id', 'a.platform_id');

/** Those of some accounts that may not be used. One query, however many. */
export async function unconfirmedAmong(ctx: Context, accountIds: readonly string[]): Promise<Set<string>> {
  if (accountIds.length === 0) return new Set();
  const rows = await placedAccounts(ctx)
    .select('c.id')
    .where(({ ref }) => among(ref('c.id'), accountIds))
    .where(unconfirmed)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Those of some assets that have an account which may not be used. One query, however many. */
export async function unconfirmedAssets(ctx: Context, assetIds: readonly string[]): Promise<Set<string>> {
  const rows = await placedAccounts(ctx)
    .select('c.asset_id')
    .distinct()
    .where(({ ref }) => among(ref('c.asset_id'), assetIds))
    .where(unconfirmed)
    .execute();
  return new Set(rows.map(({ asset_id }) => asset_id));
}

/** Digests of the settings of all platforms, to be held against those after a change. */
export async function platformsBefore(ctx: Context): Promise<ReadonlyMap<number, string>> {
  const rows = await ctx.tx
    .selectFrom('platforms as p')
    .select(['p.id', platformSettings.as('settings')])
    .execute();
  return new Map(rows.map((row) => [row.id, row.settings]));
}

/**
 * Runs `work` on one state of the database: an address that is changed to and fro must not be read in one state and judged in
 * the other. Inside a transaction the caller's isolation counts.
 */
export const inSnapshot = <T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> =>
  ctx.tx.isTransaction
    ? work(ctx)
    : ctx.tx
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute((tx) => work({ ...ctx, tx }));
