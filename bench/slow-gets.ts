/**
 * Addresses whose answer may take longer than any list should, as the OpenAPI document has them, and why. With `?limit=15` for the page of a list
 * that takes longer, without it for all of its rows.
 */
export const SLOW_GETS: Readonly<Record<string, string>> = {};
