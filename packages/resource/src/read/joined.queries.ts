import { type Expression, type RawBuilder, sql } from 'kysely';

/**
 * Related objects of a row as one JSON value, so that a page brings them along in its own statement. Each is an array of its columns.
 * The related table has the alias `t` inside, as its expressions expect it; the row's own `t` is seen from the link alone.
 *
 * @param link rows with a column `theirs`, under the alias `l`, and what they are narrowed by
 */
const objects = (link: RawBuilder<unknown>, table: string, columns: readonly Expression<unknown>[], where: RawBuilder<unknown>) =>
  sql<unknown>`(select coalesce(jsonb_agg(r.v), '[]'::jsonb) from ${link} cross join lateral
    (select jsonb_build_array(${sql.join(columns)}) as v from ${sql.table(table)} as t where t.id = l.theirs) r ${where})`;

/** The object that a column of the row (`t`) names: none or one. */
export const referenced = (column: string, table: string, columns: readonly Expression<unknown>[]) =>
  objects(sql`(select ${sql.ref(`t.${column}`)} as theirs) l`, table, columns, sql``);

/** The objects that a table links to the row (`t`). */
export const linkedBy = (
  through: { table: string; mine: string; theirs: string },
  table: string,
  columns: readonly Expression<unknown>[],
) =>
  objects(
    sql`(select ${sql.ref(through.theirs)} as theirs, ${sql.ref(through.mine)} as mine from ${sql.table(through.table)}) l`,
    table,
    columns,
    sql`where l.mine = t.id`,
  );

/** The rows of a table that belong to the row (`t`), in order, as one JSON value. */
export const belonging = (table: string, by: string, order: string, columns: readonly Expression<unknown>[]) =>
  sql<unknown>`(select coalesce(jsonb_agg(r.v order by r.o), '[]'::jsonb) from (select t.id as mine) l cross join lateral
    (select jsonb_build_array(${sql.join(columns)}) as v, ${sql.ref(`t.${order}`)} as o from ${sql.table(table)} as t
      where ${sql.ref(`t.${by}`)} = l.mine) r)`;
