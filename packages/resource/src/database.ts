import type { Kysely, Selectable } from 'kysely';

/**
 * Every table of the installation with its columns. Empty here, as the kernel knows tables only by definitions; what `npm run generate`
 * prints from these in the server fills it in, so that a column that is not there does not compile in any feature.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled in by declaration merging
export interface Tables {}
export type TableName = keyof Tables & string;

/** A connection or a transaction, with typed tables. */
export type Database = Kysely<Tables>;

/** The same connection as the kernel uses it, which builds its queries from resolved definitions: any table, any column. */
export type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** What a definition's table holds: `Row<typeof asset>`. */
export type RowOf<D extends { table: string }> = D['table'] extends TableName ? Selectable<Tables[D['table']]> : Record<string, unknown>;
