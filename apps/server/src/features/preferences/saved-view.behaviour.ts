import { InvalidInput } from '@postern/contract/errors';
import { isRecord } from '@postern/contract/wire';
import {
  among,
  and,
  at,
  type Behaviour,
  type Column,
  type Context,
  changes,
  EVERYBODY,
  eb,
  type Kernel,
  mayList,
  or,
  type Row,
  rowsOf,
  type Values,
  type Where,
  type Write,
} from '@postern/resource';
import { lockByName } from '../../platform/database/lock.queries.ts';
import { requireRight } from '../../platform/http/policy.ts';
import { takesPart } from '../rbac/index.ts';
import { type SavedView, savedView } from './saved-view.resource.ts';
import { configsFor } from './shared-config.ts';

/** Longest configuration, in characters of its JSON: columns, conditions and an order fit many times over. */
const MAX_CONFIG = 8192;
/** Views one person keeps of one table, shared ones included. */
const MAX_VIEWS = 50;
/** Rights to shared views: one's own, and those of others. */
const SHARE = 'settings.add_sharedview';
const CHANGE = 'settings.change_sharedview';
const DELETE = 'settings.delete_sharedview';

/** The kernel, which knows resources by their definitions only, hands out rows of any; here they are views. */
const asView = (row: Row): SavedView => row as SavedView;

/** Null: nobody any more, as with a shared view whose owner has gone. */
const ownerOf = ({ user_id, sharer_id }: SavedView): string | null => user_id ?? sharer_id;

/** Where the list of a table is, by the key that the table has in consoles: `<name>_<address>`. */
function listOf(kernel: Kernel, table: string) {
  return kernel.resources
    .filter(({ url }) => table.endsWith(`_${url.slice('/api/v1/'.length)}`))
    .toSorted((a, b) => b.url.length - a.url.length)[0];
}

/** One's own, and those that the organisation shares of lists that the actor may open there. */
const savedViewRows = (kernel: () => Kernel) =>
  rowsOf(savedView, (ctx, t) => {
    const lists = kernel().resources.flatMap((one) => (mayList(one, ctx) ? [one.url] : []));
    const here = ctx.org.isRoot ? EVERYBODY : eb(t('shared_in'), '=', ctx.org.id);
    const shared = and(here, among(t('list_url'), lists), takesPart(eb.val(ctx.actor.id), t('shared_in')));
    return or(eb(t('user_id'), '=', ctx.actor.id), shared);
  });

/** Views of one owner; of an organisation, where they have none. */
function ownedBy(owner: string | null, before: SavedView | undefined): (t: Column) => Where {
  if (owner !== null) return (t) => or(eb(t('user_id'), '=', owner), eb(t('sharer_id'), '=', owner));
  return (t) => and(eb(t('user_id'), 'is', null), eb(t('sharer_id'), 'is', null), eb(t('shared_in'), '=', before?.shared_in ?? null));
}

/** What else its owner has of a table: how many, and how many of this name. */
const others = (ctx: Context, owned: (t: Column) => Where, { table, name, id }: { table: string; name: string; id: string | null }) =>
  ctx.tx
    .selectFrom('saved_views as v')
    .select(({ fn, val }) => [
      fn.countAll<number>().as('total'),
      fn
        .countAll<number>()
        .filterWhere(fn('lower', ['v.name']), '=', fn('lower', [val(name)]))
        .as('same'),
    ])
    .where(owned(at('v')))
    .where('v.table_name', '=', table)
    .where('v.id', 'is distinct from', id)
    .executeTakeFirstOrThrow();

function judgeConfig({ config }: Values): void {
  if (config === undefined) return;
  if (!isRecord(config)) throw InvalidInput.on('config', 'not_an_object');
  if (JSON.stringify(config).length > MAX_CONFIG) throw InvalidInput.on('config', 'max_length', { max: MAX_CONFIG });
}

/** What changed of a view that others see, or saw. */
async function note(kernel: Kernel, ctx: Context, before: SavedView | undefined, after: SavedView | undefined): Promise<void> {
  const shared = [before, after].find((one) => one?.shared_in);
  if (!shared) return;
  const snapshot = (row: SavedView | undefined) => row && { row, links: new Map() };
  const changed = await changes(kernel.byName('savedview'), ctx, snapshot(before), snapshot(after));
  if (before && after && changed.length === 0) return;
  ctx.audit({
    action: after ? (before ? 'update' : 'create') : 'delete',
    resourceType: 'savedview',
    resourceId: String(shared.id),
    resource: String(after?.name ?? shared.name),
    changes: changed,
    orgId: String(shared.shared_in),
  });
}

/** A view that is shared no more, by somebody else's word: its owner has it again for themselves, or whoever took it back where there is none. */
async function giveBack(kernel: Kernel, ctx: Context, before: SavedView, owner: string): Promise<Row> {
  const back = { is_shared: false, user_id: owner, sharer_id: null, shared_in: null, list_url: null };
  await ctx.tx.updateTable('saved_views').set(back).where('id', '=', before.id).execute();
  const after = { ...before, ...back };
  await note(kernel, ctx, before, after);
  return after;
}

/** Completes what is written by where the view belongs afterwards: to its owner, or to the organisation. */
function settle(kernel: Kernel, ctx: Context, values: Values, { table, before }: { table: string; before: SavedView | undefined }): void {
  if (!(values.is_shared ?? before?.is_shared)) {
    Object.assign(values, { user_id: ctx.actor.id, sharer_id: null, shared_in: null, list_url: null });
    return;
  }
  const list = listOf(kernel, table);
  const home = before?.shared_in ?? (ctx.org.isRoot ? undefined : ctx.org.id);
  if (!list || !home || !mayList(list, ctx)) throw InvalidInput.on('is_shared', 'view_of_one');
  Object.assign(values, { user_id: null, sharer_id: before ? ownerOf(before) : ctx.actor.id, shared_in: home, list_url: list.url });
}

async function prepare(kernel: Kernel, ctx: Context, write: Write): Promise<void> {
  const { values, verb } = write;
  judgeConfig(values);
  const before = write.before && asView(write.before);
  const owner = before ? ownerOf(before) : ctx.actor.id;
  const shared = Boolean(values.is_shared ?? before?.is_shared);
  if (owner !== ctx.actor.id) requireRight(ctx, CHANGE);
  else if (shared) requireRight(ctx, SHARE);
  const taken = before && !shared && owner !== ctx.actor.id;
  const keeper = taken ? (owner ?? ctx.actor.id) : owner;
  // Two tabs saving at the same moment must not leave two views of one name.
  await lockByName(ctx.tx, `saved-view:${keeper ?? before?.shared_in}`);
  const table = String(values.table_name ?? before?.table_name);
  const name = String((taken ? undefined : values.name) ?? before?.name);
  const { total, same } = await others(ctx, ownedBy(keeper, before), { table, name, id: before?.id ?? null });
  if (same > 0) throw InvalidInput.on('name', 'unique');
  if (verb === 'create' && total >= MAX_VIEWS) throw InvalidInput.on('non_field_errors', 'too_many', { max: MAX_VIEWS });
  if (taken) write.instead = await giveBack(kernel, ctx, before, String(keeper));
  else settle(kernel, ctx, values, { table, before });
}

export const savedViewBehaviour = (kernel: () => Kernel): Behaviour => ({
  rows: savedViewRows(kernel),
  prepare: (ctx, write) => prepare(kernel(), ctx, write),
  written: (ctx, { before, row }) => note(kernel(), ctx, before && asView(before), asView(row)),
  async deleting(ctx, rows) {
    if (rows.some((row) => ownerOf(asView(row)) !== ctx.actor.id)) requireRight(ctx, DELETE);
    return undefined;
  },
  async deleted(ctx, rows) {
    for (const row of rows) await note(kernel(), ctx, asView(row), undefined);
  },
  computed: {
    user: async (_ctx, rows) => new Map(rows.map((row) => [String(row.id), ownerOf(asView(row))])),
    config: (ctx, rows) => configsFor(kernel(), ctx, rows.map(asView)),
  },
});
