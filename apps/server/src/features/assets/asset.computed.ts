import { AUTOMATIONS } from '@postern/contract/platforms';
import { render, text } from '@postern/contract/text';
import { among, type Context, FLAG_SCHEMA, INTEGER_SCHEMA, listSchema, type Row, type Schema, TEXT_SCHEMA } from '@postern/resource';
import { labelledAs, orNull } from '../../platform/shown.ts';

/** Values made for a page of assets at once. */

/** Full paths of the nodes each asset hangs on. */
export async function nodePaths(ctx: Context, ids: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await ctx.tx
    .selectFrom('asset_nodes as l')
    .innerJoin('nodes as n', 'n.id', 'l.node_id')
    .select(({ fn }) => ['l.asset_id', fn.agg<string[]>('array_agg', ['n.full_value']).orderBy('n.full_value').as('paths')])
    .where(({ ref }) => among(ref('l.asset_id'), ids))
    .groupBy('l.asset_id')
    .execute();
  // Not every row has one: who puts rows into the database from outside may leave the link out.
  const paths = new Map(rows.map((row) => [row.asset_id, row.paths]));
  return new Map(ids.map((id) => [id, paths.get(id) ?? []]));
}

/** What the platform lets one do with an asset: its switches and its whole automation object. */
export async function platformConfig(ctx: Context, platformIds: readonly number[]): Promise<Map<number, Record<string, unknown>>> {
  const rows = await ctx.tx
    .selectFrom('platforms')
    .select(['id', 'su_enabled', 'domain_enabled', 'automation'])
    .where(({ ref }) => among(ref('id'), [...new Set(platformIds)]))
    .execute();
  return new Map(
    rows.map(({ id, su_enabled, domain_enabled, automation }) => [id, { su_enabled, domain_enabled, ...automation, platform: id }]),
  );
}

const AUTOMATION = AUTOMATIONS.flatMap((name): [string, Schema][] => [
  [`${name}_enabled`, FLAG_SCHEMA],
  [`${name}_method`, orNull(TEXT_SCHEMA)],
  [`${name}_params`, { type: 'object' }],
]);

/** What `platformConfig` says; nothing of a platform that is not there. */
export const AUTO_CONFIG: Schema = {
  type: 'object',
  properties: {
    su_enabled: FLAG_SCHEMA,
    domain_enabled: FLAG_SCHEMA,
    platform: INTEGER_SCHEMA,
    id: orNull(INTEGER_SCHEMA),
    ansible_enabled: FLAG_SCHEMA,
    ansible_config: { type: 'object' },
    ...Object.fromEntries(AUTOMATION),
  },
};

export async function autoConfig(ctx: Context, rows: readonly Row[]): Promise<Map<string, Record<string, unknown>>> {
  const byPlatform = await platformConfig(
    ctx,
    rows.map((row) => Number(row.platform_id)),
  );
  return new Map(rows.map((row) => [String(row.id), byPlatform.get(Number(row.platform_id)) ?? {}]));
}

/** Assets (`t`) with what only those of one category have. */
const specRows = (ctx: Context, ids: readonly string[]) =>
  ctx.tx
    .selectFrom('assets as t')
    .innerJoin('platforms as p', 'p.id', 't.platform_id')
    .select(['t.id', 'p.category', 't.db_name', 't.use_ssl', 't.allow_invalid_cert', 't.autofill', 't.username_selector'])
    .select(['t.password_selector', 't.submit_selector', 't.script', 't.proxy'])
    .where(({ ref }) => among(ref('t.id'), ids))
    .execute();
type SpecRow = Awaited<ReturnType<typeof specRows>>[number];

const autofillLabels: Readonly<Record<string, ReturnType<typeof text>>> = {
  no: text('Off', '关闭', 'しない'),
  basic: text('Basic', '基本', '基本'),
  script: text('Script', '脚本', 'スクリプト'),
};

/** Of a category what it has. */
export const SPEC_INFO: Schema = {
  type: 'object',
  properties: {
    db_name: TEXT_SCHEMA,
    use_ssl: FLAG_SCHEMA,
    allow_invalid_cert: FLAG_SCHEMA,
    autofill: labelledAs(),
    username_selector: TEXT_SCHEMA,
    password_selector: TEXT_SCHEMA,
    submit_selector: TEXT_SCHEMA,
    script: listSchema({}),
    proxy: orNull(TEXT_SCHEMA),
  },
};

function specOf(row: SpecRow, autofill: unknown): Record<string, unknown> {
  if (row.category === 'database') return { db_name: row.db_name ?? '', use_ssl: row.use_ssl, allow_invalid_cert: row.allow_invalid_cert };
  if (row.category === 'web') {
    const { username_selector, password_selector, submit_selector, script } = row;
    return { autofill, username_selector, password_selector, submit_selector, script };
  }
  return row.category === 'gpt' ? { proxy: row.proxy } : {};
}

/** The category's own fields as one object (`spec_info`, docs/wire/assets.md#assets). */
export async function specInfo(ctx: Context, ids: readonly string[]): Promise<Map<string, Record<string, unknown>>> {
  return new Map(
    (await specRows(ctx, ids)).map((row) => {
      const label = autofillLabels[row.autofill];
      return [row.id, specOf(row, { value: row.autofill, label: label ? render(label, ctx.language) : row.autofill })];
    }),
  );
}

/** The same for components, which want plain values (docs/wire/components.md#the-secret). */
export async function plainSpecInfo(ctx: Context, id: string): Promise<Record<string, unknown>> {
  const row = (await specRows(ctx, [id]))[0];
  return row ? specOf(row, row.autofill) : {};
}
