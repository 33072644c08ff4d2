import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { UNLIMITED_ASSETS } from '@postern/contract/licence';
import { readPublicKey } from '@postern/contract/licence-file';
import type { Api, Json } from '@postern/testkit/api';
import { uniqueName } from '@postern/testkit/factories';
import { createVendor } from '@postern/testkit/licence';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloneDatabase, startTestServer, type TestServer } from '../../../test/harness.ts';
import { MASTER_KEY } from '../../../test/test-platform.ts';
import { licenseAtStart, ownLicence, ownLicenceCommand } from './index.ts';
import { createLicence, LICENCE_ROW, OWN_KEY_ROW } from './licence-store.ts';
import { ownKey, publicHalf } from './own-key.ts';

const entry = fileURLToPath(new URL('../../postern.ts', import.meta.url));
const run = promisify(execFile);

describe('a fresh installation', () => {
  let server: TestServer;
  let admin: Api;
  beforeAll(async () => {
    server = await startTestServer();
    admin = await server.as('admin');
  });
  afterAll(async () => server?.close());

  test('has a licence of its own, without a limit and without an end', async () => {
    const { body } = await admin.get<Json>('xpack/license/detail');
    expect(body).toMatchObject({
      standing: 'valid',
      own: true,
      test: false,
      date_expired: null,
      date_grace: null,
      asset_count: UNLIMITED_ASSETS,
    });
    expect((await admin.get<Json>('settings/public/')).body.XPACK_LICENSE_IS_VALID).toBe(true);
    expect((await admin.post<Json>('rbac/org-roles/', { scope: 'org', name: uniqueName('role'), comment: '' })).status).toBe(201);
  });

  test('a vendor’s build believes its vendor only', async () => {
    const vendor = createVendor();
    const { systemSettings } = server.platform;
    expect(createLicence(systemSettings, [vendor.publicKey]).state(new Date())).toMatchObject({ standing: 'none', valid: false });
    const stored = { stored: (name: string) => (name === LICENCE_ROW ? vendor.issue() : systemSettings.stored(name)) };
    expect(createLicence(stored, [vendor.publicKey]).state(new Date())).toMatchObject({ standing: 'valid', own: false, test: false });
  });

  test('taken away it is community mode', async () => {
    const { serial_no } = (await admin.get<Json>('xpack/license/detail')).body;
    expect((await admin.delete(`xpack/license/${serial_no}/`)).status).toBe(204);
    expect((await admin.get<Json>('settings/public/')).body.XPACK_LICENSE_IS_VALID).toBe(false);
    expect((await admin.post<Json>('rbac/org-roles/', { scope: 'org', name: uniqueName('role') })).body).toMatchObject({
      code: 'licence_required',
    });
  });
});

test('the owner shows, renames, removes and issues it again; a start gives back none that was removed', async () => {
  const server = await startTestServer();
  const { platform, db } = server;
  const { dataDir } = platform.settings;
  const printed: string[] = [];
  const licence = (...argv: string[]): Promise<number> => ownLicenceCommand(argv, ownLicence(platform), (line) => printed.push(line));
  const shown = async (): Promise<string> => {
    printed.length = 0;
    await licence('show');
    return printed.join('\n');
  };
  const row = async (name: string): Promise<unknown> =>
    (await sql<{ value: unknown }>`select value from settings where name = ${name}`.execute(db)).rows[0]?.value;
  try {
    // An installation of before: no licence, and nobody has removed one.
    await sql`delete from settings where name like 'LICENCE%'`.execute(db);
    await platform.systemSettings.start();
    expect(await shown()).toMatch(/community/);
    await licenseAtStart(platform, 'Harbour Works');
    expect(await shown()).toMatch(/Harbour Works[\s\S]*without an end/);

    const file = join(dataDir, 'licence-key');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const secret = (await readFile(file, 'utf8')).split('\n')[1] ?? '';
    expect(secret.length).toBeGreaterThan(40);
    // The whole table, as a dump holds it, has the public half only.
    expect(JSON.stringify((await sql`select * from settings`.execute(db)).rows)).not.toContain(secret);
    expect(readPublicKey(String(await row(OWN_KEY_ROW))).asymmetricKeyType).toBe('ed25519');

    const before = await row(LICENCE_ROW);
    await licenseAtStart(platform, 'Somebody Else');
    expect(await row(LICENCE_ROW)).toBe(before);

    expect(await licence('name', 'Lantern Works')).toBe(0);
    expect(await shown()).toContain('Lantern Works');
    expect(await licence('remove')).toBe(0);
    expect(await licence('name', 'Pier')).toBe(1);
    await licenseAtStart(platform);
    expect(await shown()).toMatch(/community/);
    expect(await licence('issue', '--name', 'Pier 9')).toBe(0);
    expect(await shown()).toContain('Pier 9');
    expect((await (await server.as('admin')).get<Json>('settings/public/')).body.XPACK_LICENSE_INFO.corporation).toBe('Pier 9');
    const { rows: events } = await sql<{ action: string }>`
      select action from operate_logs where resource_type = 'license' order by datetime`.execute(db);
    expect(events.map(({ action }) => action).slice(-4)).toEqual(['create', 'update', 'delete', 'create']);
  } finally {
    await server.close();
  }
});

test('a licence of somebody else is not replaced, and one of a throw-away key makes no start issue another', async () => {
  const server = await startTestServer({ vendor: createVendor() });
  try {
    expect(await ownLicenceCommand(['issue', '--name', 'Mine'], ownLicence(server.platform), () => undefined)).toBe(1);
    await licenseAtStart(server.platform, 'Mine');
    expect((await (await server.as('admin')).get<Json>('xpack/license/detail')).body).toMatchObject({ own: false, test: true });
  } finally {
    await server.close();
  }
});

test('where the master key is given by the environment, so is the licence key: nodes need no file and agree', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'postern-owner-'));
  const [here, there, other] = [
    await ownKey(dataDir, ['a master key that every node is given, first']),
    await ownKey(dataDir, ['a master key that every node is given, first', 'an older one']),
    await ownKey(dataDir, ['another master key']),
  ];
  expect([there === here, other === here]).toEqual([true, false]);
  expect(readPublicKey(publicHalf(here)).asymmetricKeyType).toBe('ed25519');
  expect(await readdir(dataDir)).toEqual([]);
  await rm(dataDir, { recursive: true });
});

test('the command of an installed system', async () => {
  const [database, dataDir] = await Promise.all([cloneDatabase(), mkdtemp(join(tmpdir(), 'postern-owner-'))]);
  const env = {
    PATH: process.env.PATH,
    POSTERN_DATA_DIR: dataDir,
    DATABASE_URL: database.ownerUrl,
    POSTERN_SECRET_KEY: MASTER_KEY,
    POSTERN_LOG_LEVEL: 'silent',
  };
  try {
    await run(process.execPath, [entry, 'licence', 'remove'], { env });
    await run(process.execPath, [entry, 'migrate'], { env: { ...env, POSTERN_LICENCE_NAME: 'Harbour Works' } });
    expect((await run(process.execPath, [entry, 'licence', 'show'], { env })).stdout).toMatch(/community/);
  } finally {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
}, 300_000);
