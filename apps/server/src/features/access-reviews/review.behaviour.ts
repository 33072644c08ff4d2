import { CodedError, InvalidInput } from '@postern/contract/errors';
import { at, type Behaviour, type Context, EVERYBODY, eb, type Row, type Values, type Where } from '@postern/resource';
import { perRow } from '../../platform/rows.ts';
import { startTask } from '../tasks/index.ts';
import type { ReviewDeps } from './deps.ts';
import { holdersOf, MAKE_LINES } from './make-lines.ts';
import { mine } from './mine.queries.ts';
import { nextReminder } from './reminders.ts';
import { type Chosen, ownReviewRows, type ReviewRow, reviewRows } from './review.resource.ts';
import { countsOf, type Progress } from './snapshot.queries.ts';

const NONE: Progress = { all: 0, undecided: 0, keep: 0, revoke: 0, revoked: 0, gone: 0 };
/** A review is over within a year. */
const LONGEST_MS = 366 * 86_400_000;

const progress =
  (which: (ctx: Context) => Where): NonNullable<Behaviour['computed']>[string] =>
  async (ctx, rows) => {
    const found = await countsOf(
      ctx,
      rows.map(({ id }) => String(id)),
      which(ctx),
    );
    return perRow(rows, ({ id }) => found.get(String(id)) ?? NONE);
  };

/** @throws InvalidInput under `date_due` */
function checkDue(ctx: Context, values: Values): void {
  if (!(values.date_due instanceof Date)) return;
  const left = values.date_due.getTime() - ctx.clock().getTime();
  if (left <= 0) throw InvalidInput.on('date_due', 'in_the_past');
  if (left > LONGEST_MS) throw InvalidInput.on('date_due', 'ends_too_late', { days: 366 });
}

const LISTS = ['permissions', 'users', 'user_groups', 'assets', 'nodes'] as const;
const chosenIn = (values: Values): Chosen =>
  Object.fromEntries(LISTS.map((name) => [name, ((values[name] as unknown[] | undefined) ?? []).map(String)])) as unknown as Chosen;

const isOver = ({ state }: Row): boolean => state === 'ended' || state === 'called_off';

export const reviewBehaviour = (deps: ReviewDeps): Behaviour => ({
  rows: reviewRows,
  computed: { progress: progress(() => EVERYBODY) },
  async prepare(ctx, { verb, values, before }) {
    checkDue(ctx, values);
    if (Array.isArray(values.reviewers) && values.reviewers.length === 0) throw InvalidInput.on('reviewers', 'required');
    if (verb === 'create') {
      if (ctx.org.isRoot) throw new CodedError('root_org_readonly');
      await holdersOf(ctx, chosenIn(values));
      return;
    }
    if (values.owner !== undefined && values.owner === before?.owner_id) delete values.owner;
    // Evidence stays as it is.
    if (before && (isOver(before) || before.state === 'failed')) throw new CodedError('review_closed');
    if (before?.state === 'open' && values.date_due instanceof Date) values.date_reminds = nextReminder(ctx.clock(), values.date_due);
  },
  async written(ctx, { verb, row, values }) {
    if (verb !== 'create') return;
    const id = String(row.id);
    const task = await startTask(ctx, deps.jobs, MAKE_LINES, { review: id });
    // Whoever makes one need not be of its organisation: administrators of the system are of none.
    const more = { task, owner_id: (row.owner_id as string | null) ?? ctx.actor.id };
    const scope = JSON.stringify(chosenIn(values));
    await ctx.tx
      .updateTable('access_reviews')
      .set({ ...more, scope })
      .where('id', '=', id)
      .execute();
    Object.assign(row, more);
  },
  async deleting(ctx, rows) {
    for (const row of rows) {
      const decided = await ctx.tx
        .selectFrom('access_review_lines')
        .select('id')
        .where('review_id', '=', String(row.id))
        .where('decision', '<>', 'undecided')
        .limit(1)
        .executeTakeFirst();
      if (isOver(row) || decided) throw new CodedError('review_is_evidence');
    }
    return undefined;
  },
});

/** Lines (`l`) about which the actor decides. */
const own = (ctx: Context): Where => mine(at('l'), ctx.actor.id);

const waiting = (ctx: Context): Where =>
  eb.and([
    eb('t.state', '=', 'open' satisfies ReviewRow['state']),
    eb('t.date_due', '>', ctx.clock()),
    eb.exists(
      eb
        .selectFrom('access_review_lines as l')
        .select(eb.lit(1).as('one'))
        .whereRef('l.review_id', '=', 't.id')
        .where('l.decision', '=', 'undecided')
        .where(own(ctx)),
    ),
  ]);

export const ownReviewBehaviour: Behaviour = {
  rows: ownReviewRows,
  filters: { waiting: (ctx, value) => (value === '1' || value === 'true' ? waiting(ctx) : undefined) },
  computed: { progress: progress(own) },
};
