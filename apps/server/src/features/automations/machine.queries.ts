import type { Context } from '@postern/resource';
import { sql } from 'kysely';
import { placed, unconfirmed, vouched } from '../destinations/index.ts';

/** What is known of an active asset and its platform. */
export interface AssetRow {
  id: string;
  name: string;
  address: string;
  org_id: string;
  protocols: { name: string; port: number }[];
  domain_id: string | null;
  db_name: string | null;
  use_ssl: boolean | null;
  allow_invalid_cert: boolean | null;
  ca_cert: string | null;
  client_cert: string | null;
  client_key: string | null;
  platform: string;
  platform_protocols: { name: string; setting?: Record<string, unknown> }[];
  type: string;
  automation: Record<string, unknown>;
  su_enabled: boolean;
  su_method: string | null;
  domain_enabled: boolean;
}

export interface StoredAccount {
  id: string;
  name: string | null;
  username: string;
  secret_type: string;
  secret: string | null;
  privileged: boolean;
  su_from_id: string | null;
  version: number;
}

/** An account in the state of the database in which its asset was read. */
export interface AccountHere extends StoredAccount {
  is_active: boolean;
  connectivity: string;
  date_updated: Date;
  unconfirmed: boolean;
  vouched: boolean;
}

/** The accounts of an asset, and where their secrets may be sent (docs/decisions/0067). */
export async function accountsOn(ctx: Context, assetId: string): Promise<AccountHere[]> {
  const { rows } = await sql<AccountHere>`
    select c.id, c.name, c.username, c.secret_type, c.secret, c.privileged, c.su_from_id, c.version, c.is_active, c.connectivity,
      c.date_updated, ${unconfirmed} as unconfirmed, ${vouched} as vouched from ${placed} where c.asset_id = ${assetId}`.execute(ctx.tx);
  return rows;
}

/** An asset with its platform; undefined when it is not active. */
export async function assetOf(ctx: Context, assetId: string): Promise<AssetRow | undefined> {
  const { rows } = await sql<AssetRow>`
    select a.id, a.name, a.address, a.org_id, coalesce(a.protocols, '[]'::jsonb) as protocols, a.domain_id, a.db_name, a.use_ssl,
      a.allow_invalid_cert, a.ca_cert, a.client_cert, a.client_key, p.name as platform,
      coalesce(p.protocols, '[]'::jsonb) as platform_protocols, p.type, p.automation, p.su_enabled, p.su_method, p.domain_enabled
    from assets a join platforms p on p.id = a.platform_id where a.id = ${assetId} and a.is_active`.execute(ctx.tx);
  return rows[0];
}
