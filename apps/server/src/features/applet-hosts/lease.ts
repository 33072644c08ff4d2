import { randomInt } from 'node:crypto';
import type { SecretType } from '@postern/contract/protocols';
import type { Context } from '@postern/resource';
import { type RawBuilder, sql } from 'kysely';
import { held, placed } from '../destinations/index.ts';
import { aliveStatus } from '../terminals/index.ts';

/** Which host, and which login on it, a connection gets (decision 0083). */

/** A lease that nobody gives back ends by itself. */
const HOURS = 24;

/** A remote application, as far as it matters where it runs. */
export interface Application {
  id: string;
  name: string;
  display_name: string;
  type: string;
  protocols: string[];
  can_concurrent: boolean;
  is_active: boolean;
}

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
  const { rows } = await sql<Host & { appletId: string }>`
    select h.asset_id as id, a.name, h.deploy_options ->> 'RDS_fSingleSessionPerUser' = '0' as several, p.applet_id as "appletId"
    from applet_publications p join applet_hosts h on h.asset_id = p.host_id join assets a on a.id = h.asset_id
      join terminals c on c.id = h.terminal_id
    where p.applet_id = any(${[...appletIds]}::uuid[]) and p.status <> 'failed' and a.is_active
      and c.id = any(${[...alive.keys()]}::uuid[]) and c.date_approved is not null and c.date_revoked is null
    order by a.name`.execute(ctx.tx);
  return rows;
}

/** The host that the labels of an asset name, then the one where the person was last, then any. */
async function inOrder(ctx: Context, hosts: readonly Host[], { userId, assetId }: Connection): Promise<Host[]> {
  const { rows: labels } = await sql<{ value: string }>`
    select l.value from labels l join asset_labels a on a.label_id = l.id
    where a.asset_id = ${assetId} and l.name = 'AppletHost' and l.is_active`.execute(ctx.tx);
  const wanted = new Set(labels.map(({ value }) => value));
  const { rows: last } = await sql<{ host_id: string }>`
    select host_id from applet_host_choices where user_id = ${userId} order by date_chosen desc limit 1`.execute(ctx.tx);
  const rank = ({ id, name }: Host): number => (wanted.has(name) ? 0 : id === last[0]?.host_id ? 1 : 2);
  return hosts
    .map((host) => ({ host, rank: rank(host), chance: randomInt(2 ** 32) }))
    .sort((a, b) => a.rank - b.rank || a.chance - b.chance)
    .map(({ host }) => host);
}

/** A lease that stands: not over, and of a component that may still work. Alias `l`. */
const stands = (ctx: Context): RawBuilder<boolean> =>
  sql<boolean>`l.date_expired > ${ctx.clock()} and exists (select 1 from terminals c where c.id = l.component_id and c.date_revoked is null)`;

/** A login that could be used: on, with a secret that goes where it was meant for. Aliases `a` and `c`. */
const fit = sql<boolean>`(c.is_active and not c.privileged and c.secret is not null and not ${held})`;

/** Those of a host; also alias `h`. */
const usable = (hostId: string): RawBuilder<unknown> =>
  sql`${placed} join applet_host_accounts h on h.account_id = c.id where h.host_id = ${hostId} and ${fit}`;

interface Choice {
  id: string;
  shared: boolean;
}

/** The person's own login: beside their other sessions where application and host bear it, else while nothing else uses it. */
async function privateLogin(ctx: Context, host: Host, applet: Application, userId: string): Promise<Choice | undefined> {
  const shared = host.several && (applet.can_concurrent || applet.type === 'web');
  const { rows } = await sql<{ id: string }>`
    select c.id from ${usable(host.id)} and h.is_private and h.user_id = ${userId} and not exists (
      select 1 from applet_leases l where l.account_id = c.id and ${stands(ctx)} ${shared ? sql`and not l.is_shared` : sql``})`.execute(
    ctx.tx,
  );
  return rows[0] && { id: rows[0].id, shared };
}

/** A login of nobody in particular that nobody uses: the one that the person had here last, else any. */
async function publicLogin(ctx: Context, host: Host, userId: string): Promise<Choice | undefined> {
  const { rows } = await sql<{ id: string }>`
    select c.id from ${usable(host.id)} and not h.is_private
      and not exists (select 1 from applet_leases l where l.account_id = c.id and ${stands(ctx)})
    order by c.id = (select m.account_id from applet_host_choices m where m.host_id = ${host.id} and m.user_id = ${userId}) desc nulls last,
      random() limit 1`.execute(ctx.tx);
  return rows[0] && { id: rows[0].id, shared: false };
}

/** What a token holds already: asking again is no second login, and no longer lease. */
async function heldBy(ctx: Context, { tokenId, componentId }: Connection): Promise<Leased | undefined> {
  const { rows } = await sql<Leased>`
    select c.asset_id as "hostId", c.id as "accountId" from ${placed} join applet_leases l on l.account_id = c.id
    where l.token_id = ${tokenId} and l.component_id = ${componentId} and ${fit} and ${stands(ctx)}`.execute(ctx.tx);
  return rows[0];
}

async function store(ctx: Context, host: Host, { id, shared }: Choice, connection: Connection): Promise<Leased> {
  const { tokenId, userId, assetId, componentId } = connection;
  const now = ctx.clock();
  await sql`delete from applet_leases l where l.token_id = ${tokenId} or (l.account_id = ${id} and not (${stands(ctx)}))`.execute(ctx.tx);
  await sql`
    insert into applet_leases (token_id, account_id, user_id, asset_id, component_id, is_shared, date_leased, date_expired)
    values (${tokenId}, ${id}, ${userId}, ${assetId}, ${componentId}, ${shared}, ${now}, ${new Date(now.getTime() + HOURS * 3_600_000)})`.execute(
    ctx.tx,
  );
  await sql`
    insert into applet_host_choices (user_id, host_id, account_id, date_chosen) values (${userId}, ${host.id}, ${id}, ${now})
    on conflict (user_id, host_id) do update set account_id = excluded.account_id, date_chosen = excluded.date_chosen`.execute(ctx.tx);
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
  await sql`select 1 from applet_hosts where asset_id = any(${ids}::uuid[]) order by asset_id for update`.execute(ctx.tx);
  const known = await heldBy(ctx, connection);
  if (known && ids.includes(known.hostId)) return known;
  for (const host of await inOrder(ctx, hosts, connection)) {
    const choice = (await privateLogin(ctx, host, applet, connection.userId)) ?? (await publicLogin(ctx, host, connection.userId));
    if (choice) return store(ctx, host, choice, connection);
  }
  return undefined;
}

/** A leased host and login as they are now. */
export interface LeasedLogin {
  id: string;
  name: string;
  username: string;
  secret_type: SecretType;
  secret: string;
  privileged: boolean;
  domain_id: string | null;
}

/** The login of a lease, unless its secret would go where nobody confirmed it. Asked of the state in which the address is read. */
export async function leasedLogin(ctx: Context, accountId: string): Promise<LeasedLogin | undefined> {
  const { rows } = await sql<LeasedLogin>`
    select c.id, c.name, c.username, c.secret_type, c.secret, c.privileged, case when p.domain_enabled then a.domain_id end as domain_id
    from ${placed} where c.id = ${accountId} and ${fit}`.execute(ctx.tx);
  return rows[0];
}

/** Ends the lease of a token that was never told. */
export const dropLease = (ctx: Context, tokenId: string): Promise<unknown> =>
  sql`delete from applet_leases where token_id = ${tokenId}`.execute(ctx.tx);

/** Gives a login back that the component leased; of several that share it the oldest. @returns whether there was one */
export async function release(ctx: Context, componentId: string, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from applet_leases where token_id = (
      select token_id from applet_leases where account_id = ${accountId} and component_id = ${componentId} order by date_leased limit 1)
    returning 1`.execute(ctx.tx);
  return rows.length > 0;
}

/** Whether a token was given a login on the host of this agent. */
export async function leasedAt(ctx: Context, tokenId: string, agentId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from applet_leases l join applet_host_accounts a on a.account_id = l.account_id join applet_hosts h on h.asset_id = a.host_id
    where l.token_id = ${tokenId} and h.terminal_id = ${agentId} and ${stands(ctx)}`.execute(ctx.tx);
  return rows.length > 0;
}

/** Live sessions that run over some hosts, or on them. */
export async function sessionsOver(ctx: Context, hostIds: readonly string[]): Promise<{ id: string; terminal_id: string | null }[]> {
  const { rows } = await sql<{ id: string; terminal_id: string | null }>`
    select s.id, s.terminal_id from sessions s
    where not s.is_finished and (s.asset_id = any(${[...hostIds]}::text[]) or exists (
      select 1 from applet_leases l join applet_host_accounts h on h.account_id = l.account_id
      where h.host_id = any(${[...hostIds]}::uuid[]) and l.component_id = s.terminal_id and l.user_id::text = s.user_id
        and l.asset_id::text = s.asset_id))`.execute(ctx.tx);
  return rows;
}
