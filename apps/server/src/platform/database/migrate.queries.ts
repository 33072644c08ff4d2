import type pg from 'pg';

/** The table of applied migrations, which is there before any table that the builder knows. */

/** Any number that is ours alone: two nodes starting at once take turns. */
const LOCK = 7_015_390_112;

/** Held until the connection ends. */
export async function lockMigrations(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [LOCK]);
}

/** Checksums of the applied migrations by name. Makes the table where there is none. */
export async function appliedMigrations(client: pg.Client): Promise<Map<string, string>> {
  // A role that runs and does not migrate may look: it has no right to make a table, not even one that is there.
  const { rows: known } = await client.query<{ there: boolean }>(`select to_regclass('schema_migrations') is not null as there`);
  if (!known[0]?.there)
    await client.query(
      'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations order by name');
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

export async function recordMigration(client: pg.Client, { name, checksum }: { name: string; checksum: string }): Promise<void> {
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
}
