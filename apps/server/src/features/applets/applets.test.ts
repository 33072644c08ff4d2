import type { Api, Json } from '@postern/testkit/api';
import { createUser, uniqueName } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { registerComponent } from '../../../test/matrix/actors.ts';
import { appletPackage, type PackageParts, PNG } from '../../../test/matrix/applet-package.ts';
import { type ZipEntry, zipOf } from '../../../test/matrix/workbooks.ts';
import { wireComponent } from '../../../test/wire-component.ts';

let server: TestServer;
let admin: Api;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
});
afterAll(() => server?.close());

const send = (bytes: Buffer, query = '', api = admin) => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), 'applet.zip');
  return api.post<Json>(`terminal/applets/upload/${query}`, form);
};
const stored = async (): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from applets`.execute(server.db)).rows[0]?.n ?? 0;
const bearer = async (): Promise<string> => {
  const { body } = await server.anyone.post<Json>('authentication/auth/', { username: 'admin', password: 'Keeper-of-the-gate-1!' });
  return `Bearer ${body.token}`;
};
const bytesOf = async (path: string, authorization?: string) => {
  const answer = await fetch(`${server.url}${path}`, { redirect: 'manual', headers: authorization ? { authorization } : {} });
  return { status: answer.status, type: answer.headers.get('content-type'), body: Buffer.from(await answer.arrayBuffer()) };
};

describe('a package', () => {
  test('becomes a remote application, found by id and by name, and is given back as it came', async () => {
    const name = uniqueName('browser');
    const bytes = appletPackage(name);
    const made = await send(bytes);
    expect(made).toMatchObject({
      status: 201,
      body: {
        name,
        display_name: 'A browser',
        version: '0.2',
        author: 'Tests',
        type: { value: 'web' },
        edition: { value: 'community' },
        can_concurrent: true,
        protocols: ['http'],
        tags: ['browser'],
        is_active: true,
        icon: `/media/applets/${name}/icon.png`,
        readme: '# Words\n',
      },
    });
    expect((await admin.get<Json>(`terminal/applets/${name}/`)).body.id).toBe(made.body.id);
    expect((await admin.get<Json[]>(`terminal/applets/?search=${name}`)).body).toHaveLength(1);
    expect((await admin.get<Json[]>('terminal/applets/?builtin=true')).body).toEqual([]);
    const authorization = await bearer();
    for (const key of [name, made.body.id]) {
      const answer = await bytesOf(`/api/v1/terminal/applets/${key}/download/`, authorization);
      expect(answer).toMatchObject({ status: 200, type: 'application/zip' });
      expect(answer.body.equals(bytes)).toBe(true);
    }
    const icon = await bytesOf(made.body.icon, authorization);
    expect(icon).toMatchObject({ status: 200, type: 'image/png' });
    expect(icon.body.equals(PNG)).toBe(true);
    expect((await bytesOf(made.body.icon)).status).not.toBe(200);
  });

  test('replaces another version only when the caller says so', async () => {
    const name = uniqueName('versions');
    const first = await send(appletPackage(name));
    const next = appletPackage(name, { 'manifest.yml': `name: ${name}\ndisplay_name: Next\nversion: 0.3\n` });
    expect(await send(next)).toMatchObject({ status: 400, body: { code: 'applet_exists', error: expect.any(String) } });
    await admin.patch(`terminal/applets/${name}/`, { is_active: false });
    expect(await send(next, '?update=1')).toMatchObject({
      status: 201,
      body: { id: first.body.id, version: '0.3', display_name: 'Next', is_active: false },
    });
    expect((await bytesOf(`/api/v1/terminal/applets/${name}/download/`, await bearer())).body.equals(next)).toBe(true);
    expect((await admin.delete(`terminal/applets/${name}/`)).status).toBe(204);
    expect((await admin.get(`terminal/applets/${name}/`)).status).toBe(404);
  });

  test('is read and fetched by a component, and by nobody without the right', async () => {
    const name = uniqueName('fetched');
    const bytes = appletPackage(name);
    const { id } = (await send(bytes)).body;
    const component = wireComponent(server.url, (await registerComponent(server)).key);
    expect((await component.get(`terminal/applets/${id}/`)).body).toMatchObject({ name, version: '0.2' });
    expect(await component.get(`terminal/applets/${name}/download/`)).toMatchObject({ status: 200, type: 'application/zip' });
    expect((await component.call('DELETE', `terminal/applets/${id}/`)).status).toBe(403);
    const { username } = await createUser(admin);
    const person = await server.as(username);
    for (const path of ['', `${id}/`, `${id}/download/`]) expect((await person.get(`terminal/applets/${path}`)).status).toBe(403);
  });

  test('is the only way to one; people without the right have none', async () => {
    expect(await admin.post('terminal/applets/', { name: 'x' })).toMatchObject({ status: 400, body: { code: 'applet_needs_package' } });
    const { username } = await createUser(admin);
    expect((await send(appletPackage(uniqueName('mine')), '', await server.as(username))).status).toBe(403);
    const { body } = await admin.get<Json[]>('audits/operate-logs/?resource_type=applet');
    expect(body.length).toBeGreaterThan(0);
  });
});

describe('a package that could do harm is refused, and changes nothing:', () => {
  const wrong = (parts: PackageParts): Buffer => appletPackage('harm', parts);
  const beside = (...more: ZipEntry[]): Buffer => appletPackage('harm', {}, more);
  const aliases = `${['a: &a [x,x,x,x,x,x,x,x,x]', ...'bcdefgh'.split('').map((one, at) => `${one}: &${one} [${`*${'abcdefgh'[at]},`.repeat(9)}]`)].join('\n')}\nname: harm\n`;
  const bomb = Buffer.alloc(140 * 1024 * 1024);
  const CASES: Readonly<Record<string, () => Buffer>> = {
    'no archive': () => Buffer.from('nothing'),
    'an empty one': () => zipOf([]),
    'a path out of the folder': () => beside({ name: 'harm/../../evil.py', data: 'x' }),
    'an absolute path': () => beside({ name: '/etc/passwd', data: 'x' }),
    'a path of Windows': () => beside({ name: 'harm\\..\\evil.exe', data: 'x' }),
    'a drive': () => beside({ name: 'harm/C:evil.exe', data: 'x' }),
    'a link': () => beside({ name: 'harm/link', data: '/etc/passwd', mode: 0o120777 }),
    'a second folder': () => beside({ name: 'other/x', data: 'x' }),
    'a file beside the folder': () => beside({ name: 'x', data: 'x' }),
    'two parts of one name': () => beside({ name: 'harm/main.py', data: 'other' }),
    'a bomb': () => beside({ name: 'harm/zeros', data: bomb }),
    'a bomb that claims to be small': () => beside({ name: 'harm/icon2', data: 'x' }).subarray(0, 40),
    'too many parts': () => beside(...Array.from({ length: 2_100 }, (_, at) => ({ name: `harm/part${at}`, data: 'x' }))),
    'no manifest': () => wrong({ 'manifest.yml': undefined }),
    'no setup': () => wrong({ 'setup.yml': undefined }),
    'no icon': () => wrong({ 'icon.png': undefined }),
    'an icon that is a page': () => wrong({ 'icon.png': '<svg onload="alert(1)"/>' }),
    'a huge manifest': () => wrong({ 'manifest.yml': `name: harm\ncomment: ${'x'.repeat(70_000)}\n` }),
    'a manifest without end': () => wrong({ 'manifest.yml': aliases }),
    'a manifest that claims to be small': () =>
      appletPackage('harm', { 'manifest.yml': undefined }, [
        { name: 'harm/manifest.yml', data: `name: harm\ncomment: ${'y'.repeat(70_000)}\n`, claims: 20 },
      ]),
    'a manifest that is none': () => wrong({ 'manifest.yml': '[1, 2' }),
    'a name that is a path': () => wrong({ 'manifest.yml': 'name: ../harm\n' }),
    'a name with markup': () => wrong({ 'manifest.yml': 'name: "<b>"\n' }),
    'a manifest that is no text': () => wrong({ 'manifest.yml': Buffer.from([0x6e, 0xff, 0xfe]) }),
    'a setup of another kind': () => wrong({ 'setup.yml': 'type: shell\n' }),
    'a platform': () => wrong({ 'platform.yml': 'category: custom\ntype: harm\n' }),
  };
  test.each(Object.keys(CASES))('%s', async (title) => {
    const before = await stored();
    const answer = await send((CASES[title] as () => Buffer)());
    expect(answer, JSON.stringify(answer.body)).toMatchObject({
      status: 400,
      body: { code: 'applet_package_refused', error: expect.any(String) },
    });
    expect(await stored()).toBe(before);
  });

  test('one that is too large', async () => {
    const answer = await send(Buffer.alloc(33 * 1024 * 1024)).catch(() => ({ status: 0 }));
    expect([0, 400, 413]).toContain(answer.status);
  });
});
