import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { assemble, firstAdministrator, seed } from '../src/app.ts';
import { licenseAtStart } from '../src/features/licence/index.ts';
import { startEmbeddedPostgres } from '../src/platform/database/embedded.ts';
import { migrate, readMigrations } from '../src/platform/database/migrate.ts';
import { provideRuntimeRole } from '../src/platform/database/runtime-role.ts';
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
/** Answers the URL with which a product connects to the template, and to copies of it under their own names. */
async function makeTemplate(): Promise<string> {
  const client = new pg.Client({ connectionString: at('postgres') });
  await client.connect();
  // Nothing here outlives the run, so no write waits for the disk, and no page is written twice in case one was torn.
  await client.query('alter system set fsync = off');
  await client.query('alter system set full_page_writes = off');
  await client.query('select pg_reload_conf()');
  // By role: the product starts its server with this one on the command line, which goes before what is set for the system.
  await client.query('alter role all set synchronous_commit = off');
  // What looks at every table at once seems work enough to start two processes for, which take ten times as long as the look at tables of few rows.
  await client.query('alter role all set max_parallel_workers_per_gather = 0');
  await client.query(`create database ${TEMPLATE}`);
  await migrate(at(TEMPLATE), await readMigrations());
  const owner = testPlatform(at(TEMPLATE), folder);
  await prepareJobs(at(TEMPLATE), assemble(owner).jobs);
  await owner.stop();
  // Suites run as the product does: a feature that needs more rights than it has fails there.
  const { url, unrestricted } = await provideRuntimeRole(at(TEMPLATE), undefined, owner.secrets);
  if (unrestricted) throw new Error(unrestricted);
  const platform = testPlatform(url, folder);
  await platform.start();
  await seed(platform, assemble(platform));
  await firstAdministrator(platform, ADMIN_PASSWORD);
  await licenseAtStart(platform);
  // All suites come from one address, and mistype passwords on purpose: what browsers there would have to work out is asked for by the tests of it alone.
  await platform.asSystem('tests from one address', (ctx) => platform.systemSettings.set(ctx, { SECURITY_LOGIN_CAPTCHA_ENABLED: false }));
  await platform.stop();
  // A connection to the template would refuse every copy.
  await client.query(`alter database ${TEMPLATE} with allow_connections false`);
  await client.end();
  return url;
}

try {
  const runtimeUrl = await makeTemplate();
  process.send?.({ postgresUrl: at('postgres'), runtimeUrl });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
  process.exit(1);
}
