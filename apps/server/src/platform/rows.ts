import { parseUuid } from '@postern/contract/ids';
import { type Context, eb, NOBODY, type Row, type Where } from '@postern/resource';

/** What hooks of resources do with the rows of a page. */

/**
 * A value of each row by its id, as hooks of computed fields answer them.
 * @param value may name the type of its row: the kernel knows resources by their definitions only and hands out rows of any
 */
export const perRow = <R extends Row, T>(rows: readonly Row[], value: (row: R) => T): Map<string, T> =>
  new Map(rows.map((row) => [String(row.id), value(row as R)]));

/** A filter by the id in a column of the resource's table; what is no id finds nothing. */
export const byId =
  (column: string) =>
  (_ctx: Context, value: string): Where => {
    const id = parseUuid(value);
    return id ? eb(`t.${column}`, '=', id) : NOBODY;
  };
