import type { DraftResource } from '@postern/contract/access';
import type { Matcher } from '@postern/contract/matcher';
import {
  all,
  at,
  type Context,
  change,
  eb,
  fetchRow,
  fetchRows,
  idIn,
  insert,
  type Kernel,
  matched,
  policyOf,
  type ResolvedResource,
  readBody,
  remove,
  visible,
  type Where,
} from '@postern/resource';
import { enforce } from '../../platform/http/policy.ts';
import { CONSENT } from '../acls/index.ts';
import { assetsOf, peopleOf } from '../permissions/index.ts';

/** A rule as it would be saved, changed or deleted. */
export interface Draft {
  resource: DraftResource;
  id?: string | undefined;
  body?: Record<string, unknown> | undefined;
}

/** A draft is tried out and undone: what it does to whoever asks is part of the answer. */
const TRIED = { [CONSENT]: '1' };

/** People or assets a rule is about are counted up to here. */
const MAX_REACH = 100_000;

/** Who and what a rule is about; `assets` is undefined for rules about people alone. */
export interface Reach {
  people: readonly string[];
  assets: readonly string[] | undefined;
}

/** People or assets (`t`) by a condition, as far as whoever asks may see them. */
async function ids(ctx: Context, kernel: Kernel, of: 'user' | 'asset', which: Where): Promise<string[]> {
  const table = of === 'user' ? ctx.tx.selectFrom('users as t').select('t.id') : ctx.tx.selectFrom('assets as t').select('t.id');
  const rows = await table
    .where(all([...visible(kernel.byName(of), ctx), which]))
    .orderBy(at('t')('name'))
    .orderBy(at('t')('id'))
    .limit(MAX_REACH)
    .execute();
  return rows.map((row) => row.id);
}

/** Who and what a stored rule is about, as far as whoever asks may see them. */
export async function reachOf(ctx: Context, kernel: Kernel, resource: ResolvedResource, id: string): Promise<Reach> {
  if (resource.name === 'assetpermission')
    return {
      people: await ids(ctx, kernel, 'user', eb('t.id', 'in', peopleOf(ctx, [id]))),
      assets: await ids(ctx, kernel, 'asset', eb('t.id', 'in', assetsOf(ctx, id))),
    };
  // Found by whoever could save it, and looked at as it is stored.
  const [rule] = await fetchRows(resource, ctx, [idIn(resource, [id])]);
  const meant = async (of: 'user' | 'asset', matcher: unknown): Promise<string[]> => {
    const target = kernel.byName(of);
    // Fields of the kind `matcher` store one.
    return ids(ctx, kernel, of, await matched(target, ctx, matcher as Matcher, visible(target, ctx)));
  };
  const assets = resource.field('assets');
  return {
    people: rule ? await meant('user', rule.users) : [],
    assets: assets && (rule ? await meant('asset', rule.assets) : []),
  };
}

/**
 * Writes a draft the way it would be saved: same right, same checks, same rows.
 * @returns the rule's id
 * @throws what saving it would throw
 */
export async function applyDraft(ctx: Context, resource: ResolvedResource, { id, body }: Draft): Promise<string> {
  if (id === undefined) {
    const given = body ?? {};
    const row = await insert(resource, ctx, readBody(resource, ctx, given, { verb: 'create', partial: false }), given, TRIED);
    return String(row.id);
  }
  const before = await fetchRow(resource, ctx, id, { lock: true });
  if (body === undefined) await remove(resource, ctx, [before], { bulk: false, query: TRIED });
  else {
    const values = readBody(resource, ctx, body, { verb: 'update', partial: true });
    await change(resource, ctx, before, values, { partial: true, body, query: TRIED });
  }
  return String(before.id);
}

/** @throws CodedError permission_denied when whoever asks could not save the draft either */
export function requireMayWrite(ctx: Context, resource: ResolvedResource, { id, body }: Draft): void {
  const verb = id === undefined ? 'create' : body === undefined ? 'delete' : 'update';
  enforce(policyOf(resource, verb), ctx.actor, { bootstrap: false }, { method: 'POST', path: resource.url, query: {} });
}
