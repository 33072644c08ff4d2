import { randomUUID } from 'node:crypto';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROLE } from '@postern/contract/ids';
import type { Json } from '@postern/testkit/api';
import { createUser, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { registerComponent } from '../../../test/matrix/actors.ts';
import { appletPackage, PNG } from '../../../test/matrix/applet-package.ts';
import { wireComponent } from '../../../test/wire-component.ts';
import { runJob } from '../../app.ts';
import type { Job } from '../../platform/feature.ts';

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));

const send = (bytes: Buffer, query = '', api = admin) => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), 'applet.zip');
  return api.post<Json>(`terminal/applets/upload/${query}`, form);
};
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

describe('before it is taken in, a package', () => {
  const look = (bytes: Buffer, api = admin) => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(bytes)]), 'applet.zip');
    return api.post<Json>('terminal/applets/upload/preview/', form);
  };

  test('says what was understood of it, and what it would replace, and nothing is kept', async () => {
    const name = uniqueName('looked');
    const bytes = appletPackage(name);
    const fresh = await look(bytes);
    expect(fresh).toMatchObject({
      status: 200,
      body: {
        ...{ name, display_name: 'A browser', version: '0.2', author: 'Tests', type: { value: 'web', label: 'Web' }, protocols: ['http'] },
        ...{ files: 5, icon: `data:image/png;base64,${PNG.toString('base64')}`, readme: '# Words\n', replaces: null },
      },
    });
    expect((await admin.get(`terminal/applets/${name}/`)).status).toBe(404);
    await send(bytes);
    expect((await look(bytes)).body.replaces).toMatchObject({ version: '0.2', same: true, changed: [] });
    const other = appletPackage(name, { 'manifest.yml': `name: ${name}\nversion: 0.3\ntype: general\nprotocols: [http]\n` });
    expect((await look(other)).body.replaces).toMatchObject({ same: false, changed: ['version', 'display_name', 'type'] });
    expect((await admin.get<Json>(`terminal/applets/${name}/`)).body.version).toBe('0.2');
    const person = await server.as((await createUser(admin)).username);
    expect((await look(bytes, person)).status).toBe(403);
  });

  test('replaces only what was looked at: what somebody else has put there meanwhile stays', async () => {
    const name = uniqueName('raced');
    const version = (words: string) => appletPackage(name, { 'manifest.yml': `name: ${name}\nversion: ${words}\n` });
    await send(version('1'));
    const { sha256 } = (await look(version('2'))).body.replaces;
    expect((await send(version('1.5'), '?update=1')).status).toBe(201);
    expect(await send(version('2'), `?update=${sha256}`)).toMatchObject({ status: 400, body: { code: 'applet_changed_meanwhile' } });
    expect((await admin.get<Json>(`terminal/applets/${name}/`)).body.version).toBe('1.5');
    const now = (await look(version('2'))).body.replaces.sha256;
    expect((await send(version('2'), `?update=${now}`)).body.version).toBe('2');
  });

  test('of two uploads of one name at the same moment one is taken, whole, and the other told why not', async () => {
    const name = uniqueName('twice');
    const both = ['1', '2'].map((version) => appletPackage(name, { 'manifest.yml': `name: ${name}\nversion: ${version}\n` }));
    const answers = await Promise.all(both.map((bytes) => send(bytes)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    const at = answers.findIndex(({ status }) => status === 201);
    expect((await admin.get<Json>(`terminal/applets/${name}/`)).body.version).toBe(String(at + 1));
    const kept = await bytesOf(`/api/v1/terminal/applets/${name}/download/`, await bearer());
    expect(kept.body.equals(both[at] as Buffer)).toBe(true);
  });
});

test('who may add applications, and not change them, replaces none', async () => {
  const name = uniqueName('guarded');
  await send(appletPackage(name));
  const role = await admin.post<Json>('rbac/system-roles/', {
    name: uniqueName('adds'),
    permissions: ['terminal.add_applet', 'terminal.view_applet'],
    scope: 'system',
  });
  const { username } = await createUser(admin, { system_roles: [role.body.id, ROLE.USER] });
  const person = await server.as(username);
  const next = appletPackage(name, { 'manifest.yml': `name: ${name}\nversion: 9\n` });
  expect((await send(next, '?update=1', person)).status).toBe(403);
  expect((await admin.get<Json>(`terminal/applets/${name}/`)).body.version).toBe('0.2');
  expect((await send(appletPackage(uniqueName('own')), '', person)).status).toBe(201);
});

test('what an upload has left that came to no end goes in the night; what belongs to an application, or is on its way, stays', async () => {
  const dir = join(server.platform.settings.dataDir, 'applets');
  const { id } = (await send(appletPackage(uniqueName('kept')))).body;
  const lost = randomUUID();
  await mkdir(join(dir, lost));
  const old = new Date(Date.now() - 7_200_000);
  const files = [`${lost}/x.zip`, `${lost}/x.zip.1.part`, `${id}/of-a-version-never-committed.zip`];
  for (const file of files) {
    await writeFile(join(dir, file), 'x');
    await utimes(join(dir, file), old, old);
  }
  await writeFile(join(dir, `${id}/on-its-way.part`), 'x');
  for (const name of await readdir(join(dir, id))) if (/^[0-9a-f]{64}/.test(name)) await utimes(join(dir, id, name), old, old);
  const before = (await readdir(join(dir, id))).sort();
  const job = server.assembly.jobs.find(({ name }) => name === 'applets.leftovers');
  await runJob(server.platform, job as Job, {});
  expect(await readdir(dir)).not.toContain(lost);
  expect((await readdir(join(dir, id))).sort()).toEqual(before.filter((name) => !name.startsWith('of-a-version')));
});
