import { embeddedDatabaseUrl } from '@postern/testkit/dataset';
import pg from 'pg';

/** As `postern up` names its database. */
const DATABASE = 'postern';
/** What it was like when it was remembered, and what becomes of it. */
const PRISTINE = 'pristine';
const NEXT = 'next';

/**
 * Remembers what the database of a running installation holds. @returns what puts it back: another database takes its place within moments, and the
 * product takes that as a database that was away, after which it drops what it knows of it (`onGap`, apps/server/src/platform/events/bus.ts).
 */
export async function rememberDatabase(dataDir: string): Promise<() => Promise<void>> {
  await asOwner(dataDir, async (ask) => {
    // It is copied for every file and ends with the run: no write waits for the disk. Installations that are killed (`alone`) keep what protects them.
    await ask('alter system set fsync = off');
    await ask('alter system set full_page_writes = off');
    await ask('select pg_reload_conf()');
    await withoutOthers(ask, () => ask(`create database ${PRISTINE} template ${DATABASE} strategy file_copy`));
  });
  return () =>
    asOwner(dataDir, async (ask) => {
      await ask(`drop database if exists ${NEXT}`);
      await ask(`create database ${NEXT} template ${PRISTINE} strategy file_copy`);
      await seenNow(dataDir);
      await withoutOthers(ask, async () => {
        // Who was connecting when that ended is in no table yet.
        await ask(`drop database ${DATABASE} with (force)`);
        await ask(`alter database ${NEXT} rename to ${DATABASE}`);
      });
    });
}

type Ask = (text: string) => Promise<unknown>;

/** Runs work while nobody is connected to the database, nor can be. */
async function withoutOthers(ask: Ask, work: () => Promise<unknown>): Promise<void> {
  await ask(`alter database ${DATABASE} with allow_connections false`);
  await ask(`select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${DATABASE}'`);
  await work();
  await ask(`alter database ${DATABASE} with allow_connections true`);
}

/** Components that were alive are: nothing else in the database grows old while it is put by. */
async function seenNow(dataDir: string): Promise<void> {
  const client = new pg.Client({ connectionString: await embeddedDatabaseUrl(dataDir, NEXT) });
  await client.connect();
  try {
    await client.query('update component_status set date_seen = now()');
  } finally {
    await client.end();
  }
}

async function asOwner(dataDir: string, work: (ask: Ask) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: await embeddedDatabaseUrl(dataDir, 'postgres') });
  await client.connect();
  try {
    await work((text) => client.query(text));
  } finally {
    await client.end();
  }
}
