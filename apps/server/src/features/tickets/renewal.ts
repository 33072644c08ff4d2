import { CodedError, InvalidInput } from '@postern/contract/errors';
import { among, and, at, type Context, EVERYBODY, eb } from '@postern/resource';
import { ofOrganisation } from '../nodes/index.ts';
import type { Offer } from './offered.ts';
import { grantEndOf } from './renewal.queries.ts';
import { calledOf, type Wanted, wantedOf } from './request.ts';

/** Asking again for what somebody was given or asked for before (docs/wire/tickets.md#asking-again). */

/** A request of the acting person that asks for access; another's is none. */
const ownRequest = (ctx: Context, id: string, orgId?: string) =>
  ctx.tx
    .selectFrom('tickets as t')
    .select(['id', 'org_id', 'state', 'serial_num', 'taken', 'rel_snapshot'])
    .where('id', '=', id)
    .where('type', '=', 'apply_asset')
    .where('applicant_id', '=', ctx.actor.id)
    .where(orgId === undefined ? EVERYBODY : ofOrganisation(orgId, at('t')))
    .executeTakeFirst();

/**
 * Holds a renewal to what it renews: one's own grant in the same organisation, which is there, and no longer than that was given for, counted from its end.
 * @returns the number of the request that is renewed
 * @throws InvalidInput
 */
export async function judgeRenewal(ctx: Context, id: string, orgId: string, { start, ends }: Wanted): Promise<string> {
  const before = await ownRequest(ctx, id, orgId);
  const grantEnd = before?.state === 'approved' && !before.taken ? await grantEndOf(ctx, id) : undefined;
  if (!before || !grantEnd) throw InvalidInput.on('renews', 'does_not_exist', { value: id });
  const given = await wantedOf(ctx, id);
  const from = Math.max(grantEnd.getTime(), ctx.clock().getTime());
  const lasts = given.ends.getTime() - given.start.getTime();
  // To the second, as the wire tells instants; whoever filled the form took a while.
  if (ends.getTime() - from > lasts + 1_000)
    throw InvalidInput.on('apply_date_expired', 'renewal_too_long', { hours: Math.floor(lasts / 360_000) / 10 });
  if (start > ends) throw InvalidInput.on('apply_date_expired', 'ends_before_it_starts');
  return before.serial_num ?? '';
}

/** What of an earlier request can be asked for again, and how that is called which cannot. */
export async function againOf(ctx: Context, id: string, offer: (orgId: string) => Promise<Offer>) {
  const before = await ownRequest(ctx, id);
  if (!before) throw new CodedError('object_does_not_exist', { resource: 'ticket' });
  const wanted = await wantedOf(ctx, id);
  const { nodes, assets } = await offer(before.org_id);
  const offeredNodes = await ctx.tx
    .selectFrom('nodes as n')
    .select(['n.id', 'n.full_value as name'])
    .where(and(among(eb.ref('n.id'), wanted.nodes), nodes))
    .execute();
  const offeredAssets = await ctx.tx
    .selectFrom('assets as a')
    .select(['a.id', 'a.name'])
    .where(and(among(eb.ref('a.id'), wanted.assets), eb('a.is_active', '=', true), assets))
    .execute();
  const lost = (ids: readonly string[], found: readonly { id: string }[]) => ids.filter((one) => !found.some((row) => row.id === one));
  const closedNodes = await ctx.tx
    .selectFrom('nodes as n')
    .select('n.full_value as name')
    .where(among(eb.ref('n.id'), lost(wanted.nodes, offeredNodes)))
    .execute();
  const closedAssets = await ctx.tx
    .selectFrom('assets as a')
    .select('a.name')
    .where(among(eb.ref('a.id'), lost(wanted.assets, offeredAssets)))
    .execute();
  const there = await calledOf(ctx, wanted);
  // By name alone: where something is now is no part of asking.
  const gone = [
    ...[...closedNodes, ...closedAssets].map(({ name }) => name),
    ...deleted(before.rel_snapshot.apply_nodes, there.nodes, wanted.nodes.length),
    ...deleted(before.rel_snapshot.apply_assets, there.assets, wanted.assets.length).map((one) => one.replace(/\([^()]*\)$/, '')),
  ];
  const renewable = before.state === 'approved' && !before.taken;
  return { nodes: offeredNodes, assets: offeredAssets, gone, grantEnd: renewable ? await grantEndOf(ctx, id) : undefined };
}

const names = (joined: string): string[] => joined.split(', ').filter(Boolean);

/** Of what a ticket remembers, what has been deleted since; what only has another name by now is there. */
function deleted(snapshot: string | undefined, there: string, amount: number): string[] {
  const before = names(snapshot ?? '');
  return before.length > amount ? before.filter((one) => !names(there).includes(one)) : [];
}
