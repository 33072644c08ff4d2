import { text } from '@postern/contract/text';
import { type Context, can, fetchRow, type Route, readReference, reference, uuid } from '@postern/resource';
import { relation } from '../../platform/routes/relation.ts';
import { shown, WORDS } from '../../platform/shown.ts';
import { join } from './groups.ts';
import { asUser, userResource } from './user.resource.ts';
import { asGroup, type GroupRow, userGroupResource, userGroupRows } from './user-group.ts';

/** Rows of user and group (docs/wire/users.md#members-of-groups). The pair is the identity; the number is made from it for clients that want one. */

/** Whose membership of which group; an empty value asks for any, as forms send it. */
interface Asked {
  user?: string | null;
  usergroup?: string | null;
}

/** Members of groups that the actor may see, before anything is said about columns. */
function members(ctx: Context, { user, usergroup }: Asked) {
  const all = ctx.tx
    .selectFrom('user_group_members as m')
    .innerJoin('user_groups as g', 'g.id', 'm.group_id')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where(userGroupRows(ctx, 'g'));
  const ofUser = user ? all.where('m.user_id', '=', user) : all;
  return usergroup ? ofUser.where('m.group_id', '=', usergroup) : ofUser;
}

const shownMembers = (ctx: Context, asked: Asked) =>
  members(ctx, asked).select((m) => [
    // A number that follows from the pair, within what an integer holds.
    m
      .cast<number>(
        m.fn('abs', [
          m.cast(m.fn('hashtext', [m(m.cast<string>('m.user_id', 'text'), '||', m.cast<string>('m.group_id', 'text'))]), 'bigint'),
        ]),
        'integer',
      )
      .as('id'),
    'm.user_id',
    'u.name',
    'u.username',
    'm.group_id',
    'g.name as group_name',
    'g.org_id',
  ]);

type Shown = Awaited<ReturnType<ReturnType<typeof shownMembers>['executeTakeFirstOrThrow']>>;

const wire = ({ id, user_id, name, username, group_id, group_name }: Shown) => ({
  id,
  user: user_id,
  user_display: `${name}(${username})`,
  usergroup: group_id,
  usergroup_display: group_name,
});

const audit = (ctx: Context, { id, name, org_id: orgId }: Pick<GroupRow, 'id' | 'name' | 'org_id'>, before: string, after: string): void =>
  ctx.audit({
    action: 'update',
    resourceType: 'usergroup',
    resourceId: id,
    resource: name,
    changes: [{ field: 'users', before, after }],
    orgId,
  });

const related = {
  user: uuid({ label: WORDS.user, required: true, filter: true }),
  usergroup: uuid({ label: WORDS.group, required: true, filter: true }),
};

export const groupRelationRoutes: readonly Route[] = relation({
  path: '/api/v1/users/users-groups-relations/',
  rows: { of: [userGroupResource, userResource] },
  query: { user: uuid({ label: WORDS.user, nullable: true }), usergroup: uuid({ label: WORDS.group, nullable: true }) },
  answer: {
    title: text('Members of groups', '用户组成员', 'グループのメンバー'),
    fields: {
      id: shown(WORDS.id, 'integer'),
      user: related.user,
      user_display: shown(WORDS.userName),
      usergroup: related.usergroup,
      usergroup_display: shown(WORDS.groupName),
    },
  },
  list: {
    name: 'users.usergrouprelation.list',
    who: can('users.view_usergroup'),
    async items(ctx, { query, page }) {
      const sorted = shownMembers(ctx, query).orderBy('g.name').orderBy('u.name').orderBy('m.user_id');
      if (!page) return sorted.execute();
      const results = await sorted.limit(page.limit).offset(page.offset).execute();
      const { count } = await members(ctx, query)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return { count, results };
    },
    wire,
  },
  add: {
    name: 'users.usergrouprelation.create',
    who: can('users.add_usergroup'),
    body: {
      usergroup: reference('usergroup', { label: WORDS.group, required: true }),
      // Of the organisation of the group, which in the root one is not that of the request.
      user: reference('user', { label: WORDS.user, required: true, judged: 'by the resource' }),
    },
    errors: ['object_does_not_exist'],
    async make(ctx, { body: { usergroup, user: given }, kernel }) {
      const people = kernel.byName('user');
      const group = asGroup(await fetchRow(kernel.byName('usergroup'), ctx, usergroup));
      const user = String(await readReference(people, ctx, 'user', given, { orgId: group.org_id }));
      const { name, username } = asUser(await fetchRow(people, ctx, user));
      await join(ctx, [{ user_id: user, group_id: usergroup }]);
      audit(ctx, group, '', `${name}(${username})`);
      const made = await shownMembers(ctx, { user, usergroup }).executeTakeFirst();
      return made ? wire(made) : { user, usergroup };
    },
  },
  remove: {
    name: 'users.usergrouprelation.delete',
    who: can('users.delete_usergroup'),
    async take(ctx, query) {
      const found = query.user && query.usergroup ? await shownMembers(ctx, query).executeTakeFirst() : undefined;
      if (!found) return false;
      const { user_id, group_id, group_name, org_id } = found;
      await ctx.tx.deleteFrom('user_group_members').where('user_id', '=', user_id).where('group_id', '=', group_id).execute();
      audit(ctx, { id: group_id, name: group_name, org_id }, wire(found).user_display, '');
      return true;
    },
  },
});
