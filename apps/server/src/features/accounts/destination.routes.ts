import { CodedError } from '@postern/contract/errors';
import { text as words } from '@postern/contract/text';
import {
  among,
  type Context,
  can,
  FLAG_SCHEMA,
  listSchema,
  nestedList,
  objectSchema,
  ok,
  type Route,
  readReferences,
  route,
  type Shape,
  TEXT_SCHEMA,
  text,
} from '@postern/resource';
import { rowsNamed } from '../../platform/fields.ts';
import { action } from '../../platform/routes/action.ts';
import { detail } from '../../platform/routes/detail.ts';
import { question } from '../../platform/routes/question.ts';
import { answerShape, shown, WORDS } from '../../platform/shown.ts';
import { asset } from '../assets/index.ts';
import { account } from './account.resource.ts';
import { type Asset, confirm, describe, type Look } from './destination-look.ts';

const BASE = '/api/v1/assets/assets/:id/destination/';
const MANY = '/api/v1/assets/assets/destinations/';
/** Assets that are looked at or confirmed at once: each is a look at all of its accounts. */
const MOST = 100;

/** What somebody saw; what was never shown is not what is there now. */
const VERSION = words('Version', '版本', 'バージョン');
const CHANGES = listSchema(objectSchema({ field: TEXT_SCHEMA, label: TEXT_SCHEMA, before: TEXT_SCHEMA, after: TEXT_SCHEMA }));
const ACCOUNTS = listSchema(objectSchema({ id: TEXT_SCHEMA, name: TEXT_SCHEMA, username: TEXT_SCHEMA }));
const lookShape: Shape = {
  title: words('Where secrets go', '密文去向', 'シークレットの送信先'),
  fields: {
    confirmed: shown(words('Confirmed', '已确认', '確認済み'), 'boolean'),
    seen: shown(VERSION),
    changes: shown(words('Changes', '变更', '変更'), 'field', { answered: CHANGES }),
    accounts: shown(words('Accounts', '账号', 'アカウント'), 'field', { answered: ACCOUNTS }),
  },
};
const LOOKS = objectSchema({
  id: TEXT_SCHEMA,
  name: TEXT_SCHEMA,
  confirmed: FLAG_SCHEMA,
  seen: TEXT_SCHEMA,
  changes: CHANGES,
  accounts: ACCOUNTS,
});
const rows = { of: [asset, account] } as const;

const inOrder = (ctx: Context, ids: readonly string[]): Promise<Asset[]> =>
  ctx.tx
    .selectFrom('assets as a')
    .select(['a.id', 'a.name', 'a.org_id'])
    .where(({ ref }) => among(ref('a.id'), ids))
    .orderBy('a.name')
    .orderBy('a.id')
    .execute();

/** The same for many assets at once: a platform or a domain that changed holds back the accounts of all that are there. */
const manyRoutes: readonly Route[] = [
  question({
    path: MANY,
    name: 'assets.asset.destinations',
    answer: answerShape(listSchema(LOOKS)),
    who: can('assets.view_asset'),
    rows,
    body: { assets: rowsNamed('asset', asset.labelPlural, MOST) },
    async tell(ctx, { body }) {
      const answer: (Look & Pick<Asset, 'id' | 'name'>)[] = [];
      for (const { id, name } of await inOrder(ctx, body.assets)) answer.push({ id, name, ...(await describe(ctx, id)) });
      return answer;
    },
  }),
  route({
    method: 'POST',
    path: `${MANY}confirm/`,
    name: 'assets.asset.confirmDestinations',
    answer: answerShape(listSchema(objectSchema({ id: TEXT_SCHEMA, name: TEXT_SCHEMA, confirmed: FLAG_SCHEMA }))),
    who: can('accounts.view_accountsecret'),
    rows,
    body: {
      assets: nestedList(
        { id: text({ label: WORDS.id, required: true }), seen: text({ label: VERSION, required: true }) },
        { label: asset.labelPlural, required: true, most: MOST },
      ),
    },
    async handle(ctx, { body, kernel }) {
      const seen = new Map(body.assets.map((one) => [one.id, one.seen]));
      const known = await readReferences(kernel.byName('asset'), ctx, 'assets', [...seen.keys()], { max: MOST });
      const answer: { id: string; name: string; confirmed: boolean }[] = [];
      // In one order, so that two who confirm the same do not wait for each other.
      const assets = (await inOrder(ctx, known.map(String))).sort((a, b) => a.id.localeCompare(b.id));
      for (const one of assets) answer.push({ id: one.id, name: one.name, confirmed: await confirm(ctx, one, seen.get(one.id)) });
      return ok(answer);
    },
  }),
];

export const destinationRoutes: readonly Route[] = [
  ...manyRoutes,
  detail({
    path: BASE,
    name: 'assets.asset.destination',
    who: can('assets.view_asset'),
    rows: { one: asset, of: [account] },
    answer: lookShape,
    show: (ctx, { row }) => describe(ctx, row.id),
  }),
  action({
    path: `${BASE}confirm/`,
    name: 'assets.asset.confirmDestination',
    answer: lookShape,
    who: can('accounts.view_accountsecret'),
    rows: { one: asset, of: [account] },
    body: { seen: text({ label: VERSION, nullable: true, blank: true }) },
    errors: ['destination_moved'],
    async act(ctx, { row, body }) {
      if (!(await confirm(ctx, row, body.seen))) throw new CodedError('destination_moved');
      return describe(ctx, row.id);
    },
  }),
];
