import { ALIAS } from '@postern/contract/platforms';
import { among, and, at, type Context, can, containing, eb, or, type Route, uuid, type Where } from '@postern/resource';
import type { Expression } from 'kysely';
import { ownList, subList } from '../../platform/routes/list.ts';
import { WORDS } from '../../platform/shown.ts';
import { untilChanged } from '../../platform/until-changed/until-changed.ts';
import { asset } from '../assets/index.ts';
import { searched, word } from '../nodes/index.ts';
import { comesTo, holdingGroup, holdingPeople, peopleOf, person } from './granted.ts';
import { forAssets } from './permission.behaviour.ts';
import { assetPermission, permissionRows } from './permission.resource.ts';
import { reachedAssetsShape, reachedPeopleShape } from './shapes.ts';

/** Who and what one permission reaches, and who reaches one asset, validity aside (docs/wire/permissions.md#what-a-permission-comes-to). */

/** A filter by the exact text of each column, and a search through all of them, over the table under the alias `o`. */
function matching(query: Readonly<Record<string, string>>, columns: readonly string[]): Where {
  const o = at('o');
  const like = query.search ? containing(query.search) : '';
  return and(
    ...columns.map((name) => (query[name] ? eb(o(name), '=', query[name]) : undefined)),
    like ? or(...columns.map((name) => eb(o(name), 'ilike', like))) : undefined,
  );
}

/** `name(more)`: the text that stands for a person or an asset. */
const display = (name: Expression<string>, more: Expression<string>) => eb(eb(eb(name, '||', '('), '||', more), '||', ')');

/** What a list below one permission is declared with. */
const ofPermission = (path: string, name: string, code: string) =>
  ({
    path: `/api/v1/perms/asset-permissions/:id/${path}/`,
    name: `perms.assetpermission.${name}`,
    who: can('perms.view_assetpermission', code),
    rows: { one: assetPermission },
  }) as const;

const people = ownList({
  ...ofPermission('users/all', 'users', 'users.view_user'),
  query: { username: word(WORDS.username), name: word(WORDS.name), search: searched },
  answer: reachedPeopleShape,
  items: (ctx, { row, query }) =>
    ctx.tx
      .selectFrom('users as o')
      .select((on) => ['o.id as user', display(on.ref('o.name'), on.ref('o.username')).as('user_display')])
      .where('o.id', 'in', peopleOf(ctx, [row.id]))
      .where(matching(query, ['username', 'name']))
      .orderBy('o.name')
      .limit(50_000)
      .execute(),
});

const assets = ownList({
  ...ofPermission('assets/all', 'assets', 'assets.view_asset'),
  query: { name: word(WORDS.name), address: word(WORDS.address), search: searched },
  answer: reachedAssetsShape,
  async items(ctx, { row, query, page }) {
    const granted = ctx.tx
      .selectFrom('assets as o')
      .where(await comesTo(ctx, row, at('o'), 'id'))
      .where(matching(query, ['name', 'address']));
    const shown = granted
      .select((on) => ['o.id as asset', display(on.ref('o.name'), on.ref('o.address')).as('asset_display')])
      .orderBy('o.name')
      .limit(page?.limit ?? 100_000)
      .offset(page?.offset ?? 0);
    if (!page) return shown.execute();
    const counted = async () => ({
      value: (await granted.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n,
      bytes: 8,
    });
    const narrowed = Object.values(query).some((part) => part !== '');
    const count = narrowed ? (await counted()).value : (await untilChanged(ctx, `assets of ${row.id}`, counted)).value;
    return { count, results: await shown.execute() };
  },
});

const accounts = subList({
  ...ofPermission('accounts', 'accounts', 'accounts.view_account'),
  lists: 'account',
  async where(ctx, { row }) {
    const named = row.accounts.includes(ALIAS.ALL) ? undefined : among(at('t')('username'), row.accounts);
    return and(await comesTo(ctx, row, at('t'), 'asset_id'), named);
  },
});

/** Permissions linked to an asset directly or by a node above it, as a set of ids. */
async function linkedTo(ctx: Context, assetId: string) {
  const where = await forAssets(ctx, eb('a.id', '=', assetId), false);
  return ctx.tx.selectFrom('asset_permissions as t').select('t.id').where(where).where(permissionRows(ctx, 't'));
}

/** What a list below one asset is declared with: what is listed has to be what this person could list anyway. */
const ofAsset = (path: string, name: string, code: string) =>
  ({
    path: `/api/v1/assets/assets/:id/${path}/`,
    name: `assets.asset.${name}`,
    who: can('perms.view_assetpermission', code),
    rows: { one: asset, of: [assetPermission] },
  }) as const;

export const subListRoutes: readonly Route[] = [
  people,
  assets,
  accounts,
  subList({
    ...ofAsset('perm-users', 'permUsers', 'users.view_user'),
    lists: 'user',
    where: async (ctx, { row }) => eb('t.id', 'in', peopleOf(ctx, (await linkedTo(ctx, row.id)).$asScalar())),
  }),
  subList({
    ...ofAsset('perm-user-groups', 'permGroups', 'users.view_usergroup'),
    lists: 'usergroup',
    async where(ctx, { row }) {
      const linked = await linkedTo(ctx, row.id);
      return eb(
        't.id',
        'in',
        ctx.tx.selectFrom('asset_permission_groups as x').select('x.group_id').where('x.permission_id', 'in', linked),
      );
    },
  }),
  subList({
    ...ofAsset('perm-users/:user/permissions', 'permUserPermissions', 'users.view_user'),
    params: { user: uuid({ label: WORDS.user, required: true }) },
    lists: 'assetpermission',
    where: async (ctx, { row, params }) =>
      and(eb('t.id', 'in', await linkedTo(ctx, row.id)), eb('t.id', 'in', holdingPeople(ctx, person(params.user)))),
  }),
  subList({
    ...ofAsset('perm-user-groups/:group/permissions', 'permGroupPermissions', 'users.view_usergroup'),
    params: { group: uuid({ label: WORDS.group, required: true }) },
    lists: 'assetpermission',
    where: async (ctx, { row, params }) =>
      and(eb('t.id', 'in', await linkedTo(ctx, row.id)), eb('t.id', 'in', holdingGroup(ctx, params.group))),
  }),
];
