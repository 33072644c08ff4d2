import { type RawBuilder, sql } from 'kysely';

/** Moments by the clock of the database, which all nodes share. */
export const now: RawBuilder<Date> = sql<Date>`now()`;

/** How long something lasts. */
export type Span = { days: number } | { hours: number } | { minutes: number } | { seconds: number };

const interval = (span: Span): RawBuilder<unknown> => {
  if ('days' in span) return sql`make_interval(days => ${span.days})`;
  if ('hours' in span) return sql`make_interval(hours => ${span.hours})`;
  if ('minutes' in span) return sql`make_interval(mins => ${span.minutes})`;
  return sql`make_interval(secs => ${span.seconds})`;
};

/** So long from now. */
export const fromNow = (span: Span): RawBuilder<Date> => sql<Date>`now() + ${interval(span)}`;

/** So long ago. */
export const ago = (span: Span): RawBuilder<Date> => sql<Date>`now() - ${interval(span)}`;

/** So long after what a column of the row says. */
export const after = (column: string, span: Span): RawBuilder<Date> => sql<Date>`${sql.ref(column)} + ${interval(span)}`;

/** The first of two moments. */
export const earliest = (one: RawBuilder<Date>, other: RawBuilder<Date>): RawBuilder<Date> => sql<Date>`least(${one}, ${other})`;
