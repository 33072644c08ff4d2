import { randomInt } from 'node:crypto';
import type { ConnectionSecret, SecretAccount } from '@postern/contract/component';
import { SECRET_TYPE_LABELS, type SecretType } from '@postern/contract/protocols';
import { render } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import { sql } from 'kysely';
import { hostKeysOf } from './host-keys.ts';

interface GatewayRow {
  id: string;
  name: string;
  address: string;
  protocols: { name: string; port: number }[];
  connectivity: string;
}

/** The way into a domain: one of its active gateways, by chance, those last seen reachable first (contract/assets.md §5). */
export async function gatewayOf(ctx: Context, domainId: string): Promise<ConnectionSecret['gateway']> {
  const { rows } = await sql<GatewayRow>`
    select a.id, a.name, a.address, coalesce(a.protocols, '[]'::jsonb) as protocols, a.connectivity
    from assets a join platforms p on p.id = a.platform_id
    where a.domain_id = ${domainId} and a.is_active and p.name = 'Gateway' limit 100`.execute(ctx.tx);
  const reachable = rows.filter((row) => row.connectivity === 'ok');
  const choice = reachable.length > 0 ? reachable : rows;
  const found = choice.length > 0 ? choice[randomInt(choice.length)] : undefined;
  if (!found) return null;
  const account = await gatewayAccount(ctx, found.id);
  if (!account) return null;
  const { connectivity: _seen, ...gateway } = found;
  const port = gateway.protocols.find(({ name }) => name === 'ssh')?.port ?? 22;
  return { ...gateway, account, host_keys: await hostKeysOf(ctx, gateway.id, gateway.address, port) };
}

/** The account a gateway is entered with: the privileged one, else the one changed last (contract/assets.md §5). */
export async function gatewayAccount(ctx: Context, assetId: string): Promise<SecretAccount | undefined> {
  const { rows } = await sql<{ name: string; username: string; secret_type: SecretType; secret: string | null }>`
    select name, username, secret_type, secret from accounts where asset_id = ${assetId} and is_active
    order by privileged desc, date_updated desc limit 1`.execute(ctx.tx);
  const row = rows[0];
  if (!row) return undefined;
  return {
    name: row.name,
    username: row.username,
    secret_type: { value: row.secret_type, label: render(SECRET_TYPE_LABELS[row.secret_type], ctx.language) },
    secret: row.secret ? ctx.secrets.open(row.secret) : '',
    su_from: null,
  };
}
