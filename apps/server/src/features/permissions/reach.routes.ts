import { CodedError } from '@postern/contract/errors';
import { parseUuid, parseUuids } from '@postern/contract/ids';
import { text as words } from '@postern/contract/text';
import {
  at,
  type BodyOf,
  type Context,
  can,
  eb,
  type Fields,
  holds,
  inOrg,
  type Kernel,
  ok,
  type Request,
  type Route,
  route,
  type Shape,
  text,
} from '@postern/resource';
import { WORDS } from '../../platform/shown.ts';
import { type CountedNode, nodeTreeNode, searched, start, word } from '../nodes/index.ts';
import { isMember } from '../rbac/index.ts';
import { directAssets, type Grant, grantOf } from './grant.ts';
import { grantedAssetList } from './granted-assets.ts';
import {
  FAVORITE,
  favoriteAssets,
  favoriteNode,
  stepWithAssets,
  topLevel,
  type VisibleNode,
  visibleChildren,
  visibleNodes,
  wholeTree,
} from './granted-tree.ts';
import { assetPermission } from './permission.resource.ts';
import { assetTree, byCategory, keyOf, listIn, wireNode } from './reached.ts';
import { shapeOf, usableAccountShape } from './shapes.ts';
import { accountsFor, wireAccount } from './usable-accounts.ts';

/** What a user can reach: `/perms/users/{my|self|uuid}/…` (docs/wire/permissions.md#what-a-user-reaches). */

interface Person {
  id: string;
  username: string;
}
interface Asked {
  ctx: Context;
  request: Request;
  kernel: Kernel;
  person: Person;
  grant: Grant;
}

const missing = (resource: string) => new CodedError('object_does_not_exist', { resource });

/** Oneself needs one right, somebody else another; a person who does not exist is a 404. */
async function personOf(ctx: Context, given: string): Promise<Person> {
  if (given === 'my' || given === 'self' || given === ctx.actor.id) {
    if (!holds(ctx.actor, ['perms.view_myassets'])) throw new CodedError('permission_denied');
    return { id: ctx.actor.id, username: ctx.actor.username };
  }
  const id = parseUuid(given);
  if (!id) throw missing('user');
  if (!holds(ctx.actor, ['perms.view_userassets'])) throw new CodedError('permission_denied');
  const found = await ctx.tx
    .selectFrom('users as u')
    .select(['u.id', 'u.username'])
    .where('u.id', '=', id)
    .where('u.is_service_account', '=', false)
    .where((on) => isMember(ctx, on.ref('u.id')))
    .executeTakeFirst();
  if (!found) throw missing('user');
  return found;
}

/** A list or tree of what one person reaches. */
const ofPerson = <const Q extends Fields>(
  path: string,
  name: string,
  query: Q,
  work: (asked: Asked & { query: BodyOf<Q> }) => Promise<unknown>,
  answer: Shape = shapeOf(path),
): Route =>
  route({
    method: 'GET',
    path: `/api/v1/perms/users/:user/${path}`,
    name: `perms.user.${name}`,
    who: can('perms.view_myassets | perms.view_userassets'),
    rows: { of: [assetPermission] },
    params: { user: text({ label: WORDS.user, required: true }) },
    query,
    answer,
    errors: ['object_does_not_exist', 'permission_denied'],
    async handle(ctx, { params, query, request, kernel }) {
      const person = await personOf(ctx, params.user);
      return ok(await work({ ctx, request, kernel, person, grant: await grantOf(ctx, { user: person.id }), query }));
    },
  });

async function nodesAt({ ctx, grant, person, query }: Asked & { query: BodyOf<typeof start> }): Promise<CountedNode[]> {
  const key = await keyOf(ctx, query.key || query.id);
  if (key === FAVORITE) return [];
  return key === undefined ? (await topLevel(ctx, grant, person.id)).nodes : visibleChildren(ctx, grant, key);
}

async function allNodes({ ctx, grant, person }: Asked): Promise<(CountedNode | VisibleNode)[]> {
  return [await favoriteNode(ctx, grant, person.id), ...(await visibleNodes(ctx, grant))];
}

const assetsIn = ({ ctx, request, kernel, person, grant }: Asked, node: string | undefined): Promise<unknown> =>
  listIn(kernel, ctx, request, { grant, userId: person.id, node });

/** Accounts of one active asset. */
async function accounts({ ctx, request, person }: Asked): Promise<unknown> {
  const id = parseUuid(request.params.asset);
  const asset = id
    ? await ctx.tx
        .selectFrom('assets as a')
        .select('a.id')
        .where('a.id', '=', id)
        .where('a.is_active', '=', true)
        .where(inOrg(ctx, at('a')))
        .executeTakeFirst()
    : undefined;
  if (!asset) throw missing('asset');
  return (await accountsFor(ctx, person, asset.id)).map((account) => wireAccount(ctx, account));
}

const inNode = { node_id: word(WORDS.node) };

export const reachRoutes: readonly Route[] = [
  ofPerson('assets/', 'assets', inNode, (asked) => assetsIn(asked, asked.query.node_id)),
  ofPerson('assets/tree/', 'assetTree', { search: searched, id: word(WORDS.id) }, ({ ctx, grant, query: { search, id } }) =>
    assetTree(ctx, grant, { search, ids: id ? parseUuids([id]) : undefined }),
  ),
  ofPerson('assets/:asset/accounts/', 'accounts', {}, accounts, usableAccountShape),
  ofPerson('nodes/', 'nodes', {}, async (asked) => (await allNodes(asked)).map(wireNode)),
  ofPerson('nodes/children/', 'nodeChildren', start, async (asked) => (await nodesAt(asked)).map(wireNode)),
  ofPerson('nodes/tree/', 'nodeTree', {}, async (asked) => (await allNodes(asked)).map((row) => nodeTreeNode(row))),
  ofPerson('nodes/children/tree/', 'nodeChildrenTree', start, async (asked) => (await nodesAt(asked)).map((row) => nodeTreeNode(row))),
  ofPerson('nodes/ungrouped/assets/', 'ungroupedAssets', {}, ({ ctx, request, kernel, grant }) =>
    grantedAssetList(kernel, ctx, request, eb('t.id', 'in', directAssets(ctx, grant))),
  ),
  ofPerson('nodes/favorite/assets/', 'favoriteAssets', {}, ({ ctx, request, kernel, grant, person }) =>
    grantedAssetList(kernel, ctx, request, favoriteAssets(ctx, grant, person.id)),
  ),
  ofPerson('nodes/:node/assets/', 'nodeAssets', {}, (asked) => assetsIn(asked, asked.request.params.node)),
  ofPerson('nodes/children-with-assets/tree/', 'stepWithAssets', start, async ({ ctx, grant, person, query }) =>
    stepWithAssets(ctx, grant, person.id, await keyOf(ctx, query.key || query.id)),
  ),
  ofPerson('nodes/all-with-assets/tree/', 'wholeTree', {}, ({ ctx, grant, person }) => wholeTree(ctx, grant, person.id)),
  ofPerson(
    'nodes/children-with-assets/category/tree/',
    'categoryTree',
    { type: word(WORDS.type), sync: word(words('With assets', '包含资产', 'アセットを含む')) },
    ({ ctx, grant, query }) => byCategory(ctx, grant, query),
  ),
  // Single assets have no node of their own in this tree: PERM_SINGLE_ASSET_TO_UNGROUP_NODE is not offered.
  ofPerson('ungroup/assets/tree/', 'ungroupedTree', {}, async () => []),
];
