import { InvalidInput } from '@postern/contract/errors';
import { text as words } from '@postern/contract/text';
import { type Context, defineBehaviour, defineResource, eb, json, type Policy, reference, rowsOf, text } from '@postern/resource';
import { sql } from 'kysely';

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
    config: json({ label: words('Configuration', '配置', '設定'), required: true }),
    user: reference('user', {
      label: words('User', '用户', 'ユーザー'),
      readOnly: true,
      required: true,
      onDelete: 'cascade',
      sameOrg: false,
    }),
  },
  order: 'name',
  // A personal convenience, not an act on the system.
  audited: false,
  indexes: ['user_id, table_name'],
});

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What of a person's views stands in the way of one more with this name. */
async function others(ctx: Context, table: unknown, name: unknown, id: unknown): Promise<{ total: number; same: number }> {
  const { rows } = await sql<{ total: number; same: number }>`
    select count(*)::int as total, (count(*) filter (where lower(name) = lower(${name})))::int as same
    from saved_views where user_id = ${ctx.actor.id} and table_name = ${table} and id::text <> ${id ?? ''}`.execute(ctx.tx);
  return rows[0] ?? { total: 0, same: 0 };
}

export const savedViewBehaviour = defineBehaviour({
  rows: rowsOf(savedView, (ctx, t) => eb(t('user_id'), '=', ctx.actor.id)),
  async prepare(ctx, { values, before, verb }) {
    if ('config' in values) {
      if (!isObject(values.config)) throw InvalidInput.on('config', 'invalid');
      if (JSON.stringify(values.config).length > MAX_CONFIG) throw InvalidInput.on('config', 'max_length', { max: MAX_CONFIG });
    }
    values.user = ctx.actor.id;
    // Two tabs saving at the same moment must not leave two views of one name.
    await sql`select pg_advisory_xact_lock(hashtext(${`saved-view:${ctx.actor.id}`}))`.execute(ctx.tx);
    const table = values.table_name ?? before?.table_name;
    const { total, same } = await others(ctx, table, values.name ?? before?.name, before?.id);
    if (same > 0) throw InvalidInput.on('name', 'unique');
    if (verb === 'create' && total >= MAX_VIEWS) throw InvalidInput.on('non_field_errors', 'too_many', { max: MAX_VIEWS });
  },
  // Whose they are is known to who asks.
  expand: { user: async (_ctx, ids) => new Map(ids.map((id) => [id, id])) },
});
