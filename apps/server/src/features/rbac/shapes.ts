import { text } from '@postern/contract/text';
import { type ActionShape, INTEGER_SCHEMA, objectSchema, TEXT_SCHEMA } from '@postern/resource';
import { shown, treeShape, WORDS } from '../../platform/shown.ts';

/** Metadata of permissions, and of what hangs below a role. */

export const PERMISSIONS = text('Permissions', '权限', '権限');

export const permissionShape: ActionShape = {
  title: PERMISSIONS,
  fields: {
    id: shown(WORDS.id, 'integer'),
    name: shown(WORDS.name),
    content_type: shown(text('Belongs to', '所属类型', '対象'), 'field', {
      answered: objectSchema({ id: INTEGER_SCHEMA, app_label: TEXT_SCHEMA, model: TEXT_SCHEMA }),
    }),
    codename: shown(text('Code', '代码', 'コード')),
  },
};

export const permissionTreeShape: ActionShape = treeShape(PERMISSIONS);

export const roleUsersShape: ActionShape = {
  title: text('Users of the role', '角色用户', 'ロールのユーザー'),
  fields: { id: shown(WORDS.id), name: shown(WORDS.name), username: shown(WORDS.username) },
};
