import { CodedError, InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { text } from '@postern/contract/text';
import {
  type Context,
  can,
  fetchRow,
  type Kernel,
  noContent,
  ok,
  pageLinks,
  paging,
  type Query,
  type Route,
  readReference,
  type Shape,
  uuid,
} from '@postern/resource';
import { type RawBuilder, sql } from 'kysely';
import { shown, WORDS } from '../../platform/shown.ts';

/** Rows of user and group (docs/wire/users.md#members-of-groups). The pair is the identity; the number is made from it for clients that want one. */
interface Pair {
  user: string;
  usergroup: string;
}

const PATH = '/api/v1/users/users-groups-relations/';
const MAX_BULK = 1000;

const scope = (ctx: Context): RawBuilder<unknown> => (ctx.org.isRoot ? sql`true` : sql`g.org_id = ${ctx.org.id}`);

function where(ctx: Context, query: Query): RawBuilder<unknown> {
  const parts = [scope(ctx)];
  const { user, usergroup } = query;
  if (user) parts.push(sql`m.user_id = ${idOf('user', user)}`);
  if (usergroup) parts.push(sql`m.group_id = ${idOf('usergroup', usergroup)}`);
  return sql.join(parts, sql` and `);
}

function idOf(field: string, value: unknown): string {
  const id = parseUuid(value);
  if (!id) throw InvalidInput.on(field, 'does_not_exist', { value: String(value).slice(0, 64) });
  return id;
}

const FROM = sql`from user_group_members m join user_groups g on g.id = m.group_id join users u on u.id = m.user_id`;
const COLUMNS = sql`abs(hashtext(m.user_id::text || m.group_id::text)::bigint)::int as id, m.user_id as "user", u.name || '(' || u.username || ')' as user_display,
  m.group_id as usergroup, g.name as usergroup_display`;

async function add(kernel: Kernel, ctx: Context, item: unknown): Promise<Pair> {
  const given = (typeof item === 'object' && item !== null ? item : {}) as Record<string, unknown>;
  const [groups, people] = [kernel.byName('usergroup'), kernel.byName('user')];
  const usergroup = String(await readReference(groups, ctx, 'usergroup', given.usergroup));
  const group = await fetchRow(groups, ctx, usergroup);
  const orgId = String(group.org_id);
  const user = String(await readReference(people, ctx, 'user', given.user, { orgId }));
  const person = await fetchRow(people, ctx, user);
  const pair: Pair = { user, usergroup };
  await sql`insert into user_group_members (user_id, group_id) values (${pair.user}, ${pair.usergroup}) on conflict do nothing`.execute(
    ctx.tx,
  );
  const changes = [{ field: 'users', before: '', after: `${person.name}(${person.username})` }];
  ctx.audit({
    action: 'update',
    resourceType: 'usergroup',
    resourceId: pair.usergroup,
    resource: String(group.name),
    changes,
    orgId,
  });
  return pair;
}

const one = async (ctx: Context, pair: Pair) =>
  (await sql<Pair>`select ${COLUMNS} ${FROM} where m.user_id = ${pair.user} and m.group_id = ${pair.usergroup}`.execute(ctx.tx)).rows[0] ??
  pair;

const shape: Shape = {
  title: text('Members of groups', '用户组成员', 'グループのメンバー'),
  fields: {
    id: shown(WORDS.id, 'integer'),
    user: uuid({ label: WORDS.user, required: true, filter: true }),
    user_display: shown(WORDS.userName),
    usergroup: uuid({ label: WORDS.group, required: true, filter: true }),
    usergroup_display: shown(WORDS.groupName),
  },
};

export const groupRelationRoutes = (kernel: () => Kernel): readonly Route[] => [
  {
    method: 'GET',
    path: PATH,
    policy: can('users.view_usergroup'),
    name: 'users.usergrouprelation.list',
    shape,
    async handle(ctx, request) {
      const conditions = where(ctx, request.query);
      const page = paging(request.query);
      const { rows } = await sql`select ${COLUMNS} ${FROM} where ${conditions} order by g.name, u.name, m.user_id
        ${page ? sql`limit ${page.limit} offset ${page.offset}` : sql``}`.execute(ctx.tx);
      if (!page) return ok(rows);
      const counted = await sql<{ n: number }>`select count(*)::int as n ${FROM} where ${conditions}`.execute(ctx.tx);
      const count = counted.rows[0]?.n ?? 0;
      return ok({ count, ...pageLinks(request.url, page, count), results: rows });
    },
  },
  {
    method: 'POST',
    path: PATH,
    policy: can('users.add_usergroup'),
    name: 'users.usergrouprelation.create',
    shape,
    async handle(ctx, { body }) {
      const items: unknown[] = Array.isArray(body) ? body : [body];
      if (items.length > MAX_BULK) throw new CodedError('body_too_large');
      const made = [];
      for (const item of items) made.push(await one(ctx, await add(kernel(), ctx, item)));
      return ok(Array.isArray(body) ? made : made[0], 201);
    },
  },
  {
    method: 'DELETE',
    path: PATH,
    policy: can('users.delete_usergroup'),
    name: 'users.usergrouprelation.delete',
    async handle(ctx, { query }) {
      const { rows } = await sql<Pair & { user_display: string; usergroup_display: string; org_id: string }>`
        select ${COLUMNS}, g.org_id ${FROM} where ${where(ctx, query)} limit 2`.execute(ctx.tx);
      const [found, another] = rows;
      if (!found || another || !query.user || !query.usergroup) return { status: 400 };
      await sql`delete from user_group_members where user_id = ${found.user} and group_id = ${found.usergroup}`.execute(ctx.tx);
      const changes = [{ field: 'users', before: found.user_display, after: '' }];
      ctx.audit({
        action: 'update',
        resourceType: 'usergroup',
        resourceId: found.usergroup,
        resource: found.usergroup_display,
        changes,
        orgId: found.org_id,
      });
      return noContent;
    },
  },
];
