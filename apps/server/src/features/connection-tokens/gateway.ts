import { randomInt } from 'node:crypto';
import type { ConnectionSecret, SecretAccount } from '@postern/contract/component';
import { SECRET_TYPE_LABELS } from '@postern/contract/protocols';
import { render } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import { anyRow } from '../../platform/database/any-row.ts';
import { type GatewayLogin, type GatewayWithLogin, gatewaysWithLogin, loginOf } from './gateway.queries.ts';
import { hostKeysOf } from './host-keys.ts';

type Gateway = NonNullable<ConnectionSecret['gateway']>;

/** Gateways of a domain that are looked at. */
const MAX_KNOWN = 100;
/** Gateways of one answer: each carries a login, and nobody waits for a ninth. */
const MAX_GATEWAYS = 8;
/** Those last seen reachable come first, those seen dead last. */
const RANK: Readonly<Record<string, number>> = { ok: 0, err: 2 };
const rank = ({ connectivity }: GatewayWithLogin): number => RANK[connectivity] ?? 1;

/**
 * The ways into a domain in the order to try them: its active gateways that have an account, those last seen reachable
 * first, by chance among equals (docs/wire/assets.md#domains-and-gateways; docs/decisions/0043).
 */
export async function gatewaysOf(ctx: Context, domainId: string): Promise<Gateway[]> {
  const found: Gateway[] = [];
  for (const row of shuffled(await gatewaysWithLogin(ctx, domainId, MAX_KNOWN))
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, MAX_GATEWAYS)) {
    const { id, name, address, protocols } = row;
    const port = protocols.find((one) => one.name === 'ssh')?.port ?? 22;
    found.push({ id, name, address, protocols, account: await accountOf(ctx, row), host_keys: await hostKeysOf(ctx, id, address, port) });
  }
  return found;
}

const accountOf = async (ctx: Context, row: GatewayLogin): Promise<SecretAccount> => ({
  name: row.login_name,
  username: row.username,
  secret_type: { value: row.secret_type, label: render(SECRET_TYPE_LABELS[row.secret_type], ctx.language) },
  secret: row.secret ? await ctx.secrets.open(row.secret) : '',
  su_from: null,
});

/** Whether a domain is entered through gateways, usable or not. */
async function hasGateways(ctx: Context, domainId: string): Promise<boolean> {
  return anyRow(
    ctx.tx
      .selectFrom('assets as g')
      .innerJoin('platforms as k', 'k.id', 'g.platform_id')
      .where('g.domain_id', '=', domainId)
      .where('k.name', '=', 'Gateway'),
  );
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
  const found = await loginOf(ctx, assetId);
  return found && { ...(await accountOf(ctx, found)), address: found.address };
}
