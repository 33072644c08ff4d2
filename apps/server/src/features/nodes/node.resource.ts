import { text as words } from '@postern/contract/text';
import { defineResource, derived, eb, text } from '@postern/resource';

/**
 * The asset tree of an organisation (docs/wire/assets.md#nodes). The key of a child is its parent's key, a colon and a
 * counter, so a subtree is a range of keys; `full_value` is the path people read.
 */
export const node = defineResource({
  name: 'node',
  app: 'assets',
  path: 'nodes',
  table: 'nodes',
  label: words('Node', '节点', 'ノード'),
  labelPlural: words('Nodes', '节点', 'ノード'),
  scope: 'org',
  fields: {
    key: text({ label: words('Key', '键', 'キー'), max: 64, readOnly: true, unique: 'global', filter: true, order: false }),
    value: text({
      label: words('Name', '名称', '名前'),
      nullable: true,
      filter: true,
      noIndex: 'compared within the siblings found by parent_key',
    }),
    full_value: text({
      label: words('Full path', '完整路径', 'フルパス'),
      max: 4096,
      default: '',
      blank: true,
      search: true,
      createOnly: true,
    }),
    name: derived({ label: words('Node', '节点', 'ノード'), expression: () => eb.ref('t.value') }),
  },
  columns: { parent_key: `text not null default ''`, child_mark: 'integer not null default 0' },
  order: 'full_value',
  title: 'full_value',
  suggestions: 'assets.match_node',
  indexes: ['parent_key, value', "(key || ':') text_pattern_ops"],
});
