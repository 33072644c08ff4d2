import type { Context, Where } from '@postern/resource';
import { sql } from 'kysely';
import { within } from '../nodes/index.ts';
import type { Found } from './methods/index.ts';

/** Gathered accounts, under the alias `t`, of the assets in a node and all below it. */
export const underNode = (key: string): Where => sql<boolean>`t.asset_id in (
  select l.asset_id from nodes n join asset_nodes l on l.node_id = n.id where ${within(sql`n.key`, key)})`;

/** Puts the logins that a machine has into the list: those that are there already keep what the machine did not say this time. */
export async function storePresent(ctx: Context, asset: { id: string; org_id: string }, found: readonly Found[]): Promise<void> {
  const now = ctx.clock();
  const column = <T>(value: (one: Found) => T): T[] => found.map(value);
  await sql`
    insert into gathered_accounts (id, org_id, asset_id, username, present, date_last_login, address_last_login, date_created, date_updated)
    select gen_random_uuid(), ${asset.org_id}, ${asset.id}, x.username, true, x.at, x.address, ${now}, ${now}
    from unnest(${column((one) => one.username)}::text[], ${column((one) => one.lastLogin?.toISOString() ?? null)}::timestamptz[],
      ${column((one) => one.lastAddress ?? '')}::text[]) as x (username, at, address)
    on conflict (org_id, asset_id, username) do update set present = true, date_updated = ${now},
      date_last_login = coalesce(excluded.date_last_login, gathered_accounts.date_last_login),
      address_last_login = case when excluded.address_last_login <> '' then excluded.address_last_login else gathered_accounts.address_last_login end`.execute(
    ctx.tx,
  );
}
