import { CodedError } from '@postern/contract/errors';
import { at, type Context, EVERYBODY } from '@postern/resource';
import { inOrganisation } from '../../platform/context.ts';
import { applyRevokes, settle } from './apply.ts';
import type { ReviewDeps } from './deps.ts';
import { decidable } from './mine.queries.ts';
import { endedNotice, missedNotice } from './notices.ts';
import { waitedFor } from './reminders.ts';
import type { ReviewRow } from './review.resource.ts';
import { countsOf } from './snapshot.queries.ts';

/** Reviews of one round of the job at most; the next minute takes the rest. */
const MOST = 20;

const linesOf = (ctx: Context, { id }: Pick<ReviewRow, 'id'>) =>
  ctx.tx.selectFrom('access_review_lines as l').selectAll('l').where('l.review_id', '=', id).where('l.outcome', '=', 'none');

/** What silence means, where it was to mean something: nobody decided, although somebody could have. */
async function revokeSilence(ctx: Context, review: ReviewRow): Promise<void> {
  await ctx.tx
    .updateTable('access_review_lines as l')
    .set({ decision: 'revoke', by_silence: true, date_decided: ctx.clock() })
    .where('l.review_id', '=', review.id)
    .where('l.decision', '=', 'undecided')
    .where(decidable(at('l')))
    .execute();
}

/** Ends a review that the caller has locked, and does what was decided in it. */
export async function endReview(ctx: Context, deps: ReviewDeps, review: ReviewRow): Promise<void> {
  const now = ctx.clock();
  const late = await waitedFor(ctx, review);
  if (review.silence === 'revoke' && review.date_due <= now) await revokeSilence(ctx, review);
  await applyRevokes(ctx, deps, review, await linesOf(ctx, review).where('l.decision', '=', 'revoke').execute());
  await settle(ctx, await linesOf(ctx, review).where('l.decision', '=', 'keep').execute(), 'kept');
  await close(ctx, review, 'ended');
  const none = { all: 0, undecided: 0, keep: 0, revoke: 0, revoked: 0, gone: 0 };
  const result = (await countsOf(ctx, [review.id], EVERYBODY)).get(review.id) ?? none;
  const owner = review.owner_id;
  await deps.messenger.send(
    ctx,
    late.filter((one) => one !== owner),
    missedNotice(ctx, review),
  );
  if (owner) await deps.messenger.send(ctx, [owner], endedNotice(ctx, review, result));
}

async function close(ctx: Context, review: ReviewRow, state: 'ended' | 'called_off'): Promise<void> {
  await ctx.tx
    .updateTable('access_reviews')
    .set({ state, date_ended: ctx.clock(), date_reminds: null })
    .where('id', '=', review.id)
    .execute();
  ctx.audit({
    action: 'update',
    resourceType: 'accessreview',
    resourceId: review.id,
    resource: review.name,
    orgId: review.org_id,
    changes: [{ field: 'state', before: review.state, after: state }],
  });
}

/** @throws CodedError review_closed for one that is over, or not begun */
export function requireOpen(ctx: Context, { state, date_due }: Pick<ReviewRow, 'state' | 'date_due'>): void {
  if (state !== 'open' || date_due <= ctx.clock()) throw new CodedError('review_closed');
}

/** Ends a review before its time: with what was decided so far, or as if it had not been. Silence means nothing then. */
export async function endEarly(ctx: Context, deps: ReviewDeps, review: ReviewRow, callOff: boolean): Promise<void> {
  if (review.state === 'preparing' && callOff) return close(ctx, review, 'called_off');
  requireOpen(ctx, review);
  if (callOff) return close(ctx, review, 'called_off');
  return endReview(ctx, deps, review);
}

/** Ends what is due, each by itself: one that cannot be ended holds up no other. */
export async function endDue(ctx: Context, deps: ReviewDeps): Promise<void> {
  const { system } = deps;
  const due = await ctx.tx
    .selectFrom('access_reviews')
    .select('id')
    .where('state', '=', 'open')
    .where('date_due', '<=', ctx.clock())
    .orderBy('date_due')
    .limit(MOST)
    .execute();
  for (const { id } of due)
    try {
      await system.asSystem('access review ends', async (write) => {
        const review = await write.tx
          .selectFrom('access_reviews')
          .selectAll()
          .where('id', '=', id)
          .where('state', '=', 'open')
          .forUpdate()
          .executeTakeFirst();
        if (review) await endReview(inOrganisation(write, review.org_id), deps, review);
      });
    } catch (error) {
      ctx.log.error({ err: error, review: id }, 'an access review was not ended');
    }
}
