import type { Database } from '@postern/resource';
import { sql } from 'kysely';
import { EVIDENCE_TABLES } from '../database/evidence-tables.ts';
import { rewrap, SEALED_IN_TEXT } from './envelope.ts';
import type { Keyring } from './keyring.ts';

const BATCH = 500;
/** Evidence holds no secrets, and nobody may change it. */
const UNTOUCHED = [...EVIDENCE_TABLES.map(({ name }) => name), 'schema_migrations'];

interface Column {
  table_name: string;
  column_name: string;
  data_type: string;
}

/**
 * Wraps the data key of every sealed value with the current master key. All text and JSON columns are searched, so none
 * can be forgotten; a value found inside JSON is replaced in place. Each batch commits by itself: cut off at any point,
 * the next run goes on where this one ended.
 * @returns number of values that were wrapped anew.
 */
export async function rewrapAll(db: Database, keyring: Keyring, progress: (table: string, count: number) => void): Promise<number> {
  const columns = await sql<Column>`
    select c.table_name, c.column_name, c.data_type from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'jsonb')
      and c.table_name not in (${sql.join(UNTOUCHED)})
    order by 1, 2`.execute(db);
  let total = 0;
  for (const column of columns.rows) {
    const count = await rewrapColumn(db, keyring, column);
    if (count) progress(`${column.table_name}.${column.column_name}`, count);
    total += count;
  }
  return total;
}

async function rewrapColumn(db: Database, keyring: Keyring, { table_name, column_name, data_type }: Column): Promise<number> {
  const table = sql.table(table_name);
  const column = sql.ref(column_name);
  const current = keyring.current().id;
  // Any sealed value of another key, also beside values of the current one.
  const stale = `pv1\\.(?!${current})[0-9a-f]{16}\\.`;
  let total = 0;
  for (;;) {
    const { rows } = await sql<{ place: string; value: string }>`
      select ctid::text as place, ${column}::text as value from ${table} where ${column}::text ~ ${stale} limit ${BATCH}`.execute(db);
    if (!rows.length) return total;
    let changed = 0;
    await db.transaction().execute(async (trx) => {
      for (const { place, value } of rows) {
        const next = value.replace(SEALED_IN_TEXT, (sealed) => rewrap(keyring, sealed));
        // A row that was written in the meantime has moved or differs; the next round finds it again.
        const stored = data_type === 'jsonb' ? sql`${next}::jsonb` : sql`${next}`;
        const result = await sql`
          update ${table} set ${column} = ${stored} where ctid = ${place}::tid and ${column}::text = ${value}`.execute(trx);
        changed += Number(result.numAffectedRows ?? 0);
      }
    });
    if (!changed) throw new Error(`${table_name}.${column_name}: sealed values could not be replaced`);
    total += changed;
  }
}
