import { text } from '@postern/contract/text';
import { boolean, can, INTEGER_SCHEMA, labelled, objectSchema, type Route, text as textField } from '@postern/resource';
import { rowsNamed } from '../../platform/fields.ts';
import { action } from '../../platform/routes/action.ts';
import { bulk } from '../../platform/routes/bulk.ts';
import { detail } from '../../platform/routes/detail.ts';
import { answerShape } from '../../platform/shown.ts';
import { type Decided, decideLines } from './decide.ts';
import type { ReviewDeps } from './deps.ts';
import { endEarly } from './end-review.ts';
import { evidenceOf } from './evidence.ts';
import { accessReviewLine, DECISIONS, ownReviewLine } from './line.resource.ts';
import { accessReview, ownReview } from './review.resource.ts';

const PERMS = '/api/v1/perms';
/** Lines of one decision at most. */
const MOST = 500;

/** What somebody decides, in their own lines. */
const decide = (deps: ReviewDeps): Route =>
  bulk({
    method: 'POST',
    path: `${PERMS}/own-access-reviews/:id/decide/`,
    name: 'perms.ownaccessreview.decide',
    who: { allow: 'user' },
    rows: { one: ownReview, of: [ownReviewLine] },
    body: {
      lines: rowsNamed(ownReviewLine.name, accessReviewLine.labelPlural, MOST),
      decision: labelled({ label: text('Decision', '决定', '判断'), required: true, choices: DECISIONS }),
      comment: textField({ label: text('Comment', '备注', 'コメント'), max: 512, default: '', blank: true }),
      overrule: boolean({
        label: text('Also what others decided', '包括他人已决定的', '他の人の判断も変える'),
        default: false,
      }),
    },
    answer: answerShape(objectSchema({ decided: INTEGER_SCHEMA })),
    errors: ['review_closed', 'review_line_applied', 'review_line_decided'],
    async act(ctx, { row, body }) {
      const done = await decideLines(ctx, deps, row, body);
      return { done, answer: { decided: done.length } };
    },
    event: (line: Decided) => ({
      action: 'update',
      resourceType: accessReviewLine.name,
      resourceId: line.id,
      resource: `${line.permission} · ${line.subject}`.slice(0, 512),
      orgId: line.org_id,
      changes: [{ field: 'decision', before: line.decision, after: line.now }],
    }),
  });

/** Ends a review before its time. */
const end = (deps: ReviewDeps): Route =>
  action({
    path: `${PERMS}/access-reviews/:id/end/`,
    name: 'perms.accessreview.end',
    who: can('perms.change_accessreview'),
    rows: { one: accessReview },
    body: {
      call_off: boolean({ label: text('Without doing what was decided', '不执行已作的决定', '判断を実行しない'), default: false }),
    },
    errors: ['review_closed'],
    async act(ctx, { row, body }) {
      await endEarly(ctx, deps, row, body.call_off);
    },
  });

/** All of a review in one piece. Whoever takes it away is in the log, as of every export of evidence. */
const evidence: Route = detail({
  path: `${PERMS}/access-reviews/:id/evidence/`,
  name: 'perms.accessreview.evidence',
  who: can('perms.view_accessreview'),
  rows: { one: accessReview, of: [accessReviewLine] },
  answer: { title: text('Evidence of a review', '审阅证据', 'レビューの証跡'), schema: { type: 'object' } },
  async show(ctx, { row }) {
    const all = await evidenceOf(ctx, row);
    ctx.audit({
      action: 'view',
      resourceType: accessReview.name,
      resourceId: row.id,
      resource: row.name,
      orgId: row.org_id,
      changes: [{ field: 'exported', before: '', after: String(all.lines.length) }],
    });
    return all;
  },
});

export const reviewRoutes = (deps: ReviewDeps): readonly Route[] => [decide(deps), end(deps), evidence];
