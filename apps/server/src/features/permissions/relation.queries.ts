import { parseUuid } from '@postern/contract/ids';
import { and, at, type Context, containing, eb, NOBODY, or, type Where } from '@postern/resource';
import { type RawBuilder, sql } from 'kysely';
import { permissionRows } from './permission.resource.ts';

/** Rows between permissions and what they name: four tables that answer the same questions. */

export interface Relation {
  path: string;
  /** Name of the other side on the wire, and of the field of permissions. */
  side: 'user' | 'usergroup' | 'asset' | 'node';
  field: string;
  table: string;
  column: string;
  other: string;
  display: RawBuilder<string>;
  searched: readonly RawBuilder<unknown>[];
}

export const RELATIONS: readonly Relation[] = [
  {
    path: 'users',
    side: 'user',
    field: 'users',
    table: 'asset_permission_users',
    column: 'user_id',
    other: 'users',
    display: sql`o.name || '(' || o.username || ')'`,
    searched: [sql`o.name`, sql`o.username`],
  },
  {
    path: 'user-groups',
    side: 'usergroup',
    field: 'user_groups',
    table: 'asset_permission_groups',
    column: 'group_id',
    other: 'user_groups',
    display: sql`o.name`,
    searched: [sql`o.name`],
  },
  {
    path: 'assets',
    side: 'asset',
    field: 'assets',
    table: 'asset_permission_assets',
    column: 'asset_id',
    other: 'assets',
    display: sql`o.name || '(' || o.address || ')'`,
    searched: [sql`o.id::text`, sql`o.name`, sql`o.address`],
  },
  {
    path: 'nodes',
    side: 'node',
    field: 'nodes',
    table: 'asset_permission_nodes',
    column: 'node_id',
    other: 'nodes',
    display: sql`o.full_value`,
    searched: [sql`o.value`],
  },
];

/** Which links are asked for; what is empty is not asked. */
export interface LinksAsked {
  id: string;
  permission: string;
  other: string;
  search: string;
}

export interface Link {
  id: number;
  assetpermission: string;
  assetpermission_display: string;
  other: string;
  other_display: string;
}

/** A number for a row that has none: the pair decides it, so it stays the same. */
const rowId = ({ column }: Relation): RawBuilder<number> =>
  sql`('x' || substr(md5(r.permission_id::text || r.${sql.ref(column)}::text), 1, 7))::bit(28)::int`;

/** An id that cannot be one names no row. */
const isRow = (column: string, given: string): Where => {
  const id = parseUuid(given);
  return id ? eb(at('r')(column), '=', id) : NOBODY;
};

const matching = (relation: Relation, search: string): Where => {
  const like = containing(search);
  return or(...[...relation.searched, sql`p.name`].map((column) => eb(column, 'ilike', like)));
};

/** Links of permissions that the actor may see. */
const asked = (ctx: Context, relation: Relation, { id, permission, other, search }: LinksAsked): Where =>
  and(
    permissionRows(ctx, 'p'),
    permission ? isRow('permission_id', permission) : undefined,
    other ? isRow(relation.column, other) : undefined,
    id ? (/^\d{1,9}$/.test(id) ? eb(rowId(relation), '=', Number(id)) : NOBODY) : undefined,
    search ? matching(relation, search) : undefined,
  );

const linksFrom = ({ table, other, column }: Relation) => sql`
  from ${sql.table(table)} r join asset_permissions p on p.id = r.permission_id join ${sql.table(other)} o on o.id = r.${sql.ref(column)}`;

/** All of them by the names of both sides, or those of a page. */
export async function linksOf(
  ctx: Context,
  relation: Relation,
  which: LinksAsked,
  { limit, offset }: { limit: number; offset: number } = { limit: 50_000, offset: 0 },
): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select ${rowId(relation)} as id, r.permission_id as assetpermission, p.name as assetpermission_display,
      r.${sql.ref(relation.column)} as other, ${relation.display} as other_display
    ${linksFrom(relation)} where ${asked(ctx, relation, which)} order by p.name, 5, 2, 4 limit ${limit} offset ${offset}`.execute(ctx.tx);
  return rows;
}

/** How many there are. */
export async function countLinks(ctx: Context, relation: Relation, which: LinksAsked): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n ${linksFrom(relation)} where ${asked(ctx, relation, which)}`.execute(ctx.tx);
  return rows[0]?.n ?? 0;
}

/** @returns whether it was not there yet */
export async function addLink(ctx: Context, { table, column }: Relation, permission: string, other: string): Promise<boolean> {
  const { rows } = await sql`
    insert into ${sql.table(table)} (permission_id, ${sql.ref(column)}) values (${permission}, ${other})
    on conflict do nothing returning 1`.execute(ctx.tx);
  return rows.length > 0;
}

export async function removeLink(ctx: Context, { table, column }: Relation, link: Link): Promise<void> {
  await sql`delete from ${sql.table(table)} where permission_id = ${link.assetpermission} and ${sql.ref(column)} = ${link.other}`.execute(
    ctx.tx,
  );
}

/** Removes many links of one kind, by pairs of permission and other side. @returns those that were there, with what the others are called */
export async function removeLinks(
  ctx: Context,
  { table, column, other, display }: Relation,
  pairs: readonly (readonly [string, string])[],
) {
  if (pairs.length === 0) return [];
  const { rows } = await sql<{ permission: string; other: string; other_display: string }>`
    with gone as (delete from ${sql.table(table)} r
      using unnest(${pairs.map(([permission]) => permission)}::uuid[], ${pairs.map(([, id]) => id)}::uuid[]) as x (permission, other)
      where r.permission_id = x.permission and r.${sql.ref(column)} = x.other returning x.permission, x.other)
    select g.permission, g.other, ${display} as other_display from gone g join ${sql.table(other)} o on o.id = g.other
    order by g.permission, 3`.execute(ctx.tx);
  return rows;
}
