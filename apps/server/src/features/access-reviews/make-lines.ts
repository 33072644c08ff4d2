import { randomUUID } from 'node:crypto';
import { CodedError } from '@postern/contract/errors';
import { render } from '@postern/contract/text';
import { among, and, at, type Context } from '@postern/resource';
import { anyRow } from '../../platform/database/any-row.ts';
import type { Run } from '../../platform/feature.ts';
import { inForce, permissionRows, permissionsReaching } from '../permissions/index.ts';
import { NOTHING_LEFT } from '../tasks/index.ts';
import type { ReviewDeps } from './deps.ts';
import { endReview } from './end-review.ts';
import { startedNotice } from './notices.ts';
import { nextReminder, waitedFor } from './reminders.ts';
import { type Chosen, MAX_LINES, type ReviewRow } from './review.resource.ts';
import { givenBy, type Holder, holdersIn, keepMembers, lastUses, membersOf, type Scope } from './snapshot.queries.ts';

/** The job that writes the lines of a review; also the name of the task people see. */
export const MAKE_LINES = 'prepare-access-review';
/** Permissions that are looked at together. */
const CHUNK = 100;
const DAY_MS = 86_400_000;

/** Permissions in force in the organisation of the context that were chosen: all where nothing was. */
async function scopeOf(ctx: Context, { permissions, users, user_groups: groups, assets, nodes }: Chosen): Promise<Scope> {
  const id = at('p')('id');
  const reaching = assets.length + nodes.length > 0 ? among(id, await permissionsReaching(ctx, assets, nodes)) : undefined;
  const named = permissions.length > 0 ? among(id, permissions) : undefined;
  return { permissions: and(inForce(ctx, at('p')), permissionRows(ctx, 'p'), named, reaching), users, groups };
}

/** @throws CodedError review_too_large, review_empty */
export async function holdersOf(ctx: Context, chosen: Chosen): Promise<Holder[]> {
  const holders = await holdersIn(ctx, await scopeOf(ctx, chosen), MAX_LINES + 1);
  if (holders.length > MAX_LINES) throw new CodedError('review_too_large', { count: holders.length, max: MAX_LINES });
  if (holders.length === 0) throw new CodedError('review_empty');
  return holders;
}

/** When a line was used last: by the person, or by anybody of the group. */
const usedBy = (uses: ReadonlyMap<string, Date>, { permission_id, subject_id, side }: Holder, members: ReadonlyMap<string, string[]>) => {
  const people = side === 'user' ? [subject_id] : (members.get(subject_id) ?? []);
  const moments = people.flatMap((one) => uses.get(`${permission_id} ${one}`)?.getTime() ?? []);
  return moments.length > 0 ? new Date(Math.max(...moments)) : null;
};

/** Writes the lines of some permissions. */
async function writeLines(ctx: Context, review: ReviewRow, holders: readonly Holder[]): Promise<void> {
  const ids = [...new Set(holders.map((one) => one.permission_id))];
  const given = new Map((await givenBy(ctx, ids)).map((one) => [one.id, one]));
  const uses = new Map((await lastUses(ctx, review.org_id, ids)).map((one) => [`${one.permission_id} ${one.user_id}`, one.used]));
  const members = await membersOf(
    ctx,
    holders.filter(({ side }) => side === 'group').map((one) => one.subject_id),
  );
  const before = review.unused_days === null ? undefined : new Date(ctx.clock().getTime() - review.unused_days * DAY_MS);
  const rows = holders.flatMap((holder) => {
    const what = given.get(holder.permission_id);
    const used = usedBy(uses, holder, members);
    if (!what || (before && used && used >= before)) return [];
    const { id: _id, digest, assets, nodes, accounts, ...plain } = what;
    const lists = { assets: JSON.stringify(assets), nodes: JSON.stringify(nodes), accounts: JSON.stringify(accounts) };
    return [
      {
        id: randomUUID(),
        org_id: review.org_id,
        review_id: review.id,
        ...holder,
        ...plain,
        ...lists,
        date_last_used: used,
        grant_digest: digest,
      },
    ];
  });
  for (let from = 0; from < rows.length; from += 500)
    await ctx.tx
      .insertInto('access_review_lines')
      .values(rows.slice(from, from + 500))
      .execute();
}

/** Holders by permissions, so many permissions at a time. They come in the order of these. */
function portions(holders: readonly Holder[]): Holder[][] {
  const groups: Holder[][] = [];
  let seen = new Set<string>();
  for (const holder of holders) {
    seen.add(holder.permission_id);
    if (groups.length === 0 || seen.size > CHUNK) {
      groups.push([]);
      seen = new Set([holder.permission_id]);
    }
    groups.at(-1)?.push(holder);
  }
  return groups;
}

/** Prepares a review: writes what there is, all of it or nothing, opens it and tells whoever reviews. */
export async function makeLines(deps: ReviewDeps, ctx: Context, reviewId: string, run: Run): Promise<void> {
  const review = await ctx.tx
    .selectFrom('access_reviews')
    .selectAll()
    .where('id', '=', reviewId)
    .where('state', '=', 'preparing')
    .forUpdate()
    .executeTakeFirst();
  if (!review) return run.write(render(NOTHING_LEFT, ctx.language));
  const holders = await holdersOf(ctx, review.scope);
  let done = 0;
  for (const some of portions(holders)) {
    run.signal.throwIfAborted();
    await writeLines(ctx, review, some);
    done += some.length;
    run.progress(done, holders.length);
  }
  await keepMembers(ctx, review.id);
  await open(deps, ctx, review);
}

async function open(deps: ReviewDeps, ctx: Context, review: ReviewRow): Promise<void> {
  const date_reminds = nextReminder(ctx.clock(), review.date_due);
  await ctx.tx.updateTable('access_reviews').set({ state: 'open', date_reminds }).where('id', '=', review.id).execute();
  const line = await anyRow(ctx.tx.selectFrom('access_review_lines').where('review_id', '=', review.id));
  // Everything was used: there is nothing to decide.
  if (!line) return endReview(ctx, deps, { ...review, state: 'open' });
  await deps.messenger.send(ctx, await waitedFor(ctx, review), startedNotice(ctx, review));
}

/** Settles a review whose preparation did not come to its end. */
export async function notPrepared(ctx: Context, run: string): Promise<void> {
  await ctx.tx.updateTable('access_reviews').set({ state: 'failed' }).where('task', '=', run).where('state', '=', 'preparing').execute();
}
