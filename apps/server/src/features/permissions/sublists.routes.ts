import { ALIAS } from '@postern/contract/platforms';
import {
  among,
  and,
  at,
  type BodyOf,
  type Context,
  can,
  eb,
  type Fields,
  type Kernel,
  list,
  narrowed,
  ok,
  or,
  type Request,
  type Route,
  type RowOf,
  route,
  type Shape,
  uuid,
  type Where,
} from '@postern/resource';
import type { Expression } from 'kysely';
import { WORDS } from '../../platform/shown.ts';
import { asset } from '../assets/index.ts';
import { contains, paged, searched, word } from '../nodes/index.ts';
import { assetsOf, holdingGroup, holdingPeople, peopleOf, person } from './held.ts';
import { forAssets } from './permission.behaviour.ts';
import { assetPermission, permissionRows } from './permission.resource.ts';
import { reachedAssetsShape, reachedPeopleShape } from './shapes.ts';

/** Who and what one permission reaches, and who reaches one asset, validity aside (docs/wire/permissions.md#what-a-permission-comes-to). */

type Permission = RowOf<typeof assetPermission>;
interface Asked {
  ctx: Context;
  request: Request;
  kernel: Kernel;
}

/** A filter by the exact text of each column, and a search through all of them, over the table under the alias `o`. */
function matching({ query }: Request, columns: readonly string[]): Where {
  const o = at('o');
  const like = query.search ? contains(query.search.slice(0, 256)) : '';
  return and(
    ...columns.map((name) => (query[name] ? eb(o(name), '=', query[name]) : undefined)),
    like ? or(...columns.map((name) => eb(o(name), 'ilike', like))) : undefined,
  );
}

/** `name(more)`: the text that stands for a person or an asset. */
const display = (name: Expression<string>, more: Expression<string>) => eb(eb(eb(name, '||', '('), '||', more), '||', ')');

/** A list below one permission. */
const ofPermission = (
  path: string,
  name: string,
  code: string,
  { answer, query }: { answer: Shape; query: Fields },
  found: (asked: Asked, row: Permission) => Promise<unknown>,
): Route =>
  route({
    method: 'GET',
    path: `/api/v1/perms/asset-permissions/:id/${path}/`,
    name: `perms.assetpermission.${name}`,
    who: can('perms.view_assetpermission', code),
    rows: { one: assetPermission },
    query,
    answer,
    handle: async (ctx, { row, request, kernel }) => ok(await found({ ctx, request, kernel }, row)),
  });

async function people({ ctx, request }: Asked, { id }: Permission): Promise<unknown> {
  const rows = await ctx.tx
    .selectFrom('users as o')
    .select((on) => ['o.id as user', display(on.ref('o.name'), on.ref('o.username')).as('user_display')])
    .where('o.id', 'in', peopleOf(ctx, [id]))
    .where(matching(request, ['username', 'name']))
    .orderBy('o.name')
    .limit(50_000)
    .execute();
  return paged(request, rows);
}

async function assets({ ctx, request }: Asked, { id }: Permission): Promise<unknown> {
  const rows = await ctx.tx
    .selectFrom('assets as o')
    .select((on) => ['o.id as asset', display(on.ref('o.name'), on.ref('o.address')).as('asset_display')])
    .where('o.id', 'in', assetsOf(ctx, id))
    .where(matching(request, ['name', 'address']))
    .orderBy('o.name')
    .limit(100_000)
    .execute();
  return paged(request, rows);
}

function accounts({ ctx, request, kernel }: Asked, { id, accounts: names }: Permission): Promise<unknown> {
  const named = names.includes(ALIAS.ALL) ? undefined : among(at('t')('username'), names);
  const rows = narrowed(kernel.byName('account'), () => and(eb('t.asset_id', 'in', assetsOf(ctx, id)), named));
  return list(kernel, rows, ctx, request);
}

/** Permissions linked to an asset directly or by a node above it, as a set of ids. */
async function linkedTo(ctx: Context, assetId: string) {
  const where = await forAssets(ctx, eb('a.id', '=', assetId), false);
  return ctx.tx.selectFrom('asset_permissions as t').select('t.id').where(where).where(permissionRows(ctx, 't'));
}
type Linked = Awaited<ReturnType<typeof linkedTo>>;

const groupsLinked = (ctx: Context, linked: Linked) =>
  ctx.tx.selectFrom('asset_permission_groups as x').select('x.group_id').where('x.permission_id', 'in', linked);

/** A list of another resource below one asset: of its rows (`t`) those that hang together with the permissions linked to the asset. */
const ofAsset = <const P extends Fields>(
  path: string,
  name: string,
  { rows, code, params }: { rows: string; code: string; params: P },
  where: (ctx: Context, linked: Linked, params: BodyOf<P>) => Where,
): Route =>
  route({
    method: 'GET',
    path: `/api/v1/assets/assets/:id/${path}/`,
    name: `assets.asset.${name}`,
    // What is listed has to be what this person could list anyway.
    who: can('perms.view_assetpermission', code),
    rows: { one: asset, of: [assetPermission] },
    params,
    answer: { rows },
    async handle(ctx, { row, request, kernel, params: given }) {
      const linked = await linkedTo(ctx, row.id);
      const resource = narrowed(kernel.byName(rows), () => where(ctx, linked, given));
      return ok(await list(kernel, resource, ctx, request));
    },
  });

const user = { user: uuid({ label: WORDS.user, required: true }) };
const group = { group: uuid({ label: WORDS.group, required: true }) };

export const subListRoutes: readonly Route[] = [
  ofPermission(
    'users/all',
    'users',
    'users.view_user',
    { answer: reachedPeopleShape, query: { username: word(WORDS.username), name: word(WORDS.name), search: searched } },
    people,
  ),
  ofPermission(
    'assets/all',
    'assets',
    'assets.view_asset',
    { answer: reachedAssetsShape, query: { name: word(WORDS.name), address: word(WORDS.address), search: searched } },
    assets,
  ),
  ofPermission('accounts', 'accounts', 'accounts.view_account', { answer: { rows: 'account' }, query: {} }, accounts),
  ofAsset('perm-users', 'permUsers', { rows: 'user', code: 'users.view_user', params: {} }, (ctx, linked) =>
    eb('t.id', 'in', peopleOf(ctx, linked.$asScalar())),
  ),
  ofAsset('perm-user-groups', 'permGroups', { rows: 'usergroup', code: 'users.view_usergroup', params: {} }, (ctx, linked) =>
    eb('t.id', 'in', groupsLinked(ctx, linked)),
  ),
  ofAsset(
    'perm-users/:user/permissions',
    'permUserPermissions',
    { rows: 'assetpermission', code: 'users.view_user', params: user },
    (ctx, linked, params) => and(eb('t.id', 'in', linked), eb('t.id', 'in', holdingPeople(ctx, person(params.user)))),
  ),
  ofAsset(
    'perm-user-groups/:group/permissions',
    'permGroupPermissions',
    { rows: 'assetpermission', code: 'users.view_usergroup', params: group },
    (ctx, linked, params) => and(eb('t.id', 'in', linked), eb('t.id', 'in', holdingGroup(ctx, params.group))),
  ),
];
