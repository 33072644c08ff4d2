import { assetType } from '@postern/contract/platforms';
import type { TreeNode } from '@postern/contract/wire';
import type { Context, Where } from '@postern/resource';
import { sql } from 'kysely';
import { inOrg } from './node.service.ts';
import type { CountedNode } from './node-counts.ts';

/** Tree objects of the wire (docs/wire/assets.md#trees), and the counts shown in them. */

export function nodeTreeNode(row: CountedNode, options: { pId?: string; open?: boolean; counted?: boolean } = {}): TreeNode {
  const name = options.counted === false ? row.value : `${row.value} (${row.amount})`;
  return {
    id: row.key,
    name,
    title: name,
    pId: options.pId ?? row.parent_key,
    isParent: true,
    open: options.open ?? true,
    meta: { type: 'node', data: { id: row.id, key: row.key, value: row.value } },
  };
}

export interface AssetTreeRow {
  id: string;
  name: string;
  address: string;
  comment: string;
  is_active: boolean;
  type: string;
  org_name: string;
  sftp: boolean;
}

/** What the tree shows of assets, by name; `a` is the assets table in `where`. */
export async function assetTreeRows(ctx: Context, where: Where, limit: number): Promise<AssetTreeRow[]> {
  const { rows } = await sql<AssetTreeRow>`
    select a.id, a.name, a.address, a.comment, a.is_active, p.type, coalesce(o.name, '') as org_name,
      a.protocols @> '[{"name":"ssh"}]'::jsonb
        and p.protocols @> '[{"name":"ssh","setting":{"sftp_enabled":true}}]'::jsonb as sftp
    from assets a join platforms p on p.id = a.platform_id left join organizations o on o.id = a.org_id
    where ${where} and ${inOrg(ctx, sql`a.org_id`)}
    order by a.name limit ${limit}`.execute(ctx.tx);
  return rows;
}

export function assetTreeNode(row: AssetTreeRow, pId: string): TreeNode {
  return {
    id: row.id,
    name: row.name,
    title: row.comment ? `${row.address}\n${row.comment}` : row.address,
    pId,
    isParent: false,
    open: false,
    iconSkin: assetType(row.type) ? row.type : 'file',
    chkDisabled: !row.is_active,
    meta: {
      type: 'asset',
      data: { platform_type: row.type, org_name: row.org_name, sftp: row.sftp, name: row.name, address: row.address },
    },
  };
}
