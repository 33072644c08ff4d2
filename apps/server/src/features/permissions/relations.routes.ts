import { InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import {
  type Context,
  can,
  fetchRow,
  type Kernel,
  noContent,
  ok,
  type Policy,
  type Reply,
  type Request,
  type Route,
  readReference,
} from '@postern/resource';
import { type RawBuilder, sql } from 'kysely';
import { contains, inOrg, paged } from '../nodes/index.ts';
import { linkShape } from './shapes.ts';

/** Who and what a permission links, row by row (docs/wire/permissions.md#links-of-a-permission). */

interface Relation {
  path: string;
  /** Name of the other side on the wire, and of its column. */
  side: 'user' | 'usergroup' | 'asset' | 'node';
  column: string;
  table: string;
  other: RawBuilder<unknown>;
  display: RawBuilder<unknown>;
  searched: readonly RawBuilder<unknown>[];
}

const relations: readonly Relation[] = [
  {
    path: 'users',
    side: 'user',
    column: 'user_id',
    table: 'asset_permission_users',
    other: sql`users`,
    display: sql`o.name || '(' || o.username || ')'`,
    searched: [sql`o.name`, sql`o.username`],
  },
  {
    path: 'user-groups',
    side: 'usergroup',
    column: 'group_id',
    table: 'asset_permission_groups',
    other: sql`user_groups`,
    display: sql`o.name`,
    searched: [sql`o.name`],
  },
  {
    path: 'assets',
    side: 'asset',
    column: 'asset_id',
    table: 'asset_permission_assets',
    other: sql`assets`,
    display: sql`o.name || '(' || o.address || ')'`,
    searched: [sql`o.id::text`, sql`o.name`, sql`o.address`],
  },
  {
    path: 'nodes',
    side: 'node',
    column: 'node_id',
    table: 'asset_permission_nodes',
    other: sql`nodes`,
    display: sql`o.full_value`,
    searched: [sql`o.value`],
  },
];

interface LinkRow {
  id: number;
  assetpermission: string;
  assetpermission_display: string;
  other: string;
  other_display: string;
}

/** A number for a row that has none: the pair decides it, so it stays the same. */
const rowId = (relation: Relation) =>
  sql`('x' || substr(md5(r.permission_id::text || r.${sql.ref(relation.column)}::text), 1, 7))::bit(28)::int`;

async function find(ctx: Context, relation: Relation, query: Readonly<Record<string, string>>): Promise<LinkRow[]> {
  const conditions: RawBuilder<unknown>[] = [inOrg(ctx, sql`p.org_id`) as RawBuilder<unknown>];
  const byId = (name: string, ref: RawBuilder<unknown>) => {
    if (!query[name]) return;
    const id = parseUuid(query[name]);
    conditions.push(id ? sql`${ref} = ${id}` : sql`false`);
  };
  byId('assetpermission', sql`r.permission_id`);
  byId(relation.side, sql`r.${sql.ref(relation.column)}`);
  if (query.id) conditions.push(/^\d{1,9}$/.test(query.id) ? sql`${rowId(relation)} = ${Number(query.id)}` : sql`false`);
  if (query.search) {
    const like = contains(query.search.slice(0, 256));
    conditions.push(
      sql`(${sql.join(
        [...relation.searched, sql`p.name`].map((column) => sql`${column} ilike ${like}`),
        sql` or `,
      )})`,
    );
  }
  const { rows } = await sql<LinkRow>`
    select ${rowId(relation)} as id, r.permission_id as assetpermission, p.name as assetpermission_display,
      r.${sql.ref(relation.column)} as other, ${relation.display} as other_display
    from ${sql.table(relation.table)} r join asset_permissions p on p.id = r.permission_id
      join ${relation.other} o on o.id = r.${sql.ref(relation.column)}
    where ${sql.join(conditions, sql` and `)} order by p.name, 5 limit 50000`.execute(ctx.tx);
  return rows;
}

const wire = (relation: Relation) => (row: LinkRow) => ({
  id: row.id,
  assetpermission: row.assetpermission,
  assetpermission_display: row.assetpermission_display,
  [relation.side]: row.other,
  [`${relation.side}_display`]: row.other_display,
});

function record(ctx: Context, relation: Relation, row: LinkRow, added: boolean): void {
  const field = { users: 'users', 'user-groups': 'user_groups', assets: 'assets', nodes: 'nodes' }[relation.path] ?? relation.path;
  ctx.audit({
    action: 'update',
    resourceType: 'assetpermission',
    resourceId: row.assetpermission,
    resource: row.assetpermission_display,
    changes: [{ field, before: added ? '' : row.other_display, after: added ? row.other_display : '' }],
  });
}

async function addOne(kernel: Kernel, ctx: Context, relation: Relation, item: unknown): Promise<unknown> {
  const body = (item ?? {}) as Record<string, unknown>;
  const permissions = kernel.byName('assetpermission');
  const permission = String(await readReference(permissions, ctx, 'assetpermission', body.assetpermission));
  const { org_id } = await fetchRow(permissions, ctx, permission, { lock: true });
  const options = { orgId: String(org_id) };
  const other = String(await readReference(kernel.byName(relation.side), ctx, relation.side, body[relation.side], options));
  const added = await sql`
    insert into ${sql.table(relation.table)} (permission_id, ${sql.ref(relation.column)}) values (${permission}, ${other})
    on conflict do nothing returning 1`.execute(ctx.tx);
  if (added.rows.length === 0) throw InvalidInput.on('non_field_errors', 'unique');
  const row = (await find(ctx, relation, { assetpermission: permission, [relation.side]: other }))[0];
  if (!row) throw InvalidInput.on(relation.side, 'does_not_exist', { value: other });
  record(ctx, relation, row, true);
  return wire(relation)(row);
}

async function addMany(kernel: Kernel, ctx: Context, relation: Relation, body: unknown): Promise<unknown> {
  if (!Array.isArray(body)) return addOne(kernel, ctx, relation, body);
  if (body.length > 1000) throw InvalidInput.on('non_field_errors', 'too_many', { max: 1000 });
  const out: unknown[] = [];
  for (const item of body) out.push(await addOne(kernel, ctx, relation, item));
  return out;
}

async function removeMany(ctx: Context, relation: Relation, request: Request): Promise<Reply> {
  const { query } = request;
  // A lost parameter must not empty the table: at least the permission or the row has to be named.
  if (!query.assetpermission && !query.id) return { status: 400 };
  for (const row of await find(ctx, relation, query)) {
    await sql`
      delete from ${sql.table(relation.table)}
      where permission_id = ${row.assetpermission} and ${sql.ref(relation.column)} = ${row.other}`.execute(ctx.tx);
    record(ctx, relation, row, false);
  }
  return noContent;
}

const policies: Readonly<Record<'GET' | 'POST' | 'DELETE', Policy>> = {
  GET: can('perms.view_assetpermission'),
  POST: can('perms.add_assetpermission | perms.change_assetpermission'),
  DELETE: can('perms.delete_assetpermission | perms.change_assetpermission'),
};

export const relationRoutes = (kernel: () => Kernel): readonly Route[] =>
  relations.flatMap((relation): Route[] => {
    const path = `/api/v1/perms/asset-permissions-${relation.path}-relations/`;
    const name = `perms.relation.${relation.side}`;
    const shape = linkShape(relation.side);
    return [
      {
        method: 'GET',
        path,
        name: `${name}.list`,
        policy: policies.GET,
        shape,
        handle: async (ctx, request) => ok(paged(request, (await find(ctx, relation, request.query)).map(wire(relation)))),
      },
      {
        method: 'POST',
        path,
        name: `${name}.create`,
        policy: policies.POST,
        shape,
        handle: async (ctx, request) => ok(await addMany(kernel(), ctx, relation, request.body), 201),
      },
      {
        method: 'DELETE',
        path,
        name: `${name}.destroy`,
        policy: policies.DELETE,
        handle: (ctx, request) => removeMany(ctx, relation, request),
      },
    ];
  });
