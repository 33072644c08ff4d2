import { parseUuids } from '@postern/contract/ids';
import type { Behaviour } from '@postern/resource';
import { sql } from 'kysely';
import { within } from '../nodes/index.ts';
import { platformHas } from './asset.filters.ts';

/** Attributes that access rules ask of assets and that are no field of theirs (docs/wire/access-rules.md#who-and-what). Main table alias is `t`. */
export const assetAttributes: NonNullable<Behaviour['attributes']> = {
  category: (_ctx, values) => platformHas(sql`p.category = any(${[...values]}::text[])`),
  type: (_ctx, values) => platformHas(sql`p.type = any(${[...values]}::text[])`),
  protocols: (_ctx, values) =>
    sql<boolean>`exists (select 1 from jsonb_array_elements(t.protocols) as one where one->>'name' = any(${[...values]}::text[]))`,
  // With everything below them.
  nodes: (_ctx, values) =>
    sql<boolean>`t.id in (select l.asset_id from nodes top join nodes n on n.org_id = top.org_id and ${within(sql`n.key`, sql`top.key`)}
      join asset_nodes l on l.node_id = n.id where top.id = any(${parseUuids(values)}::uuid[]))`,
};
