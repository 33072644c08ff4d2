import { parseUuid } from '@postern/contract/ids';
import { among, and, at, type Behaviour, type Context, containing, eb, NOBODY, or, type Where } from '@postern/resource';
import { findNode, ofOrganisation, within } from '../nodes/index.ts';
import { automates } from './asset.queries.ts';

/** Query parameters of asset lists (docs/wire/assets.md#filters). Main table alias is `t`. */

const truthy = new Set(['1', 'true', 't', 'yes', 'on']);
const yes = (value: string): boolean => truthy.has(value.toLowerCase());
const many = (value: string): string[] =>
  value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .slice(0, 200);

/** Assets whose platform (`p`) fulfils a condition. */
export const platformHas = (condition: Where): Where =>
  eb('t.platform_id', 'in', eb.selectFrom('platforms as p').select('p.id').where(condition));

/** Assets of nodes with these keys, and of all nodes below them. `column` holds the id of an asset. */
export const onNodes = (column: string, keys: readonly string[]): Where =>
  eb(
    column,
    'in',
    eb
      .selectFrom('nodes as n')
      .innerJoin('asset_nodes as l', 'l.node_id', 'n.id')
      .select('l.asset_id')
      .where(or(...keys.map((key) => within(eb.ref('n.key'), key)))),
  );

/** Assets of a node, with all below it unless only the direct ones are asked for. */
export async function inNode(ctx: Context, idOrKey: string, directOnly: boolean): Promise<Where> {
  const node = await findNode(ctx, parseUuid(idOrKey) ?? idOrKey);
  if (!node) return NOBODY;
  if (directOnly) return eb('t.id', 'in', eb.selectFrom('asset_nodes as l').select('l.asset_id').where('l.node_id', '=', node.id));
  // Every asset hangs somewhere below its organisation's root.
  return node.parent_key === '' ? ofOrganisation(node.org_id, at('t')) : onNodes('t.id', [node.key]);
}

const byNode = (ctx: Context, value: string, query: Readonly<Record<string, string>>) =>
  inNode(ctx, value, yes(query.show_current_asset ?? '') || query.all === '0' || query.all?.toLowerCase() === 'false');

/** Labels (`b`) of assets. */
const labels = () => eb.selectFrom('asset_labels as l').innerJoin('labels as b', 'b.id', 'l.label_id');

/** `name:value` or `name#value`, each of which must be on the asset. */
function withLabels(value: string): Where {
  const pairs = many(value).map((one) => /^([^:#]+)[:#](.+)$/.exec(one));
  return and(
    ...pairs.map((pair) =>
      pair
        ? eb.exists(
            labels()
              .select('b.id')
              .whereRef('l.asset_id', '=', 't.id')
              .where('b.is_active', '=', true)
              .where('b.name', '=', pair[1])
              .where('b.value', '=', pair[2]),
          )
        : NOBODY,
    ),
  );
}

function labelled(value: string): Where {
  const [name, ...rest] = value.split(':');
  const match =
    rest.length > 0
      ? and(eb('b.name', '=', name), eb('b.value', '=', rest.join(':')))
      : or(eb('b.name', 'ilike', containing(value)), eb('b.value', 'ilike', containing(value)));
  return eb('t.id', 'in', labels().select('l.asset_id').where(match));
}

const automated = (name: string) => (_ctx: Context, value: string) => platformHas(automates(name, yes(value)));

export const assetFilters: NonNullable<Behaviour['filters']> = {
  category: (_ctx, value) => among(eb.ref('t.category'), many(value)),
  type: (_ctx, value) => platformHas(among(eb.ref('p.type'), many(value))),
  platform: (_ctx, value) => (/^\d{1,9}$/.test(value) ? eb('t.platform_id', '=', Number(value)) : platformHas(eb('p.name', '=', value))),
  domain: (_ctx, value) => {
    const id = parseUuid(value);
    if (id) return eb('t.domain_id', '=', id);
    return eb('t.domain_id', 'in', eb.selectFrom('domains as d').select('d.id').where('d.name', 'ilike', containing(value)));
  },
  protocols: (_ctx, value) => {
    const names = many(value).map((name) => eb('t.protocols', '@>', JSON.stringify([{ name }])));
    return names.length === 0 ? undefined : or(...names);
  },
  labels: (_ctx, value) => labelled(value.slice(0, 260)),
  label: (_ctx, value) => withLabels(value),
  node: byNode,
  node_id: byNode,
  ips: (_ctx, value) => among(eb.ref('t.address'), many(value)),
  domain_enabled: (_ctx, value) => platformHas(eb('p.domain_enabled', '=', yes(value))),
  ping_enabled: automated('ping'),
  gather_facts_enabled: automated('gather_facts'),
  gather_accounts_enabled: automated('gather_accounts'),
  change_secret_enabled: automated('change_secret'),
  push_account_enabled: automated('push_account'),
  verify_account_enabled: automated('verify_account'),
};
