import { parseUuid } from '@postern/contract/ids';
import type { Behaviour, Context, Where } from '@postern/resource';
import { sql } from 'kysely';
import { contains, findNode, within } from '../nodes/index.ts';

/** Query parameters of asset lists (docs/wire/assets.md#filters). Main table alias is `t`. */

const truthy = new Set(['1', 'true', 't', 'yes', 'on']);
const yes = (value: string): boolean => truthy.has(value.toLowerCase());
const many = (value: string): string[] =>
  value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .slice(0, 200);

export const platformHas = (condition: Where): Where => sql`t.platform_id in (select p.id from platforms p where ${condition})`;

/** Assets of a node, with all below it unless only the direct ones are asked for. */
export async function inNode(ctx: Context, idOrKey: string, directOnly: boolean): Promise<Where> {
  const node = await findNode(ctx, parseUuid(idOrKey) ?? idOrKey);
  if (!node) return sql`false`;
  if (directOnly) return sql`t.id in (select l.asset_id from asset_nodes l where l.node_id = ${node.id})`;
  // Every asset hangs somewhere below its organisation's root.
  if (node.parent_key === '') return sql`t.org_id = ${node.org_id}`;
  return sql`t.id in (select l.asset_id from nodes n join asset_nodes l on l.node_id = n.id where ${within(sql`n.key`, node.key)})`;
}

const byNode = (ctx: Context, value: string, query: Readonly<Record<string, string>>) =>
  inNode(ctx, value, yes(query.show_current_asset ?? '') || query.all === '0' || query.all?.toLowerCase() === 'false');

/** `name:value` or `name#value`, each of which must be on the asset. */
function withLabels(value: string): Where {
  const pairs = many(value).map((one) => /^([^:#]+)[:#](.+)$/.exec(one));
  if (pairs.length === 0) return sql`true`;
  return sql`${sql.join(
    pairs.map((pair) =>
      pair
        ? sql`exists (select 1 from asset_labels l join labels b on b.id = l.label_id
            where l.asset_id = t.id and b.is_active and b.name = ${pair[1]} and b.value = ${pair[2]})`
        : sql`false`,
    ),
    sql` and `,
  )}`;
}

function labelled(value: string): Where {
  const [name, ...rest] = value.split(':');
  const match =
    rest.length > 0
      ? sql`b.name = ${name} and b.value = ${rest.join(':')}`
      : sql`(b.name ilike ${contains(value)} or b.value ilike ${contains(value)})`;
  return sql`t.id in (select l.asset_id from asset_labels l join labels b on b.id = l.label_id where ${match})`;
}

const automated = (name: string) => (_ctx: Context, value: string) =>
  platformHas(sql`coalesce((p.automation->>${`${name}_enabled`}::text)::boolean, false) = ${yes(value)}`);

export const assetFilters: NonNullable<Behaviour['filters']> = {
  category: (_ctx, value) => platformHas(sql`p.category = any(${many(value)}::text[])`),
  type: (_ctx, value) => platformHas(sql`p.type = any(${many(value)}::text[])`),
  platform: (_ctx, value) => (/^\d{1,9}$/.test(value) ? sql`t.platform_id = ${Number(value)}` : platformHas(sql`p.name = ${value}`)),
  domain: (_ctx, value) => {
    const id = parseUuid(value);
    return id ? sql`t.domain_id = ${id}` : sql`t.domain_id in (select d.id from domains d where d.name ilike ${contains(value)})`;
  },
  protocols: (_ctx, value) => {
    const names = many(value).map((name) => sql`t.protocols @> ${JSON.stringify([{ name }])}::jsonb`);
    return names.length === 0 ? undefined : sql`(${sql.join(names, sql` or `)})`;
  },
  labels: (_ctx, value) => labelled(value.slice(0, 260)),
  label: (_ctx, value) => withLabels(value),
  node: byNode,
  node_id: byNode,
  ips: (_ctx, value) => sql`t.address = any(${many(value)}::text[])`,
  domain_enabled: (_ctx, value) => platformHas(sql`p.domain_enabled = ${yes(value)}`),
  ping_enabled: automated('ping'),
  gather_facts_enabled: automated('gather_facts'),
  gather_accounts_enabled: automated('gather_accounts'),
  change_secret_enabled: automated('change_secret'),
  push_account_enabled: automated('push_account'),
  verify_account_enabled: automated('verify_account'),
};
