import { CodedError } from '@postern/contract/errors';
import { parseUuid, parseUuids } from '@postern/contract/ids';
import { text as words } from '@postern/contract/text';
import { at, type BodyOf, type Context, eb, inOrg, type Route } from '@postern/resource';
import { ownList } from '../../platform/routes/list.ts';
import { tree } from '../../platform/routes/tree.ts';
import { WORDS } from '../../platform/shown.ts';
import { type CountedNode, nodeTreeNode, searched, start, word } from '../nodes/index.ts';
import { directAssets, type Grant } from './grant.ts';
import { grantedAssetList, MOST_GRANTED } from './granted-assets.ts';
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
import { lastOpened } from './last-opened.ts';
import { missing, ofPerson, type Person } from './person.ts';
import { assetTree, byCategory, keyOf, listIn, wireNode } from './reached.ts';
import { GRANTED_TREE, grantedAssetShape, grantedNodeShape, lastOpenedShape, usableAccountShape } from './shapes.ts';
import { accountsFor, wireAccount } from './usable-accounts.ts';

/** What a user can reach: `/perms/users/{my|self|uuid}/…` (docs/wire/permissions.md#what-a-user-reaches). */

interface Found {
  person: Person;
  grant: Grant;
}

async function nodesAt(ctx: Context, { grant, person }: Found, query: BodyOf<typeof start>): Promise<readonly CountedNode[]> {
  const key = await keyOf(ctx, query.key || query.id);
  if (key === FAVORITE) return [];
  return key === undefined ? (await topLevel(ctx, grant, person.id)).nodes : visibleChildren(ctx, grant, key);
}

async function allNodes(ctx: Context, { grant, person }: Found): Promise<(CountedNode | VisibleNode)[]> {
  return [await favoriteNode(ctx, grant, person.id), ...(await visibleNodes(ctx, grant))];
}

/** Accounts of one active asset. */
async function accountsOn(ctx: Context, person: Person, given: string | undefined) {
  const id = parseUuid(given);
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
  return accountsFor(ctx, person, asset.id);
}

const inNode = { node_id: word(WORDS.node) };
const assets = { answer: grantedAssetShape, maximum: MOST_GRANTED } as const;
const nodes = { answer: grantedNodeShape, whole: true, wire: wireNode } as const;
const below = { ...nodes, query: start } as const;
const title = GRANTED_TREE;

export const reachRoutes: readonly Route[] = [
  ownList({
    ...ofPerson('assets/', 'assets'),
    ...assets,
    query: inNode,
    items: (ctx, { found, query, ...asked }) => listIn(ctx, asked, found, query.node_id),
  }),
  tree({
    ...ofPerson('assets/tree/', 'assetTree'),
    title,
    query: { search: searched, id: word(WORDS.id) },
    nodes: (ctx, { found, query: { search, id } }) => assetTree(ctx, found.grant, { search, ids: id ? parseUuids([id]) : undefined }),
  }),
  ownList({
    ...ofPerson('assets/:asset/accounts/', 'accounts'),
    answer: usableAccountShape,
    whole: true,
    items: (ctx, { found, request }) => accountsOn(ctx, found.person, request.params.asset),
    wire: (account, ctx) => wireAccount(ctx, account),
  }),
  ownList({
    ...ofPerson('recent/', 'recent'),
    answer: lastOpenedShape,
    whole: true,
    items(ctx, { found: { grant, person } }) {
      // What others open is in the list of sessions, for who may read that.
      if (person.id !== ctx.actor.id && ctx.actor.kind !== 'component') throw new CodedError('permission_denied');
      return lastOpened(ctx, grant, person.id);
    },
  }),
  ownList({ ...ofPerson('nodes/', 'nodes'), ...nodes, items: (ctx, { found }) => allNodes(ctx, found) }),
  ownList({
    ...ofPerson('nodes/children/', 'nodeChildren'),
    ...below,
    items: (ctx, { found, query }) => nodesAt(ctx, found, query),
  }),
  tree({
    ...ofPerson('nodes/tree/', 'nodeTree'),
    title,
    nodes: async (ctx, { found }) => (await allNodes(ctx, found)).map((row) => nodeTreeNode(row)),
  }),
  tree({
    ...ofPerson('nodes/children/tree/', 'nodeChildrenTree'),
    title,
    query: start,
    nodes: async (ctx, { found, query }) => (await nodesAt(ctx, found, query)).map((row) => nodeTreeNode(row)),
  }),
  ownList({
    ...ofPerson('nodes/ungrouped/assets/', 'ungroupedAssets'),
    ...assets,
    items: (ctx, { found: { grant }, request, kernel }) =>
      grantedAssetList(kernel, ctx, request, { where: eb('t.id', 'in', directAssets(ctx, grant)), kept: { by: grant, as: 'by name' } }),
  }),
  ownList({
    ...ofPerson('nodes/favorite/assets/', 'favoriteAssets'),
    ...assets,
    items: (ctx, { found: { grant, person }, request, kernel }) =>
      grantedAssetList(kernel, ctx, request, { where: favoriteAssets(ctx, grant, person.id) }),
  }),
  ownList({
    ...ofPerson('nodes/:node/assets/', 'nodeAssets'),
    ...assets,
    items: (ctx, { found, ...asked }) => listIn(ctx, asked, found, asked.request.params.node),
  }),
  tree({
    ...ofPerson('nodes/children-with-assets/tree/', 'stepWithAssets'),
    title,
    query: start,
    nodes: async (ctx, { found: { grant, person }, query }) =>
      stepWithAssets(ctx, grant, person.id, await keyOf(ctx, query.key || query.id)),
  }),
  tree({
    ...ofPerson('nodes/all-with-assets/tree/', 'wholeTree'),
    title,
    nodes: (ctx, { found: { grant, person } }) => wholeTree(ctx, grant, person.id),
  }),
  tree({
    ...ofPerson('nodes/children-with-assets/category/tree/', 'categoryTree'),
    title,
    query: { type: word(WORDS.type), sync: word(words('With assets', '包含资产', 'アセットを含む')) },
    nodes: (ctx, { found, query }) => byCategory(ctx, found.grant, query),
  }),
  // Single assets have no node of their own in this tree: PERM_SINGLE_ASSET_TO_UNGROUP_NODE is not offered.
  tree({ ...ofPerson('ungroup/assets/tree/', 'ungroupedTree'), title, nodes: () => [] }),
];
