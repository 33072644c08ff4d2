/** What an empty value looks like (docs/behaviour/lists.md#cells). */
export const Nothing = () => <span className="s-empty">-</span>;

/** Whether a cell has nothing to show. */
export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
