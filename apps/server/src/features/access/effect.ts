import type { AccessAccount, AccessEffect, AccessEffectRow, AccessState } from '@postern/contract/access';
import { InvalidInput } from '@postern/contract/errors';
import { among, type Context, fetchRow, type Kernel } from '@postern/resource';
import { rolledBack } from '../../platform/database/transaction.ts';
import { beforeDraft, boundStatements, forgetDraft } from './draft.queries.ts';
import { applyDraft, type Draft, type Reach, reachOf, requireMayWrite } from './draft.ts';
import { type AssetRow, examineTarget, verdictOf } from './explain.ts';
import { type AccessDeps, type ExaminedPerson, examinePerson } from './person.ts';

/** People and assets of one question at most. */
export const MAX_PEOPLE = 20;
export const MAX_ASSETS = 20;
/** Of those a rule is about, so many are looked at on one page unless they are named. */
const PAGE = { people: 20, assets: 10 };
/** Milliseconds of one statement while a draft is tried out, so that its locks end. */
const STATEMENT_MS = 15_000;

export interface Effect {
  draft: Draft;
  users?: readonly string[] | undefined;
  assets?: readonly string[] | undefined;
  /** Address the people come from. */
  address: string;
  /** Of the people and assets the rule is about, the pages before this one are passed over; from 1. */
  page?: number | undefined;
}

interface Person {
  id: string;
  name: string;
  username: string;
}
interface Pair {
  user: Person;
  /** Null for rules about people alone. */
  asset: AssetRow | null;
}

/** Those whom the change is about before those for whom everything else stays: they gain or lose first. */
function union(before: readonly string[], after: readonly string[]): string[] {
  const [was, is] = [new Set(before), new Set(after)];
  const moved = [...after.filter((id) => !was.has(id)), ...before.filter((id) => !is.has(id))];
  return [...moved, ...after.filter((id) => was.has(id))];
}

const peopleRows = (ctx: Context, ids: readonly string[]): Promise<Person[]> =>
  ctx.tx
    .selectFrom('users')
    .select(['id', 'name', 'username'])
    .where((eb) => among(eb.ref('id'), ids))
    .where('is_service_account', '=', false)
    .orderBy('name')
    .orderBy('id')
    .execute();
const assetRows = (ctx: Context, ids: readonly string[]): Promise<AssetRow[]> =>
  ctx.tx
    .selectFrom('assets')
    .select(['id', 'name', 'address', 'org_id'])
    .where((eb) => among(eb.ref('id'), ids))
    .orderBy('name')
    .orderBy('id')
    .execute();

/** Named people or assets, seen as whoever asks may see them. @throws CodedError object_does_not_exist */
async function named(ctx: Context, kernel: Kernel, what: 'user' | 'asset', ids: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const id of ids) found.push(String((await fetchRow(kernel.byName(what), ctx, id)).id));
  return found;
}

const accessStateOf = (
  steps: ExaminedPerson['steps'],
  person: ExaminedPerson,
  accounts: readonly AccessAccount[],
  verdict: AccessState['verdict'],
): AccessState => ({
  verdict,
  reason: steps.find((step) => step.outcome === 'fail')?.code ?? steps.find((step) => step.outcome === 'review')?.code ?? null,
  accounts: [...accounts],
  methods: [...new Set(person.methodRules.flatMap((rule) => rule.connect_methods))].sort(),
  filters: steps.flatMap((step) => (step.code === 'command_filter' && step.rule?.name ? [step.rule.name] : [])),
});

/** What of a list one page looks at. */
const part = (ids: readonly string[], size: number, page: number): readonly string[] => ids.slice(page * size, (page + 1) * size);

/** How each pair stands in the present state of the transaction; a person is examined once for all assets of an organisation. */
async function accessStates(ctx: Context, deps: AccessDeps, pairs: readonly Pair[], address: string): Promise<AccessState[]> {
  const people = new Map<string, ExaminedPerson | undefined>();
  const found: AccessState[] = [];
  for (const { user, asset } of pairs) {
    const orgId = asset?.org_id ?? ctx.org.id;
    const key = `${user.id} ${orgId}`;
    if (!people.has(key)) people.set(key, await examinePerson(ctx, deps, { userId: user.id, orgId, address }));
    const person = people.get(key);
    if (!person) throw new Error('Somebody vanished while a draft was tried out');
    if (asset) {
      const { steps, accounts, verdict } = await examineTarget(
        ctx,
        deps.kernel,
        person,
        asset,
        { userId: user.id, assetId: asset.id, address },
        false,
      );
      const usable = accounts.filter((one) => one.outcome !== 'fail');
      found.push(accessStateOf(steps, person, usable, verdict));
    } else found.push(accessStateOf(person.steps, person, [], verdictOf(person.steps)));
  }
  return found;
}

function rowsOf(pairs: readonly Pair[], before: readonly AccessState[], after: readonly AccessState[]): AccessEffectRow[] {
  return pairs.flatMap(({ user, asset }, at): AccessEffectRow[] => {
    const [was, is] = [before[at], after[at]];
    if (!was || !is || JSON.stringify(was) === JSON.stringify(is)) return [];
    // Another reason for the same refusal changes nothing for anybody.
    if (was.verdict === 'refused' && is.verdict === 'refused') return [];
    const change =
      is.verdict === 'allowed' && was.verdict !== 'allowed'
        ? 'gains'
        : was.verdict === 'allowed' && is.verdict !== 'allowed'
          ? 'loses'
          : 'changes';
    return [
      {
        change,
        user,
        asset: asset && { id: asset.id, name: asset.name, address: asset.address },
        before: was,
        after: is,
      },
    ];
  });
}

/**
 * Who gains and who loses by a rule before it is saved: the draft goes the real way of writing in a transaction that never
 * commits, and the same people and assets are explained in both states. Those it is about are looked at in pages: all assets with
 * the first people, then all with the next.
 * @throws InvalidInput when there is no such page
 * @throws what saving the draft would throw
 */
export async function effectOf(ctx: Context, deps: AccessDeps, { draft, users, assets, address, page = 1 }: Effect): Promise<AccessEffect> {
  const { kernel } = deps;
  const resource = kernel.byName(draft.resource);
  requireMayWrite(ctx, resource, draft);
  const given = {
    people: users && (await named(ctx, kernel, 'user', users)),
    assets: assets && (await named(ctx, kernel, 'asset', assets)),
  };
  return rolledBack(ctx.tx, ctx, async (inner) => {
    await boundStatements(inner, STATEMENT_MS);
    const nobody: Reach = { people: [], assets: resource.field('assets') ? [] : undefined };
    const stored = draft.id === undefined ? undefined : String((await fetchRow(resource, inner, draft.id)).id);
    const before = stored === undefined ? nobody : await reachOf(inner, kernel, resource, stored);
    await beforeDraft(inner);
    const id = await applyDraft(inner, resource, draft);
    const after = await reachOf(inner, kernel, resource, id);
    const people = given.people ?? union(before.people, after.people);
    const things = given.assets ?? (before.assets || after.assets ? union(before.assets ?? [], after.assets ?? []) : undefined);
    const size = { people: given.people ? MAX_PEOPLE : PAGE.people, assets: given.assets ? MAX_ASSETS : PAGE.assets };
    const across = Math.max(1, Math.ceil((things?.length ?? 0) / size.assets));
    const pages = across * Math.max(1, Math.ceil(people.length / size.people));
    if (page > pages) throw InvalidInput.on('page', 'max_value', { max: pages });
    const shown = await peopleRows(inner, part(people, size.people, Math.floor((page - 1) / across)));
    const targets = things && (await assetRows(inner, part(things, size.assets, (page - 1) % across)));
    const pairs = shown.flatMap((user): Pair[] => (targets ? targets.map((asset) => ({ user, asset })) : [{ user, asset: null }]));
    const is = await accessStates(inner, deps, pairs, address);
    await forgetDraft(inner);
    const was = await accessStates(inner, deps, pairs, address);
    const rows = rowsOf(pairs, was, is);
    const count = (change: AccessEffectRow['change']) => rows.filter((row) => row.change === change).length;
    const looked = { people: shown.length, assets: targets?.length ?? 0 };
    return {
      gains: count('gains'),
      loses: count('loses'),
      changes: count('changes'),
      complete: people.length <= looked.people && (things?.length ?? 0) <= looked.assets,
      people: { looked: looked.people, total: people.length },
      assets: { looked: looked.assets, total: things?.length ?? 0 },
      page,
      pages,
      rows,
    };
  });
}
