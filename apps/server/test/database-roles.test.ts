import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { ownsEvidence, provideRuntimeRole, runtimeAccess } from '../src/platform/database/runtime-role.ts';
import { createSecretBox } from '../src/platform/secrets/envelope.ts';
import { keyringOf } from '../src/platform/secrets/keyring.ts';
import { MASTER_KEY } from './test-platform.ts';

/** Databases of others: what their operator gave us decides whether the running product can be kept from its own logs. */
const secrets = createSecretBox(keyringOf([MASTER_KEY]));
const entry = fileURLToPath(new URL('../src/postern.ts', import.meta.url));
// Every test starts whole processes, each of which migrates an empty database.
vi.setConfig({ testTimeout: 300_000 });
const made: string[] = [];
let folder: string;

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

function urlOf(user: string, database: string): string {
  const url = new URL(inject('postgresUrl'));
  url.username = user;
  url.password = user;
  url.pathname = `/${database}`;
  return url.href;
}

/** An empty database with an owner of these attributes, as an administrator of PostgreSQL makes it. */
async function databaseOf(attributes: string): Promise<{ name: string; ownerUrl: string }> {
  const name = `own_${randomBytes(6).toString('hex')}`;
  await asAdmin(`create role ${name} login password '${name}' ${attributes}`);
  await asAdmin(`create database ${name} owner ${name}`);
  made.push(name);
  return { name, ownerUrl: urlOf(name, name) };
}

/** Runs the command as an operator does: what it prints, and how it ends. */
function postern(args: readonly string[], env: Readonly<Record<string, string>>): Promise<{ code: number; output: string }> {
  const settings = {
    PATH: process.env.PATH,
    POSTERN_DATA_DIR: folder,
    POSTERN_SECRET_KEY: MASTER_KEY,
    POSTERN_LOG_LEVEL: 'silent',
    ...env,
  };
  return new Promise((resolve) =>
    execFile(process.execPath, [entry, ...args], { env: settings }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: `${stdout}${stderr}` }),
    ),
  );
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'postern-roles-'));
});
afterAll(async () => {
  for (const name of made) await asAdmin(`drop database if exists ${name} with (force)`);
  await rm(folder, { recursive: true, force: true });
});

describe('an owner that may create roles', () => {
  test('migrates; the product runs as a role that was made for it, on every node', async () => {
    const { name, ownerUrl } = await databaseOf('createrole');
    const migrated = await postern(['migrate'], { DATABASE_URL: ownerUrl });
    expect(migrated).toMatchObject({ code: 0 });
    expect(migrated.output).not.toContain('REWRITE');
    const access = await runtimeAccess(ownerUrl, secrets);
    expect(access.unrestricted).toBeUndefined();
    expect(new URL(access.url).username).toBe(`${name}_app`);
    // Again, as at the next start, and on a node that starts at the same time: the password stays.
    const again = await Promise.all([1, 2].map(() => provideRuntimeRole(ownerUrl, undefined, secrets)));
    expect(again.map(({ url }) => url)).toEqual([access.url, access.url]);
    await withClient(access.url, async (client) => {
      expect(await ownsEvidence(client)).toBe(false);
      await expect(client.query('delete from operate_logs')).rejects.toThrow('permission denied');
    });
    // The password is not in the database for who reads it.
    const stored = await withClient(ownerUrl, (client) => client.query('select value::text from settings'));
    expect(JSON.stringify(stored.rows)).not.toContain(new URL(access.url).password);
    const verified = await postern(['audit', 'verify'], { DATABASE_URL: ownerUrl });
    expect(verified.code).toBe(0);
    expect(verified.output).not.toContain('REWRITE');
  });
});

describe('an owner that may not', () => {
  test('says at every start and in every report that the product could rewrite its logs', async () => {
    const { ownerUrl } = await databaseOf('nocreaterole');
    expect((await postern(['migrate'], { DATABASE_URL: ownerUrl })).output).toContain('CAN REWRITE ITS OWN LOGS');
    expect((await runtimeAccess(ownerUrl, secrets)).unrestricted).toBeDefined();
    const verified = await postern(['audit', 'verify'], { DATABASE_URL: ownerUrl });
    expect(verified).toMatchObject({ code: 0, output: expect.stringContaining('CAN REWRITE ITS OWN LOGS') });
    // The triggers still stand in the way of a slip.
    await withClient(ownerUrl, (client) => expect(client.query('delete from operate_logs')).rejects.toThrow('append-only'));
  });

  test('migrates for a second role, which runs', async () => {
    const { name, ownerUrl } = await databaseOf('nocreaterole');
    await asAdmin(`create role ${name}_runs login password '${name}_runs'`);
    const url = urlOf(`${name}_runs`, name);
    const both = { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl };
    expect((await postern(['migrate'], both)).output).not.toContain('REWRITE');
    await withClient(url, async (client) => {
      expect(await ownsEvidence(client)).toBe(false);
      await expect(client.query('truncate operate_logs')).rejects.toThrow('permission denied');
    });
    expect(await runtimeAccess(url, secrets)).toEqual({ url });
    // A node that knows the second role only starts as well, when there is nothing to migrate.
    expect(await postern(['migrate'], { DATABASE_URL: url })).toMatchObject({ code: 0 });
    expect(await postern(['audit', 'verify'], both)).toMatchObject({ code: 0 });
  });

  test('is found out behind a second role that is a member of the first', async () => {
    const { name, ownerUrl } = await databaseOf('nocreaterole');
    await asAdmin(`create role ${name}_runs login password '${name}_runs' in role ${name}`);
    const refused = await postern(['migrate'], { DATABASE_URL: urlOf(`${name}_runs`, name), DATABASE_OWNER_URL: ownerUrl });
    expect(refused.output).toContain('CAN REWRITE ITS OWN LOGS');
  });
});

test('an owner without a database to run on is a wrong setting', async () => {
  expect(await postern(['migrate'], { DATABASE_OWNER_URL: 'postgres://x@127.0.0.1:1/x' })).toMatchObject({ code: 78 });
});
