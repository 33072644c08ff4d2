import { among, and, at, type Context, EVERYBODY, eb, holds, inOrg, NOBODY, type Where } from '@postern/resource';
import { type AccountPart, type Part, platformsBefore, vouched } from '../destinations/index.ts';
import { besideGateways, carryParts, inherited, meanPlace, renewSettings } from './destination.queries.ts';

/** Who stands for where the secrets of accounts go (docs/decisions/0067). */

/** May say where secrets go: a person who may see them. The system does what others told it to. */
const mayVouch = (ctx: Context): boolean => ctx.actor.kind === 'user' && holds(ctx.actor, ['accounts.view_accountsecret']);

/** Accounts for which the actor's word counts; alias `c`. Rights are held in the organisation of the request. */
const within = (ctx: Context): Where => (ctx.actor.superuser ? EVERYBODY : inOrg(ctx, at('c')));

/**
 * Somebody changed parts of the place of some assets. If they may see the secrets there, these are meant for it now; other
 * parts that nobody confirmed stay so.
 */
export async function assetsMoved(ctx: Context, assetIds: readonly string[], parts: readonly Part[]): Promise<void> {
  if (!mayVouch(ctx) || assetIds.length === 0 || parts.length === 0) return;
  await carryParts(ctx, and(among(eb.ref('a.id'), assetIds), within(ctx)), parts);
}

/**
 * Somebody who may see the secrets gave domains their first gateway (`added`), or took the last one: their assets are reached
 * through it from now on, or directly.
 */
export async function gatewaysMoved(ctx: Context, domainIds: readonly string[], added: boolean): Promise<void> {
  if (!mayVouch(ctx) || domainIds.length === 0) return;
  await carryParts(ctx, and(besideGateways(domainIds, added), within(ctx)), ['domain']);
}

/** Platforms were changed by somebody who may see the secrets, or by a new version of Postern (`trusted`). */
export async function platformsMoved(ctx: Context, before: ReadonlyMap<number, string>, trusted = mayVouch(ctx)): Promise<void> {
  if (!trusted) return;
  for (const [id, now] of await platformsBefore(ctx)) {
    const was = before.get(id);
    if (was !== undefined && was !== now) await renewSettings(ctx, within(ctx), { id, was, now });
  }
}

/** How an account was written, as far as its destination goes. */
export interface AccountWrite {
  id: string;
  verb: 'create' | 'update';
  /** Where a secret that came with the write is from; undefined when none came. */
  secret: 'given' | 'template' | undefined;
  /** What else changed about how it is sent. */
  parts: readonly AccountPart[];
}

/**
 * What a written account means for its destination: who gives a secret knows it and may send it where the account is now; who takes
 * it from a template has to be allowed to see that one.
 */
export async function accountWritten(ctx: Context, { id, verb, secret, parts }: AccountWrite): Promise<void> {
  const which = eb('c.id', '=', id);
  if (mayVouch(ctx) || (secret === 'template' && holds(ctx.actor, ['accounts.view_accounttemplatesecret']))) {
    if (verb === 'create' || secret !== undefined) await meanPlace(ctx, which, mayVouch(ctx) ? EVERYBODY : NOBODY);
    else if (parts.length > 0) await carryParts(ctx, and(which, within(ctx)), parts);
    return;
  }
  if (secret === 'template') {
    await ctx.tx.updateTable('accounts').set({ destination: null, destination_vouched: false }).where('id', '=', id).execute();
    return;
  }
  if (verb === 'update' && secret === undefined) return;
  // What the system makes on a machine that somebody stands for is as good as what is there.
  const kept = verb === 'update' ? vouched : ctx.actor.kind === 'system' ? inherited : NOBODY;
  await meanPlace(ctx, which, kept);
}

/** Somebody with the right stands for where all accounts of an asset send their secrets now. */
export const confirmAll = (ctx: Context, assetId: string): Promise<void> =>
  meanPlace(ctx, and(eb('c.asset_id', '=', assetId), within(ctx)), EVERYBODY);
