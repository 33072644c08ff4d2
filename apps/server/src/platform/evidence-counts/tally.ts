import { and, at, type Behaviour, type Context, eb, inOrg, parseDatetime, type Rows, type Where, zoned } from '@postern/resource';
import type { RawBuilder } from 'kysely';
import { type CountedLog, countOf, numberOf, sumOf, sumOfHours, sumsOfDays } from './evidence-counts.queries.ts';

const HOUR_MS = 3_600_000;

/** A log that is counted by hours. */
interface Tallied {
  log: CountedLog;
  rows: Rows;
  /** The column with the time of a row, and a moment as that column has it. */
  column: string;
  stored?(moment: Date): Date | number;
}

/** Rows between two moments, both included, as a number to select: whole hours from the sums, what is left at both ends by counting. */
export function tally(
  ctx: Context,
  { log, rows, column, stored = (moment) => moment }: Tallied,
  since?: Date,
  until?: Date,
): RawBuilder<number> {
  const org = inOrg(ctx, at('c'));
  const after = since && new Date(Math.ceil(since.getTime() / HOUR_MS) * HOUR_MS);
  const before = until && new Date(Math.floor(until.getTime() / HOUR_MS) * HOUR_MS);
  const time = at('t')(column);
  const from = since && eb(time, '>=', stored(since));
  const to = until && eb(time, '<=', stored(until));
  const counted = (...part: readonly (Where | undefined)[]) => countOf(log, and(rows(ctx, 't'), ...part));
  if (after && before && after >= before) return counted(from, to);
  return sumOf([
    sumOfHours(log, org, after, before),
    ...(after && since && after > since ? [counted(from, eb(time, '<', stored(after)))] : []),
    ...(before ? [counted(eb(time, '>=', stored(before)), to)] : []),
  ]);
}

/**
 * The same by day (`day`, `n`) in the caller's zone, `YYYY-MM-DD`, from the beginning of a day on, as rows to select; undefined in zones whose
 * days begin within an hour.
 */
export function talliedDays(ctx: Context, log: CountedLog, from: Date): RawBuilder<unknown> | undefined {
  const onTheHour = [from, ctx.clock()].every((moment) => zoned(moment, ctx.timeZone).offset.endsWith('00'));
  return onTheHour ? sumsOfDays(log, inOrg(ctx, at('c')), ctx.timeZone, from) : undefined;
}

/** Times as the list reads them; what is none narrows nothing. */
const momentOf = (given: string | undefined) => (given ? parseDatetime(given) : undefined);

/** How long a list is that is narrowed by its dates alone, without counting all of it (decision 0106). */
export const tallyOf =
  (of: Tallied): NonNullable<Behaviour['tally']> =>
  async (ctx, query, narrowed) => {
    // A component's rows are fewer than its organisation's.
    if (ctx.actor.kind === 'component' || [...narrowed].some((name) => name !== 'date_from' && name !== 'date_to')) return undefined;
    return numberOf(ctx, tally(ctx, of, momentOf(query.date_from), momentOf(query.date_to)));
  };
