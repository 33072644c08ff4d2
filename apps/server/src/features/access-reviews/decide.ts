import { CodedError, InvalidInput } from '@postern/contract/errors';
import { among, at, type Context } from '@postern/resource';
import { applyRevokes } from './apply.ts';
import type { ReviewDeps } from './deps.ts';
import { requireOpen } from './end-review.ts';
import { type Decision, type LineRow, ownLineRows } from './line.resource.ts';
import type { ReviewRow } from './review.resource.ts';

export interface Asked {
  lines: readonly string[];
  decision: Decision;
  comment: string;
  /** Also what somebody else has decided. */
  overrule: boolean;
}

/** A line that was decided, as it was before. */
export type Decided = LineRow & { now: Decision };

/** Of the lines that a body names those of this review, which its reader may decide. */
const named = (ctx: Context, review: ReviewRow, ids: readonly string[]) =>
  ctx.tx
    .selectFrom('access_review_lines as t')
    .selectAll('t')
    .where(among(at('t')('id'), ids))
    .where('t.review_id', '=', review.id)
    .where(ownLineRows(ctx, 't'))
    .orderBy('t.id')
    .execute();

/** @throws CodedError review_line_applied, review_line_decided */
function refuseDecided(ctx: Context, lines: readonly LineRow[], overrule: boolean): void {
  const applied = lines.find((one) => one.outcome !== 'none');
  if (applied) throw new CodedError('review_line_applied', { subject: applied.subject });
  const others = overrule ? undefined : lines.find((one) => one.decided_by_id !== null && one.decided_by_id !== ctx.actor.id);
  if (others) throw new CodedError('review_line_decided', { subject: others.subject, by: others.decided_by });
}

/**
 * Decides lines of a review that the caller has locked: all of them or none. Of two who decide about a line at the same moment the second is told of
 * the first. Their own decisions people change as long as nothing came of them.
 * @throws CodedError review_closed, review_line_applied, review_line_decided, object_does_not_exist
 */
export async function decideLines(
  ctx: Context,
  deps: ReviewDeps,
  review: ReviewRow,
  { lines: ids, decision, comment, overrule }: Asked,
): Promise<Decided[]> {
  requireOpen(ctx, review);
  if (ids.length === 0) throw InvalidInput.on('lines', 'required');
  const lines = await named(ctx, review, ids);
  if (lines.length < ids.length) throw new CodedError('object_does_not_exist', { resource: 'accessreviewline' });
  refuseDecided(ctx, lines, overrule);
  const { id, name, username } = ctx.actor;
  const none = decision === 'undecided';
  await ctx.tx
    .updateTable('access_review_lines')
    .set({
      decision,
      comment,
      decided_by_id: none ? null : id,
      decided_by: none ? '' : `${name}(${username})`,
      date_decided: none ? null : ctx.clock(),
    })
    .where((on) =>
      among(
        on.ref('id'),
        lines.map((one) => one.id),
      ),
    )
    .execute();
  if (decision === 'revoke' && review.revokes === 'once') await applyRevokes(ctx, deps, review, lines);
  return lines.map((line) => ({ ...line, now: decision }));
}
