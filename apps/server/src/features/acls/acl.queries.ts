import type { Matcher } from '@postern/contract/matcher';
import { all, type Context, from, type ResolvedResource, visible, type Where } from '@postern/resource';
import { sql } from 'kysely';

/** Questions that are the same for several kinds of rules, whose tables are therefore data. */

/** One row of a resource among those that the actor may see. */
export async function idWhere(ctx: Context, resource: ResolvedResource, which: Where): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select t.id from ${from(resource)} where ${all([...visible(resource, ctx), which])} limit 1`.execute(ctx.tx);
  return rows[0]?.id;
}

/** What the rules of a table say in one of their matchers, at most so many rules. */
export async function matchersOf(
  ctx: Context,
  table: string,
  column: 'users' | 'assets',
  limit: number,
): Promise<{ id: string; matcher: Matcher }[]> {
  const { rows } = await sql<{ id: string; matcher: Matcher }>`
    select id, ${sql.ref(column)} as matcher from ${sql.table(table)} order by id limit ${limit}`.execute(ctx.tx);
  return rows;
}

/** Rows that the actor may see in which one of these matchers has patterns; without matchers all of them. */
export async function rowsWithPatterns<R>(
  ctx: Context,
  resource: ResolvedResource,
  matchers: readonly string[],
  limit: number,
): Promise<R[]> {
  const holds = matchers.map((one) => sql<boolean>`t.${sql.ref(one)} @> '{"attrs":[{"match":"regex"}]}'::jsonb`);
  const which = matchers.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(holds, sql` or `)})`;
  const { rows } = await sql<R>`
    select * from ${from(resource)} where ${all([...visible(resource, ctx), which])} order by t.name, t.id limit ${limit}`.execute(ctx.tx);
  return rows;
}

/** Writes texts and matchers of one rule anew. */
export async function rewrite(ctx: Context, table: string, id: string, values: Readonly<Record<string, string | Matcher>>): Promise<void> {
  const set = Object.entries(values).map(
    ([name, value]) => sql`${sql.ref(name)} = ${typeof value === 'string' ? value : sql`${JSON.stringify(value)}::jsonb`}`,
  );
  await sql`update ${sql.table(table)} set ${sql.join(set)} where id = ${id}`.execute(ctx.tx);
}

/** Makes rules inactive; answers those that were not. */
export async function deactivate<R>(ctx: Context, table: string, ids: readonly string[]): Promise<R[]> {
  const { rows } = await sql<R>`
    update ${sql.table(table)} set is_active = false where id = any(${[...ids]}::uuid[]) and is_active returning *`.execute(ctx.tx);
  return rows;
}
