import { CodedError } from '@postern/contract/errors';
import { text as words } from '@postern/contract/text';
import { at, boolean, noContent, type Route, uuid } from '@postern/resource';
import { ownList } from '../../platform/routes/list.ts';
import { report } from '../../platform/routes/report.ts';
import { shown, WORDS } from '../../platform/shown.ts';
import { markFavourite } from '../assets/index.ts';
import { eachGranted } from './grant.queries.ts';
import { grantOf } from './grant.ts';
import { favoriteAssets } from './granted-tree.ts';
import { assetPermission } from './permission.resource.ts';
import { missing, ofPerson, personOf } from './person.ts';

/** Marks that a menu shows: what somebody marks beyond is in the list of favourites. */
const MOST = 1_000;

/** Ours, for components: which assets a person who logged in there has marked, and a mark that they set or take away there. */
export const favoriteRoutes: readonly Route[] = [
  ownList({
    ...ofPerson('favorites/', 'favorites'),
    answer: { title: words('Favourites', '收藏', 'お気に入り'), fields: { asset: shown(WORDS.asset) } },
    whole: true,
    items(ctx, { found: { grant, person } }) {
      if (person.id !== ctx.actor.id && ctx.actor.kind !== 'component') throw new CodedError('permission_denied');
      return ctx.tx
        .selectFrom('assets as a')
        .select('a.id as asset')
        .where(favoriteAssets(ctx, grant, person.id, at('a')))
        .orderBy('a.id')
        .limit(MOST)
        .execute();
    },
  }),
  report({
    method: 'POST',
    path: '/api/v1/perms/users/:user/favorites/',
    name: 'perms.user.markFavorite',
    status: 204,
    right: 'perms.view_userassets',
    rows: { of: [assetPermission] },
    params: { user: ofPerson('', '').params.user },
    body: {
      asset: uuid({ label: WORDS.asset, required: true }),
      marked: boolean({ label: words('Favourite', '收藏', 'お気に入り'), required: true }),
    },
    bodyLimit: 1_024,
    errors: ['object_does_not_exist', 'person_not_here'],
    async take(ctx, { params, body: { asset, marked } }) {
      const person = await personOf(ctx, params.user);
      const found = await ctx.tx
        .selectFrom('assets as a')
        .select('a.id')
        .where('a.id', '=', asset)
        .where(eachGranted(await grantOf(ctx, { user: person.id }), at('a')))
        .executeTakeFirst();
      if (!found) throw missing('asset');
      await markFavourite(ctx, person.id, found.id, marked);
      return noContent;
    },
  }),
];
