import { CodedError } from '@postern/contract/errors';
import { text } from '@postern/contract/text';
import { type Behaviour, can, comment, defineResource, manyToMany, type Row, type RowOf, rowsOf, uniqueName } from '@postern/resource';

/** Groups of an organisation's members (docs/wire/users.md#groups). */
export const userGroupResource = defineResource({
  name: 'usergroup',
  app: 'users',
  path: 'groups',
  table: 'user_groups',
  label: text('User group', '用户组', 'ユーザーグループ'),
  labelPlural: text('User groups', '用户组', 'ユーザーグループ'),
  scope: 'org',
  base: ['created_by', 'date_created'],
  fields: {
    name: uniqueName('org'),
    comment: comment(),
    users: manyToMany('user', {
      label: text('Users', '用户', 'ユーザー'),
      default: [],
      through: { table: 'user_group_members', mine: 'group_id', theirs: 'user_id' },
    }),
  },
  // What the client that provisions groups calls this one.
  columns: { external_id: 'text' },
  uniqueTogether: [['external_id']],
  order: 'name',
  mini: ['id', 'name'],
  small: ['id', 'name', 'comment', 'date_created', 'created_by'],
  actions: { addAllUsers: { method: 'POST', on: 'detail', path: 'add-all-users', policy: can('users.add_usergroup'), answer: null } },
});

export type GroupRow = RowOf<typeof userGroupResource>;
/** The kernel, which knows resources by their definitions only, hands out rows of any; where this is called they are groups. */
export const asGroup = (row: Row): GroupRow => row as GroupRow;

export const userGroupRows = rowsOf(userGroupResource);

export const userGroupBehaviour: Behaviour = {
  rows: userGroupRows,
  actions: {
    async addAllUsers(ctx, _request, row) {
      if (!row) throw new CodedError('not_found');
      const { id, name, org_id: orgId } = asGroup(row);
      const added = await ctx.tx
        .insertInto('user_group_members')
        .columns(['group_id', 'user_id'])
        .expression((members) =>
          members
            .selectFrom('user_groups as g')
            .innerJoin('role_bindings as b', 'b.org_id', 'g.org_id')
            .innerJoin('users as u', 'u.id', 'b.user_id')
            .distinct()
            .select(['g.id', 'b.user_id'])
            .where('g.id', '=', id)
            .where('u.is_service_account', '=', false),
        )
        .onConflict((clash) => clash.doNothing())
        .executeTakeFirst();
      const changes = [{ field: 'users', before: '', after: `+${added.numInsertedOrUpdatedRows ?? 0}` }];
      ctx.audit({ action: 'update', resourceType: 'usergroup', resourceId: id, resource: name, changes, orgId });
      return { status: 200 };
    },
  },
};
