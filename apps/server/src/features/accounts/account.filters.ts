import { parseUuid } from '@postern/contract/ids';
import { and, at, type Behaviour, type Context, containing, eb, NOBODY, or, type Where } from '@postern/resource';
import { onNodes } from '../assets/index.ts';
import { findNode, ofOrganisation } from '../nodes/index.ts';

/** Query parameters of lists of accounts. Main table alias is `t`. */

function byAsset(_ctx: Context, value: string): Where {
  const id = parseUuid(value);
  return id ? eb('t.asset_id', '=', id) : NOBODY;
}

/** Accounts on the assets (`a`, with their platforms `p`) for which a condition holds. */
const onAssets = (condition: Where): Where =>
  eb('t.asset_id', 'in', eb.selectFrom('assets as a').innerJoin('platforms as p', 'p.id', 'a.platform_id').select('a.id').where(condition));

/** A node that is not known filters nothing. */
async function byNode(ctx: Context, value: string): Promise<Where | undefined> {
  const node = await findNode(ctx, parseUuid(value) ?? value);
  if (!node) return undefined;
  return node.parent_key === '' ? ofOrganisation(node.org_id, at('t')) : onNodes('t.asset_id', [node.key]);
}

function search(_ctx: Context, value: string): Where | undefined {
  const terms = value
    .split(/[\s,]+/)
    .filter((term) => term !== '')
    .slice(0, 10)
    .map((term) => {
      const like = containing(term);
      const assets = eb
        .selectFrom('assets as a')
        .select('a.id')
        .where(or(eb('a.name', 'ilike', like), eb('a.address', 'ilike', like)));
      return or(eb('t.username', 'ilike', like), eb('t.name', 'ilike', like), eb('t.asset_id', 'in', assets));
    });
  return terms.length === 0 ? undefined : and(...terms);
}

export const accountFilters: NonNullable<Behaviour['filters']> = {
  search,
  asset: byAsset,
  assets: byAsset,
  asset_id: byAsset,
  address: (_ctx, value) => onAssets(eb('a.address', '=', value)),
  platform: (_ctx, value) => onAssets(/^\d{1,9}$/.test(value) ? eb('p.id', '=', Number(value)) : eb('p.name', '=', value)),
  category: (_ctx, value) => onAssets(eb('p.category', '=', value)),
  type: (_ctx, value) => onAssets(eb('p.type', '=', value)),
  node_id: byNode,
  nodes: byNode,
};
