import type { Where } from '@postern/resource';
import { type Expression, sql } from 'kysely';
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

/** A platform's switches and automation, as one object. */
export const configOfPlatform = (id: Expression<unknown>) =>
  sql<Record<string, unknown> | null>`(select jsonb_build_object('su_enabled', k.su_enabled, 'domain_enabled', k.domain_enabled)
    || coalesce(k.automation, '{}'::jsonb) || jsonb_build_object('platform', k.id) from platforms k where k.id = ${id})`;

/** Columns of an asset (`t`) as one object. */
export const objectOf = (columns: readonly string[]) =>
  sql`jsonb_build_object(${sql.join(columns.flatMap((name) => [sql.lit(name), sql.ref(`t.${name}`)]))})`;

/** The asset that a row (`t`) is about, with its platform. */
export const assetOfRow = () =>
  sql`(select jsonb_build_object('id', a.id, 'name', a.name, 'address', a.address, 'category', a.category, 'type', p.type,
      'platform', jsonb_build_object('id', p.id, 'name', p.name), 'auto_config', ${configOfPlatform(sql.ref('p.id'))})
    from assets a join platforms p on p.id = a.platform_id where a.id = t.asset_id)`;
