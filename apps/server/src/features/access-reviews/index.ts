import { EVIDENCE_FLOOR_DAYS } from '@postern/contract/settings';
import { text } from '@postern/contract/text';
import { type Context, resource } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import type { ReviewDeps } from './deps.ts';
import { endDue } from './end-review.ts';
import { lineBehaviour } from './line.behaviour.ts';
import { accessReviewLine, lineRows, ownLineRows, ownReviewLine } from './line.resource.ts';
import { MAKE_LINES, makeLines, notPrepared } from './make-lines.ts';
import { remindReviewers } from './reminders.ts';
import { ownReviewBehaviour, reviewBehaviour } from './review.behaviour.ts';
import { accessReview, ownReview } from './review.resource.ts';
import { reviewRoutes } from './review.routes.ts';
import { reviewMembers } from './tables.ts';

const DAY_MS = 86_400_000;

/** Removes what ended as long ago as the operation log is kept (docs/wire/permissions.md#what-stays). */
async function forgetOld(ctx: Context, { settings }: Pick<ReviewDeps, 'settings'>): Promise<void> {
  const before = new Date(ctx.clock().getTime() - Math.max(settings.get('OPERATE_LOG_KEEP_DAYS'), EVIDENCE_FLOOR_DAYS) * DAY_MS);
  await ctx.tx.deleteFrom('access_reviews').where('date_ended', '<', before).execute();
}

/** Access reviews: people look through who may reach what, and take away what is not needed (docs/wire/permissions.md#access-reviews). */
export const accessReviewsFeature = (deps: ReviewDeps): Feature => ({
  resources: [
    resource(accessReview, reviewBehaviour(deps)),
    resource(ownReview, ownReviewBehaviour),
    resource(accessReviewLine, lineBehaviour(lineRows)),
    resource(ownReviewLine, lineBehaviour(ownLineRows)),
  ],
  tables: [reviewMembers],
  routes: reviewRoutes(deps),
  jobs: [
    {
      name: MAKE_LINES,
      task: { label: text('Prepare an access review', '准备权限审阅', 'アクセスレビューの準備'), brokenOff: notPrepared },
      awaited: true,
      run: (ctx, { review }, run) => makeLines(deps, ctx, String(review), run),
    },
    { name: 'access-reviews.end', schedule: '* * * * *', transaction: false, run: (ctx) => endDue(ctx, deps) },
    { name: 'access-reviews.remind', schedule: '* * * * *', run: (ctx) => remindReviewers(ctx, deps) },
    { name: 'access-reviews.retention', schedule: '25 2 * * *', run: (ctx) => forgetOld(ctx, deps) },
  ],
});
