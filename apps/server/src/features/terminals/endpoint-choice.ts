import { parseUuid } from '@postern/contract/ids';
import { all, type Context, from, holds, idIn, type Kernel, type Query, visible } from '@postern/resource';
import { sql } from 'kysely';
import { addressListed } from '../../platform/auth/address-list.ts';
import { linksBetween } from '../permissions/index.ts';
import { DEFAULT_ENDPOINT } from './endpoint.resource.ts';

/** Protocols that an endpoint has a port for. Oracle clients are listened to nowhere. */
const PORTS = ['https', 'http', 'ssh', 'rdp', 'mysql', 'mariadb', 'postgresql', 'redis'] as const;
type Ports = Readonly<Record<`${(typeof PORTS)[number]}_port`, number>>;

/** Where clients go for a protocol. `host` may be empty: then it is where they asked. */
interface Endpoint extends Ports {
  id: string;
  host: string;
}

/** What is to be reached. */
interface EndpointTarget {
  id?: string;
  /** Address or name of the host; empty where nothing particular is to be reached. */
  address: string;
}

/** An endpoint's port for a protocol; 0 where it has none. */
export const portFor = (endpoint: Endpoint, protocol: string): number => {
  const known = PORTS.find((one) => one === protocol);
  return known ? endpoint[`${known}_port`] : 0;
};

const serves = (endpoint: Endpoint, protocol: string): boolean => endpoint.id === DEFAULT_ENDPOINT || portFor(endpoint, protocol) !== 0;

const COLUMNS = sql.join(['id', 'host', ...PORTS.map((one) => `${one}_port`)].map((one) => sql.ref(`e.${one}`)));

/** Endpoints that an asset names by its labels `endpoint`, the newest first. */
async function labelled(ctx: Context, assetId: string): Promise<Endpoint[]> {
  const { rows } = await sql<Endpoint>`
    select ${COLUMNS} from endpoints e where e.name in (
      select l.value from labels l join asset_labels a on a.label_id = l.id
      where a.asset_id = ${assetId} and l.name = 'endpoint' and l.is_active)
    order by e.date_updated desc, e.name`.execute(ctx.tx);
  return rows;
}

/** Whether a rule is about an address; names of hosts are compared as they are written. */
const about = (address: string, group: readonly string[]): boolean =>
  group.includes('*') || (address !== '' && (group.includes(address) || addressListed(address, group)));

async function ruled(ctx: Context, address: string): Promise<Endpoint[]> {
  const { rows } = await sql<Endpoint & { ip_group: string[] }>`
    select ${COLUMNS}, r.ip_group from endpoint_rules r join endpoints e on e.id = r.endpoint_id
    where r.is_active order by r.priority, r.name`.execute(ctx.tx);
  return rows.filter((rule) => about(address, rule.ip_group));
}

/**
 * The endpoint that serves a protocol for a target (docs/decisions/0080): one that its labels name, else the first of the rules about
 * its address, the lower number first, else the Default one, which serves everything.
 * @param host where the client asked; it stands for an empty host of a rule's endpoint
 */
export async function chooseEndpoint(ctx: Context, target: EndpointTarget, protocol: string, host: string): Promise<Endpoint> {
  const named = target.id ? (await labelled(ctx, target.id)).find((one) => serves(one, protocol)) : undefined;
  if (named) return named;
  const found = (await ruled(ctx, target.address)).find((one) => serves(one, protocol)) ?? (await defaultEndpoint(ctx));
  return { ...found, host: found.host || host };
}

async function defaultEndpoint(ctx: Context): Promise<Endpoint> {
  const { rows } = await sql<Endpoint>`select ${COLUMNS} from endpoints e where e.id = ${DEFAULT_ENDPOINT}`.execute(ctx.tx);
  return rows[0] as Endpoint;
}

type Found = Required<EndpointTarget>;

/** An asset that the actor may open a session on, or look at here. */
async function assetOf(ctx: Context, kernel: Kernel, given: string | undefined): Promise<Found | undefined> {
  const id = parseUuid(given);
  if (!id) return undefined;
  const { rows } = await sql<Found>`select a.id, a.address from assets a where a.id = ${id}`.execute(ctx.tx);
  const [asset] = rows;
  if (!asset) return undefined;
  if ((await linksBetween(ctx, ctx.actor.id, id)).some((link) => link.in_force)) return asset;
  return (await listed(ctx, kernel, 'asset', 'assets.view_asset', id)) ? asset : undefined;
}

/** Whether the actor could find the object in its list. */
async function listed(ctx: Context, kernel: Kernel, name: string, right: string, id: string): Promise<boolean> {
  if (!holds(ctx.actor, [right])) return false;
  const resource = kernel.byName(name);
  const { rows } = await sql`select 1 from ${from(resource)} where ${all([...visible(resource, ctx), idIn(resource, [id])])}`.execute(
    ctx.tx,
  );
  return rows.length > 0;
}

/** The asset of a session of one's own, or of one that the actor may look at here. */
async function assetOfSession(ctx: Context, kernel: Kernel, given: string | undefined): Promise<Found | undefined> {
  const id = parseUuid(given);
  if (!id) return undefined;
  const { rows } = await sql<Found & { own: boolean }>`
    select a.id, a.address, s.user_id = ${ctx.actor.id} as own from sessions s join assets a on a.id::text = s.asset_id where s.id = ${id}`.execute(
    ctx.tx,
  );
  const [found] = rows;
  if (!found || !(found.own || (await listed(ctx, kernel, 'session', 'terminal.view_session', id)))) return undefined;
  return { id: found.id, address: found.address };
}

async function assetOfToken(ctx: Context, given: string | undefined): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    select a.id, a.address from connection_tokens k join assets a on a.id = k.asset_id
    where k.id = ${parseUuid(given) ?? null}::uuid and k.user_id = ${ctx.actor.id}`.execute(ctx.tx);
  return rows[0];
}

/**
 * What a client asks an endpoint for: the asset of its token, else the asset, else that of the session; `target_ip` stands in for the
 * address, to try rules out. What is not the actor's is answered like what is not there: nothing particular.
 */
export async function askedTarget(ctx: Context, kernel: Kernel, query: Query): Promise<EndpointTarget> {
  const asset =
    (await assetOfToken(ctx, query.token)) ??
    (query.asset_id ? await assetOf(ctx, kernel, query.asset_id) : await assetOfSession(ctx, kernel, query.session_id));
  const address = query.target_ip?.slice(0, 256) || asset?.address || '';
  return asset ? { id: asset.id, address } : { address };
}

/** Protocols of an asset that the actor may open sessions on or look at; none of any other. */
export async function protocolsOf(ctx: Context, kernel: Kernel, assetId: string): Promise<ReadonlySet<string>> {
  const asset = await assetOf(ctx, kernel, assetId);
  const { rows } = await sql<{ name: string }>`
    select p.name from assets a, jsonb_to_recordset(coalesce(a.protocols, '[]'::jsonb)) as p(name text)
    where a.id = ${asset?.id ?? null}::uuid`.execute(ctx.tx);
  return new Set(rows.map((row) => row.name));
}
