import { type PermissionScope, permissionByCode, permissionById } from '@postern/contract/permissions';
import { type Text, text } from '@postern/contract/text';
import {
  at,
  boolean,
  can,
  comment,
  computed,
  defineResource,
  deriveResource,
  eb,
  type Field,
  labelled,
  Problem,
  type ResourceDefinition,
  text as textField,
  textList,
} from '@postern/resource';
import { sql } from 'kysely';
import { permissionShape, permissionTreeShape, roleUsersShape } from './shapes.ts';

declare module '@postern/resource/database' {
  interface Columns {
    'roles.permissions': readonly string[];
    'roles.scope': PermissionScope;
  }
}

const SCOPES = [
  { value: 'system', label: text('System', '系统', 'システム') },
  { value: 'org', label: text('Organisation', '组织', '組織') },
];

/** Said when a role is made, and for good: what it may hold follows from it. Views of one scope take that one only. */
const scope = (only?: string): Field =>
  labelled({
    label: text('Scope', '范围', '範囲'),
    choices: SCOPES.filter(({ value }) => only === undefined || value === only),
    required: true,
    createOnly: true,
    filter: true,
    order: false,
  });

/** Permission ids of the wire, as numbers or text, stored as codes so that nothing depends on numbering. */
function permissionSet(): Field {
  const { kind, options } = textList({ label: text('Permissions', '权限', '権限'), writeOnly: true, default: [] });
  return {
    options,
    kind: {
      ...kind,
      type: 'field',
      parse(input) {
        if (!Array.isArray(input)) throw new Problem('not_a_list');
        if (input.length > 1000) throw new Problem('too_many', { max: 1000 });
        const codes = (input as unknown[]).map((entry) => {
          const found = permissionById(Number(entry)) ?? (typeof entry === 'string' ? permissionByCode(entry) : undefined);
          if (!found) throw new Problem('does_not_exist', { value: String(entry).slice(0, 64) });
          return found.code;
        });
        return [...new Set(codes)].sort();
      },
    },
  };
}

/** Lists put the built-in roles first, whatever is asked (docs/wire/roles.md#roles-of-an-installation): the name sorts by that rank, too. */
function orderedName(): Field {
  const t = at('t');
  const { kind, options } = textField({ label: text('Name', '名称', '名前'), required: true, filter: true, search: true });
  return {
    kind,
    options: {
      ...options,
      expression: () => eb(eb.case().when(t('builtin'), '=', true).then('0').else('1').end(), '||', sql.ref<string>('t.name')),
      noIndex: 'an installation has few roles',
    },
  };
}

/** What hangs below a role of a kind is for who may see such roles. */
const below = (model: string): NonNullable<ResourceDefinition['actions']> => {
  const nested = can('rbac.view_permission', `rbac.view_${model}`);
  return {
    users: { method: 'GET', on: 'detail', path: 'users', policy: can('rbac.view_rolebinding'), shape: roleUsersShape },
    permissions: { method: 'GET', on: 'detail', path: 'permissions', policy: nested, shape: permissionShape },
    tree: { method: 'GET', on: 'detail', path: 'permissions/tree', policy: nested, shape: permissionTreeShape },
  };
};

/** Roles of both scopes: the system administrator's view, as no role can hold its codes (docs/wire/roles.md#codes-that-no-role-can-hold). */
export const roleResource = defineResource({
  name: 'role',
  app: 'rbac',
  path: 'roles',
  table: 'roles',
  label: text('Role', '角色', 'ロール'),
  labelPlural: text('Roles', '角色', 'ロール'),
  scope: 'system',
  bulk: false,
  base: ['created_by', 'updated_by', 'date_created', 'date_updated'],
  fields: {
    name: orderedName(),
    display_name: computed({ label: text('Display name', '显示名称', '表示名'), type: 'string' }),
    scope: scope(),
    users_amount: computed({ label: text('Users', '用户数', 'ユーザー数'), type: 'integer' }),
    permissions: permissionSet(),
    comment: comment(),
    builtin: boolean({ label: text('Built-in', '内置', '組み込み'), readOnly: true, filter: true, order: false }),
  },
  order: 'name',
  orderable: [],
  mini: ['id', 'name', 'display_name'],
  uniqueTogether: [['name', 'scope']],
  actions: below('role'),
});

/** The roles of one scope: a view of their own, with codes of their own. */
const rolesOf = (of: PermissionScope, label: Text, labelPlural: Text) =>
  deriveResource(roleResource, {
    name: `${of}role`,
    path: `${of}-roles`,
    permissionModel: `${of}role`,
    fields: { scope: scope(of) },
    actions: below(`${of}role`),
    label,
    labelPlural,
  });

export const systemRoleResource = rolesOf(
  'system',
  text('System role', '系统角色', 'システムロール'),
  text('System roles', '系统角色', 'システムロール'),
);
export const orgRoleResource = rolesOf(
  'org',
  text('Organisation role', '组织角色', '組織ロール'),
  text('Organisation roles', '组织角色', '組織ロール'),
);
