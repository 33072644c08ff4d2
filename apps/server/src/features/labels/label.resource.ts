import { MARK_COLOURS, type MarkColour } from '@postern/contract/machine-marks';
import { type Text, text as words } from '@postern/contract/text';
import { boolean, choice, comment, defineResource, derived, labelled, manyToMany, rowsOf, type Tables, text } from '@postern/resource';
import { expressionBuilder, sql } from 'kysely';

const tables = expressionBuilder<Tables, never>();

const COLOUR_WORDS: Readonly<Record<MarkColour, Text>> = {
  red: words('Red', '红色', '赤'),
  amber: words('Amber', '琥珀色', '琥珀色'),
  green: words('Green', '绿色', '緑'),
  blue: words('Blue', '蓝色', '青'),
  grey: words('Grey', '灰色', '灰色'),
};

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
    color: choice({
      label: words('Colour', '颜色', '色'),
      default: '',
      order: false,
      choices: [{ value: '', label: words('None', '无', 'なし') }, ...MARK_COLOURS.map((value) => ({ value, label: COLOUR_WORDS[value] }))],
    }),
    warning: text({
      label: words('Warning', '警告', '警告'),
      max: 128,
      default: '',
      blank: true,
      order: false,
      help: words(
        'Shown with the label above every session on its assets, where the label has a colour.',
        '标签设有颜色时，会与标签一起显示在其资产的每个会话上方。',
        'ラベルに色がある場合、そのアセットのすべてのセッションの上にラベルとともに表示されます。',
      ),
    }),
    comment: comment(),
    is_active: boolean({ label: words('Active', '激活', '有効'), default: true }),
  },
  order: 'name',
  uniqueTogether: [['name', 'value']],
  mini: ['id', 'name'],
  small: ['id', 'name', 'value', 'category', 'is_active', 'date_created', 'comment', 'color', 'warning'],
});

export const labelRows = rowsOf(label);
