import type { ConnectionSecret } from '@postern/contract/component';
import type { SecretType } from '@postern/contract/protocols';
import type { Context } from '@postern/resource';
import { sql } from 'kysely';

export interface StoredSecret {
  id: string;
  name: string;
  username: string;
  secret_type: SecretType;
  secret: string | null;
  privileged: boolean;
  su_from_id: string | null;
}

/** An account that is on, with its encrypted secret. */
export async function storedSecret(ctx: Context, id: string): Promise<StoredSecret | undefined> {
  const { rows } = await sql<StoredSecret>`
    select id, name, username, secret_type, secret, privileged, su_from_id from accounts where id = ${id} and is_active`.execute(ctx.tx);
  return rows[0];
}

/** Encrypted secrets of an account that is on, and of the one that it is switched to from. */
export async function encryptedSecrets(ctx: Context, account: string): Promise<string[]> {
  const { rows } = await sql<{ secret: string }>`
    select o.secret from accounts as a join accounts as o on o.id in (a.id, a.su_from_id) and o.is_active
    where a.id = ${account} and o.secret is not null`.execute(ctx.tx);
  return rows.map(({ secret }) => secret);
}

export interface PlatformRow {
  id: number;
  name: string;
  category: string;
  type: string;
  charset: string;
  protocols: ConnectionSecret['platform']['protocols'];
  su_enabled: boolean;
  su_method: string | null;
  domain_enabled: boolean;
}

/** What a component has to know of a machine besides its address and its account. */
export interface Details extends PlatformRow {
  gathered_info: Record<string, unknown> | null;
  ca_cert: string | null;
  client_cert: string | null;
  client_key: string | null;
  domain_uuid: string | null;
  domain_name: string | null;
  org_name: string;
}

/** An asset with its platform, its domain where the platform is reached through one, and its organisation. */
export async function detailsOf(ctx: Context, assetId: string): Promise<Details | undefined> {
  const { rows } = await sql<Details>`
    select p.id, p.name, p.category, p.type, p.charset, p.protocols, p.su_enabled, p.su_method, p.domain_enabled, a.gathered_info,
      a.ca_cert, a.client_cert, a.client_key, d.id as domain_uuid, d.name as domain_name, coalesce(o.name, '') as org_name
    from assets a join platforms p on p.id = a.platform_id left join domains d on d.id = a.domain_id and p.domain_enabled
      left join organizations o on o.id = a.org_id where a.id = ${assetId}`.execute(ctx.tx);
  return rows[0];
}
