import { randomInt } from 'node:crypto';
import type { ConnectionSecret, SecretAccount } from '@postern/contract/component';
import { SECRET_TYPE_LABELS, type SecretType } from '@postern/contract/protocols';
import { render } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import { type RawBuilder, sql } from 'kysely';
import { held, placed } from '../destinations/index.ts';
import { hostKeysOf } from './host-keys.ts';

/** A login on a gateway, with the address it is meant for. */
interface LoginRow {
  id: string;
  address: string;
  login_name: string;
  username: string;
  secret_type: SecretType;
  secret: string | null;
}

interface GatewayRow extends LoginRow {
  name: string;
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
 * first, by chance among equals (docs/wire/assets.md#domains-and-gateways; docs/decisions/0043).
 */
export async function gatewaysOf(ctx: Context, domainId: string): Promise<Gateway[]> {
  const { rows } = await sql<GatewayRow>`
    select g.id, g.name, g.address, coalesce(g.protocols, '[]'::jsonb) as protocols, g.connectivity, l.*
    from assets g join platforms k on k.id = g.platform_id join lateral (${login(sql`g.id`)}) l on true
    where g.domain_id = ${domainId} and g.is_active and k.name = 'Gateway' order by g.id limit 100`.execute(ctx.tx);
  const found: Gateway[] = [];
  for (const row of shuffled(rows)
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, MAX_GATEWAYS)) {
    const { id, name, address, protocols } = row;
    const port = protocols.find((one) => one.name === 'ssh')?.port ?? 22;
    found.push({ id, name, address, protocols, account: accountOf(ctx, row), host_keys: await hostKeysOf(ctx, id, address, port) });
  }
  return found;
}

/** The account that a gateway is entered with. One whose destination nobody confirmed is none: all that goes through it would be theirs. */
const login = (assetId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select c.name as login_name, c.username, c.secret_type, c.secret from ${placed}
  where c.asset_id = ${assetId} and c.is_active and not ${held}
  order by c.privileged desc, c.date_updated desc limit 1`;

const accountOf = (ctx: Context, row: Omit<LoginRow, 'id' | 'address'>): SecretAccount => ({
  name: row.login_name,
  username: row.username,
  secret_type: { value: row.secret_type, label: render(SECRET_TYPE_LABELS[row.secret_type], ctx.language) },
  secret: row.secret ? ctx.secrets.open(row.secret) : '',
  su_from: null,
});

/** Whether a domain is entered through gateways, usable or not. */
async function hasGateways(ctx: Context, domainId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from assets g join platforms k on k.id = g.platform_id where g.domain_id = ${domainId} and k.name = 'Gateway' limit 1`.execute(
    ctx.tx,
  );
  return rows.length > 0;
}

/** Every order is as likely as any other, so that sessions spread over gateways. */
function shuffled<T>(items: readonly T[]): T[] {
  const rest = [...items];
  const mixed: T[] = [];
  while (rest.length > 0) mixed.push(...rest.splice(randomInt(rest.length), 1));
  return mixed;
}

/**
 * The ways to a machine of a domain in the order to try them; none where it is reached directly.
 * @param isGateway it is a gateway itself, which may be entered without another
 * @returns undefined where the domain has gateways and none is usable: reached directly, the same address would be another machine
 */
export async function waysTo(ctx: Context, domainId: string | null, isGateway = false): Promise<Gateway[] | undefined> {
  const found = domainId ? await gatewaysOf(ctx, domainId) : [];
  const blocked = domainId && found.length === 0 && !isGateway && (await hasGateways(ctx, domainId));
  return blocked ? undefined : found;
}

/** The account a gateway is entered with, and where: read in one statement, so that the two belong together. */
export async function gatewayAccount(ctx: Context, assetId: string): Promise<(SecretAccount & { address: string }) | undefined> {
  const { rows } = await sql<LoginRow>`
    select g.address, l.* from assets g join lateral (${login(sql`g.id`)}) l on true where g.id = ${assetId}`.execute(ctx.tx);
  return rows[0] && { ...accountOf(ctx, rows[0]), address: rows[0].address };
}
