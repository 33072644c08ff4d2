import { CodedError } from '@postern/contract/errors';
import { ORG, parseUuid } from '@postern/contract/ids';
import { text } from '@postern/contract/text';
import {
  type Change,
  can,
  eb,
  fetchRow,
  formatDatetime,
  type Kernel,
  list,
  ok,
  pageLinks,
  paging,
  present,
  type Route,
  rowsOf,
  type Shape,
  shownFields,
} from '@postern/resource';
import { sql } from 'kysely';
import { shown, WORDS } from '../../platform/shown.ts';
import { isMember } from '../rbac/index.ts';
import type { PlainWords } from './audits.behaviour.ts';
import { shownDiff } from './diff-words.ts';
import { couldList } from './subject.ts';

const passwordChangeShape: Shape = {
  title: text('Password changes', '改密日志', 'パスワード変更ログ'),
  fields: {
    id: shown(WORDS.id),
    user: shown(WORDS.user),
    change_by: shown(text('Changed by', '修改者', '変更者')),
    remote_addr: shown(WORDS.address_ip),
    datetime: shown(WORDS.date, 'datetime'),
  },
};

export function logRoutes(kernel: () => Kernel, plain: PlainWords): Route[] {
  /** One operation; `?type=action_detail` answers what it changed, also of the system organisation (docs/wire/audits.md#operations). */
  const operation: Route = {
    method: 'GET',
    path: '/api/v1/audits/operate-logs/:id/',
    policy: can('audits.view_operatelog'),
    name: 'audits.operatelog.retrieve',
    shape: { rows: 'operatelog', view: 'detail' },
    async handle(ctx, { params, query }) {
      const resource = kernel().byName('operatelog');
      if (query.type !== 'action_detail') {
        const row = await fetchRow(resource, ctx, params.id as string);
        return ok((await present(kernel(), resource, ctx, [row], shownFields(resource, ctx, 'detail', query)))[0]);
      }
      const id = parseUuid(params.id);
      const scope = ctx.org.isRoot ? sql`true` : sql`org_id = any(${[ctx.org.id, ORG.SYSTEM]}::uuid[])`;
      const { rows } = id
        ? await sql<{
            resource_type: string;
            resource_id: string;
            org_id: string;
            diff: Change[];
          }>`select resource_type, resource_id, org_id, diff from operate_logs where id = ${id} and ${scope}`.execute(ctx.tx)
        : { rows: [] };
      const foreign = rows[0] && !ctx.org.isRoot && rows[0].org_id !== ctx.org.id;
      const found = foreign && !(await couldList(kernel(), ctx, rows[0]?.resource_id)) ? undefined : rows[0];
      if (!found) throw new CodedError('object_does_not_exist', { resource: resource.label[ctx.language] });
      const words = Object.hasOwn(plain, found.resource_type) ? plain[found.resource_type] : undefined;
      // Fields of what is no resource have labels, and their values are shown as they were kept.
      if (words)
        return ok({ diff: found.diff.map((change) => ({ ...change, field: words.fields[change.field]?.[ctx.language] ?? change.field })) });
      return ok({ diff: await shownDiff(kernel(), ctx, found.resource_type, found.diff) });
    },
  };

  const myLogins: Route = {
    method: 'GET',
    path: '/api/v1/audits/my-login-logs/',
    policy: { allow: 'user' },
    name: 'audits.userloginlog.mine',
    shape: { rows: 'userloginlog' },
    async handle(ctx, request) {
      const resource = kernel().byName('userloginlog');
      const own = { ...resource, rows: rowsOf(resource.definition, (asked, t) => eb(t('username'), '=', asked.actor.username)) };
      return ok(await list(kernel(), own, ctx, request));
    },
  };

  /** Password changes are operations of their own kind, so this is a view of the operate log. */
  const passwordChanges: Route = {
    method: 'GET',
    path: '/api/v1/audits/password-change-logs/',
    policy: can('audits.view_passwordchangelog'),
    name: 'audits.passwordchangelog.list',
    shape: passwordChangeShape,
    async handle(ctx, { query, url }) {
      const scope = ctx.org.isRoot ? sql`true` : sql`resource_id in (select u.id::text from users u where ${isMember(ctx, sql`u.id`)})`;
      const word = query.search
        ? sql`(strpos(lower(resource), lower(${query.search})) > 0 or strpos(lower(user_text), lower(${query.search})) > 0)`
        : sql`true`;
      const where = sql`action = 'change_password' and ${scope} and ${word}`;
      const page = paging(query) ?? { limit: 100, offset: 0 };
      const { rows } = await sql<{ id: string; resource: string; user_text: string; remote_addr: string; datetime: Date }>`
        select id, resource, user_text, remote_addr, datetime from operate_logs where ${where} order by datetime desc limit ${page.limit} offset ${page.offset}`.execute(
        ctx.tx,
      );
      const results = rows.map((row) => ({
        id: row.id,
        user: row.resource,
        change_by: row.user_text,
        remote_addr: row.remote_addr,
        datetime: formatDatetime(row.datetime, ctx.timeZone),
      }));
      if (!query.limit) return ok(results);
      const total = await sql<{ n: number }>`select count(*)::int as n from operate_logs where ${where}`.execute(ctx.tx);
      const count = total.rows[0]?.n ?? 0;
      return ok({ count, ...pageLinks(url, page, count), results });
    },
  };
  return [operation, myLogins, passwordChanges];
}
