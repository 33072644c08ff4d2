import type { Context } from '@postern/resource';
import { at } from '@postern/resource';
import { inOrganisation } from '../../platform/context.ts';
import { anyRow } from '../../platform/database/any-row.ts';
import type { ReviewDeps } from './deps.ts';
import { mine } from './mine.queries.ts';
import { remindedNotice } from './notices.ts';
import type { ReviewRow } from './review.resource.ts';

const HOUR_MS = 3_600_000;
/** So long before the end, whoever has something left is reminded. */
const BEFORE_MS = [72 * HOUR_MS, 24 * HOUR_MS, HOUR_MS];
/** Reviews of one round of the job at most; the next minute takes the rest. */
const MOST = 100;

/** When reviewers are reminded next. @returns null for never again */
export const nextReminder = (now: Date, due: Date): Date | null => {
  const left = BEFORE_MS.map((before) => new Date(due.getTime() - before)).filter((one) => one > now);
  return left[0] ?? null;
};

/** Those who are named in a review. */
async function namedIn(ctx: Context, { id, owner_id: owner }: ReviewRow): Promise<string[]> {
  const rows = await ctx.tx.selectFrom('access_review_reviewers').select('user_id').where('review_id', '=', id).execute();
  return [...new Set([...rows.map(({ user_id }) => user_id), ...(owner ? [owner] : [])])];
}

/** Of those who are named in a review the ones who have something left to decide. */
export async function waitedFor(ctx: Context, review: ReviewRow): Promise<string[]> {
  const left: string[] = [];
  for (const person of await namedIn(ctx, review)) {
    const line = await anyRow(
      ctx.tx
        .selectFrom('access_review_lines as l')
        .where('l.review_id', '=', review.id)
        .where('l.decision', '=', 'undecided')
        .where(mine(at('l'), person)),
    );
    if (line) left.push(person);
  }
  return left;
}

/** Reminds of reviews whose moment has come; the next moment is written with the message, so that nobody says it twice. */
export async function remindReviewers(ctx: Context, { messenger }: Pick<ReviewDeps, 'messenger'>): Promise<void> {
  const now = ctx.clock();
  const due = await ctx.tx
    .selectFrom('access_reviews')
    .selectAll()
    .where('state', '=', 'open')
    .where('date_reminds', '<=', now)
    .where('date_due', '>', now)
    .orderBy('date_reminds')
    .limit(MOST)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const review of due) {
    await ctx.tx
      .updateTable('access_reviews')
      .set({ date_reminds: nextReminder(now, review.date_due) })
      .where('id', '=', review.id)
      .execute();
    const there = inOrganisation(ctx, review.org_id);
    await messenger.send(there, await waitedFor(there, review), remindedNotice(there, review));
  }
}
