import { CodedError } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { text as words } from '@postern/contract/text';
import {
  and,
  type Context,
  can,
  eb,
  formatDatetime,
  type Kernel,
  listSchema,
  objectSchema,
  type Route,
  retrieve,
  type Shape,
  TEXT_SCHEMA,
  text,
  type Where,
} from '@postern/resource';
import { detail } from '../../platform/routes/detail.ts';
import { ownList, subList } from '../../platform/routes/list.ts';
import { answerShape, shown, WORDS } from '../../platform/shown.ts';
import type { PlainWords } from './audits.behaviour.ts';
import { shownDiff } from './diff-words.ts';
import { operateRows, ownLoginRows, passwordChangeRows, withSystem } from './log.rows.ts';
import { operateLog } from './logs.resource.ts';
import { couldList } from './subject.queries.ts';

/** Password changes that are answered without pages. */
const LATEST = 100;

const passwordChangeShape: Shape = {
  title: words('Password changes', '改密日志', 'パスワード変更ログ'),
  fields: {
    id: shown(WORDS.id),
    user: shown(WORDS.user),
    change_by: shown(words('Changed by', '修改者', '変更者')),
    remote_addr: shown(WORDS.address_ip),
    datetime: shown(WORDS.date, 'datetime'),
  },
};

/** An operation here, or one of the whole installation about something that the actor could list. @throws CodedError object_does_not_exist */
async function operationOf(ctx: Context, kernel: Kernel, given: string | undefined) {
  const found = await ctx.tx
    .selectFrom('operate_logs as o')
    .select(['o.resource_type', 'o.resource_id', 'o.org_id', 'o.diff'])
    .where('o.id', '=', parseUuid(given) ?? null)
    .where(withSystem(operateRows)(ctx, 'o'))
    .executeTakeFirst();
  const foreign = found && !ctx.org.isRoot && found.org_id !== ctx.org.id;
  if (!found || (foreign && !(await couldList(kernel, ctx, found.resource_id))))
    throw new CodedError('object_does_not_exist', { resource: operateLog.label[ctx.language] });
  return found;
}

const CHANGES = objectSchema({ diff: listSchema(objectSchema({ field: TEXT_SCHEMA, before: TEXT_SCHEMA, after: TEXT_SCHEMA })) });

/** One operation; `?type=action_detail` answers what it changed, also of the system organisation (docs/wire/audits.md#operations). */
const operation = (plain: PlainWords): Route =>
  detail({
    path: '/api/v1/audits/operate-logs/:id/',
    name: 'audits.operatelog.retrieve',
    who: can('audits.view_operatelog'),
    rows: { of: [operateLog] },
    query: { type: text({ label: WORDS.type, default: '', blank: true }) },
    answer: answerShape({ oneOf: [{ $ref: '#/components/schemas/audits.operatelog' }, CHANGES] }),
    drawn: { rows: 'operatelog', view: 'detail', one: true },
    errors: ['object_does_not_exist'],
    async show(ctx, { query, request, kernel }) {
      const { id = '' } = request.params;
      if (query.type !== 'action_detail') return retrieve(kernel, kernel.byName('operatelog'), ctx, id, request.query);
      const { resource_type, diff } = await operationOf(ctx, kernel, id);
      const own = Object.hasOwn(plain, resource_type) ? plain[resource_type] : undefined;
      // Fields of what is no resource have labels, and their values are shown as they were kept.
      if (own) return { diff: diff.map((change) => ({ ...change, field: own.fields[change.field]?.[ctx.language] ?? change.field })) };
      return { diff: await shownDiff(kernel, ctx, resource_type, diff) };
    },
  });

const myLogins = subList({
  path: '/api/v1/audits/my-login-logs/',
  name: 'audits.userloginlog.mine',
  who: { allow: 'user' },
  rows: { own: 'logins' },
  lists: (kernel) => ({ ...kernel.byName('userloginlog'), rows: ownLoginRows }),
});

const holdsWord = (column: string, word: string): Where =>
  eb(eb.fn('strpos', [eb.fn('lower', [column]), eb.fn('lower', [eb.val(word)])]), '>', 0);

/** Password changes are operations of their own kind, so this is a view of the operate log; without pages the latest of them. */
const passwordChanges = ownList({
  path: '/api/v1/audits/password-change-logs/',
  name: 'audits.passwordchangelog.list',
  who: can('audits.view_passwordchangelog'),
  rows: { of: [operateLog] },
  query: { search: text({ label: words('Search', '搜索', '検索'), max: 1024, default: '', blank: true }) },
  answer: passwordChangeShape,
  async items(ctx, { query: { search }, page }) {
    const found = search ? eb.or([holdsWord('o.resource', search), holdsWord('o.user_text', search)]) : undefined;
    const changes = ctx.tx.selectFrom('operate_logs as o').where(and(passwordChangeRows(ctx, 'o'), found));
    const { limit, offset } = page ?? { limit: LATEST, offset: 0 };
    const results = await changes
      .select(['o.id', 'o.resource', 'o.user_text', 'o.remote_addr', 'o.datetime'])
      .orderBy('o.datetime', 'desc')
      .limit(limit)
      .offset(offset)
      .execute();
    if (!page) return results;
    const { count } = await changes.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    return { count, results };
  },
  wire: (row, ctx) => ({
    id: row.id,
    user: row.resource,
    change_by: row.user_text,
    remote_addr: row.remote_addr,
    datetime: formatDatetime(row.datetime, ctx.timeZone),
  }),
});

export const logRoutes = (plain: PlainWords): readonly Route[] => [operation(plain), myLogins, passwordChanges];
