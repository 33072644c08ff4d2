import type { SecretType } from '@postern/contract/protocols';
import type { Context } from '@postern/resource';
import { sql } from 'kysely';
import { placed, unconfirmed } from '../destinations/index.ts';

/** A login on a gateway, with the address it is meant for. */
export interface GatewayLogin {
  address: string;
  login_name: string;
  username: string;
  secret_type: SecretType;
  secret: string | null;
}

export interface GatewayWithLogin extends GatewayLogin {
  id: string;
  name: string;
  protocols: { name: string; port: number }[];
  connectivity: string;
}

/** The account that a gateway `g` is entered with. One whose destination nobody confirmed is none: all that goes through it would be theirs. */
const login = sql`
  select c.name as login_name, c.username, c.secret_type, c.secret from ${placed}
  where c.asset_id = g.id and c.is_active and not ${unconfirmed}
  order by c.privileged desc, c.date_updated desc limit 1`;

/** Active gateways of a domain that have an account, at most so many. */
export async function gatewaysWithLogin(ctx: Context, domainId: string, limit: number): Promise<GatewayWithLogin[]> {
  const { rows } = await sql<GatewayWithLogin>`
    select g.id, g.name, g.address, coalesce(g.protocols, '[]'::jsonb) as protocols, g.connectivity, l.*
    from assets g join platforms k on k.id = g.platform_id join lateral (${login}) l on true
    where g.domain_id = ${domainId} and g.is_active and k.name = 'Gateway' order by g.id limit ${limit}`.execute(ctx.tx);
  return rows;
}

/** The account that one gateway is entered with. */
export async function loginOf(ctx: Context, gatewayId: string): Promise<GatewayLogin | undefined> {
  const { rows } = await sql<GatewayLogin>`
    select g.address, l.* from assets g join lateral (${login}) l on true where g.id = ${gatewayId}`.execute(ctx.tx);
  return rows[0];
}
