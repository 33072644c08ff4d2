import type { Context, Where } from '@postern/resource';
import { type Expression, sql } from 'kysely';
import { type AccountPart, destinationNow, gatewaysIn, type Part, place, placed } from '../destinations/index.ts';

/** How destinations are written. Conditions are over accounts `c`, their assets `a` and platforms `p`. */

/** Puts some parts of the place of now into destinations that are known. */
export async function carryParts(ctx: Context, which: Where, parts: readonly (Part | AccountPart)[]): Promise<void> {
  await sql`
    update accounts x set destination = x.destination || (
      select coalesce(jsonb_object_agg(one.key, one.value), '{}'::jsonb) from jsonb_each(n.now) one where one.key = any(${[...parts]}::text[]))
    from (select c.id, ${destinationNow} as now from ${placed} where ${which} and c.destination is not null) n
    where x.id = n.id`.execute(ctx.tx);
}

/** The secrets of some accounts are meant for where they are now. */
export async function meanPlace(ctx: Context, which: Where, vouched: Expression<unknown>): Promise<void> {
  await sql`update accounts x set destination = n.now, destination_vouched = n.vouched
    from (select c.id, ${destinationNow} as now, ${vouched} as vouched from ${placed} where ${which}) n where x.id = n.id`.execute(ctx.tx);
}

/** The settings of a platform have become others: destinations that have those of before get those of now. */
export async function renewSettings(ctx: Context, which: Where, { id, was, now }: { id: number; was: string; now: string }): Promise<void> {
  await sql`update accounts c set destination = jsonb_set(c.destination, '{platform_settings}', to_jsonb(${now}::text))
    where c.destination @> jsonb_build_object('platform', ${id}::int, 'platform_settings', ${was}::text) and ${which}`.execute(ctx.tx);
}

/**
 * Accounts on assets of domains whose way in has just changed: by the first gateway (`added`), or with the last one gone. Only those
 * that were meant for the way of before.
 */
export function besideGateways(domainIds: readonly string[], added: boolean): Where {
  const was = added ? sql`''` : sql`a.domain_id::text`;
  return sql`(a.domain_id = any(${[...domainIds]}::uuid[]) and p.name <> 'Gateway'
    and c.destination->>'domain' = ${was} and ${gatewaysIn(sql`a.domain_id`)} = ${added ? 1 : 0})`;
}

/** Somebody stands for another account of the asset, at the place where it is now. */
export const inherited: Where = sql`exists (select 1 from accounts o where o.asset_id = c.asset_id and o.id <> c.id and o.destination_vouched
  and o.destination @> ${place})`;

/** What destinations name by id: ids of platforms, domains and accounts to switch from. */
export type NamedIds = Readonly<Record<'platform' | 'domain' | 'su_from', readonly string[]>>;

/** Names of what destinations have stored by id, under `part id`. Ids of what has gone are not among them. */
export async function namesIn(ctx: Context, ids: NamedIds): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ key: string; name: string }>`
    select 'platform ' || id as key, name from platforms where id::text = any(${[...ids.platform]}::text[])
    union all select 'domain ' || id, name from domains where id::text = any(${[...ids.domain]}::text[])
    union all select 'su_from ' || id, name from accounts where id::text = any(${[...ids.su_from]}::text[])`.execute(ctx.tx);
  return new Map(rows.map(({ key, name }) => [key, name]));
}
