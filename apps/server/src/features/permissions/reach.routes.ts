import { CodedError } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import {
  type Context,
  can,
  holds,
  type Kernel,
  ok,
  type Policy,
  type Reply,
  type Request,
  type Route,
  type Shape,
} from '@postern/resource';
import { sql } from 'kysely';
import {
  assetTreeNode,
  assetTreeRows,
  type CountedNode,
  categoryTree,
  contains,
  findNode,
  inOrg,
  nodeTreeNode,
  type PlatformCount,
  typeNodeId,
} from '../nodes/index.ts';
import { directAssets, type Grant, grantedAssets, grantOf } from './grant.ts';
import { grantedAssetList } from './granted-assets.ts';
import {
  FAVORITE,
  favoriteAssets,
  favoriteNode,
  inSubtree,
  stepWithAssets,
  topLevel,
  type VisibleNode,
  visibleChildren,
  visibleNodes,
  wholeTree,
} from './granted-tree.ts';
import { grantedAssetShape, grantedNodeShape, grantedTreeShape, usableAccountShape } from './shapes.ts';
import { accountsFor, wireAccount } from './usable-accounts.ts';

/** What a user can reach: `/perms/users/{my|self|uuid}/…` (docs/wire/permissions.md#what-a-user-reaches). */

interface Person {
  id: string;
  username: string;
}
interface Asked {
  ctx: Context;
  request: Request;
  person: Person;
  grant: Grant;
}

const missing = (resource: string) => new CodedError('object_does_not_exist', { resource });
const policy: Policy = can('perms.view_myassets | perms.view_userassets');
/** Key of no node. */
const NOWHERE = '-';
const searchLimit = 999;
const typeLimit = 10_000;

/** Oneself needs one right, somebody else another; a person who does not exist is a 404. */
async function personOf(ctx: Context, given: string | undefined): Promise<Person> {
  if (given === 'my' || given === 'self' || given === ctx.actor.id) {
    if (!holds(ctx.actor, ['perms.view_myassets'])) throw new CodedError('permission_denied');
    return { id: ctx.actor.id, username: ctx.actor.username };
  }
  const id = parseUuid(given);
  if (!id) throw missing('user');
  if (!holds(ctx.actor, ['perms.view_userassets'])) throw new CodedError('permission_denied');
  const { rows } = await sql<Person>`
    select u.id, u.username from users u where u.id = ${id} and not u.is_service_account
      ${ctx.org.isRoot ? sql`` : sql`and exists (select 1 from role_bindings b where b.user_id = u.id and b.org_id = ${ctx.org.id})`}`.execute(
    ctx.tx,
  );
  if (!rows[0]) throw missing('user');
  return rows[0];
}

/** Key of a node asked for by id, key or special name. A node outside the visible tree simply shows nothing. */
async function keyOf(ctx: Context, given: string | undefined): Promise<string | undefined> {
  if (!given) return undefined;
  if (given === FAVORITE) return FAVORITE;
  // Keys are easily guessed: one that does not exist looks like one that is not granted.
  return (await findNode(ctx, parseUuid(given) ?? given))?.key ?? NOWHERE;
}

const wireNode = (row: CountedNode & { org_id?: string }) => ({
  id: row.id,
  name: row.value,
  key: row.key,
  value: row.value,
  org_id: row.org_id ?? '',
  assets_amount: row.amount,
});

async function listIn(kernel: Kernel, { ctx, request, grant, person }: Asked): Promise<Reply> {
  const key = await keyOf(ctx, request.params.node ?? request.query.node_id);
  const where = key ? inSubtree(grant, person.id, key) : grantedAssets(grant);
  return ok(await grantedAssetList(kernel, ctx, request, where, key !== undefined || !grant.whole));
}

async function nodesAt({ ctx, request, grant, person }: Asked): Promise<CountedNode[]> {
  const key = await keyOf(ctx, request.query.key || request.query.id);
  if (key === FAVORITE) return [];
  return key === undefined ? (await topLevel(ctx, grant, person.id)).nodes : visibleChildren(ctx, grant, key);
}

async function allNodes({ ctx, grant, person }: Asked): Promise<(CountedNode | VisibleNode)[]> {
  return [await favoriteNode(ctx, grant, person.id), ...(await visibleNodes(ctx, grant))];
}

/** Search results of the tree; without a word everything, cut to what a tree can show. */
async function assetTree({ ctx, request, grant }: Asked): Promise<Reply> {
  const { search, id } = request.query;
  const words = (search ?? '')
    .split(/[\s,]+/)
    .filter(Boolean)
    .slice(0, 10);
  const found = words.map((word) => {
    const like = contains(word.slice(0, 256));
    return sql`and (a.name ilike ${like} or a.address ilike ${like} or a.comment ilike ${like})`;
  });
  const one = id ? sql`and a.id = ${parseUuid(id) ?? '00000000-0000-0000-0000-000000000000'}` : sql``;
  const where = sql<boolean>`${grantedAssets(grant, sql`a.id`, sql`a.org_id`)} ${sql.join(found, sql` `)} ${one}`;
  const rows = await assetTreeRows(ctx, where, search ? searchLimit : typeLimit);
  return ok(rows.map((row) => assetTreeNode(row, '')));
}

async function byCategory({ ctx, request, grant }: Asked): Promise<Reply> {
  const where = grantedAssets(grant, sql`a.id`, sql`a.org_id`);
  const { type } = request.query;
  const place = async (name: string, category: string) =>
    (await assetTreeRows(ctx, sql`p.type = ${name} and ${where}`, typeLimit)).map((row) => assetTreeNode(row, typeNodeId(category, name)));
  if (type) {
    const { rows } = await sql<{ category: string }>`select category from platforms where type = ${type} limit 1`.execute(ctx.tx);
    return ok(rows[0] ? await place(type, rows[0].category) : []);
  }
  const { rows: counts } = await sql<PlatformCount>`
    select p.id, p.name, p.category, p.type, count(*)::int as amount from assets a join platforms p on p.id = a.platform_id
    where ${where} and ${inOrg(ctx, sql`a.org_id`)} group by p.id`.execute(ctx.tx);
  const nodes = categoryTree(ctx, counts, { platforms: false, assets: true, dropEmpty: true });
  const sync = ['1', 'true'].includes(request.query.sync ?? '');
  const out: unknown[] = nodes.map((node) =>
    node.meta.type === 'type' ? { ...node, open: sync, meta: { ...node.meta, type: 'type' }, type: node.meta._type } : node,
  );
  if (!sync) return ok(out);
  for (const one of [...new Map(counts.map((row) => [row.type, row.category]))]) out.push(...(await place(one[0], one[1])));
  return ok(out);
}

async function accounts({ ctx, request, person }: Asked): Promise<Reply> {
  const id = parseUuid(request.params.asset);
  const { rows } = await sql<{ id: string }>`
    select id from assets where id = ${id ?? null}::uuid and is_active and ${inOrg(ctx)}`.execute(ctx.tx);
  if (!rows[0]) throw missing('asset');
  return ok((await accountsFor(ctx, person, rows[0].id)).map((account) => wireAccount(ctx, account)));
}

/** The last word of an address says what it shows. */
const shapeOf = (path: string): Shape =>
  path.endsWith('tree/') ? grantedTreeShape : path.endsWith('assets/') ? grantedAssetShape : grantedNodeShape;

export function reachRoutes(kernel: () => Kernel): readonly Route[] {
  const route = (path: string, name: string, handle: (asked: Asked) => Promise<Reply>, shape = shapeOf(path)): Route => ({
    method: 'GET',
    path: `/api/v1/perms/users/:user/${path}`,
    name: `perms.user.${name}`,
    policy,
    shape,
    async handle(ctx, request) {
      const person = await personOf(ctx, request.params.user);
      return handle({ ctx, request, person, grant: await grantOf(ctx, { user: person.id }) });
    },
  });
  const assets = (where: (asked: Asked) => ReturnType<typeof grantedAssets>) => async (asked: Asked) =>
    ok(await grantedAssetList(kernel(), asked.ctx, asked.request, where(asked)));
  return [
    route('assets/', 'assets', (asked) => listIn(kernel(), asked)),
    route('assets/tree/', 'assetTree', assetTree),
    route('assets/:asset/accounts/', 'accounts', accounts, usableAccountShape),
    route('nodes/', 'nodes', async (asked) => ok((await allNodes(asked)).map(wireNode))),
    route('nodes/children/', 'nodeChildren', async (asked) => ok((await nodesAt(asked)).map(wireNode))),
    route('nodes/tree/', 'nodeTree', async (asked) => ok((await allNodes(asked)).map((row) => nodeTreeNode(row)))),
    route('nodes/children/tree/', 'nodeChildrenTree', async (asked) => ok((await nodesAt(asked)).map((row) => nodeTreeNode(row)))),
    route(
      'nodes/ungrouped/assets/',
      'ungroupedAssets',
      assets(({ grant }) => sql`t.id in (${directAssets(grant)})`),
    ),
    route(
      'nodes/favorite/assets/',
      'favoriteAssets',
      assets(({ grant, person }) => favoriteAssets(grant, person.id)),
    ),
    route('nodes/:node/assets/', 'nodeAssets', (asked) => listIn(kernel(), asked)),
    route('nodes/children-with-assets/tree/', 'stepWithAssets', async ({ ctx, request, grant, person }) =>
      ok(await stepWithAssets(ctx, grant, person.id, await keyOf(ctx, request.query.key || request.query.id))),
    ),
    route('nodes/all-with-assets/tree/', 'wholeTree', async ({ ctx, grant, person }) => ok(await wholeTree(ctx, grant, person.id))),
    route('nodes/children-with-assets/category/tree/', 'categoryTree', byCategory),
    // Single assets have no node of their own in this tree: PERM_SINGLE_ASSET_TO_UNGROUP_NODE is not offered.
    route('ungroup/assets/tree/', 'ungroupedTree', async () => ok([])),
  ];
}

/** What a group can reach (docs/wire/permissions.md#what-a-group-reaches). */
export function groupReachRoutes(kernel: () => Kernel): readonly Route[] {
  const route = (path: string, name: string, handle: (ctx: Context, request: Request, grant: Grant) => Promise<Reply>): Route => ({
    method: 'GET',
    path: `/api/v1/perms/user-groups/:group/${path}`,
    name: `perms.group.${name}`,
    policy: can('perms.view_usergroupassets'),
    shape: shapeOf(path),
    async handle(ctx, request) {
      const id = parseUuid(request.params.group);
      const { rows } = await sql`select 1 from user_groups where id = ${id ?? null}::uuid and ${inOrg(ctx)}`.execute(ctx.tx);
      if (!id || rows.length === 0) throw missing('user group');
      return handle(ctx, request, await grantOf(ctx, { group: id }));
    },
  });
  const children = async (ctx: Context, request: Request, grant: Grant) => {
    const key = await keyOf(ctx, request.query.key || request.query.id);
    return key === undefined ? topRoots(ctx, grant) : visibleChildren(ctx, grant, key);
  };
  const topRoots = async (ctx: Context, grant: Grant) => (await visibleNodes(ctx, grant)).filter((row) => row.parent_key === '');
  return [
    route('assets/', 'assets', async (ctx, request, grant) => ok(await grantedAssetList(kernel(), ctx, request, grantedAssets(grant)))),
    route('nodes/', 'nodes', async (ctx, _request, grant) => ok((await visibleNodes(ctx, grant)).map(wireNode))),
    route('nodes/children/', 'nodeChildren', async (ctx, request, grant) => ok((await children(ctx, request, grant)).map(wireNode))),
    route('nodes/children/tree/', 'nodeTree', async (ctx, request, grant) =>
      ok((await children(ctx, request, grant)).map((row) => nodeTreeNode(row, { counted: false }))),
    ),
    route('nodes/:node/assets/', 'nodeAssets', async (ctx, request, grant) => {
      const key = await keyOf(ctx, request.params.node);
      return ok(await grantedAssetList(kernel(), ctx, request, key ? inSubtree(grant, '', key) : grantedAssets(grant)));
    }),
  ];
}
