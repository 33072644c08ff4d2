import type { Database } from '@postern/resource';
import { EVIDENCE_TABLES } from '../database/evidence-tables.ts';
import { ENCRYPTED_IN_TEXT, rewrap } from './envelope.ts';
import type { Keyring } from './keyring.ts';
import { matchingValues, replaceValue, type TextColumn, textColumns } from './rotation.queries.ts';

const BATCH = 500;
/** Evidence holds no secrets, and nobody may change it. */
const UNTOUCHED = [...EVIDENCE_TABLES.map(({ name }) => name), 'schema_migrations'];

/**
 * Wraps the data key of every encrypted value with the current master key. All text and JSON columns are searched, so none
 * can be forgotten; a value found inside JSON is replaced in place. Each batch commits by itself: cut off at any point,
 * the next run goes on where this one ended.
 * @returns number of values that were wrapped anew.
 */
export async function rewrapAll(db: Database, keyring: Keyring, progress: (table: string, count: number) => void): Promise<number> {
  let total = 0;
  for (const column of await textColumns(db, UNTOUCHED)) {
    const count = await rewrapColumn(db, keyring, column);
    if (count) progress(`${column.table_name}.${column.column_name}`, count);
    total += count;
  }
  return total;
}

async function rewrapColumn(db: Database, keyring: Keyring, column: TextColumn): Promise<number> {
  const current = keyring.current().id;
  // Any encrypted value of another key, also beside values of the current one.
  const stale = `pv1\\.(?!${current})[0-9a-f]{16}\\.`;
  let total = 0;
  for (;;) {
    const rows = await matchingValues(db, column, stale, BATCH);
    if (!rows.length) return total;
    let changed = 0;
    await db.transaction().execute(async (trx) => {
      for (const row of rows) {
        const next = row.value.replace(ENCRYPTED_IN_TEXT, (encrypted) => rewrap(keyring, encrypted));
        // One that was written in the meantime the next round finds again.
        if (await replaceValue(trx, column, row, next)) changed += 1;
      }
    });
    if (!changed) throw new Error(`${column.table_name}.${column.column_name}: encrypted values could not be replaced`);
    total += changed;
  }
}
