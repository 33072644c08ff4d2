import { CodedError } from '@postern/contract/errors';
import { among, at, type Context } from '@postern/resource';
import { type NodeRow, ofOrganisation, rootNode } from '../nodes/index.ts';

/** Locks the assets so that two changes of their nodes follow one another; unknown or foreign ones make it a 404. */
async function lockAssets(ctx: Context, node: NodeRow, ids: readonly string[]): Promise<void> {
  const found = await ctx.tx
    .selectFrom('assets as a')
    .select('a.id')
    .where((eb) => among(eb.ref('a.id'), ids))
    .where(ofOrganisation(node.org_id, at('a')))
    .orderBy('a.id')
    .forNoKeyUpdate()
    .execute();
  if (found.length < new Set(ids).size) throw new CodedError('object_does_not_exist', { resource: 'asset' });
}

/** Hangs assets on a node; those that hang there stay. */
async function link(ctx: Context, nodeId: string, ids: readonly string[]): Promise<void> {
  await ctx.tx
    .insertInto('asset_nodes')
    .columns(['asset_id', 'node_id'])
    .expression((eb) =>
      eb
        .selectFrom('assets as a')
        .select(({ cast, val }) => ['a.id', cast<string>(val(nodeId), 'uuid').as('node_id')])
        .where(({ ref }) => among(ref('a.id'), ids)),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes assets off a node, or off all but that one. */
async function unlink(ctx: Context, which: '=' | '<>', nodeId: string, ids: readonly string[]): Promise<void> {
  await ctx.tx
    .deleteFrom('asset_nodes')
    .where('node_id', which, nodeId)
    .where((eb) => among(eb.ref('asset_id'), ids))
    .execute();
}

function record(ctx: Context, node: NodeRow, before: string, after: string): void {
  ctx.audit({
    action: 'update',
    resourceType: 'node',
    resourceId: node.id,
    resource: node.full_value,
    orgId: node.org_id,
    changes: [{ field: 'assets', before, after }],
  });
}

export async function addAssets(ctx: Context, node: NodeRow, ids: readonly string[]): Promise<void> {
  await lockAssets(ctx, node, ids);
  await link(ctx, node.id, ids);
  record(ctx, node, '', ids.join(', '));
}

/** Takes assets off a node; those left without any go to the organisation's root. */
export async function removeAssets(ctx: Context, node: NodeRow, ids: readonly string[]): Promise<void> {
  await lockAssets(ctx, node, ids);
  await unlink(ctx, '=', node.id, ids);
  await adoptHomeless(ctx, node.org_id, ids);
  record(ctx, node, ids.join(', '), '');
}

/** This node becomes the only one of these assets. */
export async function replaceAssets(ctx: Context, node: NodeRow, ids: readonly string[]): Promise<void> {
  await lockAssets(ctx, node, ids);
  await unlink(ctx, '<>', node.id, ids);
  await link(ctx, node.id, ids);
  record(ctx, node, '', ids.join(', '));
}

/** Every asset hangs on at least one node: those without get the root. */
async function adoptHomeless(ctx: Context, orgId: string, ids: readonly string[]): Promise<void> {
  const homeless = await ctx.tx
    .selectFrom('assets as a')
    .select('a.id')
    .where((eb) => among(eb.ref('a.id'), ids))
    .where(({ exists, not, selectFrom }) =>
      not(exists(selectFrom('asset_nodes as l').select('l.asset_id').whereRef('l.asset_id', '=', 'a.id'))),
    )
    .execute();
  if (homeless.length === 0) return;
  const org = await ctx.tx.selectFrom('organizations').select('name').where('id', '=', orgId).executeTakeFirst();
  const root = await rootNode(ctx, { id: orgId, name: org?.name ?? orgId });
  await link(
    ctx,
    root.id,
    homeless.map((row) => row.id),
  );
}
