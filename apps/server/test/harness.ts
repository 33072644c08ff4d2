import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database, Route } from '@postern/resource';
import { type Api, createApi, createCookieJar } from '@postern/testkit/api';
import { TEST_PASSWORD } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import type { TestVendor } from '@postern/testkit/licence';
import { sql } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import { type Assembly, assemble, createApp, createJobQueue } from '../src/app.ts';
import type { DemoPeople } from '../src/features/authentication/index.ts';
import { becomeTestInstallation } from '../src/features/licence/index.ts';
import { LICENCE_ROW, REMOVED_ROW } from '../src/features/licence/licence-store.ts';
import { mintBearerToken } from '../src/platform/auth/bearer-tokens.ts';
import type { Platform } from '../src/platform/platform.ts';
import { checkOf } from './described.ts';
import { ADMIN_PASSWORD, TEMPLATE, type TestPlatformOptions, testPlatform } from './test-platform.ts';

export { ADMIN_PASSWORD, BOOTSTRAP_TOKEN, LOCAL_PROOF } from './test-platform.ts';

export interface TestServer {
  /** Origin, without a slash at the end. */
  url: string;
  /** As the role of the running product. */
  databaseUrl: string;
  /** As the owner of the tables, for what nobody may do who only holds the product. */
  ownerUrl: string;
  platform: Platform;
  assembly: Assembly;
  db: Database;
  /** Someone who has not logged in. */
  anyone: Api;
  /** A user by name with a Bearer token: `admin`, or one made by `createUser` of the testkit. */
  as(username: string): Promise<Api>;
  /** A person with a browser, logged in over HTTP; cookies are kept and CSRF tokens sent. */
  browser(username: string, password?: string): Promise<Api & { cookies: ReturnType<typeof createCookieJar> }>;
  close(): Promise<void>;
}

/** Makes a copy of the template database; answers its URLs, for the running product and for the owner. */
export async function cloneDatabase(template = TEMPLATE): Promise<{ url: string; ownerUrl: string; drop(): Promise<void> }> {
  const admin = new URL(inject('postgresUrl'));
  const name = `test_${randomBytes(8).toString('hex')}`;
  const run = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: admin.href });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  // Nothing writes to a template, so its files are copied as they are; the other strategy takes every page through the log.
  await run(`create database ${name} template ${template} strategy file_copy`);
  const at = (address: string): string => {
    const url = new URL(address);
    url.pathname = `/${name}`;
    return url.href;
  };
  return { url: at(inject('runtimeUrl')), ownerUrl: at(admin.href), drop: () => run(`drop database if exists ${name} with (force)`) };
}

export interface TestServerOptions extends TestPlatformOptions {
  /** Another node on the database of this server, instead of a database of its own. */
  besides?: TestServer;
  /** Makes it a test installation that believes this vendor's licences, with one of them in place. */
  vendor?: TestVendor;
  /** Whom a demo lets in by a click. */
  demo?: DemoPeople;
  /** Null: community mode, as after its owner removed the licence. */
  licence?: null;
  /** Beside those of the product: what all routes of a kind do is asked of one that does nothing else. */
  routes?: readonly Route[];
}

/** Replaces the installation's own licence by a vendor's, or by none. */
async function layLicence({ asSystem, systemSettings }: Platform, { vendor, licence }: TestServerOptions): Promise<void> {
  if (!vendor && licence === undefined) return;
  await asSystem('test installation', async (ctx) => {
    await systemSettings.set(ctx, { [LICENCE_ROW]: null, [REMOVED_ROW]: ctx.clock().toISOString() });
    if (vendor) await becomeTestInstallation(ctx, systemSettings, vendor.publicKey, licence === null ? undefined : vendor.issue());
  });
}

/** The whole server in this process, on a port of its own and a database of its own. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { besides } = options;
  const shared = besides && { url: besides.databaseUrl, ownerUrl: besides.ownerUrl, drop: async () => undefined };
  const [database, dataDir] = await Promise.all([shared ?? cloneDatabase(), mkdtemp(join(tmpdir(), 'postern-suite-'))]);
  const platform = testPlatform(database.url, dataDir, options);
  const product = assemble(platform, options.demo);
  const assembly = { ...product, routes: [...product.routes, ...(options.routes ?? [])] };
  const jobs = createJobQueue(platform, assembly, database.url, false);
  if (!besides) await layLicence(platform, options);
  await platform.start();
  const app = await createApp(platform, assembly);
  const port = await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${port}`;
  const { db } = platform.database;
  const check = checkOf(product);
  return {
    url,
    databaseUrl: database.url,
    ownerUrl: database.ownerUrl,
    platform,
    assembly,
    db,
    anyone: createApi({ origin: url, check }),
    async as(username) {
      const { rows } = await sql<{ id: string }>`select id from users where username = ${username}`.execute(db);
      const user = rows[0];
      if (!user) throw new Error(`There is no user ${username}`);
      const { token } = await mintBearerToken(db, user.id, '127.0.0.1', 3_600);
      return createApi({ origin: url, check, headers: { authorization: `Bearer ${token}` } });
    },
    async browser(username, password = username === 'admin' ? ADMIN_PASSWORD : TEST_PASSWORD) {
      const cookies = createCookieJar();
      const api = createApi({ origin: url, check, cookies });
      const page = await api.get('/core/auth/login/');
      if (page.status >= 500 && !cookies.get('jms_csrftoken')) throw new Error(`No login page: ${page.status}`);
      const answer = await api.post(
        '/core/auth/login/',
        new URLSearchParams({ username, password, csrfmiddlewaretoken: cookies.get('jms_csrftoken') ?? '' }),
      );
      if (answer.status >= 400 || !cookies.get('jms_session_expire'))
        throw new Error(`${username} could not log in: ${answer.status} ${JSON.stringify(answer.body)}`);
      return { ...api, cookies };
    },
    async close() {
      await app.close(1_000);
      await jobs.stop(1_000);
      await platform.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The server that the tests of one file share. A function of what the file starts before it says what only that knows. */
export const serverOfFile = (options?: TestServerOptions | (() => TestServerOptions)): TestServer =>
  forThisFile(
    () => startTestServer(typeof options === 'function' ? options() : options),
    (server) => server.close(),
  );

/** A connection to the database of a server as the owner of its tables, for the tests of one file. */
export const ownerOfFile = (server: TestServer): pg.Client =>
  forThisFile(
    async () => {
      const client = new pg.Client({ connectionString: server.ownerUrl });
      await client.connect();
      return client;
    },
    (client) => client.end(),
  );
