import { generateKeyPairSync } from 'node:crypto';
import { callNeedsLicence, LICENSED, type LicenceDetail } from '@postern/contract/licence';
import type { Json } from '@postern/testkit/api';
import { createHost, createUser, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { createVendor, inDays } from '@postern/testkit/licence';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { serverOfFile, startTestServer } from '../../../test/harness.ts';
import { unwatched } from '../../platform/feature.ts';
import { CLOCK_ROW, LICENCE_ROW, standingOf, TEST_KEY_ROW } from './licence-store.ts';

const vendor = createVendor();

const server = serverOfFile({ vendor, licence: null });
const admin = forThisFile(() => server.as('admin'));
/** Back to community mode, with a clock that has seen nothing. */
beforeEach(async () => {
  await server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, { [LICENCE_ROW]: null, [CLOCK_ROW]: null }));
});

const form = (content: string | Uint8Array<ArrayBuffer>, field = 'file'): FormData => {
  const body = new FormData();
  body.set(field, new Blob([content]), 'licence.json');
  return body;
};
const importLicence = async (content: string | Uint8Array<ArrayBuffer>, api = admin) =>
  (await api.post<{ status: boolean; msg: string; code?: string }>('xpack/license/import', form(content))).body;
const detail = async (): Promise<LicenceDetail> => (await admin.get<LicenceDetail>('xpack/license/detail')).body;
const isValid = async (): Promise<boolean> => (await admin.get<Json>('settings/public/')).body.XPACK_LICENSE_IS_VALID;
const newRole = () => admin.post<Json>('rbac/org-roles/', { scope: 'org', name: uniqueName('role'), comment: '' });

describe('import', () => {
  test('a licence opens what it is for, names the company and can be taken away again', async () => {
    expect(await isValid()).toBe(false);
    expect(await detail()).toMatchObject({ standing: 'none', corporation: null, edition: null });
    expect(await importLicence(vendor.issue({ corporation: 'Harbour Works', asset_count: 100_000 }))).toMatchObject({ status: true });
    expect(await detail()).toMatchObject({
      standing: 'valid',
      corporation: 'Harbour Works',
      asset_count: 100_000,
      edition: 'enterprise',
      test: true,
    });
    const { body } = await admin.get<Json>('settings/public/');
    expect([body.XPACK_LICENSE_IS_VALID, body.XPACK_LICENSE_INFO.corporation]).toEqual([true, 'Harbour Works']);
    expect((await admin.delete('xpack/license/another/')).status).toBe(404);
    expect((await admin.delete(`xpack/license/${(await detail()).serial_no}/`)).status).toBe(204);
    expect(await isValid()).toBe(false);
    const { rows } = await sql<{ action: string }>`
      select action from operate_logs where resource_type = 'license' order by datetime`.execute(server.db);
    // Before them stands the one that the installation issued to itself.
    expect(rows.slice(-2).map((row) => row.action)).toEqual(['create', 'delete']);
  });

  test('a file that was changed, is foreign, cut off or no licence is refused in words and changes nothing', async () => {
    const good = JSON.parse(vendor.issue()) as Record<string, string>;
    const payload = JSON.parse(Buffer.from(String(good.payload), 'base64url').toString()) as Record<string, unknown>;
    const forged = Buffer.from(JSON.stringify({ ...payload, asset_count: 9_999 })).toString('base64url');
    const cases: [string | Uint8Array<ArrayBuffer>, string][] = [
      [JSON.stringify({ ...good, payload: forged }), 'forged'],
      [JSON.stringify({ ...good, signature: 'A'.repeat(86) }), 'forged'],
      [createVendor().issue(), 'unknown_key'],
      [JSON.stringify({ ...good, format: 'postern-licence/2' }), 'unreadable'],
      [JSON.stringify({ ...good, extra: 1 }), 'unreadable'],
      [vendor.issue().slice(0, 200), 'unreadable'],
      ['', 'unreadable'],
      ['[]', 'unreadable'],
      [new Uint8Array(40_000).fill(32), 'unreadable'],
      [new Uint8Array([0xff, 0xfe, 0, 1]), 'unreadable'],
      [vendor.issue({ date_issued: inDays(3) }), 'not_yet'],
      [vendor.issue({ date_issued: inDays(-9), date_expired: inDays(-1) }), 'expired'],
    ];
    for (const [content, code] of cases) {
      const answer = await importLicence(content);
      expect([answer.status, answer.code], String(content).slice(0, 60)).toEqual([false, code]);
      expect(answer.msg.length).toBeGreaterThan(10);
    }
    expect((await admin.post<Json>('xpack/license/import', form(vendor.issue(), 'other'))).body).toMatchObject({ code: 'missing' });
    expect(await detail()).toMatchObject({ standing: 'none' });
  });

  test('an Ed25519 key is the only kind there is', async () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    const { readPublicKey } = await import('@postern/contract/licence-file');
    expect(() => readPublicKey(rsa)).toThrow('Ed25519');
  });

  test('of two imports at once the later issued one stands; an older one does not come back', async () => {
    const older = vendor.issue({ date_issued: inDays(-2), asset_count: 10 });
    const newer = vendor.issue({ date_issued: inDays(-1), asset_count: 20 });
    const answers = await Promise.all([importLicence(newer), importLicence(older), importLicence(newer), importLicence(older)]);
    expect(answers.some((answer) => answer.status)).toBe(true);
    expect((await detail()).asset_count).toBe(20);
    expect(await importLicence(older)).toMatchObject({ status: false, code: 'older' });
    expect((await detail()).asset_count).toBe(20);
  });

  test('only with the right, and not without a login', async () => {
    const { username } = await createUser(admin);
    const user = await server.as(username);
    expect((await user.post('xpack/license/import', form(vendor.issue()))).status).toBe(403);
    expect((await user.get('xpack/license/detail')).status).toBe(403);
    expect((await user.delete('xpack/license/any/')).status).toBe(403);
    expect((await server.anyone.post('xpack/license/import', form(vendor.issue()))).status).toBe(401);
  });
});

describe('what is stored is checked at every read', () => {
  test('a row that was changed in the database is no licence', async () => {
    await importLicence(vendor.issue({ asset_count: 5 }));
    expect(await isValid()).toBe(true);
    const { rows } = await sql<{ value: string }>`select value from settings where name = ${LICENCE_ROW}`.execute(server.db);
    const file = JSON.parse(String(rows[0]?.value)) as Record<string, string>;
    const content = JSON.parse(Buffer.from(String(file.payload), 'base64url').toString()) as object;
    file.payload = Buffer.from(JSON.stringify({ ...content, asset_count: null })).toString('base64url');
    await server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, { [LICENCE_ROW]: JSON.stringify(file) }));
    expect(await isValid()).toBe(false);
  });

  test('no key can be given to a running installation through the API, and a normal one believes no test licence', async () => {
    const other = createVendor();
    await admin.patch('settings/setting/?category=basic', { [TEST_KEY_ROW]: other.publicKey, [LICENCE_ROW]: other.issue() });
    expect(await importLicence(other.issue())).toMatchObject({ code: 'unknown_key' });
    const normal = await startTestServer();
    try {
      const answer = await importLicence(vendor.issue(), await normal.as('admin'));
      expect(answer).toMatchObject({ status: false, code: 'unknown_key' });
    } finally {
      await normal.close();
    }
  });

  test('another node follows within two seconds', async () => {
    const second = await startTestServer({ besides: server });
    try {
      const there = await second.as('admin');
      await importLicence(vendor.issue());
      const until = Date.now() + 2_000;
      let seen = false;
      while (!seen && Date.now() < until) seen = (await there.get<Json>('settings/public/')).body.XPACK_LICENSE_IS_VALID;
      expect(seen).toBe(true);
    } finally {
      await second.close();
    }
  });
});

describe('dates', () => {
  const content = {
    ...(JSON.parse(Buffer.from(JSON.parse(vendor.issue()).payload, 'base64url').toString()) as never as Json),
  } as never as Parameters<typeof standingOf>[0];
  const at = (days: number, grace = 7) =>
    standingOf(
      { ...content, date_expired: '2027-01-10T00:00:00Z', grace_days: grace },
      new Date(Date.parse('2027-01-10T00:00:00Z') + days * 86_400_000),
    );

  test('valid, expiring for seven days, in grace, over', () => {
    expect([at(-8), at(-6.9), at(-0.001), at(0), at(6.9), at(7), at(400)]).toEqual([
      'valid',
      'expiring',
      'expiring',
      'grace',
      'grace',
      'expired',
      'expired',
    ]);
    expect(at(0, 0)).toBe('expired');
  });

  test('it ends by itself, and everything that needs it closes', async () => {
    await importLicence(vendor.issue({ date_expired: new Date(Date.now() + 6_000).toISOString(), grace_days: 0 }));
    expect((await detail()).standing).toBe('expiring');
    const role = await newRole();
    expect(role.status).toBe(201);
    await expect.poll(async () => (await detail()).standing).toBe('expired');
    expect(await isValid()).toBe(false);
    expect((await newRole()).body).toMatchObject({ code: 'licence_required' });
    expect((await admin.get('rbac/org-roles/')).status).toBe(200);
    expect((await admin.patch(`rbac/org-roles/${role.body.id}/`, { comment: 'changed' })).status).toBe(403);
    expect((await admin.delete(`rbac/org-roles/${role.body.id}/`)).status).toBe(204);
  });

  test('in grace it still works', async () => {
    await importLicence(vendor.issue({ date_expired: new Date(Date.now() + 800).toISOString(), grace_days: 1 }));
    await expect.poll(async () => (await detail()).standing).toBe('grace');
    expect((await newRole()).status).toBe(201);
  });

  test('a clock that is turned back brings nothing back', async () => {
    await importLicence(vendor.issue({ date_expired: inDays(5) }));
    // What the job remembers while the clock is right; then the clock goes back behind the end.
    await server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, { [CLOCK_ROW]: inDays(20) }));
    expect((await detail()).standing).toBe('expired');
    expect(await isValid()).toBe(false);
    expect(await importLicence(vendor.issue({ date_issued: inDays(-30), date_expired: inDays(5) }))).toMatchObject({ status: false });
    // The vendor's newer word counts more than a clock that may have run ahead.
    expect(await importLicence(vendor.issue({ date_issued: inDays(0.01), date_expired: inDays(300) }))).toMatchObject({ status: true });
    expect((await detail()).standing).toBe('valid');
  });

  test('the job remembers the time, forwards only', async () => {
    await importLicence(vendor.issue());
    const job = server.assembly.jobs.find(({ name }) => name === 'licence.clock');
    const run = () => server.platform.asSystem('test', (ctx) => job?.run(ctx, {}, unwatched()) ?? Promise.reject(new Error('no such job')));
    const mark = () => Date.parse(String(server.platform.systemSettings.stored(CLOCK_ROW)));
    const before = mark();
    await run();
    expect(mark()).toBeGreaterThan(before);
    const ahead = inDays(2);
    await server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, { [CLOCK_ROW]: ahead }));
    await run();
    expect(mark()).toBe(Date.parse(ahead));
  });
});

describe('what needs it', () => {
  test('every entry of the table that has routes stands before them; reading and deleting stay free', () => {
    const paths = server.assembly.routes.map(({ method, path }) => `${method} ${path}`);
    const built = ['organisations', 'roles', 'branding'] as const;
    for (const name of built) {
      for (const start of LICENSED[name].api)
        expect(
          paths.some((path) => /^(POST|PUT|PATCH) /.test(path) && path.includes(` /api/v1/${start}`)),
          start,
        ).toBe(true);
    }
    expect(callNeedsLicence('GET', '/api/v1/orgs/orgs/')).toBe(false);
    expect(callNeedsLicence('DELETE', '/api/v1/orgs/orgs/:id/')).toBe(false);
    expect(callNeedsLicence('POST', '/api/v1/orgs/orgs/')).toBe(true);
  });

  test('in community mode nothing that needs a licence can be made or changed, whoever asks', async () => {
    const calls: [string, string][] = server.assembly.routes
      .filter(({ method, path }) => callNeedsLicence(method, path))
      .map(({ method, path }) => [method, path.replace('/api/v1/', '').replace(/:\w+/g, '11111111-1111-4111-8111-111111111111')]);
    expect(calls.length).toBeGreaterThan(14);
    for (const [method, path] of calls) {
      const answer = await admin.send<Json>(method, path, {});
      expect([answer.status, answer.body?.code], `${method} ${path}`).toEqual([403, 'licence_required']);
    }
  });

  test('the rest works without one', async () => {
    expect((await createHost(admin)).id).toBeTruthy();
    expect((await createUser(admin)).id).toBeTruthy();
  });
});

describe('asset limit', () => {
  const count = async (): Promise<number> => (await detail()).current_asset_count;

  test('no asset above it by form, list or several people at once; below it again after one is deleted', async () => {
    const before = await count();
    await importLicence(vendor.issue({ asset_count: before + 3 }));
    const first = await createHost(admin);
    const answers = await Promise.all(Array.from({ length: 6 }, () => createHost(admin).then(() => 'made', String)));
    expect(answers.filter((answer) => answer === 'made')).toHaveLength(2);
    expect(answers.find((answer) => answer !== 'made')).toContain('asset_limit_reached');
    expect(await count()).toBe(before + 3);
    const many = [1, 2].map(() => ({ name: uniqueName('host'), address: '127.0.0.1', platform: 1, nodes_display: ['/Default'] }));
    expect((await admin.post<Json>('assets/hosts/', many)).status).toBe(400);
    expect(await count()).toBe(before + 3);
    expect((await admin.delete(`assets/hosts/${first.id}/`)).status).toBe(204);
    expect((await createHost(admin)).id).toBeTruthy();
  });

  test('a licence smaller than what is there takes nothing away', async () => {
    const host = await createHost(admin);
    await importLicence(vendor.issue({ asset_count: 1 }));
    expect(await count()).toBeGreaterThan(1);
    expect((await admin.patch(`assets/hosts/${host.id}/`, { comment: 'still here' })).status).toBe(200);
  });
});
