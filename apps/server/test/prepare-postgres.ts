import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { assemble, firstAdministrator, seed } from '../src/app.ts';
import { licenseAtStart } from '../src/features/licence/index.ts';
import { startEmbeddedPostgres } from '../src/platform/database/embedded.ts';
import { migrate, readMigrations } from '../src/platform/database/migrate.ts';
import { prepareJobs } from '../src/platform/jobs/jobs.ts';
import { ADMIN_PASSWORD, TEMPLATE, testPlatform } from './test-platform.ts';

/**
 * Starts one PostgreSQL for all suites and makes the database they copy: migrated, seeded, with the administrator and the licence an installation issues to itself. Runs
 * as a process of its own below global-setup.ts and lives until that closes the channel.
 */
const folder = await mkdtemp(join(tmpdir(), 'postern-test-'));
const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
const stop = async (): Promise<void> => {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
  process.exit(0);
};
process.once('disconnect', () => void stop());

const at = (name: string): string => {
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  return url.href;
};
async function makeTemplate(): Promise<void> {
  const client = new pg.Client({ connectionString: at('postgres') });
  await client.connect();
  // Nothing here outlives the run, so no write waits for the disk.
  await client.query('alter system set fsync = off');
  await client.query('alter system set synchronous_commit = off');
  await client.query('select pg_reload_conf()');
  await client.query(`create database ${TEMPLATE}`);
  await migrate(at(TEMPLATE), await readMigrations());
  const platform = testPlatform(at(TEMPLATE), folder);
  const assembly = assemble(platform);
  await prepareJobs(at(TEMPLATE), assembly.jobs);
  await platform.start();
  await seed(platform, assembly);
  await firstAdministrator(platform, ADMIN_PASSWORD);
  await licenseAtStart(platform);
  await platform.stop();
  // A connection to the template would refuse every copy.
  await client.query(`alter database ${TEMPLATE} with allow_connections false`);
  await client.end();
}

try {
  await makeTemplate();
  process.send?.({ postgresUrl: at('postgres') });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
  process.exit(1);
}
