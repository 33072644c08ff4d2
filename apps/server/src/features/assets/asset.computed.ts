import { render, text } from '@postern/contract/text';
import type { Context, Row } from '@postern/resource';
import { sql } from 'kysely';

/** Values made for a page of assets at once. */

/** Full paths of the nodes each asset hangs on. */
export async function nodePaths(ctx: Context, ids: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ asset_id: string; paths: string[] }>`
    select l.asset_id, array_agg(n.full_value order by n.full_value) as paths
    from asset_nodes l join nodes n on n.id = l.node_id where l.asset_id = any(${ids}::uuid[]) group by l.asset_id`.execute(ctx.tx);
  return new Map(rows.map((row) => [row.asset_id, row.paths]));
}

/** What the platform lets one do with an asset: its switches and its whole automation object. */
export async function platformConfig(ctx: Context, platformIds: readonly number[]): Promise<Map<number, Record<string, unknown>>> {
  const { rows } = await sql<{ id: number; su_enabled: boolean; domain_enabled: boolean; automation: Record<string, unknown> }>`
    select id, su_enabled, domain_enabled, automation from platforms where id = any(${[...new Set(platformIds)]}::int[])`.execute(ctx.tx);
  return new Map(
    rows.map(({ id, su_enabled, domain_enabled, automation }) => [id, { su_enabled, domain_enabled, ...automation, platform: id }]),
  );
}

export async function autoConfig(ctx: Context, rows: readonly Row[]): Promise<Map<string, Record<string, unknown>>> {
  const byPlatform = await platformConfig(
    ctx,
    rows.map((row) => Number(row.platform_id)),
  );
  return new Map(rows.map((row) => [String(row.id), byPlatform.get(Number(row.platform_id)) ?? {}]));
}

interface SpecRow {
  id: string;
  category: string;
  db_name: string | null;
  use_ssl: boolean;
  allow_invalid_cert: boolean;
  autofill: string;
  username_selector: string;
  password_selector: string;
  submit_selector: string;
  script: unknown;
  proxy: string;
}

const autofillLabels: Readonly<Record<string, ReturnType<typeof text>>> = {
  no: text('Off', '关闭', 'しない'),
  basic: text('Basic', '基本', '基本'),
  script: text('Script', '脚本', 'スクリプト'),
};

function specOf(row: SpecRow, autofill: unknown): Record<string, unknown> {
  if (row.category === 'database') return { db_name: row.db_name ?? '', use_ssl: row.use_ssl, allow_invalid_cert: row.allow_invalid_cert };
  if (row.category === 'web') {
    const { username_selector, password_selector, submit_selector, script } = row;
    return { autofill, username_selector, password_selector, submit_selector, script };
  }
  return row.category === 'gpt' ? { proxy: row.proxy } : {};
}

async function specRows(ctx: Context, ids: readonly string[]): Promise<SpecRow[]> {
  const { rows } = await sql<SpecRow>`
    select t.id, p.category, t.db_name, t.use_ssl, t.allow_invalid_cert, t.autofill, t.username_selector, t.password_selector,
      t.submit_selector, t.script, t.proxy
    from assets t join platforms p on p.id = t.platform_id where t.id = any(${ids}::uuid[])`.execute(ctx.tx);
  return rows;
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
