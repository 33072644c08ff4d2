import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';

/** Conditions on rows, which belong to no query yet. */

export type Where = Expression<SqlBool>;

/** A column of the table whose rows are asked about, under whatever alias it stands in the query. */
export type Column = (name: string) => Expression<unknown>;

/** Columns under an alias: `at('a')('org_id')` is `a.org_id`. */
export const at =
  (alias: string): Column =>
  (name) =>
    sql.ref(`${alias}.${name}`);

/** Builds conditions that belong to no query yet. */
export const eb = expressionBuilder<Record<string, Record<string, unknown>>, string>();

export const EVERYBODY: Where = eb.lit(true) as Expression<SqlBool>;
export const NOBODY: Where = eb.lit(false) as Expression<SqlBool>;

/** All of these; true of everything where there are none. */
export const and = (...conditions: readonly (Where | undefined)[]): Where => {
  const asked = conditions.filter((one) => one !== undefined);
  return asked.length === 0 ? EVERYBODY : eb.and(asked);
};

/** Whether a column is among these, which may be many: one parameter, whatever their number. */
export const among = (column: Expression<unknown>, values: readonly (string | number)[]): Where =>
  eb(column, '=', eb.fn.any(eb.val([...values])));

/** Any of these; true of nothing where there are none. */
export const or = (...conditions: readonly Where[]): Where => (conditions.length === 0 ? NOBODY : eb.or(conditions));
