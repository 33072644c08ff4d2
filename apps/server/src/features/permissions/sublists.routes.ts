import { parseUuid } from '@postern/contract/ids';
import { ALIAS } from '@postern/contract/platforms';
import {
  type Context,
  can,
  fetchRow,
  type Kernel,
  list,
  narrowed,
  ok,
  type Request,
  type Route,
  type Shape,
  type Where,
} from '@postern/resource';
import { type RawBuilder, sql } from 'kysely';
import { contains, inOrg, paged } from '../nodes/index.ts';
import { assetsOf, peopleOf } from './held.ts';
import { forAssets } from './permission.behaviour.ts';
import { reachedAssetsShape, reachedPeopleShape } from './shapes.ts';

/** Who and what one permission reaches, and who reaches one asset, validity aside (docs/wire/permissions.md#what-a-permission-comes-to). */

const matching = (query: Readonly<Record<string, string>>, names: readonly string[]): RawBuilder<unknown> => {
  const word = query.search;
  const exact = names.flatMap((name) => (query[name] ? [sql`and o.${sql.ref(name)} = ${query[name]}`] : []));
  const like = word ? contains(word.slice(0, 256)) : '';
  const found = word
    ? sql`and (${sql.join(
        names.map((name) => sql`o.${sql.ref(name)} ilike ${like}`),
        sql` or `,
      )})`
    : sql``;
  return sql.join([...exact, found], sql` `);
};

async function users(ctx: Context, request: Request, id: unknown): Promise<unknown> {
  const { rows } = await sql<{ user: string; user_display: string }>`
    select o.id as "user", o.name || '(' || o.username || ')' as user_display from users o
    where o.id in (${peopleOf(id)})
      ${matching(request.query, ['username', 'name'])}
    order by o.name limit 50000`.execute(ctx.tx);
  return paged(request, rows);
}

async function assets(ctx: Context, request: Request, id: unknown): Promise<unknown> {
  const { rows } = await sql<{ asset: string; asset_display: string }>`
    select o.id as asset, o.name || '(' || o.address || ')' as asset_display from assets o
    where o.id in (${assetsOf(id)}) ${matching(request.query, ['name', 'address'])} order by o.name limit 100000`.execute(ctx.tx);
  return paged(request, rows);
}

async function accounts(kernel: Kernel, ctx: Context, request: Request, id: unknown, names: readonly string[]): Promise<unknown> {
  const named = names.includes(ALIAS.ALL) ? sql`` : sql`and t.username = any(${[...names]}::text[])`;
  return list(
    kernel,
    narrowed(kernel.byName('account'), () => sql<boolean>`(t.asset_id in (${assetsOf(id)}) ${named})`),
    ctx,
    request,
  );
}

/** Permissions linked to an asset directly or by a node above it, as a set of ids. */
async function linkedTo(ctx: Context, assetId: string): Promise<RawBuilder<unknown>> {
  const where = await forAssets(ctx, sql`a.id = ${assetId}`, false);
  return sql`select t.id from asset_permissions t where ${where} and ${inOrg(ctx, sql`t.org_id`)}`;
}

export function subListRoutes(kernel: () => Kernel): readonly Route[] {
  const ofPermission = (
    path: string,
    name: string,
    code: string,
    shape: Shape,
    handle: (ctx: Context, request: Request, row: Record<string, unknown>) => Promise<unknown>,
  ): Route => ({
    method: 'GET',
    path: `/api/v1/perms/asset-permissions/:id/${path}/`,
    name: `perms.assetpermission.${name}`,
    policy: can('perms.view_assetpermission', code),
    shape,
    handle: async (ctx, request) =>
      ok(await handle(ctx, request, await fetchRow(kernel().byName('assetpermission'), ctx, String(request.params.id)))),
  });
  const ofAsset = (
    path: string,
    name: string,
    resource: string,
    code: string,
    where: (permissions: RawBuilder<unknown>, request: Request) => Where,
  ): Route => ({
    method: 'GET',
    path: `/api/v1/assets/assets/:id/${path}/`,
    name: `assets.asset.${name}`,
    // What is listed has to be what this person could list anyway.
    policy: can('perms.view_assetpermission', code),
    shape: { rows: resource },
    async handle(ctx, request) {
      const row = await fetchRow(kernel().byName('asset'), ctx, String(request.params.id));
      const permissions = await linkedTo(ctx, String(row.id));
      return ok(
        await list(
          kernel(),
          narrowed(kernel().byName(resource), () => where(permissions, request)),
          ctx,
          request,
        ),
      );
    },
  });
  const one = (request: Request, name: string) => parseUuid(request.params[name]) ?? null;
  return [
    ofPermission('users/all', 'users', 'users.view_user', reachedPeopleShape, (ctx, request, row) => users(ctx, request, row.id)),
    ofPermission('assets/all', 'assets', 'assets.view_asset', reachedAssetsShape, (ctx, request, row) => assets(ctx, request, row.id)),
    ofPermission('accounts', 'accounts', 'accounts.view_account', { rows: 'account' }, (ctx, request, row) =>
      accounts(kernel(), ctx, request, row.id, (row.accounts ?? []) as string[]),
    ),
    ofAsset(
      'perm-users',
      'permUsers',
      'user',
      'users.view_user',
      (permissions) => sql`t.id in (
      select x.user_id from asset_permission_users x where x.permission_id in (${permissions})
      union select m.user_id from asset_permission_groups x join user_group_members m on m.group_id = x.group_id
        where x.permission_id in (${permissions}))`,
    ),
    ofAsset(
      'perm-user-groups',
      'permGroups',
      'usergroup',
      'users.view_usergroup',
      (permissions) => sql`t.id in (
      select x.group_id from asset_permission_groups x where x.permission_id in (${permissions}))`,
    ),
    ofAsset(
      'perm-users/:user/permissions',
      'permUserPermissions',
      'assetpermission',
      'users.view_user',
      (permissions, request) => sql`(t.id in (${permissions}) and t.id in (
      select x.permission_id from asset_permission_users x where x.user_id = ${one(request, 'user')}
      union select x.permission_id from asset_permission_groups x join user_group_members m on m.group_id = x.group_id
        where m.user_id = ${one(request, 'user')}))`,
    ),
    ofAsset(
      'perm-user-groups/:group/permissions',
      'permGroupPermissions',
      'assetpermission',
      'users.view_usergroup',
      (permissions, request) => sql`(t.id in (${permissions})
      and t.id in (select x.permission_id from asset_permission_groups x where x.group_id = ${one(request, 'group')}))`,
    ),
  ];
}
