import { among, at, type Context, type Where } from '@postern/resource';
import { subtrees } from './node.queries.ts';
import { lineage, lockTree, type Named, nodeRows, ofOrganisation, selectNodes } from './node.service.ts';
import { countLinks, storeCounts } from './node-count.queries.ts';

/**
 * How many distinct assets hang below each node. Counts are stored, and what changed since is marked in the writer's own
 * transaction (tables.ts). A reader takes stored counts and counts anew only what is marked, so what it shows is exact at
 * any moment, and cheap as long as little has changed; `settleCounts` turns marks into stored counts in the background.
 */

export interface CountedNode {
  id: string;
  key: string;
  value: string;
  parent_key: string;
  amount: number;
}

/** Keys whose stored counts are out of date: of marked nodes and of all above them. To be read before the counts. */
async function outdated(ctx: Context): Promise<Set<string>> {
  const marked = await ctx.tx
    .selectFrom('node_count_marks as m')
    .innerJoin('nodes as n', 'n.id', 'm.node_id')
    .select('n.key')
    .distinct()
    .where(nodeRows(ctx, 'n'))
    .$narrowType<Pick<Named, 'key'>>()
    .execute();
  return new Set(marked.flatMap((row) => lineage(row.key)));
}

/** Root nodes hold every asset of their organisation, so those need no links. */
async function countRoots(ctx: Context, keys: readonly string[]): Promise<[string, number][]> {
  if (keys.length === 0) return [];
  const roots = await selectNodes(ctx)
    .where((eb) => among(eb.ref('n.key'), keys))
    .execute();
  const orgs = roots.map((row) => row.org_id);
  const counted = await ctx.tx
    .selectFrom('assets as a')
    .select(({ fn }) => ['a.org_id', fn.countAll<number>().as('amount')])
    .where((eb) => among(eb.ref('a.org_id'), orgs))
    .groupBy('a.org_id')
    .execute();
  const amounts = new Map(counted.map((row) => [row.org_id, row.amount]));
  return roots.map((row) => [row.key, amounts.get(row.org_id) ?? 0]);
}

/** Counts by looking. */
async function countNow(ctx: Context, keys: readonly string[]): Promise<Map<string, number>> {
  const [roots, inner] = [keys.filter((key) => !key.includes(':')), keys.filter((key) => key.includes(':'))];
  const amounts = new Map(await countRoots(ctx, roots));
  const linked = inner.length === 0 ? new Map<number, number>() : await countLinks(ctx, await subtrees(ctx, inner));
  for (const [at, key] of inner.entries()) amounts.set(key, linked.get(at + 1) ?? 0);
  return amounts;
}

/** The nodes (`c`) that a condition chooses, with their counts; by parent and name. */
export async function countedNodes(ctx: Context, which: Where, limit = 50_000): Promise<CountedNode[]> {
  const stale = await outdated(ctx);
  const rows = await ctx.tx
    .selectFrom('nodes as c')
    .leftJoin('node_counts as k', 'k.node_id', 'c.id')
    .select(({ fn, lit }) => ['c.id', 'c.key', 'c.value', 'c.parent_key', fn.coalesce('k.amount', lit(0)).as('amount')])
    .where(which)
    .where(nodeRows(ctx, 'c'))
    .orderBy('c.parent_key')
    .orderBy('c.value')
    .limit(limit)
    .$narrowType<Named>()
    .execute();
  const again = rows.filter((row) => stale.has(row.key)).map((row) => row.key);
  if (again.length === 0) return rows;
  const now = await countNow(ctx, again);
  return rows.map((row) => ({ ...row, amount: now.get(row.key) ?? row.amount }));
}

/** Marks the nodes, under the alias `n`, for which a condition holds. */
async function mark(ctx: Context, which: Where): Promise<void> {
  await ctx.tx
    .insertInto('node_count_marks')
    .columns(['node_id'])
    .expression((eb) => eb.selectFrom('nodes as n').select('n.id').where(which))
    .execute();
}

/** Marks nodes whose content changed by other means than a link: something was moved or deleted below them. */
export async function markCounts(ctx: Context, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await mark(ctx, among(at('n')('key'), keys));
}

/** Organisations with marks. */
export async function organisationsToSettle(ctx: Context): Promise<string[]> {
  const rows = await ctx.tx
    .selectFrom('node_count_marks as m')
    .innerJoin('nodes as n', 'n.id', 'm.node_id')
    .select('n.org_id')
    .distinct()
    .execute();
  return rows.map((row) => row.org_id);
}

/**
 * Counts anew what is marked in an organisation and takes the marks away. The tree is locked, so that runs follow one another and no
 * node moves or goes.
 * @returns how many stored counts were changed
 */
export async function settleCounts(ctx: Context, orgId: string): Promise<number> {
  await lockTree(ctx, orgId);
  return storeCounts(ctx, orgId);
}

/**
 * Counts everything anew, whatever is marked: by hand, and every night in case something went past the marks.
 * @returns how many counts had been wrong or missing, those that only had not been settled yet included
 */
export async function recount(ctx: Context, orgId: string): Promise<number> {
  await mark(ctx, ofOrganisation(orgId, at('n')));
  return settleCounts(ctx, orgId);
}

/** Takes away what is left of nodes that are gone. */
export async function dropLeftovers(ctx: Context): Promise<void> {
  await ctx.tx
    .deleteFrom('node_count_marks as m')
    .where(({ exists, not, selectFrom }) => not(exists(selectFrom('nodes as n').select('n.id').whereRef('n.id', '=', 'm.node_id'))))
    .execute();
  await ctx.tx
    .deleteFrom('node_counts as k')
    .where(({ exists, not, selectFrom }) => not(exists(selectFrom('nodes as n').select('n.id').whereRef('n.id', '=', 'k.node_id'))))
    .execute();
}
