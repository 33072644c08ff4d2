import type { Context, Where } from '@postern/resource';
import { type Expression, sql } from 'kysely';

/**
 * Strictly below `key`: a range in byte order (`;` follows `:`), with a colon behind both sides. One expression index
 * serves it whatever the collation, with keys from a join as well as from a parameter.
 */
export const below = (ref: Expression<unknown>, key: Expression<unknown> | string): Where =>
  sql`((${ref} || ':') ~>~ (${key}::text || ':') and (${ref} || ':') ~<~ (${key}::text || ';'))`;

/** `key` itself or below it. */
export const within = (ref: Expression<unknown>, key: Expression<unknown> | string): Where =>
  sql`((${ref} || ':') ~>=~ (${key}::text || ':') and (${ref} || ':') ~<~ (${key}::text || ';'))`;

/** A node that was found below a key of a list. */
export interface Found {
  id: string;
  /** Place of the key in the list, from 1. */
  place: number;
}

/**
 * Nodes with these keys and all below them, once for each key. Read by themselves and passed on as an array, because the planner knows
 * its length: over a join of key ranges it expects a thousand times too many rows and reads whole tables.
 */
export async function subtrees(ctx: Context, keys: readonly string[]): Promise<Found[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<Found>`
    select n.id, g.place::int from unnest(${[...keys]}::text[]) with ordinality as g(key, place)
    join nodes n on ${within(sql`n.key`, sql`g.key`)}`.execute(ctx.tx);
  return rows;
}

/** Makes others who give an organisation its root node wait until this transaction ends. */
export async function lockRoots(ctx: Context): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('postern.node_roots'))`.execute(ctx.tx);
}

/** What a subtree is told by: the key, the path and the node at its top. */
export interface Subtree {
  id: string;
  key: string;
  full_value: string;
}

/** Gives a subtree its new place: the node at its top gets a key, a path and a parent, and those below follow. */
export async function replant(ctx: Context, from: Subtree, to: { key: string; full_value: string; parent_key: string }): Promise<void> {
  const cut = from.key.length + 1;
  await sql`
    update nodes set key = ${to.key}::text || substr(key, ${cut}::int),
      parent_key = case when id = ${from.id} then ${to.parent_key} else ${to.key}::text || substr(parent_key, ${cut}::int) end,
      full_value = ${to.full_value}::text || substr(full_value, ${from.full_value.length + 1}::int)
    where ${within(sql`key`, from.key)}`.execute(ctx.tx);
}

/** Replaces the beginning of all paths in a subtree. */
export async function rewritePaths(ctx: Context, key: string, from: string, to: string): Promise<void> {
  await sql`
    update nodes set full_value = ${to}::text || substr(full_value, ${from.length + 1}::int)
    where ${within(sql`key`, key)}`.execute(ctx.tx);
}
