import { CodedError } from '@postern/contract/errors';
import type { Context } from '@postern/resource';
import { sql } from 'kysely';
import { type NodeRow, rootNode } from './node.service.ts';

/** Locks the assets so that two changes of their nodes follow one another; unknown or foreign ones make it a 404. */
async function lockAssets(ctx: Context, node: NodeRow, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from assets where id = any(${ids}::uuid[]) and org_id = ${node.org_id} order by id for no key update`.execute(ctx.tx);
  if (rows.length < new Set(ids).size) throw new CodedError('object_does_not_exist', { resource: 'asset' });
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
  await sql`
    insert into asset_nodes (asset_id, node_id) select unnest(${ids}::uuid[]), ${node.id}::uuid on conflict do nothing`.execute(ctx.tx);
  record(ctx, node, '', ids.join(', '));
}

/** Takes assets off a node; those left without any go to the organisation's root. */
export async function removeAssets(ctx: Context, node: NodeRow, ids: readonly string[]): Promise<void> {
  await lockAssets(ctx, node, ids);
  await sql`delete from asset_nodes where node_id = ${node.id} and asset_id = any(${ids}::uuid[])`.execute(ctx.tx);
  await adoptHomeless(ctx, node.org_id, ids);
  record(ctx, node, ids.join(', '), '');
}

/** This node becomes the only one of these assets. */
export async function replaceAssets(ctx: Context, node: NodeRow, ids: readonly string[]): Promise<void> {
  await lockAssets(ctx, node, ids);
  await sql`delete from asset_nodes where node_id <> ${node.id} and asset_id = any(${ids}::uuid[])`.execute(ctx.tx);
  await sql`
    insert into asset_nodes (asset_id, node_id) select unnest(${ids}::uuid[]), ${node.id}::uuid on conflict do nothing`.execute(ctx.tx);
  record(ctx, node, '', ids.join(', '));
}

/** Every asset hangs on at least one node: those without get the root. */
async function adoptHomeless(ctx: Context, orgId: string, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select a.id from assets a where a.id = any(${ids}::uuid[])
      and not exists (select 1 from asset_nodes l where l.asset_id = a.id)`.execute(ctx.tx);
  if (rows.length === 0) return;
  const { rows: orgs } = await sql<{ name: string }>`select name from organizations where id = ${orgId}`.execute(ctx.tx);
  const root = await rootNode(ctx, { id: orgId, name: orgs[0]?.name ?? orgId });
  await sql`
    insert into asset_nodes (asset_id, node_id)
    select unnest(${rows.map((row) => row.id)}::uuid[]), ${root.id}::uuid on conflict do nothing`.execute(ctx.tx);
}
