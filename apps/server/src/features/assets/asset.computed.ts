import { AUTOMATIONS } from '@postern/contract/platforms';
import { render, text } from '@postern/contract/text';
import {
  type Context,
  eb,
  FLAG_SCHEMA,
  INTEGER_SCHEMA,
  type Joined,
  listSchema,
  type RowOf,
  type Schema,
  TEXT_SCHEMA,
} from '@postern/resource';
import { labelledAs, orNull } from '../../platform/shown.ts';
import { configOfPlatform, objectOf } from './asset.queries.ts';

/** Values made for a page of assets at once. */

/** Full paths of the nodes each asset hangs on. Not every row has one: who puts rows into the database from outside may leave the link out. */
export const nodePaths: Joined = {
  expression: () =>
    eb
      .selectFrom('asset_nodes as l')
      .innerJoin('nodes as n', 'n.id', 'l.node_id')
      .select(({ fn }) => fn.agg('array_agg', ['n.full_value']).orderBy('n.full_value').as('paths'))
      .whereRef('l.asset_id', '=', 't.id'),
  wire: (value) => value ?? [],
};

const AUTOMATION = AUTOMATIONS.flatMap((name): [string, Schema][] => [
  [`${name}_enabled`, FLAG_SCHEMA],
  [`${name}_method`, orNull(TEXT_SCHEMA)],
  [`${name}_params`, { type: 'object' }],
]);

/** What the platform lets one do with an asset: its switches and its whole automation object. Nothing of a platform that is not there. */
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

export const autoConfig: Joined = { expression: () => configOfPlatform(eb.ref('t.platform_id')), wire: (value) => value ?? {} };

/** What only assets of one category have. */
const SPEC_COLUMNS = [
  ...(['category', 'db_name', 'use_ssl', 'allow_invalid_cert', 'autofill', 'username_selector'] as const),
  ...(['password_selector', 'submit_selector', 'script', 'proxy'] as const),
];
type SpecRow = Pick<RowOf<{ table: 'assets' }>, (typeof SPEC_COLUMNS)[number]>;

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
export const specInfo: Joined = {
  expression: () => objectOf(SPEC_COLUMNS),
  wire(value, ctx) {
    const row = value as SpecRow;
    const label = autofillLabels[row.autofill];
    return specOf(row, { value: row.autofill, label: label ? render(label, ctx.language) : row.autofill });
  },
};

/** The same for components, which want plain values (docs/wire/components.md#the-secret). */
export async function plainSpecInfo(ctx: Context, id: string): Promise<Record<string, unknown>> {
  const row = await ctx.tx.selectFrom('assets').select(SPEC_COLUMNS).where('id', '=', id).executeTakeFirst();
  return row ? specOf(row, row.autofill) : {};
}
