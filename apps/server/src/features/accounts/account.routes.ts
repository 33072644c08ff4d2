import { parseUuid } from '@postern/contract/ids';
import {
  among,
  and,
  type Context,
  can,
  containing,
  eb,
  holds,
  listSchema,
  NOBODY,
  ok,
  or,
  type Route,
  reader,
  readObject,
  route,
  TEXT_SCHEMA,
} from '@postern/resource';
import { looseIds } from '../../platform/fields.ts';
import { bulk } from '../../platform/routes/bulk.ts';
import { ownList, subList } from '../../platform/routes/list.ts';
import { answerShape, NOTHING, WORDS } from '../../platform/shown.ts';
import { asset, onNodes } from '../assets/index.ts';
import { findNode, word } from '../nodes/index.ts';
import { account, accountRows } from './account.resource.ts';
import { BULK_FIELDS, createMany, resultShape } from './bulk.ts';

const idList = (value: string): string[] =>
  value
    .split(',')
    .slice(0, 100)
    .flatMap((one) => parseUuid(one.trim()) ?? []);

/** Accounts of the same asset, but not the one that asks, nor those that switch from it. */
const switchableFrom = (id: string) =>
  and(
    eb('t.asset_id', '=', eb.selectFrom('accounts').select('asset_id').where('id', '=', id)),
    eb('t.id', '<>', id),
    eb('t.su_from_id', 'is distinct from', id),
  );

/** An array whatever `limit` says (docs/wire/shapes-accounts.md). */
const switchSources = subList({
  path: '/api/v1/accounts/accounts/su-from-accounts/',
  name: 'accounts.account.suFrom',
  who: can('accounts.view_account'),
  rows: { of: [account] },
  query: { account: word(account.label), asset: word(WORDS.asset) },
  lists: 'account',
  whole: true,
  where(_ctx, { query }) {
    const id = parseUuid(query.account);
    if (id) return switchableFrom(id);
    const assetId = parseUuid(query.asset);
    return assetId ? eb('t.asset_id', '=', assetId) : NOBODY;
  },
});

const SUGGESTIONS = {
  assets: word(asset.labelPlural),
  keys: word(WORDS.node),
  nodes: word(WORDS.node),
  username: word(WORDS.username),
};

/** Accounts (`c`) on these assets, or on those of the nodes and below; undefined where none are named. */
async function placesOf(ctx: Context, assets: readonly string[], keys: readonly string[]) {
  const nodes = (await Promise.all(keys.map((key) => findNode(ctx, parseUuid(key) ?? key)))).flatMap((node) => node?.key ?? []);
  const places = [
    ...(assets.length > 0 ? [among(eb.ref('c.asset_id'), assets)] : []),
    ...(nodes.length > 0 ? [onNodes('c.asset_id', nodes)] : []),
  ];
  return places.length > 0 ? or(...places) : undefined;
}

/** Usernames that exist on some assets: at most ten, administrators' first (docs/wire/accounts.md#suggestions). */
const usernames = ownList({
  path: '/api/v1/accounts/accounts/username-suggestions/',
  name: 'accounts.account.usernames',
  answer: answerShape(listSchema(TEXT_SCHEMA)),
  // Those who choose accounts are enough: not everybody reads the names of all.
  who: can('accounts.view_account | perms.add_assetpermission | perms.change_assetpermission'),
  rows: { of: [account] },
  query: SUGGESTIONS,
  whole: true,
  async items(ctx, { query: { assets, keys, nodes, username }, request }) {
    // Who writes permissions may ask, but is told of no account that they could not list.
    if (!holds(ctx.actor, ['accounts.view_account'])) return [];
    const named = 'keys' in request.query ? keys : nodes;
    const places = await placesOf(ctx, idList(assets), named.split(',').slice(0, 100).filter(Boolean));
    return ctx.tx
      .selectFrom('accounts as c')
      .select((of) => ['c.username', of('c.username', 'in', ['root', 'admin', 'administrator']).as('first')])
      .distinct()
      .where('c.username', '<>', '')
      .where(accountRows(ctx, 'c'))
      .$if(places !== undefined, (some) => some.where(and(places)))
      .$if(username !== '', (some) => some.where('c.username', 'ilike', containing(username)))
      .orderBy('first', 'desc')
      .orderBy('c.username')
      .limit(10)
      .execute();
  },
  wire: ({ username }) => username,
});

const clearSecrets = bulk({
  method: 'PATCH',
  path: '/api/v1/accounts/accounts/clear-secret/',
  name: 'accounts.account.clearSecret',
  answer: NOTHING,
  who: can('accounts.change_account'),
  rows: { of: [account] },
  body: { account_ids: looseIds(account.labelPlural, { max: 1_000, required: true }) },
  async act(ctx, { body }) {
    const done = await ctx.tx
      .updateTable('accounts as c')
      .set((of) => ({ secret: null, ssh_fingerprint: null, date_updated: of.fn<Date>('now') }))
      .where(({ ref }) => among(ref('c.id'), body.account_ids))
      .where(accountRows(ctx, 'c'))
      .returning(['c.id', 'c.name', 'c.org_id'])
      .execute();
    return { done, answer: {} };
  },
  event: ({ id, name, org_id: orgId }) => ({
    action: 'update',
    resourceType: 'account',
    resourceId: id,
    resource: name,
    orgId,
    changes: [{ field: 'secret', before: '******', after: '' }],
  }),
});

const onMany = route({
  method: 'POST',
  path: '/api/v1/accounts/accounts/bulk/',
  name: 'accounts.account.bulk',
  answer: resultShape,
  who: can('accounts.add_account'),
  rows: { of: [account, asset] },
  body: reader(
    { rows: account.name, only: Object.keys(account.fields).filter((name) => name !== 'asset'), fields: BULK_FIELDS },
    async (given, ctx, kernel) => ({
      asked: await readObject(kernel, ctx, BULK_FIELDS, given),
      // The account is read for each asset, and what is wrong with it is told in the asset's own row. An object, or the list would be missing.
      account: given as Readonly<Record<string, unknown>>,
    }),
  ),
  drawn: { fields: BULK_FIELDS },
  handle: async (ctx, { body, kernel }) => ok(await createMany(kernel, ctx, body.asked, body.account)),
});

export const accountRoutes: readonly Route[] = [switchSources, usernames, clearSecrets, onMany];
