import type { DraftResource } from '@postern/contract/access';
import type { Matcher } from '@postern/contract/matcher';
import {
  all,
  type Context,
  change,
  fetchRow,
  from,
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
import { sql } from 'kysely';
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

async function ids(ctx: Context, resource: ResolvedResource, which: Where): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from ${from(resource)} where ${all([...visible(resource, ctx), which])} order by t.name, t.id limit ${MAX_REACH}`.execute(
    ctx.tx,
  );
  return rows.map((row) => row.id);
}

/** Who and what a stored rule is about, as far as whoever asks may see them. */
export async function reachOf(ctx: Context, kernel: Kernel, resource: ResolvedResource, id: string): Promise<Reach> {
  const [user, asset] = [kernel.byName('user'), kernel.byName('asset')];
  if (resource.name === 'assetpermission')
    return {
      people: await ids(ctx, user, sql<boolean>`t.id in (${peopleOf(id)})`),
      assets: await ids(ctx, asset, sql<boolean>`t.id in (${assetsOf(id)})`),
    };
  const { rows } = await sql<{ users: Matcher; assets?: Matcher }>`select * from ${sql.table(resource.table)} where id = ${id}`.execute(
    ctx.tx,
  );
  const rule = rows[0];
  if (!rule) return { people: [], assets: resource.field('assets') ? [] : undefined };
  return {
    people: await ids(ctx, user, await matched(user, ctx, rule.users, visible(user, ctx))),
    assets: rule.assets && (await ids(ctx, asset, await matched(asset, ctx, rule.assets, visible(asset, ctx)))),
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
