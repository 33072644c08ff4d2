import { ORG } from '@postern/contract/ids';
import { createOrganisation, createUser, uniqueName } from '@postern/testkit/factories';
import { describe, expect, test } from 'vitest';
import { serverOfFile, startTestServer } from './harness.ts';

const server = serverOfFile();

describe('addresses', () => {
  test('health tells up or down without a login', async () => {
    const answer = await server.anyone.get('/api/health/');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ status: true, db_status: true, time: expect.any(Number) });
  });

  test('a forgotten slash is added on GET, query kept', async () => {
    const answer = await server.anyone.get('/api/v1/users/users?limit=1');
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/api/v1/users/users/?limit=1']);
  });

  test('what is not there is 404, a wrong method 405 with the right ones named', async () => {
    expect(await server.anyone.get('/api/v1/nothing/')).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const wrong = await server.anyone.put('/api/health/', {});
    expect(wrong).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
    expect(wrong.headers.get('allow')).toBe('GET, OPTIONS');
  });

  test.each(['/core/auth/login/', '/core/auth/password/reset/'])('%s brings its own files, from no address of a console', async (path) => {
    const page = await server.anyone.get<string>(path);
    expect(page.status).toBe(200);
    const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file ?? '');
    expect(files.some((file) => file.endsWith('.js'))).toBe(true);
    for (const file of files) {
      expect(file).toMatch(/^\/core\/static\//);
      const answer = await server.anyone.get(file);
      expect([file, answer.status]).toEqual([file, 200]);
      if (file.includes('/assets/')) expect(answer.headers.get('cache-control')).toContain('immutable');
    }
  });

  test('below /core/static/ there are files alone', async () => {
    for (const path of [
      '',
      'index.html',
      'login.html',
      'assets/',
      'nothing',
      'assets/nothing.js',
      '..%2fpackage.json',
      'assets/%2e%2e/index.html',
    ])
      expect([path, (await server.anyone.get(`/core/static/${path}`)).status]).toEqual([path, 404]);
  });

  test('every answer carries the security headers and a request id', async () => {
    const { headers } = await server.anyone.get('/api/health/');
    expect(headers.get('content-security-policy')).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('without credentials the API answers 401 and names the scheme', async () => {
    const answer = await server.anyone.get('users/users/');
    expect(answer).toMatchObject({ status: 401, body: { code: 'not_authenticated' } });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });
});

describe('bodies', () => {
  test('broken JSON is a coded 400', async () => {
    const admin = await server.as('admin');
    const answer = await admin.send('POST', 'users/groups/', '{"name": ', { headers: { 'content-type': 'application/json' } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'parse_error' } });
  });

  test('a JSON body with a prototype in it is refused', async () => {
    const admin = await server.as('admin');
    const answer = await admin.send('POST', 'users/groups/', '{"__proto__": {"name": "x"}}', {
      headers: { 'content-type': 'application/json' },
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'parse_error' } });
  });

  test('components send the body null with every method', async () => {
    const admin = await server.as('admin');
    const answer = await admin.send('DELETE', 'users/groups/', 'null', { headers: { 'content-type': 'application/json' } });
    expect(answer.status).toBe(400);
    expect((await admin.send('OPTIONS', 'users/groups/', 'null', { headers: { 'content-type': 'application/json' } })).status).toBe(200);
  });

  test('a stranger is refused before a large body is read, and a known user after its bound', async () => {
    const body = new Uint8Array(3 * 1024 * 1024).fill(0x20);
    const headers = { 'content-type': 'application/json' };
    const stranger = await server.anyone.send('POST', 'users/groups/', body, { headers }).catch(() => ({ status: 401 }));
    expect(stranger.status).toBe(401);
    const admin = await server.as('admin');
    const known = await admin.send('POST', 'users/groups/', body, { headers }).catch(() => ({ status: 413 }));
    expect(known.status).toBe(413);
  });

  test('a NUL in a text changes nothing and is told', async () => {
    const admin = await server.as('admin');
    expect((await admin.post('users/groups/', { name: 'a\u0000b' })).status).toBe(400);
  });
});

describe('organisation of the request', () => {
  test('query before header before default; names work; unknown falls back', async () => {
    const admin = await server.as('admin');
    const org = await createOrganisation(admin, { name: uniqueName('branch') });
    const current = async (path: string, headers: Record<string, string> = {}) => (await admin.get(path, { headers })).body.id;
    const path = '/api/v1/orgs/orgs/current/';
    expect(await current(path)).toBe(ORG.DEFAULT);
    expect(await current(path, { 'x-jms-org': org.id })).toBe(org.id);
    expect(await current(path, { 'x-jms-org': org.name })).toBe(org.id);
    expect(await current(`${path}?oid=root`, { 'x-jms-org': org.id })).toBe(ORG.ROOT);
    expect(await current(path, { cookie: `X-JMS-ORG=${org.id}` })).toBe(org.id);
    expect(await current(path, { cookie: `X-JMS-ORG=${ORG.ROOT}`, 'x-jms-org': org.id })).toBe(org.id);
    expect(await current(path, { 'x-jms-org': 'no such place' })).toBe(ORG.DEFAULT);
  });

  test('rights are those held in the organisation of the request', async () => {
    const admin = await server.as('admin');
    const org = await createOrganisation(admin);
    const user = await createUser(admin, { org_roles: ['00000000-0000-0000-0000-000000000005'] });
    const api = await server.as(user.username);
    expect((await api.get('users/groups/')).status).toBe(200);
    expect((await api.inOrg(org.id).get('users/groups/')).status).toBe(403);
  });
});

describe('language and time zone', () => {
  test('the cookie wins over the header', async () => {
    const detail = async (headers: Record<string, string>) => (await server.anyone.get('users/users/', { headers })).body.detail;
    expect(await detail({ 'accept-language': 'ja' })).toBe('先にログインしてください。');
    expect(await detail({ 'accept-language': 'ja', cookie: 'django_language=zh-hans' })).toBe('请先登录。');
    expect(await detail({})).toBe('Log in first.');
  });

  test('datetimes are rendered in the zone of X-TZ, an unknown zone in that of the server', async () => {
    const admin = await server.as('admin');
    const shown = async (zone: string) => (await admin.get('users/users/', { headers: { 'x-tz': zone } })).body[0].date_joined;
    expect(await shown('UTC')).toMatch(/ \+0000$/);
    expect(await shown('Asia/Tokyo')).toMatch(/ \+0900$/);
    expect(await shown('Mars/Olympus')).toMatch(/ \+0800$/);
  });
});

describe('credentials', () => {
  test('a wrong header is refused and does not fall back to anything', async () => {
    for (const authorization of [
      'Bearer nonsense',
      `Bearer ${'a'.repeat(36)}`,
      `Token ${'0'.repeat(40)}`,
      'Signature keyId="x"',
      'Signature nothing at all',
    ]) {
      const answer = await server.anyone.get('users/users/', { headers: { authorization } });
      expect([authorization, answer.status, answer.body.code]).toEqual([authorization, 401, 'authentication_failed']);
    }
  });

  test('a user who is deactivated is out at once', async () => {
    const admin = await server.as('admin');
    const user = await createUser(admin);
    const api = await server.as(user.username);
    expect((await api.get('orgs/orgs/current/')).status).toBe(200);
    await admin.patch(`users/users/${user.id}/`, { is_active: false });
    expect((await api.get('orgs/orgs/current/')).status).toBe(401);
  });
});

describe('id sets', () => {
  test('are kept for their owner, bounded and validated', async () => {
    const admin = await server.as('admin');
    const stored = await admin.post('common/resources/cache/', { resources: [ORG.DEFAULT] });
    expect(stored).toMatchObject({ status: 200, body: { spm: expect.stringMatching(/^[0-9a-f-]{36}$/) } });
    const { body } = await admin.get(`users/users/?spm=${stored.body.spm}`);
    expect(body).toEqual([]);
    expect((await admin.post('common/resources/cache/', {})).body).toHaveProperty('resources');
    expect((await admin.post('common/resources/cache/', { resources: Array(10_001).fill('a') })).status).toBe(400);
    expect((await admin.post('common/resources/cache/', { resources: [{}] })).status).toBe(400);
  });
});

test('in dev mode an answer says how many queries it took, otherwise it does not', async () => {
  expect((await server.anyone.get('/api/health/')).headers.get('x-jms-sql-count')).toBeNull();
  const dev = await startTestServer({ settings: { dev: true } });
  const admin = await dev.as('admin');
  const count = async (path: string): Promise<number> => Number((await admin.get(path)).headers.get('x-jms-sql-count'));
  expect(await count('users/groups/?limit=15')).toBeGreaterThan(0);
  expect(await count('users/groups/?limit=15')).toBeLessThan(12);
  await dev.close();
});
