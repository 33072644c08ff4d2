import { render, text } from '@postern/contract/text';
import {
  all,
  type Context,
  filtered,
  from,
  type Kernel,
  ok,
  policyOf,
  type Query,
  type ResolvedResource,
  type Route,
  visible,
} from '@postern/resource';
import { type RawBuilder, sql } from 'kysely';
import type { Feature } from '../../platform/feature.ts';
import { enforce } from '../../platform/http/policy.ts';
import { shown, WORDS } from '../../platform/shown.ts';

/** Hits of one resource in an answer. */
const PER_RESOURCE = 5;
/** Hits looked at per resource before they are ranked: among 100,000 objects a short word matches most. */
const CANDIDATES = 200;
const MAX_WORDS = 64;

interface Searched {
  resource: string;
  /** Says which of several with the same name this is: a column of the row, or an expression over it (`t`). */
  detail?: string | RawBuilder<unknown>;
}

/** What the palette finds, in the order in which equally good hits are shown. */
const SEARCHED: readonly Searched[] = [
  { resource: 'asset', detail: 'address' },
  { resource: 'user', detail: 'username' },
  { resource: 'usergroup' },
  { resource: 'account', detail: sql`(select a.name from assets a where a.id = t.asset_id)` },
  { resource: 'accounttemplate', detail: 'username' },
  { resource: 'assetpermission' },
  { resource: 'pushaccountautomation' },
  { resource: 'changesecretautomation' },
  { resource: 'gatheraccountsautomation' },
  { resource: 'syncinstancetask' },
  { resource: 'cloudaccount' },
  { resource: 'node' },
  { resource: 'loginacl' },
  { resource: 'loginassetacl' },
  { resource: 'commandfilteracl' },
  { resource: 'commandgroup' },
  { resource: 'connectmethodacl' },
  { resource: 'domain' },
  { resource: 'label', detail: 'value' },
  { resource: 'platform' },
  { resource: 'orgrole' },
  { resource: 'systemrole' },
  { resource: 'organization' },
];

interface Hit {
  type: string;
  id: string;
  name: string;
  detail: string | null;
  rank: number;
}

function mayList(resource: ResolvedResource, ctx: Context): boolean {
  try {
    enforce(policyOf(resource, 'list'), ctx.actor, { bootstrap: false }, { method: 'GET', path: resource.url, query: {} });
    return true;
  } catch {
    return false;
  }
}

const column = (name: string): RawBuilder<unknown> => sql`t.${sql.ref(name)}`;

/** Best hits of one resource: the whole name, its beginning, a part of it, a part of something else. */
async function hitsIn(kernel: Kernel, { resource: name, detail }: Searched, ctx: Context, words: string): Promise<RawBuilder<unknown>> {
  const resource = kernel.byName(name);
  const title = column(resource.field(resource.definition.title ?? 'name')?.column ?? 'name');
  const shown = typeof detail === 'string' ? column(detail) : (detail ?? sql`null`);
  const scope = visible(resource, ctx);
  const found = all([...scope, ...(await filtered(kernel, resource, ctx, { search: words }))]);
  const beginning = `${words.replace(/[\\%_]/g, (mark) => `\\${mark}`)}%`;
  return sql`(select ${name}::text as type, t.id::text as id, ${title}::text as name, (${shown})::text as detail,
      case when lower(${title}) = lower(${words}) then 0 when ${title} ilike ${beginning} then 1
        when strpos(lower(${title}), lower(${words})) > 0 then 2 else 3 end as rank
    from ${from(resource)} where t.id in (
      (select t.id from ${from(resource)} where ${all([...scope, sql<boolean>`${title} ilike ${beginning}`])} limit ${CANDIDATES})
      union (select t.id from ${from(resource)} where ${found} limit ${CANDIDATES}))
    order by rank, length(${title}::text), name limit ${PER_RESOURCE})`;
}

/**
 * Objects by name across all resources the actor may list here, for the command palette: our own addition (decision 0034).
 * One statement; each resource brings its own rows, rights and bounds.
 */
const objects = (kernel: () => Kernel): Route => ({
  method: 'GET',
  path: '/api/v1/common/objects/',
  policy: { allow: 'user' },
  name: 'common.objects',
  shape: {
    title: text('Search', '搜索', '検索'),
    fields: {
      type: shown(WORDS.type),
      type_label: shown(WORDS.label),
      id: shown(WORDS.id),
      name: shown(WORDS.name),
      detail: shown(WORDS.details),
    },
  },
  async handle(ctx, { query }: { query: Query }) {
    const words = (query.search ?? '').slice(0, MAX_WORDS).trim();
    const offered = SEARCHED.filter(({ resource }) => mayList(kernel().byName(resource), ctx));
    if (words === '' || offered.length === 0) return ok([]);
    const parts = await Promise.all(offered.map((one) => hitsIn(kernel(), one, ctx, words)));
    const { rows } = await sql<Hit>`${sql.join(parts, sql` union all `)}`.execute(ctx.tx);
    const place = new Map(SEARCHED.map(({ resource }, at) => [resource, at]));
    const order = (hit: Hit): number => hit.rank * SEARCHED.length + (place.get(hit.type) ?? 0);
    return ok(
      rows
        .sort((a, b) => order(a) - order(b))
        .map(({ type, id, name, detail }) => ({
          type,
          type_label: render(kernel().byName(type).label, ctx.language),
          id,
          name,
          detail: detail ?? '',
        })),
    );
  },
});

export const searchFeature = (deps: { kernel(): Kernel }): Feature => ({ routes: [objects(deps.kernel)] });
