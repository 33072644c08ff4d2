import { randomInt } from 'node:crypto';
import { among, type Context, type Tables, type Where } from '@postern/resource';
import { expressionBuilder, type NotNull } from 'kysely';
import { anyRow } from '../../platform/database/any-row.ts';
import type { AppletRow } from '../applets/index.ts';
import { aliveStatus } from '../terminals/index.ts';
import { fit } from './lease.queries.ts';

/** Which host, and which login on it, a connection gets (decision 0083). */

/** A lease that nobody gives back ends by itself. */
const HOURS = 24;

/** A remote application, as far as it matters where it runs. */
export type Application = Pick<AppletRow, 'id' | 'name' | 'display_name' | 'type' | 'protocols' | 'can_concurrent' | 'is_active'>;

export interface Connection {
  tokenId: string;
  userId: string;
  assetId: string;
  componentId: string;
}

export interface Leased {
  hostId: string;
  accountId: string;
}

interface Host {
  id: string;
  name: string;
  /** Several sessions of one login can stand beside each other. */
  several: boolean;
}

/** Hosts on which an application may be opened now: it is published there, and the agent lives and has not said that it is missing. */
export async function readyHosts(ctx: Context, appletIds: readonly string[]): Promise<(Host & { appletId: string })[]> {
  const alive = await aliveStatus(ctx);
  const rows = await ctx.tx
    .selectFrom('applet_publications as p')
    .innerJoin('applet_hosts as h', 'h.asset_id', 'p.host_id')
    .innerJoin('assets as a', 'a.id', 'h.asset_id')
    .innerJoin('terminals as c', 'c.id', 'h.terminal_id')
    .select(['h.asset_id as id', 'a.name', 'h.deploy_options', 'p.applet_id as appletId'])
    .where(({ ref }) => among(ref('p.applet_id'), appletIds))
    .where('p.status', '<>', 'failed')
    .where('a.is_active', '=', true)
    .where(({ ref }) => among(ref('c.id'), [...alive.keys()]))
    .where('c.date_approved', 'is not', null)
    .where('c.date_revoked', 'is', null)
    .orderBy('a.name')
    .execute();
  return rows.map(({ deploy_options, ...host }) => ({ ...host, several: String(deploy_options.RDS_fSingleSessionPerUser) === '0' }));
}

/** The host that the labels of an asset name, then the one where the person was last, then any. */
async function inOrder(ctx: Context, hosts: readonly Host[], { userId, assetId }: Connection): Promise<Host[]> {
  const labels = await ctx.tx
    .selectFrom('labels as l')
    .innerJoin('asset_labels as a', 'a.label_id', 'l.id')
    .select('l.value')
    .where('a.asset_id', '=', assetId)
    .where('l.name', '=', 'AppletHost')
    .where('l.is_active', '=', true)
    .execute();
  const wanted = new Set(labels.map(({ value }) => value));
  const last = await ctx.tx
    .selectFrom('applet_host_choices')
    .select('host_id')
    .where('user_id', '=', userId)
    .orderBy('date_chosen', 'desc')
    .limit(1)
    .executeTakeFirst();
  const rank = ({ id, name }: Host): number => (wanted.has(name) ? 0 : id === last?.host_id ? 1 : 2);
  return hosts
    .map((host) => ({ host, rank: rank(host), chance: randomInt(2 ** 32) }))
    .sort((a, b) => a.rank - b.rank || a.chance - b.chance)
    .map(({ host }) => host);
}

const lease = expressionBuilder<Tables & { l: Tables['applet_leases'] }, 'l'>();

/** A lease that stands: not over, and of a component that may still work. Alias `l`. */
const stands = (ctx: Context): Where =>
  lease.and([
    lease('l.date_expired', '>', ctx.clock()),
    lease.exists(
      lease.selectFrom('terminals as m').select('m.id').whereRef('m.id', '=', 'l.component_id').where('m.date_revoked', 'is', null),
    ),
  ]);

/** Logins that could be used, with where they belong. */
const logins = (ctx: Context) =>
  ctx.tx
    .selectFrom('accounts as c')
    .innerJoin('assets as a', 'a.id', 'c.asset_id')
    .innerJoin('platforms as p', 'p.id', 'a.platform_id')
    .where(fit);

/** Those of people on a host. */
const loginsOn = (ctx: Context, hostId: string) =>
  logins(ctx).innerJoin('applet_host_accounts as h', 'h.account_id', 'c.id').select('c.id').where('h.host_id', '=', hostId);

interface Choice {
  id: string;
  shared: boolean;
}

/** The person's own login: beside their other sessions where application and host bear it, else while nothing else uses it. */
async function privateLogin(ctx: Context, host: Host, applet: Application, userId: string): Promise<Choice | undefined> {
  const shared = host.several && (applet.can_concurrent || applet.type === 'web');
  const found = await loginsOn(ctx, host.id)
    .where('h.is_private', '=', true)
    .where('h.user_id', '=', userId)
    .where(({ not, exists, selectFrom }) => {
      const taken = selectFrom('applet_leases as l').select('l.token_id').whereRef('l.account_id', '=', 'c.id').where(stands(ctx));
      return not(exists(shared ? taken.where('l.is_shared', '=', false) : taken));
    })
    .executeTakeFirst();
  return found && { id: found.id, shared };
}

/** A login of nobody in particular that nobody uses: the one that the person had here last, else any. */
async function publicLogin(ctx: Context, host: Host, userId: string): Promise<Choice | undefined> {
  const found = await loginsOn(ctx, host.id)
    .where('h.is_private', '=', false)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('applet_leases as l').select('l.token_id').whereRef('l.account_id', '=', 'c.id').where(stands(ctx)))),
    )
    .orderBy(
      (eb) =>
        eb(
          'c.id',
          '=',
          eb
            .selectFrom('applet_host_choices as m')
            .select('m.account_id')
            .$narrowType<{ account_id: NotNull }>()
            .where('m.host_id', '=', host.id)
            .where('m.user_id', '=', userId),
        ),
      (order) => order.desc().nullsLast(),
    )
    .orderBy(({ fn }) => fn('random'))
    .limit(1)
    .executeTakeFirst();
  return found && { id: found.id, shared: false };
}

/** What a token holds already: asking again is no second login, and no longer lease. */
const leasedBy = (ctx: Context, { tokenId, componentId }: Connection): Promise<Leased | undefined> =>
  logins(ctx)
    .innerJoin('applet_leases as l', 'l.account_id', 'c.id')
    .select(['c.asset_id as hostId', 'c.id as accountId'])
    .where('l.token_id', '=', tokenId)
    .where('l.component_id', '=', componentId)
    .where(stands(ctx))
    .executeTakeFirst();

async function store(ctx: Context, host: Host, { id, shared }: Choice, connection: Connection): Promise<Leased> {
  const { tokenId, userId, assetId, componentId } = connection;
  const now = ctx.clock();
  await ctx.tx
    .deleteFrom('applet_leases as l')
    .where((eb) => eb.or([eb('l.token_id', '=', tokenId), eb.and([eb('l.account_id', '=', id), eb.not(stands(ctx))])]))
    .execute();
  await ctx.tx
    .insertInto('applet_leases')
    .values({
      token_id: tokenId,
      account_id: id,
      user_id: userId,
      asset_id: assetId,
      component_id: componentId,
      is_shared: shared,
      date_leased: now,
      date_expired: new Date(now.getTime() + HOURS * 3_600_000),
    })
    .execute();
  const chosen = { account_id: id, date_chosen: now };
  await ctx.tx
    .insertInto('applet_host_choices')
    .values({ user_id: userId, host_id: host.id, ...chosen })
    .onConflict((clash) => clash.columns(['user_id', 'host_id']).doUpdateSet(chosen))
    .execute();
  return { hostId: host.id, accountId: id };
}

/**
 * Finds a host and a login for a connection and keeps the login for it. The hosts are locked, all in one order, before what is leased is
 * looked at: of two that ask at the same moment the second sees what the first was given.
 * @returns undefined when no host could serve it, or every login of them is in use
 */
export async function leaseFor(ctx: Context, applet: Application, connection: Connection): Promise<Leased | undefined> {
  const hosts = await readyHosts(ctx, [applet.id]);
  const ids = hosts.map(({ id }) => id);
  await ctx.tx
    .selectFrom('applet_hosts')
    .select('asset_id')
    .where(({ ref }) => among(ref('asset_id'), ids))
    .orderBy('asset_id')
    .forUpdate()
    .execute();
  const known = await leasedBy(ctx, connection);
  if (known && ids.includes(known.hostId)) return known;
  for (const host of await inOrder(ctx, hosts, connection)) {
    const choice = (await privateLogin(ctx, host, applet, connection.userId)) ?? (await publicLogin(ctx, host, connection.userId));
    if (choice) return store(ctx, host, choice, connection);
  }
  return undefined;
}

/** Ends the lease of a token that was never told. */
export const dropLease = (ctx: Context, tokenId: string): Promise<unknown> =>
  ctx.tx.deleteFrom('applet_leases').where('token_id', '=', tokenId).execute();

/** Gives a login back that the component leased; of several that share it the oldest. @returns whether there was one */
export async function release(ctx: Context, componentId: string, accountId: string): Promise<boolean> {
  const { numDeletedRows } = await ctx.tx
    .deleteFrom('applet_leases')
    .where('token_id', '=', (eb) =>
      eb
        .selectFrom('applet_leases as l')
        .select('l.token_id')
        .where('l.account_id', '=', accountId)
        .where('l.component_id', '=', componentId)
        .orderBy('l.date_leased')
        .limit(1),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Whether a token was given a login on the host of this agent. */
export async function leasedAt(ctx: Context, tokenId: string, agentId: string): Promise<boolean> {
  return anyRow(
    ctx.tx
      .selectFrom('applet_leases as l')
      .innerJoin('applet_host_accounts as a', 'a.account_id', 'l.account_id')
      .innerJoin('applet_hosts as h', 'h.asset_id', 'a.host_id')
      .where('l.token_id', '=', tokenId)
      .where('h.terminal_id', '=', agentId)
      .where(stands(ctx)),
  );
}
