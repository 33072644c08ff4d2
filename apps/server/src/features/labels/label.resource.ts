import { text as words } from '@postern/contract/text';
import { boolean, comment, defineResource, derived, labelled, manyToMany, rowsOf, type Tables, text } from '@postern/resource';
import { expressionBuilder, sql } from 'kysely';

const tables = expressionBuilder<Tables, never>();

/** `name:value` marks on assets (docs/wire/assets.md#labels). */
export const label = defineResource({
  name: 'label',
  app: 'assets',
  path: 'labels',
  table: 'labels',
  label: words('Label', '标签', 'ラベル'),
  labelPlural: words('Labels', '标签', 'ラベル'),
  scope: 'org',
  base: ['date_created'],
  fields: {
    name: text({ label: words('Name', '名称', '名前'), required: true, filter: true, search: true }),
    value: text({ label: words('Value', '值', '値'), required: true, filter: true, search: true }),
    category: labelled({
      label: words('Category', '类别', 'カテゴリ'),
      readOnly: true,
      default: 'U',
      choices: [
        { value: 'S', label: words('System', '系统', 'システム') },
        { value: 'U', label: words('User', '用户', 'ユーザー') },
      ],
    }),
    asset_count: derived({
      label: words('Asset count', '资产数量', 'アセット数'),
      type: 'integer',
      order: false,
      expression: () =>
        tables
          .selectFrom('asset_labels as l')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .where('l.label_id', '=', sql.ref<string>('t.id')),
    }),
    assets: manyToMany('asset', {
      label: words('Assets', '资产', 'アセット'),
      through: { table: 'asset_labels', mine: 'label_id', theirs: 'asset_id' },
    }),
    comment: comment(),
    is_active: boolean({ label: words('Active', '激活', '有効'), default: true }),
  },
  order: 'name',
  uniqueTogether: [['name', 'value']],
  mini: ['id', 'name'],
  small: ['id', 'name', 'value', 'category', 'is_active', 'date_created', 'comment'],
});

export const labelRows = rowsOf(label);
