import { randomUUID } from 'node:crypto';
import { InvalidInput } from '@postern/contract/errors';
import { text as words } from '@postern/contract/text';
import { type Behaviour, type Context, defineResource, eb, type Policy, reference, rowsOf, TEXT_SCHEMA } from '@postern/resource';
import { anyRow } from '../../platform/database/any-row.ts';
import { lockByName } from '../../platform/database/lock.queries.ts';
import { ownUser } from '../../platform/fields.ts';

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
      answered: TEXT_SCHEMA,
      required: true,
      filter: true,
      onDelete: 'cascade',
      sameOrg: false,
    }),
    user: ownUser(),
  },
  order: 'date_created',
  title: 'asset',
  // A personal bookmark, not an act on the system.
  audited: false,
  indexes: ['user_id, asset_id'],
});

/** Everyone's own. */
export const favouriteRows = rowsOf(favourite, (ctx, t) => eb(t('user_id'), '=', ctx.actor.id));

export const favouriteBehaviour: Behaviour = {
  rows: favouriteRows,
  async prepare(ctx, { values }) {
    values.user = ctx.actor.id;
    // Marking twice at the same moment must not leave two rows.
    await lockByName(ctx.tx, `favourite:${ctx.actor.id}`);
    const marked = await anyRow(
      ctx.tx.selectFrom('favourite_assets as f').where('f.asset_id', '=', String(values.asset)).where(favouriteRows(ctx, 'f')),
    );
    if (marked) throw InvalidInput.on('non_field_errors', 'unique');
  },
  // The wire carries bare ids here.
  expand: {
    asset: async (_ctx, ids) => new Map(ids.map((id) => [id, id])),
    user: async (_ctx, ids) => new Map(ids.map((id) => [id, id])),
  },
  bulkDelete: (_ctx, matched) => matched === 1,
};

/** Marks an asset for somebody, or takes the mark away. The caller has found it among theirs. */
export async function markFavourite(ctx: Context, userId: string, asset: string, marked: boolean): Promise<void> {
  await lockByName(ctx.tx, `favourite:${userId}`);
  await ctx.tx.deleteFrom('favourite_assets').where('user_id', '=', userId).where('asset_id', '=', asset).execute();
  if (marked) await ctx.tx.insertInto('favourite_assets').values({ id: randomUUID(), user_id: userId, asset_id: asset }).execute();
}
