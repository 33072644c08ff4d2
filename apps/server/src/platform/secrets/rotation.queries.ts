import type { Database } from '@postern/resource';
import { sql } from 'kysely';

/** Columns of any table, found in the catalogue: none can be forgotten, and no type knows them. */

export interface TextColumn {
  table_name: string;
  column_name: string;
  data_type: string;
}

/** A stored value and the place of its row. */
export interface Place {
  place: string;
  value: string;
}

/** All text and JSON columns, save those of the tables named. */
export async function textColumns(db: Database, untouched: readonly string[]): Promise<TextColumn[]> {
  const { rows } = await sql<TextColumn>`
    select c.table_name, c.column_name, c.data_type from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'jsonb')
      and c.table_name not in (${sql.join(untouched)})
    order by 1, 2`.execute(db);
  return rows;
}

/** Values of a column that match a pattern, at most so many. */
export async function matchingValues(db: Database, { table_name, column_name }: TextColumn, pattern: string, limit: number) {
  const column = sql.ref(column_name);
  const { rows } = await sql<Place>`
    select ctid::text as place, ${column}::text as value from ${sql.table(table_name)} where ${column}::text ~ ${pattern} limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Puts another value in a row; false when the row was written in the meantime, and has moved or differs. */
export async function replaceValue(
  db: Database,
  { table_name, column_name, data_type }: TextColumn,
  { place, value }: Place,
  next: string,
): Promise<boolean> {
  const column = sql.ref(column_name);
  const stored = data_type === 'jsonb' ? sql`${next}::jsonb` : sql`${next}`;
  const result = await sql`
    update ${sql.table(table_name)} set ${column} = ${stored} where ctid = ${place}::tid and ${column}::text = ${value}`.execute(db);
  return Number(result.numAffectedRows ?? 0) > 0;
}
