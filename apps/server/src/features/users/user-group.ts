import { CodedError } from '@postern/contract/errors';
import { text } from '@postern/contract/text';
import { type Behaviour, can, comment, defineBehaviour, defineResource, manyToMany, text as textField } from '@postern/resource';
import { sql } from 'kysely';

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
    name: textField({ label: text('Name', '名称', '名前'), required: true, unique: 'org', filter: true, search: true }),
    comment: comment(),
    users: manyToMany('user', {
      label: text('Users', '用户', 'ユーザー'),
      default: [],
      through: { table: 'user_group_members', mine: 'group_id', theirs: 'user_id' },
    }),
  },
  order: 'name',
  mini: ['id', 'name'],
  small: ['id', 'name', 'comment', 'date_created', 'created_by'],
  actions: { addAllUsers: { method: 'POST', on: 'detail', path: 'add-all-users', policy: can('users.add_usergroup') } },
});

export const userGroupBehaviour: Behaviour = defineBehaviour({
  actions: {
    async addAllUsers(ctx, _request, row) {
      if (!row) throw new CodedError('not_found');
      const added = await sql`
        insert into user_group_members (group_id, user_id)
        select distinct ${row.id}::uuid, b.user_id from role_bindings b join users u on u.id = b.user_id
        where b.org_id = ${row.org_id} and not u.is_service_account on conflict do nothing`.execute(ctx.tx);
      const count = Number(added.numAffectedRows ?? 0);
      const changes = [{ field: 'users', before: '', after: `+${count}` }];
      ctx.audit({
        action: 'update',
        resourceType: 'usergroup',
        resourceId: String(row.id),
        resource: String(row.name),
        changes,
        orgId: String(row.org_id),
      });
      return { status: 200 };
    },
  },
});
