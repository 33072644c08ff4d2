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

type Gateway = NonNullable<ConnectionSecret['gateway']>;

/** Gateways of one answer: each carries a login, and nobody waits for a ninth. */
const MAX_GATEWAYS = 8;
/** Those last seen reachable come first, those seen dead last. */
const RANK: Readonly<Record<string, number>> = { ok: 0, err: 2 };
const rank = ({ connectivity }: GatewayRow): number => RANK[connectivity] ?? 1;

/**
 * The ways into a domain in the order to try them: its active gateways that have an account, those last seen reachable
 * first, by chance among equals (contract/assets.md §5; docs/decisions/0043).
 */
export async function gatewaysOf(ctx: Context, domainId: string): Promise<Gateway[]> {
  const { rows } = await sql<GatewayRow>`
    select a.id, a.name, a.address, coalesce(a.protocols, '[]'::jsonb) as protocols, a.connectivity
    from assets a join platforms p on p.id = a.platform_id
    where a.domain_id = ${domainId} and a.is_active and p.name = 'Gateway'
      and exists (select 1 from accounts c where c.asset_id = a.id and c.is_active)
    order by a.id limit 100`.execute(ctx.tx);
  const found: Gateway[] = [];
  for (const row of shuffled(rows)
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, MAX_GATEWAYS)) {
    const account = await gatewayAccount(ctx, row.id);
    if (!account) continue;
    const { connectivity: _seen, ...gateway } = row;
    const port = gateway.protocols.find(({ name }) => name === 'ssh')?.port ?? 22;
    found.push({ ...gateway, account, host_keys: await hostKeysOf(ctx, gateway.id, gateway.address, port) });
  }
  return found;
}

/** Every order is as likely as any other, so that sessions spread over gateways. */
function shuffled<T>(items: readonly T[]): T[] {
  const rest = [...items];
  const mixed: T[] = [];
  while (rest.length > 0) mixed.push(...rest.splice(randomInt(rest.length), 1));
  return mixed;
}

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
