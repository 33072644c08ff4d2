/** What stands for the rows of the busiest step in the table below. */
export const ROWS = 'rows';

/**
 * Lists that may read a table above 10,000 rows from end to end, or go through more rows than that in one step: by the name of the list, the table or
 * `rows`, and why. A reason that no plan needs any more fails, too.
 */
export const ALLOWED_SCANS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'assets-far': { [ROWS]: 'a page by its number is found by walking an index past all rows before it' },
  'assets-common-word': { [ROWS]: 'the wire counts hits exactly, and there are 25,000' },
};
