import type { PermissionScope } from '@postern/contract/permissions';
import { text } from '@postern/contract/text';
import { computed, defineResource, deriveResource, labelled, reference, TEXT_SCHEMA } from '@postern/resource';

declare module '@postern/resource/database' {
  interface Columns {
    'role_bindings.scope': PermissionScope;
  }
}

/** Role bindings of both scopes: the system administrator's view, as its codes are never grantable (docs/wire/roles.md#bindings). */
export const roleBindingResource = defineResource({
  name: 'rolebinding',
  app: 'rbac',
  path: 'role-bindings',
  table: 'role_bindings',
  label: text('Role binding', '角色绑定', 'ロールの割り当て'),
  labelPlural: text('Role bindings', '角色绑定', 'ロールの割り当て'),
  scope: 'system',
  title: 'id',
  verbs: ['list', 'retrieve', 'create', 'delete'],
  fields: {
    user: reference('user', {
      label: text('User ID', '用户 ID', 'ユーザー ID'),
      required: true,
      onDelete: 'cascade',
      filter: true,
      answered: TEXT_SCHEMA,
    }),
    user_display: computed({ label: text('User', '用户', 'ユーザー'), type: 'string' }),
    role: reference('role', {
      label: text('Role ID', '角色 ID', 'ロール ID'),
      required: true,
      onDelete: 'restrict',
      filter: true,
      answered: TEXT_SCHEMA,
    }),
    role_display: computed({ label: text('Role', '角色', 'ロール'), type: 'string' }),
    scope: labelled({
      label: text('Scope', '范围', '範囲'),
      readOnly: true,
      default: 'org',
      filter: true,
      choices: [
        { value: 'system', label: text('System', '系统', 'システム') },
        { value: 'org', label: text('Organisation', '组织', '組織') },
      ],
    }),
    org: reference('organization', {
      label: text('Organisation ID', '组织 ID', '組織 ID'),
      answered: TEXT_SCHEMA,
      nullable: true,
      onDelete: 'cascade',
      filter: true,
      readOnly: true,
    }),
    org_name: computed({ label: text('Organisation', '组织', '組織'), type: 'string' }),
  },
  columns: {
    // One binding of a role to a user in an organisation; a plain unique index would let several through where org_id is null.
    binding_key: "text generated always as (user_id::text || ':' || role_id::text || ':' || coalesce(org_id::text, '')) stored unique",
  },
  order: '-date_created',
  indexes: ['user_id, org_id', 'org_id, user_id'],
});

export const systemRoleBindingResource = deriveResource(roleBindingResource, {
  name: 'systemrolebinding',
  path: 'system-role-bindings',
  permissionModel: 'systemrolebinding',
  label: text('System role binding', '系统角色绑定', 'システムロールの割り当て'),
  labelPlural: text('System role bindings', '系统角色绑定', 'システムロールの割り当て'),
  rootOrg: true,
});

export const orgRoleBindingResource = deriveResource(roleBindingResource, {
  name: 'orgrolebinding',
  path: 'org-role-bindings',
  permissionModel: 'orgrolebinding',
  label: text('Organisation role binding', '组织角色绑定', '組織ロールの割り当て'),
  labelPlural: text('Organisation role bindings', '组织角色绑定', '組織ロールの割り当て'),
});
