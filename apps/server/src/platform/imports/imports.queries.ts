import type { Database } from '@postern/resource';
import { sql } from 'kysely';

/** Rows of a portion at once, as arrays: two parameters or three, however many rows. */

/** A unique value that a row of a file would take. */
export interface Claim {
  n: number;
  key: string;
}

/** What a row of a file became. */
export interface ImportedRow {
  n: number;
  print: string;
  id: string;
}

const claims = (rows: readonly Claim[]) =>
  sql`unnest(${rows.map(({ key }) => key)}::text[], ${rows.map(({ n }) => n)}::int[]) as x(key, n)`;

/** Which of these values other rows of the file have taken already. */
export async function claimedKeys(db: Database, scope: string, given: readonly Claim[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select k.key from import_keys k join ${claims(given)} on x.key = k.key where k.scope = ${scope}`.execute(db);
  return rows.map(({ key }) => key);
}

/** Takes values for rows. */
export async function claimKeys(db: Database, scope: string, won: readonly Claim[]): Promise<void> {
  await sql`insert into import_keys (scope, key, n) select ${scope}, x.key, x.n from ${claims(won)} on conflict do nothing`.execute(db);
}

/** Writes down what rows became; what was known of them before is replaced. */
export async function rememberRows(db: Database, scope: string, rows: readonly ImportedRow[]): Promise<void> {
  await sql`
    insert into import_rows (scope, n, print, object_id)
    select ${scope}, x.n, x.print, x.id
    from unnest(${rows.map(({ n }) => n)}::int[], ${rows.map(({ print }) => print)}::text[], ${rows.map(({ id }) => id)}::text[]) as x(n, print, id)
    on conflict (scope, n) do update set print = excluded.print, object_id = excluded.object_id, date_created = now()`.execute(db);
}
