import { InvalidInput } from '@postern/contract/errors';
import { text as words } from '@postern/contract/text';
import { defineBehaviour, defineResource, eb, type Policy, reference, rowsOf } from '@postern/resource';
import { sql } from 'kysely';

const user: Policy = { allow: 'user' };

/** Assets a person marked, across organisations; everyone sees and changes only their own (docs/wire/assets.md#favourites). */
export const favourite = defineResource({
  name: 'favoriteasset',
  app: 'assets',
  path: 'favorite-assets',
  table: 'favourite_assets',
  label: words('Favourite asset', '收藏的资产', 'お気に入りのアセット'),
  labelPlural: words('Favourite assets', '收藏的资产', 'お気に入りのアセット'),
  scope: 'system',
  verbs: ['list', 'create', 'delete'],
  access: { list: user, create: user, delete: user },
  rootOrg: true,
  fields: {
    asset: reference('asset', {
      label: words('Asset', '资产', 'アセット'),
      required: true,
      filter: true,
      onDelete: 'cascade',
      sameOrg: false,
    }),
    user: reference('user', {
      label: words('User', '用户', 'ユーザー'),
      readOnly: true,
      required: true,
      onDelete: 'cascade',
      sameOrg: false,
    }),
  },
  order: 'date_created',
  title: 'asset',
  // A personal bookmark, not an act on the system.
  audited: false,
  indexes: ['user_id, asset_id'],
});

export const favouriteBehaviour = defineBehaviour({
  rows: rowsOf(favourite, (ctx, t) => eb(t('user_id'), '=', ctx.actor.id)),
  async prepare(ctx, { values }) {
    values.user = ctx.actor.id;
    // Marking twice at the same moment must not leave two rows.
    await sql`select pg_advisory_xact_lock(hashtext(${`favourite:${ctx.actor.id}`}))`.execute(ctx.tx);
    const { rows } = await sql`
      select 1 from favourite_assets where user_id = ${ctx.actor.id} and asset_id = ${values.asset}`.execute(ctx.tx);
    if (rows.length > 0) throw InvalidInput.on('non_field_errors', 'unique');
  },
  // The wire carries bare ids here.
  expand: {
    asset: async (_ctx, ids) => new Map(ids.map((id) => [id, id])),
    user: async (_ctx, ids) => new Map(ids.map((id) => [id, id])),
  },
  bulkDelete: (_ctx, matched) => matched === 1,
});
