import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Where } from '../base/conditions.ts';

/**
 * Whether there is a row, for values that lists derive for each row of a page. Not `exists`: PostgreSQL may answer that for all rows of the
 * other table beforehand (hashed subplan), which took 1.4 s for a page of 15 among 100,000 assets instead of 0.3 ms.
 *
 * @param rows all of a query behind its columns: `from … where …`
 */
export const found = (rows: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`((select true ${rows} limit 1) is not null)`;

/** A text of two characters is among the pairs of neighbouring characters of a column, folded (index of print/tables.ts). */
export const holdsPair = (column: Expression<unknown>, pair: string): Where => sql<boolean>`bigrams(${column}) @> bigrams(${pair})`;
