import type { Where } from '@postern/resource';
import { sql } from 'kysely';
import { within } from '../nodes/index.ts';

/** Conditions on assets (`t`) that look into documents, or follow the tree. */

/** Some protocol of the asset is one of these. */
export const speaks = (protocols: readonly string[]): Where =>
  sql`exists (select 1 from jsonb_array_elements(t.protocols) as one where one->>'name' = any(${[...protocols]}::text[]))`;

/** The asset hangs on one of these nodes, or on one below them. */
export const hangsBelow = (nodeIds: readonly string[]): Where =>
  sql`t.id in (select l.asset_id from nodes top join nodes n using (org_id)
    join asset_nodes l on l.node_id = n.id where top.id = any(${[...nodeIds]}::uuid[]) and ${within(sql`n.key`, sql`top.key`)})`;

/** Whether an automation is switched on for a platform (`p`). */
export const automates = (name: string, on: boolean): Where =>
  sql`coalesce((p.automation->>${`${name}_enabled`}::text)::boolean, false) = ${on}`;
