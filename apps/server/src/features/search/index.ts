import { render, text } from '@postern/contract/text';
import { type Context, eb, filtered, type Kernel, policyOf, type ResolvedResource, visible } from '@postern/resource';
import type { Expression } from 'kysely';
import type { Feature } from '../../platform/feature.ts';
import { enforce } from '../../platform/http/policy.ts';
import { ownList } from '../../platform/routes/list.ts';
import { shown, WORDS } from '../../platform/shown.ts';
import { word } from '../nodes/index.ts';
import { type Hit, hits, type Place } from './hit.queries.ts';

const MAX_WORDS = 64;

interface Searched {
  resource: string;
  /** Says which of several with the same name this is: a column of the row, or an expression over it (`t`). */
  detail?: string | Expression<unknown>;
}

/** What the palette finds, in the order in which equally good hits are shown. */
const SEARCHED: readonly Searched[] = [
  { resource: 'asset', detail: 'address' },
  { resource: 'user', detail: 'username' },
  { resource: 'usergroup' },
  { resource: 'account', detail: eb.selectFrom('assets as a').select('a.name').whereRef('a.id', '=', 't.asset_id') },
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

function mayList(resource: ResolvedResource, ctx: Context): boolean {
  try {
    enforce(policyOf(resource, 'list'), ctx.actor, { bootstrap: false }, { method: 'GET', path: resource.url, query: {} });
    return true;
  } catch {
    return false;
  }
}

/** Where one resource is looked through, and by what its rows are called. */
async function placeOf(kernel: Kernel, { resource: name, detail }: Searched, ctx: Context, words: string): Promise<Place> {
  const resource = kernel.byName(name);
  return {
    resource,
    title: eb.ref(`t.${resource.field(resource.definition.title ?? 'name')?.column ?? 'name'}`),
    detail: typeof detail === 'string' ? eb.ref(`t.${detail}`) : (detail ?? eb.lit(null)),
    scope: visible(resource, ctx),
    matching: await filtered(kernel, resource, ctx, { search: words }),
  };
}

/**
 * Objects by name across all resources the actor may list here, for the command palette: our own addition (decision 0034).
 * One statement; each resource brings its own rows, rights and bounds.
 */
const objects = ownList({
  path: '/api/v1/common/objects/',
  name: 'common.objects',
  who: { allow: 'user' },
  rows: { own: 'what the caller may list: of each resource by its own rows' },
  query: { search: word(text('Search', '搜索', '検索')) },
  answer: {
    title: text('Search', '搜索', '検索'),
    fields: {
      type: shown(WORDS.type),
      type_label: shown(WORDS.label),
      id: shown(WORDS.id),
      name: shown(WORDS.name),
      detail: shown(WORDS.details),
    },
  },
  whole: true,
  async items(ctx, { query, kernel }) {
    const words = query.search.slice(0, MAX_WORDS).trim();
    const offered = SEARCHED.filter(({ resource }) => mayList(kernel.byName(resource), ctx));
    if (words === '' || offered.length === 0) return [];
    const found = await hits(ctx, await Promise.all(offered.map((one) => placeOf(kernel, one, ctx, words))), words);
    const order = ({ type, rank }: Hit): number => rank * SEARCHED.length + SEARCHED.findIndex(({ resource }) => resource === type);
    return found
      .sort((a, b) => order(a) - order(b))
      .map(({ type, id, name, detail }) => ({
        type,
        type_label: render(kernel.byName(type).label, ctx.language),
        id,
        name,
        detail: detail ?? '',
      }));
  },
});

export const searchFeature = (): Feature => ({ routes: [objects] });
