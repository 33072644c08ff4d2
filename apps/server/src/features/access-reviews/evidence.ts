import { actionsOf } from '@postern/contract/actions';
import type { Context } from '@postern/resource';
import { memberNames } from './line.behaviour.ts';
import { type LineRow, lineRows } from './line.resource.ts';
import type { ReviewRow } from './review.resource.ts';

/** A review as evidence: values of the wire without labels, moments as ISO 8601, everything that was decided and done. */

const at = (moment: Date | null): string | null => moment?.toISOString() ?? null;

const wireLine = (line: LineRow, members: readonly string[]) => ({
  id: line.id,
  permission: { id: line.permission_id, name: line.permission },
  given_to: { type: line.side, id: line.subject_id, name: line.subject, ...(line.side === 'group' ? { members } : {}) },
  assets: { amount: line.assets_amount, names: line.assets },
  nodes: { amount: line.nodes_amount, names: line.nodes },
  accounts: line.accounts,
  actions: actionsOf(line.actions).map(({ value }) => value),
  date_start: at(line.date_start),
  date_expired: at(line.date_expired),
  date_last_used: at(line.date_last_used),
  decision: line.decision,
  by_silence: line.by_silence,
  decided_by: line.decided_by_id ? { id: line.decided_by_id, name: line.decided_by } : null,
  date_decided: at(line.date_decided),
  comment: line.comment,
  outcome: line.outcome,
  date_done: at(line.date_done),
});

/** People by what they are called; nobody for one who has gone. */
const people = (ctx: Context) => ctx.tx.selectFrom('users as u').select(['u.id', 'u.name', 'u.username']);

export async function evidenceOf(ctx: Context, review: ReviewRow) {
  const lines: LineRow[] = await ctx.tx
    .selectFrom('access_review_lines as t')
    .selectAll('t')
    .where('t.review_id', '=', review.id)
    .where(lineRows(ctx, 't'))
    .orderBy('t.permission')
    .orderBy('t.subject')
    .orderBy('t.id')
    .execute();
  const members = await memberNames(ctx, lines, Number.POSITIVE_INFINITY);
  const owner = await people(ctx).where('u.id', '=', review.owner_id).executeTakeFirst();
  const reviewers = await people(ctx)
    .innerJoin('access_review_reviewers as r', 'r.user_id', 'u.id')
    .where('r.review_id', '=', review.id)
    .orderBy('u.name')
    .execute();
  return {
    id: review.id,
    name: review.name,
    organisation: { id: review.org_id, name: ctx.org.isRoot ? '' : ctx.org.name },
    owner: owner ?? null,
    reviewers,
    created_by: review.created_by,
    date_created: at(review.date_created),
    date_due: at(review.date_due),
    date_ended: at(review.date_ended),
    state: review.state,
    silence: review.silence,
    revokes: review.revokes,
    unused_days: review.unused_days,
    comment: review.comment,
    lines: lines.map((line) => wireLine(line, members.get(line.id) ?? [])),
  };
}
