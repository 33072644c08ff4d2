import { at, type Context, inOrg, type Where } from '@postern/resource';
import { sql } from 'kysely';
import { within } from '../nodes/index.ts';

/** Highest id of a protocol of any platform. */
export async function highestProtocolId(ctx: Context): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max((p->>'id')::int), 0) as last from platforms, jsonb_array_elements(protocols) p`.execute(ctx.tx);
  return rows[0]?.last ?? 0;
}

/** Platforms (`t`) whose assets can be reached by a protocol. */
export const reachedBy = (protocol: string): Where => sql`t.protocols @> ${JSON.stringify([{ name: protocol }])}::jsonb`;

/** Types of custom platforms with the protocols of all platforms of the type. */
export async function customPlatformTypes(ctx: Context): Promise<{ type: string; protocols: string[] }[]> {
  const { rows } = await sql<{ type: string; protocols: string[] }>`
    select p.type, array_agg(distinct q->>'name') as protocols
    from platforms p, jsonb_array_elements(p.protocols) q where p.category = 'custom' group by p.type order by p.type`.execute(ctx.tx);
  return rows;
}

/** The automation document of a platform says whose it is: clients find it there. */
export async function signAutomation(ctx: Context, id: number): Promise<void> {
  await sql`update platforms set automation = automation || jsonb_build_object('id', id) where id = ${id}`.execute(ctx.tx);
}

/** Own ids start well above the built-in ones, so that later versions can add some. */
export async function reserveIds(ctx: Context, below: number): Promise<void> {
  await sql`select setval(pg_get_serial_sequence('platforms', 'id'), greatest((select max(id) from platforms), ${below}))`.execute(ctx.tx);
}

/** Platforms of the assets among these, and of those on these nodes and below. */
export async function platformsOf(ctx: Context, assets: readonly string[], nodes: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ platform_id: number }>`
    select distinct a.platform_id from assets a
    where ${inOrg(ctx, at('a'))} and (a.id = any(${[...assets]}::uuid[]) or a.id in (
      select l.asset_id from nodes g join nodes n on ${within(sql`n.key`, sql`g.key`)}
      join asset_nodes l on l.node_id = n.id where g.id = any(${[...nodes]}::uuid[])))`.execute(ctx.tx);
  return rows.map((row) => row.platform_id);
}
