/** What a form holds, by field. */
export type Values = Record<string, unknown>;
