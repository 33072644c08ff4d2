import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { appliedMigrations, lockMigrations, recordMigration } from './migrate.queries.ts';

/** 0001_initial.sql, 0002_… : applied in order of name, never rewritten once released. */
export const migrationsDir = fileURLToPath(new URL('../../migrations', import.meta.url));

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

export async function readMigrations(folder: string = migrationsDir): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[\w-]+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      return { name, sql: text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/**
 * Brings a database to the current schema. Each migration runs in a transaction of its own, so an interruption leaves
 * a whole number of them applied, and the next start goes on there.
 * @returns names of the migrations applied now.
 * @throws Error when an applied migration has changed since, or the database is newer than this program.
 */
export async function migrate(
  url: string,
  migrations: readonly Migration[],
  heard: (done: number, of: number) => void = () => undefined,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'postern migrate', statement_timeout: 0 });
  await client.connect();
  try {
    await lockMigrations(client);
    const applied = await appliedMigrations(client);
    refuseForeign(applied, migrations);
    const done: string[] = [];
    const due = migrations.filter(({ name }) => !applied.has(name));
    for (const migration of due) {
      await applyOne(client, migration);
      done.push(migration.name);
      heard(done.length, due.length);
    }
    return done;
  } finally {
    // Closing the connection gives the lock back, whatever happened.
    await client.end();
  }
}

function refuseForeign(applied: ReadonlyMap<string, string>, migrations: readonly Migration[]): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration.checksum]));
  for (const [name, checksum] of applied) {
    const ours = known.get(name);
    if (ours === undefined)
      throw new Error(`The database holds migration ${name}, which this version does not know. Use the newer version.`);
    if (ours !== checksum)
      throw new Error(`Migration ${name} was applied in another form. Migrations are never rewritten; restore the file.`);
  }
}

async function applyOne(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.sql);
    await recordMigration(client, migration);
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback');
    throw new Error(`Migration ${migration.name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
