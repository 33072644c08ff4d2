import pg from 'pg';

/** Owner of the cluster and of the application's database. */
export const user = 'postern';
const database = 'postern';

/** Where a database of the cluster is connected to; carries the password. */
export function connectionUrl(port: number, password: string, name = database): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${name}`;
}

/** Makes the application's database where there is none yet. @throws Error when the server does not answer */
export async function ensureDatabase(port: number, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: connectionUrl(port, password, 'postgres'), connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(database)}`);
  } finally {
    await client.end();
  }
}
