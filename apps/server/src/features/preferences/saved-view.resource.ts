import { InvalidInput } from '@postern/contract/errors';
import { text as words } from '@postern/contract/text';
import { isRecord } from '@postern/contract/wire';
import { type Behaviour, type Context, defineResource, eb, json, type Policy, type Row, type RowOf, rowsOf, text } from '@postern/resource';
import { lockByName } from '../../platform/database/lock.queries.ts';
import { ownUser } from '../../platform/fields.ts';

const user: Policy = { allow: 'user' };

/** Longest configuration, in characters of its JSON: columns, conditions and an order fit many times over. */
const MAX_CONFIG = 8192;
/** Views one person keeps of one table. */
const MAX_VIEWS = 50;

/**
 * A person's named look at a table: columns, conditions, order. Everyone sees and changes only their own, in every
 * organisation. An addition of ours: clients that do not ask for it never meet it.
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
  rootOrg: true,
  bulk: false,
  base: ['date_created', 'date_updated'],
  fields: {
    name: text({ label: words('Name', '名称', '名前'), required: true, max: 64, search: true }),
    table_name: text({ label: words('Table', '表格', 'テーブル'), required: true, max: 160, filter: true }),
    config: json({ label: words('Configuration', '配置', '設定'), holds: { type: 'object' }, required: true }),
    user: ownUser(),
  },
  order: 'name',
  // A personal convenience, not an act on the system.
  audited: false,
  indexes: ['user_id, table_name'],
});

type SavedView = RowOf<typeof savedView>;
/** The kernel, which knows resources by their definitions only, hands out rows of any; here they are views. */
const asView = (row: Row | undefined): SavedView | undefined => row as SavedView | undefined;

/** Views of the person who asks. */
const savedViewRows = rowsOf(savedView, (ctx, t) => eb(t('user_id'), '=', ctx.actor.id));

/** What of a person's views stands in the way of one more with this name. */
const others = (ctx: Context, table: string, name: string, id: string | null) =>
  ctx.tx
    .selectFrom('saved_views as v')
    .select(({ fn, val }) => [
      fn.countAll<number>().as('total'),
      fn
        .countAll<number>()
        .filterWhere(fn('lower', ['v.name']), '=', fn('lower', [val(name)]))
        .as('same'),
    ])
    .where(savedViewRows(ctx, 'v'))
    .where('v.table_name', '=', table)
    .where('v.id', 'is distinct from', id)
    .executeTakeFirstOrThrow();

export const savedViewBehaviour: Behaviour = {
  rows: savedViewRows,
  async prepare(ctx, { values, verb, ...write }) {
    if ('config' in values) {
      if (!isRecord(values.config)) throw InvalidInput.on('config', 'invalid');
      if (JSON.stringify(values.config).length > MAX_CONFIG) throw InvalidInput.on('config', 'max_length', { max: MAX_CONFIG });
    }
    values.user = ctx.actor.id;
    // Two tabs saving at the same moment must not leave two views of one name.
    await lockByName(ctx.tx, `saved-view:${ctx.actor.id}`);
    const before = asView(write.before);
    const table = String(values.table_name ?? before?.table_name);
    const { total, same } = await others(ctx, table, String(values.name ?? before?.name), before?.id ?? null);
    if (same > 0) throw InvalidInput.on('name', 'unique');
    if (verb === 'create' && total >= MAX_VIEWS) throw InvalidInput.on('non_field_errors', 'too_many', { max: MAX_VIEWS });
  },
  // Whose they are is known to who asks.
  expand: { user: async (_ctx, ids) => new Map(ids.map((id) => [id, id])) },
};
