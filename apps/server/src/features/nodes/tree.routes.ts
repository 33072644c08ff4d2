import { text } from '@postern/contract/text';
import {
  among,
  at,
  type BodyOf,
  type Context,
  can,
  containing,
  EVERYBODY,
  eb,
  inOrg,
  objectSchema,
  ok,
  type Route,
  route,
  TEXT_SCHEMA,
} from '@postern/resource';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { tree } from '../../platform/routes/tree.ts';
import { answerShape, WORDS } from '../../platform/shown.ts';
import { startTask } from '../tasks/index.ts';
import { categoryTree, type PlatformCount } from './category-tree.ts';
import { RECOUNT } from './count-jobs.ts';
import { below } from './node.queries.ts';
import { node } from './node.resource.ts';
import { lineage, type Named, needNode, nodeRows, selectNodes } from './node.service.ts';
import { type CountedNode, countedNodes } from './node-counts.ts';
import { searched, start, word, yes } from './query-fields.ts';
import { assetTreeNode, assetTreeRows, nodeTreeNode } from './tree.ts';

/** A tree is drawn by a browser; beyond this a person has to search. */
const assetLimit = 10_000;
const matchLimit = 1000;

const withAssets = word(text('With assets', '包含资产', 'アセットを含む'));
const asked = { ...start, search: searched, assets: withAssets, all: word(text('All', '全部', 'すべて')) };

const [a, c] = [at('a'), at('c')];

/** Assets that match, with the keys of the nodes on which they hang. */
const matchingLinks = (ctx: Context, pattern: string) =>
  ctx.tx
    .selectFrom('assets as a')
    .innerJoin('asset_nodes as l', 'l.asset_id', 'a.id')
    .innerJoin('nodes as n', 'n.id', 'l.node_id')
    .select(['l.asset_id', 'n.key'])
    .where((on) => on.or([on('a.name', 'ilike', pattern), on('a.address', 'ilike', pattern)]))
    .where(inOrg(ctx, a))
    .limit(matchLimit)
    .$narrowType<Pick<Named, 'key'>>()
    .execute();

/** Matching nodes and their ancestors; with assets, the matching assets under their nodes too. */
async function searchTree(ctx: Context, word: string, assets: boolean): Promise<unknown[]> {
  const pattern = containing(word);
  const rows = await selectNodes(ctx)
    .where('n.value', 'ilike', pattern)
    .where(nodeRows(ctx, 'n'))
    .orderBy('n.full_value')
    .limit(matchLimit)
    .execute();
  const links = assets ? await matchingLinks(ctx, pattern) : [];
  const keys = [...new Set([...rows, ...links].flatMap((row) => lineage(row.key)))];
  const nodes = await countedNodes(ctx, among(c('key'), keys));
  const ids = [...new Set(links.map((link) => link.asset_id))];
  const known = new Map((await assetTreeRows(ctx, among(a('id'), ids), ids.length)).map((row) => [row.id, row]));
  const leaves = links.flatMap((link) => {
    const asset = known.get(link.asset_id);
    return asset ? [assetTreeNode(asset, link.key)] : [];
  });
  return [...nodes.map((row) => nodeTreeNode(row)), ...leaves];
}

const childrenOf = (ctx: Context, key: string): Promise<CountedNode[]> => countedNodes(ctx, eb(c('parent_key'), '=', key));

async function childrenTree(ctx: Context, query: BodyOf<typeof asked>): Promise<unknown[]> {
  const assets = yes(query.assets);
  if (query.search) return searchTree(ctx, query.search, assets);
  const given = query.key || query.id;
  const parent = given ? await needNode(ctx, given) : undefined;
  let nodes: CountedNode[];
  if (query.all && query.all !== '0') {
    nodes = await countedNodes(ctx, parent ? below(c('key'), parent.key) : EVERYBODY);
  } else if (parent) {
    nodes = await childrenOf(ctx, parent.key);
  } else {
    const roots = await childrenOf(ctx, '');
    const only = roots.length === 1 ? roots[0] : undefined;
    nodes = only ? [...roots, ...(await childrenOf(ctx, only.key))] : roots;
  }
  const out = nodes.map((row) => nodeTreeNode(row, { open: true }));
  const holder =
    parent?.id ??
    (assets && nodes[0]?.parent_key === '' && nodes.filter((row) => row.parent_key === '').length === 1 ? nodes[0].id : undefined);
  if (!assets || !holder) return out;
  const key = parent?.key ?? nodes[0]?.key ?? '';
  const hanging = ctx.tx.selectFrom('asset_nodes as l').select('l.asset_id').where('l.node_id', '=', holder);
  const rows = await assetTreeRows(ctx, eb(a('id'), 'in', hanging), assetLimit);
  return [...out, ...rows.map((row) => assetTreeNode(row, key))];
}

/** All platforms with the assets on them, or with the accounts of these. */
function platformCounts(ctx: Context, of: string): Promise<PlatformCount[]> {
  const amounts = ctx.tx
    .selectFrom('assets as a')
    .$if(of === 'account', (query) => query.innerJoin('accounts as c', 'c.asset_id', 'a.id'))
    .select(({ fn }) => ['a.platform_id', fn.countAll<number>().as('amount')])
    .where(inOrg(ctx, a))
    .groupBy('a.platform_id');
  return ctx.tx
    .selectFrom('platforms as p')
    .leftJoin(amounts.as('x'), 'x.platform_id', 'p.id')
    .select(({ fn, lit }) => ['p.id', 'p.name', 'p.category', 'p.type', fn.coalesce('x.amount', lit(0)).as('amount')])
    .orderBy('p.id')
    .execute();
}

const byPlatform = { key: word(WORDS.key), assets: withAssets, count_resource: word(text('Counted', '统计对象', '数える対象')) };

async function byCategory(ctx: Context, { key, assets, count_resource }: BodyOf<typeof byPlatform>): Promise<unknown[]> {
  const opened = yes(assets);
  if (!key) return categoryTree(ctx, await platformCounts(ctx, count_resource), { platforms: true, assets: opened, dropEmpty: false });
  if (!opened || !/^\d{1,9}$/.test(key)) return [];
  return (await assetTreeRows(ctx, eb(a('platform_id'), '=', Number(key)), assetLimit)).map((row) => assetTreeNode(row, key));
}

const recount = (jobs: Pick<Jobs, 'enqueue'>): Route =>
  route({
    method: 'POST',
    path: '/api/v1/assets/nodes/check_assets_amount_task/',
    name: 'assets.node.recount',
    answer: answerShape(objectSchema({ task: TEXT_SCHEMA })),
    who: can('assets.change_node'),
    rows: { of: [node] },
    body: 'none',
    handle: async (ctx) => ok({ task: await startTask(ctx, jobs, RECOUNT) }),
  });

const nodeTree = tree({
  path: '/api/v1/assets/nodes/children/tree/',
  name: 'assets.node.tree',
  title: text('Node tree', '节点树', 'ノードツリー'),
  who: can('assets.view_node'),
  rows: { of: [node] },
  query: asked,
  errors: ['object_does_not_exist'],
  nodes: (ctx, { query }) => childrenTree(ctx, query),
});

const categories = tree({
  path: '/api/v1/assets/nodes/category/tree/',
  name: 'assets.node.categoryTree',
  title: text('Type tree', '类型树', '種類のツリー'),
  who: can('assets.view_asset'),
  // Leaves are assets, under the organisation alone: this feature cannot name their definition, which is built upon it.
  rows: { of: [node] },
  query: byPlatform,
  nodes: (ctx, { query }) => byCategory(ctx, query),
});

export const treeRoutes = (jobs: Pick<Jobs, 'enqueue'>): readonly Route[] => [recount(jobs), nodeTree, categories];
