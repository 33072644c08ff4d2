import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { migrate, readMigrations } from '../src/platform/database/migrate.ts';

/** The database of an installation that has not been upgraded yet. Ask for it within a test. */
export interface OldDatabase {
  url: string;
  db: pg.Client;
}

async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Makes a database, for the tests of a file, as it was before a migration. @param migration its file */
export function beforeMigration(migration: string): () => OldDatabase {
  const name = `old_${randomBytes(6).toString('hex')}`;
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  const db = new pg.Client({ connectionString: url.href });
  beforeAll(async () => {
    await asOwner(`create database ${name}`);
    const all = await readMigrations();
    await migrate(
      url.href,
      all.filter((one) => one.name < migration),
    );
    await db.connect();
  });
  afterAll(async () => {
    await db.end();
    await asOwner(`drop database ${name} with (force)`);
  });
  return () => ({ url: url.href, db });
}
