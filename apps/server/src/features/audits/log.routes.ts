import { CodedError } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { type Context, can, type Kernel, listSchema, objectSchema, type Route, retrieve, TEXT_SCHEMA, text } from '@postern/resource';
import { detail } from '../../platform/routes/detail.ts';
import { subList } from '../../platform/routes/list.ts';
import { answerShape, WORDS } from '../../platform/shown.ts';
import type { PlainWords } from './audits.behaviour.ts';
import { shownDiff, yesOrNo } from './diff-words.ts';
import { operateRows, ownLoginRows, withSystem } from './log.rows.ts';
import { operateLog } from './logs.resource.ts';
import { couldList } from './subject.queries.ts';

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
      // Fields of what is no resource have labels; of their values only switches have words.
      if (own)
        return {
          diff: diff.map(({ field, before, after }) => ({
            field: own.fields[field]?.[ctx.language] ?? field,
            before: yesOrNo(ctx, before),
            after: yesOrNo(ctx, after),
          })),
        };
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

export const logRoutes = (plain: PlainWords): readonly Route[] => [operation(plain), myLogins];
