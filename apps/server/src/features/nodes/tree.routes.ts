import { parseUuid } from '@postern/contract/ids';
import { text } from '@postern/contract/text';
import { type Context, can, ok, type Request, type Route } from '@postern/resource';
import { sql } from 'kysely';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { treeShape } from '../../platform/shown.ts';
import { startTask } from '../tasks/index.ts';
import { categoryTree, type PlatformCount } from './category-tree.ts';
import { RECOUNT } from './count-jobs.ts';
import { below, findNode, inOrg, lineage, needNode } from './node.service.ts';
import { type CountedNode, countedNodes } from './node-counts.ts';
import { childrenList, contains } from './node-list.ts';
import { assetTreeNode, assetTreeRows, nodeTreeNode } from './tree.ts';

const yes = (value: string | undefined): boolean => value === '1' || value?.toLowerCase() === 'true';
/** A tree is drawn by a browser; beyond this a person has to search. */
const assetLimit = 10_000;
const matchLimit = 1000;

async function startOf(ctx: Context, request: Request) {
  const given = request.query.key || request.query.id;
  return given ? needNode(ctx, given) : undefined;
}

/** Matching nodes and their ancestors; with assets, the matching assets under their nodes too. */
async function searchTree(ctx: Context, word: string, withAssets: boolean): Promise<unknown[]> {
  const pattern = contains(word.slice(0, 256));
  const { rows } = await sql<{ key: string }>`
    select key from nodes n where n.value ilike ${pattern} and ${inOrg(ctx, sql`n.org_id`)} order by full_value limit ${matchLimit}`.execute(
    ctx.tx,
  );
  const links = withAssets
    ? (
        await sql<{ asset_id: string; key: string }>`
          select l.asset_id, n.key from assets a join asset_nodes l on l.asset_id = a.id join nodes n on n.id = l.node_id
          where (a.name ilike ${pattern} or a.address ilike ${pattern}) and ${inOrg(ctx, sql`a.org_id`)} limit ${matchLimit}`.execute(
          ctx.tx,
        )
      ).rows
    : [];
  const keys = [...new Set([...rows, ...links].flatMap((row) => lineage(row.key)))];
  const nodes = await countedNodes(ctx, sql`c.key = any(${keys}::text[])`);
  const ids = [...new Set(links.map((link) => link.asset_id))];
  const assets = new Map((await assetTreeRows(ctx, sql`a.id = any(${ids}::uuid[])`, ids.length)).map((row) => [row.id, row]));
  const leaves = links.flatMap((link) => {
    const asset = assets.get(link.asset_id);
    return asset ? [assetTreeNode(asset, link.key)] : [];
  });
  return [...nodes.map((row) => nodeTreeNode(row)), ...leaves];
}

async function childrenTree(ctx: Context, request: Request): Promise<unknown[]> {
  const withAssets = yes(request.query.assets);
  if (request.query.search) return searchTree(ctx, request.query.search, withAssets);
  const parent = await startOf(ctx, request);
  let nodes: CountedNode[];
  if (request.query.all && request.query.all !== '0') {
    nodes = await countedNodes(ctx, parent ? below(sql`c.key`, parent.key) : sql`true`);
  } else if (parent) {
    nodes = await countedNodes(ctx, sql`c.parent_key = ${parent.key}`);
  } else {
    const roots = await countedNodes(ctx, sql`c.parent_key = ''`);
    const only = roots.length === 1 ? roots[0] : undefined;
    nodes = only ? [...roots, ...(await countedNodes(ctx, sql`c.parent_key = ${only.key}`))] : roots;
  }
  const out = nodes.map((row) => nodeTreeNode(row, { open: true }));
  const holder =
    parent?.id ??
    (withAssets && nodes[0]?.parent_key === '' && nodes.filter((row) => row.parent_key === '').length === 1 ? nodes[0].id : undefined);
  if (!withAssets || !holder) return out;
  const key = parent?.key ?? nodes[0]?.key ?? '';
  const rows = await assetTreeRows(ctx, sql`a.id in (select asset_id from asset_nodes where node_id = ${holder})`, assetLimit);
  return [...out, ...rows.map((row) => assetTreeNode(row, key))];
}

async function platformCounts(ctx: Context, resource: string | undefined): Promise<PlatformCount[]> {
  const amounts =
    resource === 'account'
      ? sql`select a.platform_id, count(*)::int as amount from assets a join accounts c on c.asset_id = a.id where ${inOrg(ctx, sql`a.org_id`)} group by a.platform_id`
      : sql`select a.platform_id, count(*)::int as amount from assets a where ${inOrg(ctx, sql`a.org_id`)} group by a.platform_id`;
  const { rows } = await sql<PlatformCount>`
    select p.id, p.name, p.category, p.type, coalesce(x.amount, 0) as amount
    from platforms p left join (${amounts}) x on x.platform_id = p.id order by p.id`.execute(ctx.tx);
  return rows;
}

async function byCategory(ctx: Context, request: Request): Promise<unknown[]> {
  const withAssets = yes(request.query.assets);
  const key = request.query.key;
  if (!key) {
    return categoryTree(ctx, await platformCounts(ctx, request.query.count_resource), {
      platforms: true,
      assets: withAssets,
      dropEmpty: false,
    });
  }
  if (!withAssets || !/^\d{1,9}$/.test(key)) return [];
  return (await assetTreeRows(ctx, sql`a.platform_id = ${Number(key)}`, assetLimit)).map((row) => assetTreeNode(row, key));
}

export const treeRoutes = (jobs: Pick<Jobs, 'enqueue'>): readonly Route[] => [
  {
    method: 'POST',
    path: '/api/v1/assets/nodes/check_assets_amount_task/',
    name: 'assets.node.recount',
    policy: can('assets.change_node'),
    handle: async (ctx) => ok({ task: await startTask(ctx, jobs, RECOUNT) }),
  },
  {
    method: 'GET',
    path: '/api/v1/assets/nodes/children/',
    name: 'assets.node.children',
    shape: { rows: 'node' },
    policy: can('assets.view_node'),
    async handle(ctx, request) {
      const given = request.query.id || request.query.key;
      const parent = given ? await findNode(ctx, parseUuid(given) ?? given) : undefined;
      return ok(given && !parent ? [] : await childrenList(ctx, request, parent));
    },
  },
  {
    method: 'GET',
    path: '/api/v1/assets/nodes/children/tree/',
    name: 'assets.node.tree',
    shape: treeShape(text('Node tree', '节点树', 'ノードツリー')),
    policy: can('assets.view_node'),
    handle: async (ctx, request) => ok(await childrenTree(ctx, request)),
  },
  {
    method: 'GET',
    path: '/api/v1/assets/nodes/category/tree/',
    name: 'assets.node.categoryTree',
    shape: treeShape(text('Type tree', '类型树', '種類のツリー')),
    policy: can('assets.view_asset'),
    handle: async (ctx, request) => ok(await byCategory(ctx, request)),
  },
];
