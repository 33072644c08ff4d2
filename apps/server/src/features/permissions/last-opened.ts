import { parseUuids } from '@postern/contract/ids';
import { VIRTUAL_ACCOUNT_ID } from '@postern/contract/platforms';
import { among, at, type Context, formatDatetime, inOrg } from '@postern/resource';
import { ago } from '../../platform/database/moment.queries.ts';
import { eachGranted } from './grant.queries.ts';
import type { Grant } from './grant.ts';

/** How far back, how many sessions are looked at, and how many connections are answered. */
const DAYS = 90;
const SESSIONS = 500;
const MOST = 50;

/** A machine, the account on it and the protocol, as somebody last opened them. */
interface Opened {
  asset: string;
  asset_display: string;
  address: string;
  /** Alias of the account. */
  account: string;
  protocol: string;
  /** Of the session: a terminal, files, a forward. */
  type: string;
  date_start: string;
}

const ALIAS_OF: ReadonlyMap<string, string> = new Map(Object.entries(VIRTUAL_ACCOUNT_ID).map(([alias, id]) => [id, alias]));

/**
 * What somebody opened last, each once, the latest first: of active assets that they still reach. Sessions are evidence and name things by
 * text; what they name is looked up anew.
 */
export async function lastOpened(ctx: Context, grant: Grant, userId: string): Promise<Opened[]> {
  const sessions = await ctx.tx
    .selectFrom('sessions as s')
    .select(['s.asset_id', 's.account_id', 's.protocol', 's.type', 's.date_start'])
    .where('s.user_id', '=', userId)
    .where('s.date_start', '>', ago({ days: DAYS }))
    .where(inOrg(ctx, at('s')))
    .orderBy('s.date_start', 'desc')
    .limit(SESSIONS)
    .execute();
  const [assets, accounts] = await Promise.all([
    ctx.tx
      .selectFrom('assets as a')
      .select(['a.id', 'a.name', 'a.address'])
      .where((on) => among(on.ref('a.id'), parseUuids(sessions.map((row) => row.asset_id))))
      .where('a.is_active', '=', true)
      .where(inOrg(ctx, at('a')))
      .where(eachGranted(grant, at('a')))
      .execute(),
    ctx.tx
      .selectFrom('accounts as c')
      .select(['c.id', 'c.name', 'c.asset_id'])
      .where((on) => among(on.ref('c.id'), parseUuids(sessions.map((row) => row.account_id))))
      .execute(),
  ]);
  const assetOf = new Map(assets.map((row) => [row.id, row]));
  const accountOf = new Map(accounts.map((row) => [row.id, row]));
  const found = new Map<string, Opened>();
  for (const { asset_id, account_id, protocol, type, date_start } of sessions) {
    const asset = assetOf.get(asset_id);
    const stored = accountOf.get(account_id);
    const account = stored?.asset_id === asset_id ? stored.name : ALIAS_OF.get(account_id);
    if (!asset || !account || !date_start) continue;
    const key = JSON.stringify([asset.id, account, protocol]);
    if (found.has(key)) continue;
    found.set(key, {
      asset: asset.id,
      asset_display: asset.name,
      address: asset.address ?? '',
      account,
      protocol,
      type,
      date_start: formatDatetime(date_start, ctx.timeZone) ?? '',
    });
    if (found.size === MOST) break;
  }
  return [...found.values()];
}
