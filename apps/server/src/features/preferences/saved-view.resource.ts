import { text as words } from '@postern/contract/text';
import { boolean, computed, defineResource, json, type Policy, type RowOf, text } from '@postern/resource';

const user: Policy = { allow: 'user' };

/**
 * A person's named look at a table: columns, conditions, order. One's own are seen in every organisation and by nobody else; shared ones belong to an
 * organisation and are read by whoever takes part in it and may open the list (decision 0170). An addition of ours: clients that do not ask for
 * it never meet it.
 */
export const savedView = defineResource({
  name: 'savedview',
  app: 'settings',
  path: 'saved-views',
  table: 'saved_views',
  label: words('Saved view', '已保存的视图', '保存したビュー'),
  labelPlural: words('Saved views', '已保存的视图', '保存したビュー'),
  scope: 'system',
  access: { list: user, retrieve: user, create: user, update: user, delete: user },
  bulk: false,
  base: ['created_by', 'date_created', 'date_updated'],
  fields: {
    name: text({ label: words('Name', '名称', '名前'), required: true, max: 64, search: true }),
    table_name: text({ label: words('Table', '表格', 'テーブル'), required: true, max: 160, filter: true }),
    config: json({
      label: words('Configuration', '配置', '設定'),
      holds: { type: 'object' },
      answered: { type: 'object' },
      required: true,
    }),
    is_shared: boolean({
      label: words('Shared', '共享', '共有'),
      help: words(
        'Everyone in the organisation who may open the list can use it.',
        '组织内能打开该列表的人均可使用。',
        '組織内でこの一覧を開ける人全員が使えます。',
      ),
      default: false,
    }),
    user: computed({ label: words('Owner', '所有者', '所有者'), type: 'string', nullable: true }),
  },
  columns: {
    /** Whose own it is: such a view goes with them. */
    user_id: 'uuid references users (id) on delete cascade',
    /** Who shares it, and no other's: a shared view stays when they go. */
    sharer_id: 'uuid references users (id) on delete set null',
    shared_in: 'uuid references organizations (id) on delete cascade',
    /** Address of the list that a shared view is of. */
    list_url: 'text',
  },
  order: 'name',
  // One's own are a convenience and no act on the system. What concerns shared ones is written by their behaviour.
  audited: false,
  indexes: ['user_id', 'user_id, table_name', 'sharer_id, table_name', 'shared_in, list_url'],
});

export type SavedView = RowOf<typeof savedView>;
