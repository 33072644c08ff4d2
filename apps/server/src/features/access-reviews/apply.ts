import { among, type Context } from '@postern/resource';
import { takeOff } from '../permissions/index.ts';
import type { ReviewDeps } from './deps.ts';
import type { LineRow, Outcome } from './line.resource.ts';
import type { ReviewRow } from './review.resource.ts';

/** Carries out what was decided: through the permission itself, in the transaction of whoever calls. What is gone already is said to be. */
export async function applyRevokes(
  ctx: Context,
  { sessionsMayEnd }: Pick<ReviewDeps, 'sessionsMayEnd'>,
  review: Pick<ReviewRow, 'name'>,
  lines: readonly LineRow[],
): Promise<void> {
  if (lines.length === 0) return;
  const removed = await takeOff(ctx, lines, { field: 'access_review', before: '', after: review.name });
  await settle(
    ctx,
    lines.filter((line) => removed.has(line)),
    'revoked',
  );
  await settle(
    ctx,
    lines.filter((line) => !removed.has(line)),
    'gone',
  );
  if (removed.size > 0) sessionsMayEnd(ctx);
}

/** Writes down what became of lines. */
export async function settle(ctx: Context, lines: readonly Pick<LineRow, 'id'>[], outcome: Outcome): Promise<void> {
  const ids = lines.map(({ id }) => id);
  await ctx.tx
    .updateTable('access_review_lines')
    .set({ outcome, date_done: ctx.clock() })
    .where((on) => among(on.ref('id'), ids))
    .execute();
}
