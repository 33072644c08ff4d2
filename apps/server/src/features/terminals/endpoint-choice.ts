import { parseUuid } from '@postern/contract/ids';
import { type Context, holds, type Kernel, type RowOf } from '@postern/resource';
import { addressListed } from '../../platform/auth/address-list.ts';
import { linksBetween } from '../permissions/index.ts';
import { protocolNames } from './endpoint.queries.ts';
import { DEFAULT_ENDPOINT, type endpoint } from './endpoint.resource.ts';

/** Protocols that an endpoint has a port for. Oracle clients are listened to nowhere. */
const PORTS = ['https', 'http', 'ssh', 'rdp', 'mysql', 'mariadb', 'postgresql', 'redis'] as const;
type PortName = `${(typeof PORTS)[number]}_port`;

/** Where clients go for a protocol. `host` may be empty: then it is where they asked. */
type Endpoint = Pick<RowOf<typeof endpoint>, 'id' | 'host' | PortName>;

/** What is to be reached. */
interface EndpointTarget {
  id?: string;
  /** Address or name of the host; empty where nothing particular is to be reached. */
  address: string;
}

/** An endpoint's port for a protocol; 0 where it has none. */
export const portFor = (place: Endpoint, protocol: string): number => {
  const known = PORTS.find((one) => one === protocol);
  return known ? place[`${known}_port`] : 0;
};

const serves = (place: Endpoint, protocol: string): boolean => place.id === DEFAULT_ENDPOINT || portFor(place, protocol) !== 0;

const endpoints = (ctx: Context) =>
  ctx.tx.selectFrom('endpoints as e').select(['e.id', 'e.host', ...PORTS.map((one) => `e.${one}_port` as const)]);

/** Endpoints that an asset names by its labels `endpoint`, the newest first. */
const labelled = (ctx: Context, assetId: string): Promise<Endpoint[]> =>
  endpoints(ctx)
    .where('e.name', 'in', (eb) =>
      eb
        .selectFrom('labels as l')
        .innerJoin('asset_labels as a', 'a.label_id', 'l.id')
        .select('l.value')
        .where('a.asset_id', '=', assetId)
        .where('l.name', '=', 'endpoint')
        .where('l.is_active', '=', true),
    )
    .orderBy('e.date_updated', 'desc')
    .orderBy('e.name')
    .execute();

/** Whether a rule is about an address; names of hosts are compared as they are written. */
const about = (address: string, group: readonly string[]): boolean =>
  group.includes('*') || (address !== '' && (group.includes(address) || addressListed(address, group)));

async function ruled(ctx: Context, address: string): Promise<Endpoint[]> {
  const rules = await endpoints(ctx)
    .innerJoin('endpoint_rules as r', 'r.endpoint_id', 'e.id')
    .select('r.ip_group')
    .where('r.is_active', '=', true)
    .orderBy('r.priority')
    .orderBy('r.name')
    .execute();
  return rules.filter((rule) => about(address, rule.ip_group));
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

const defaultEndpoint = (ctx: Context): Promise<Endpoint> => endpoints(ctx).where('e.id', '=', DEFAULT_ENDPOINT).executeTakeFirstOrThrow();

type Found = Required<EndpointTarget>;

/** An asset that the actor may open a session on, or look at here. */
async function assetOf(ctx: Context, kernel: Kernel, given: string): Promise<Found | undefined> {
  const id = parseUuid(given);
  if (!id) return undefined;
  const one = ctx.tx.selectFrom('assets as t').select(['t.id', 't.address']).where('t.id', '=', id);
  if ((await linksBetween(ctx, ctx.actor.id, id)).some((link) => link.in_force)) return one.executeTakeFirst();
  if (!holds(ctx.actor, ['assets.view_asset'])) return undefined;
  return one.where(kernel.byName('asset').rows(ctx, 't')).executeTakeFirst();
}

/** The asset of a session of one's own, or of one that the actor may look at here. Sessions name it by text, as it may be gone. */
async function assetOfSession(ctx: Context, kernel: Kernel, given: string): Promise<Found | undefined> {
  const id = parseUuid(given);
  if (!id) return undefined;
  const one = ctx.tx
    .selectFrom('sessions as t')
    .innerJoin('assets as a', (join) => join.on(({ eb, cast, ref }) => eb(cast<string>('a.id', 'text'), '=', ref('t.asset_id'))))
    .select(['a.id', 'a.address'])
    .where('t.id', '=', id);
  const own = await one.where('t.user_id', '=', ctx.actor.id).executeTakeFirst();
  if (own || !holds(ctx.actor, ['terminal.view_session'])) return own;
  return one.where(kernel.byName('session').rows(ctx, 't')).executeTakeFirst();
}

async function assetOfToken(ctx: Context, given: string): Promise<Found | undefined> {
  const id = parseUuid(given);
  if (!id) return undefined;
  return ctx.tx
    .selectFrom('connection_tokens as k')
    .innerJoin('assets as a', 'a.id', 'k.asset_id')
    .select(['a.id', 'a.address'])
    .where('k.id', '=', id)
    .where('k.user_id', '=', ctx.actor.id)
    .executeTakeFirst();
}

/** What a client asks an endpoint for; each may be empty. */
export interface EndpointQuestion {
  token: string;
  asset_id: string;
  session_id: string;
  target_ip: string;
}

/**
 * What a client asks an endpoint for: the asset of its token, else the asset, else that of the session; `target_ip` stands in for the
 * address, to try rules out. What is not the actor's is answered like what is not there: nothing particular.
 */
export async function askedTarget(ctx: Context, kernel: Kernel, asked: EndpointQuestion): Promise<EndpointTarget> {
  const asset =
    (await assetOfToken(ctx, asked.token)) ??
    (asked.asset_id ? await assetOf(ctx, kernel, asked.asset_id) : await assetOfSession(ctx, kernel, asked.session_id));
  const address = asked.target_ip || asset?.address || '';
  return asset ? { id: asset.id, address } : { address };
}

/** Protocols of an asset that the actor may open sessions on or look at; none of any other. */
export async function protocolsOf(ctx: Context, kernel: Kernel, assetId: string): Promise<ReadonlySet<string>> {
  const asset = await assetOf(ctx, kernel, assetId);
  return new Set(asset ? await protocolNames(ctx, asset.id) : []);
}
