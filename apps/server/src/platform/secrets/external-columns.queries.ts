import type { Database } from '@postern/resource';
import { sql } from 'kysely';

/** Columns that hold secrets of accounts, here or as names of entries in a store (docs/decisions/0114): the only ones that are moved. */
const COLUMNS = [
  { table: 'accounts', column: 'secret' },
  { table: 'accounts_history', column: 'secret' },
  { table: 'account_templates', column: 'secret' },
  { table: 'change_secret_records', column: 'old_secret' },
  { table: 'change_secret_records', column: 'new_secret' },
  { table: 'change_secret_automations', column: 'secret' },
  { table: 'push_account_automations', column: 'secret' },
  { table: 'automation_executions', column: 'sealed_secret' },
] as const;
export type SecretColumn = (typeof COLUMNS)[number];
export const SECRET_COLUMNS: readonly SecretColumn[] = COLUMNS;

/** Where secrets are: `here` encrypted in the database, `there` in the store. */
export type Place = 'here' | 'there';
const at = (column: string, place: Place) =>
  place === 'here' ? sql<boolean>`${sql.ref(column)} like 'pv1.%'` : sql<boolean>`${sql.ref(column)} like 'ev1.%'`;

export interface KeptSecret {
  id: string;
  stored: string;
}

/** The next secrets of a column that are at a place, in the order of their rows. */
export async function secretsAt(
  db: Database,
  { table, column }: SecretColumn,
  place: Place,
  after: string,
  limit: number,
): Promise<KeptSecret[]> {
  const key = table === 'accounts_history' ? sql`integer` : sql`uuid`;
  const from = after === '' ? sql`true` : sql`id > cast(${after} as ${key})`;
  const found = await sql<KeptSecret>`
    select id::text as id, ${sql.ref(column)} as stored from ${sql.table(table)}
    where ${at(column, place)} and ${from} order by ${sql.table(table)}.id limit ${limit}`.execute(db);
  return found.rows;
}

/** How many secrets of each kind are where. */
export async function countSecrets(db: Database): Promise<Record<SecretColumn['table'], Record<Place, number>>> {
  const counts = {} as Record<SecretColumn['table'], Record<Place, number>>;
  for (const { table, column } of COLUMNS) {
    const { rows } = await sql<Record<Place, number>>`
      select count(*) filter (where ${at(column, 'here')})::int as here, count(*) filter (where ${at(column, 'there')})::int as there
      from ${sql.table(table)}`.execute(db);
    const kept = counts[table] ?? { here: 0, there: 0 };
    counts[table] = { here: kept.here + (rows[0]?.here ?? 0), there: kept.there + (rows[0]?.there ?? 0) };
  }
  return counts;
}

/** Columns in which the secret of one account stands, by the row of the account. */
const OF_AN_ACCOUNT = COLUMNS.filter(({ table }) => ['accounts', 'accounts_history', 'change_secret_records'].includes(table));

/**
 * Puts another text in place of a stored one, in the row and wherever the same account has the very same text, in the transaction of the
 * caller: whoever compares two of them compares equal ones before and after. @returns how many values were replaced
 */
export async function replaceSecretText(db: Database, { table, column }: SecretColumn, row: KeptSecret, next: string): Promise<number> {
  const key = table === 'accounts_history' ? sql`cast(${row.id} as integer)` : sql`cast(${row.id} as uuid)`;
  if (!OF_AN_ACCOUNT.some((one) => one.table === table)) {
    const done = await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${next} where id = ${key} and ${sql.ref(column)} = ${row.stored}`.execute(db);
    return Number(done.numAffectedRows ?? 0);
  }
  const account = table === 'accounts' ? key : sql`(select account_id from ${sql.table(table)} where id = ${key})`;
  let count = 0;
  for (const one of OF_AN_ACCOUNT) {
    const mine =
      one.table === 'accounts'
        ? sql`id = ${account}`
        : one.table === 'accounts_history'
          ? sql`account_id = ${account}`
          : // The index is by the asset.
            sql`account_id = ${account} and asset_id = (select asset_id from accounts where id = ${account})`;
    const done = await sql`
      update ${sql.table(one.table)} set ${sql.ref(one.column)} = ${next}
      where ${mine} and ${sql.ref(one.column)} = ${row.stored}`.execute(db);
    count += Number(done.numAffectedRows ?? 0);
  }
  return count;
}

/** Every name of an entry that a column holds, as a query with the column `stored`. */
export const namedEntries = sql.join(
  COLUMNS.map(({ table, column }) => sql`select ${sql.ref(column)} as stored from ${sql.table(table)} where ${at(column, 'there')}`),
  sql` union all `,
);
