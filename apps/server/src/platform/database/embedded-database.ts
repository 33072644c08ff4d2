import pg from 'pg';

/** Owner of the cluster and of the application's database. */
export const user = 'postern';
const database = 'postern';

/** Where a server of ours is reached: at a loopback port, and by its socket in a folder where there can be one. */
export type Place = { port: number; folder: string | undefined };

/**
 * Where a database of the cluster is connected to; carries the password. The folder of the socket is a parameter, as libpq has it (PostgreSQL
 * manual, 32.1.1.2): it wins over the address, and what reads or changes the other parts of the address need not know of it.
 */
export function connectionUrl({ port, folder }: Place, password: string, name = database): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${name}${folder === undefined ? '' : `?host=${encodeURIComponent(folder)}`}`;
}

/** Makes the application's database where there is none yet. @throws Error when the server does not answer */
export async function ensureDatabase(place: Place, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: connectionUrl(place, password, 'postgres'), connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(database)}`);
  } finally {
    await client.end();
  }
}
