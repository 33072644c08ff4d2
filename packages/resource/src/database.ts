import type { ColumnType, Kysely, Selectable } from 'kysely';

/**
 * Every table of the installation with its columns. Empty here, as the kernel knows tables only by definitions; what `npm run generate`
 * prints from these in the server fills it in, so that a column that is not there does not compile in any feature.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled in by declaration merging
export interface Tables {}
export type TableName = keyof Tables & string;

/**
 * What columns hold, by `table.column`, where their SQL type says less than the code relies on: documents, closed sets of words. Said beside
 * the definition of the table, by declaration merging.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled in by declaration merging
export interface Columns {}

/** JSON is read as what it holds and written as text, as pg takes JavaScript arrays for PostgreSQL's. */
type Refine<C, T> =
  C extends ColumnType<infer S, infer I, infer U>
    ? unknown extends S
      ? ColumnType<T, I, U>
      : ColumnType<T | Extract<S, null>, T | Extract<I, null | undefined>, T | Extract<U, null>>
    : T | Extract<C, null>;

/** The printed tables with what `Columns` knows better. */
export type Refined<S> = {
  [T in keyof S & string]: {
    [C in keyof S[T] & string]: `${T}.${C}` extends keyof Columns ? Refine<S[T][C], Columns[`${T}.${C}`]> : S[T][C];
  };
};

/** A connection or a transaction, with typed tables. */
export type Database = Kysely<Tables>;

/** The same connection as the kernel uses it, which builds its queries from resolved definitions: any table, any column. */
export type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** What a definition's table holds: `Row<typeof asset>`. */
export type RowOf<D extends { table: string }> = D['table'] extends TableName ? Selectable<Tables[D['table']]> : Record<string, unknown>;
