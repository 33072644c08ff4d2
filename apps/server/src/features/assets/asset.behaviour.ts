import { InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import type { Category } from '@postern/contract/platforms';
import {
  type Behaviour,
  type Context,
  EVERYBODY,
  eb,
  holds,
  type Joined,
  type Row,
  type RowOf,
  type Where,
  type Write,
} from '@postern/resource';
import { keptTally } from '../../platform/kept-counts/kept-tally.ts';
import type { Part } from '../destinations/index.ts';
import { ensureLabels, type LabelInput } from '../labels/index.ts';
import { ensurePath, findNode, knownPath, rootNode, segments } from '../nodes/index.ts';
import { assetAttributes } from './asset.attributes.ts';
import { autoConfig, nodePaths, specInfo } from './asset.computed.ts';
import { assetFilters } from './asset.filters.ts';
import { type AssetProtocol, assetRows, kindRows } from './asset.resource.ts';
import { readCustomInfo } from './custom-info.ts';
import type { AssetsMoved } from './domain.behaviour.ts';

/** What assets need of accounts, given by the composition root: the two features would else depend on each other. */
export interface NestedAccounts {
  /** Makes the accounts given with a new asset (docs/wire/assets.md#accounts-of-a-new-asset); throws InvalidInput under `accounts`. */
  createFor(ctx: Context, asset: { id: string; org_id: string }, items: readonly unknown[]): Promise<void>;
  /** Wire objects of the accounts of an asset, without asset and organisation, for those who may see accounts. */
  ofAsset: Joined;
  assetsMoved: AssetsMoved;
  /** Told of domains that got their first gateway (`added`), or lost the last one. */
  gatewaysMoved(ctx: Context, domainIds: readonly string[], added: boolean): Promise<void>;
}

export interface AssetDeps {
  accounts: NestedAccounts;
  /** What the actor reaches by permissions, over `t`. */
  granted(ctx: Context): Promise<Where>;
  /**
   * Asked before each new asset, whichever way it comes; throws to refuse it (the licence's limit). `pending` are those of
   * the same batch that were let in and are not stored yet.
   */
  admit(ctx: Context, pending: number): Promise<void>;
  /** Told once for every batch of new assets, in its transaction. */
  created(ctx: Context, orgId: string): void;
  /** Told of assets before they go, whichever way, in their transaction. */
  leaving(ctx: Context, ids: readonly string[]): Promise<void>;
}

/** What a resource on the table of assets narrows it to. */
interface AssetKind {
  category?: Category;
  /** Name of the built-in platform that all rows have; bodies choose none. */
  platform?: 'Gateway' | 'RemoteAppHost';
  /** Node below the root in which all rows hang, made when there is none; bodies choose none. */
  folder?: string;
}

/** What of its platform decides what an asset may say. */
const DECIDING = ['name', 'category', 'domain_enabled', 'protocols', 'custom_fields'] as const;
type Platform = Pick<RowOf<{ table: 'platforms' }>, (typeof DECIDING)[number]>;

async function platformOf(ctx: Context, id: unknown): Promise<Platform> {
  const found =
    typeof id === 'number' ? await ctx.tx.selectFrom('platforms').select(DECIDING).where('id', '=', id).executeTakeFirst() : undefined;
  if (!found) throw InvalidInput.on('platform', 'does_not_exist', { value: String(id) });
  return found;
}

/** One row per protocol; none the platform insists on may be missing. Omitted: what the platform gives by itself. */
export function completeProtocols(given: readonly AssetProtocol[] | null | undefined, platform: Platform): AssetProtocol[] {
  const must = platform.protocols.filter((one) => one.required || one.primary);
  if (!given || given.length === 0) {
    const defaults = [...must, ...platform.protocols.filter((one) => one.default && !must.includes(one))];
    return defaults.map(({ name, port }) => ({ name, port }));
  }
  const names = new Set(given.map((one) => one.name));
  if (names.size < given.length) throw InvalidInput.on('protocols', 'unique');
  const missing = must.filter((one) => !names.has(one.name)).map((one) => one.name);
  if (missing.length > 0) throw InvalidInput.on('protocols', 'protocols_missing', { names: missing.join(', ') });
  return given.map(({ name, port }) => ({ name, port: port || (platform.protocols.find((one) => one.name === name)?.port ?? 0) }));
}

async function organisation(ctx: Context, before: Row | undefined): Promise<{ id: string; name: string } | undefined> {
  const id = before ? String(before.org_id) : ctx.org.id;
  if (!before && ctx.org.isRoot) return undefined;
  if (id === ctx.org.id) return { id, name: ctx.org.name };
  const found = await ctx.tx.selectFrom('organizations').select('name').where('id', '=', id).executeTakeFirst();
  return { id, name: found?.name ?? id };
}

/** A node of a body: its id, or a path that is looked up. */
type NodeGiven = string | { path: string };

/** Where the asset hangs: paths, then nodes, then the node the form was opened on, then the root. */
async function placeInTree(ctx: Context, write: Write, org: { id: string; name: string }): Promise<void> {
  const { values, before, shared } = write;
  const paths = values.nodes_display as readonly string[] | undefined;
  delete values.nodes_display;
  const byPath = (path: string, field: string): Promise<string> =>
    shared.once(`path ${org.id} ${field} ${path}`, async () => {
      const root = await shared.once(`root ${org.id}`, () => rootNode(ctx, org));
      const parts = segments(path, root.value);
      // Who may not make nodes hangs assets only where there are some.
      if (holds(ctx.actor, ['assets.add_node'])) return (await ensurePath(ctx, root, parts)).id;
      const found = await knownPath(ctx, root, parts);
      if (!found) throw InvalidInput.on(field, 'does_not_exist', { value: path.slice(0, 64) });
      return found.id;
    });
  const inOrder = async (entries: readonly NodeGiven[], field: string): Promise<string[]> => {
    const ids: string[] = [];
    for (const entry of entries) ids.push(typeof entry === 'string' ? entry : await byPath(entry.path, field));
    return [...new Set(ids)];
  };
  if (values.nodes !== undefined) values.nodes = await inOrder(values.nodes as readonly NodeGiven[], 'nodes');
  if (paths && paths.length > 0)
    values.nodes = await inOrder(
      paths.map((path) => ({ path })),
      'nodes_display',
    );
  const given = values.nodes as readonly string[] | undefined;
  const keep = given === undefined && before !== undefined && write.partial;
  if (keep || (given && given.length > 0)) return;
  const asked = write.query.node_id ?? write.query.node;
  const node = asked ? await shared.once(`node ${asked}`, () => findNode(ctx, parseUuid(asked) ?? asked)) : undefined;
  values.nodes = [node && org.id === node.org_id ? node.id : (await shared.once(`root ${org.id}`, () => rootNode(ctx, org))).id];
}

/** What the platform of an asset decides of it. A change of a part that no platform decides asks none. */
async function fitPlatform(
  ctx: Context,
  { verb, partial, values, body, before, shared, named }: Write,
  category: Category | undefined,
): Promise<void> {
  const sent = body.protocols !== undefined && body.protocols !== null;
  if (!sent && verb === 'update') delete values.protocols;
  if (partial && !['platform', 'domain', 'protocols', 'custom_info'].some((name) => values[name] !== undefined)) return;
  const id = values.platform ?? before?.platform_id;
  // Read by the columns of `DECIDING`. Where all rows have one platform, the body names none.
  const platform = (named.platform as Platform | undefined) ?? (await shared.once(`platform ${String(id)}`, () => platformOf(ctx, id)));
  if (category && platform.category !== category) throw InvalidInput.on('platform', 'invalid_choice', { value: platform.name });
  if (!platform.domain_enabled) values.domain = null;
  if (category === 'custom' && (verb === 'create' || values.custom_info !== undefined))
    values.custom_info = readCustomInfo(values.custom_info ?? {}, platform.custom_fields);
  if (sent || verb === 'create') values.protocols = completeProtocols(values.protocols as AssetProtocol[] | undefined, platform);
}

async function prepareAsset(ctx: Context, write: Write, { category, platform: fixed, folder }: AssetKind): Promise<void> {
  const { values, before, shared } = write;
  const org = await shared.once(`org ${String(before?.org_id ?? '')}`, () => organisation(ctx, before));
  if (!org) return; // The kernel refuses to create in the root organisation.
  if (fixed) {
    const found = await shared.once(fixed, () => ctx.tx.selectFrom('platforms').select('id').where('name', '=', fixed).executeTakeFirst());
    values.platform = found?.id;
  }
  if (category === 'database' && 'db_name' in values && !values.db_name) throw InvalidInput.on('db_name', 'blank');
  await fitPlatform(ctx, write, category);
  if (folder)
    values.nodes = [await shared.once(`folder ${org.id}`, async () => (await ensurePath(ctx, await rootNode(ctx, org), [folder])).id)];
  else await placeInTree(ctx, write, org);
  if (values.labels !== undefined) {
    const given = values.labels as LabelInput[];
    values.labels = await shared.once(`labels ${org.id} ${JSON.stringify(given)}`, () => ensureLabels(ctx, org.id, given));
  }
}

/** Columns that decide where the secrets of an asset go; what is missing here is only asked to be confirmed once more. */
const PLACES: Readonly<Record<string, readonly Part[]>> = {
  address: ['address'],
  protocols: ['protocols'],
  platform_id: ['platform', 'platform_settings'],
  domain_id: ['domain'],
  ...Object.fromEntries(
    [
      ['use_ssl', 'allow_invalid_cert', 'ca_cert', 'proxy', 'custom_info'],
      ['autofill', 'username_selector', 'password_selector', 'submit_selector', 'script'],
    ].flatMap((names) => names.map((name) => [name, ['entry']])),
  ),
};

const movedParts = (before: Row, row: Row): Part[] =>
  Object.entries(PLACES).flatMap(([column, parts]) => (JSON.stringify(before[column]) === JSON.stringify(row[column]) ? [] : parts));

/** Gateways came to their domains or left them. */
async function gatewaysWritten(ctx: Context, accounts: NestedAccounts, before: Row | undefined, row: Row | undefined): Promise<void> {
  const domains = [before?.domain_id ?? null, row?.domain_id ?? null];
  if (domains[0] === domains[1]) return;
  const platform = await platformOf(ctx, (row ?? before)?.platform_id);
  if (platform.name !== 'Gateway') return;
  for (const [at, domain] of domains.entries()) if (domain) await accounts.gatewaysMoved(ctx, [String(domain)], at === 1);
}

/** Platforms whose assets are of a kind, over the parts of their count (`c`). */
function ofKind({ category, platform }: AssetKind): Where {
  if (!category) return EVERYBODY;
  const platforms = eb.selectFrom('platforms').select('id').where('category', '=', category);
  return eb('c.part', 'in', platform ? platforms.where('name', '=', platform) : platforms);
}

const ids = (rows: readonly Row[]): string[] => rows.map((row) => String(row.id));

/** Logic of assets; `kind` narrows a derived resource to its own rows. */
export function assetBehaviour({ accounts, admit, created, granted, leaving }: AssetDeps, kind: AssetKind = {}): Behaviour {
  const { category, platform } = kind;
  return {
    rows: category ? kindRows(category, platform) : assetRows,
    offered: granted,
    filters: assetFilters,
    attributes: assetAttributes,
    reads: platform ? {} : { platform: DECIDING },
    async prepare(ctx, write) {
      if (write.verb === 'create') {
        const pending = await write.shared.once('admitted', async () => ({ count: 0 }));
        await admit(ctx, pending.count);
        pending.count += 1;
      }
      await prepareAsset(ctx, write, kind);
    },
    async written(ctx, write) {
      const items = write.values.accounts;
      const orgId = String(write.row.org_id);
      await gatewaysWritten(ctx, accounts, write.before, write.row);
      const moved = write.before ? movedParts(write.before, write.row) : [];
      await accounts.assetsMoved(ctx, [String(write.row.id)], moved);
      if (write.verb === 'create') await write.shared.once(`created ${orgId}`, async () => created(ctx, orgId));
      if (write.verb === 'create' && Array.isArray(items) && items.length > 0) {
        await accounts.createFor(ctx, { id: String(write.row.id), org_id: orgId }, items);
      } else if (moved.length === 0 && (write.before || write.row.domain_id === null)) write.unseen = true;
    },
    async deleting(ctx, rows) {
      await leaving(ctx, ids(rows));
      return undefined;
    },
    async deleted(ctx, rows) {
      for (const row of rows) await gatewaysWritten(ctx, accounts, row, undefined);
    },
    joined: { accounts: accounts.ofAsset, nodes_display: nodePaths, auto_config: autoConfig, spec_info: specInfo },
    tally: keptTally('assets', () => ofKind(kind)),
  };
}
