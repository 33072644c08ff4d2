import { assetType } from '@postern/contract/platforms';
import type { TreeNode } from '@postern/contract/wire';
import { at, type Context, inOrg, type Where } from '@postern/resource';
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

/** Protocols of an asset, and of its platform, by which files can be moved. */
const SSH = JSON.stringify([{ name: 'ssh' }]);
const SFTP = JSON.stringify([{ name: 'ssh', setting: { sftp_enabled: true } }]);

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

/** What the tree shows of assets, by name; `a` is the assets table in `where`, `p` their platforms. */
export const assetTreeRows = (ctx: Context, where: Where, limit: number): Promise<AssetTreeRow[]> =>
  ctx.tx
    .selectFrom('assets as a')
    .innerJoin('platforms as p', 'p.id', 'a.platform_id')
    .leftJoin('organizations as o', 'o.id', 'a.org_id')
    .select((eb) => [
      'a.id',
      'a.name',
      'a.address',
      'a.comment',
      'a.is_active',
      'p.type',
      eb.fn.coalesce('o.name', eb.val('')).as('org_name'),
      eb
        .and([
          eb(at('a')('protocols'), '@>', eb.cast(eb.val(SSH), 'jsonb')),
          eb(at('p')('protocols'), '@>', eb.cast(eb.val(SFTP), 'jsonb')),
        ])
        .$castTo<boolean>()
        .as('sftp'),
    ])
    .where(where)
    .where(inOrg(ctx, at('a')))
    .orderBy('a.name')
    .limit(limit)
    .execute();

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
