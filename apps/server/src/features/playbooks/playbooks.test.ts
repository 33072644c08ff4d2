import type { Api, Json } from '@postern/testkit/api';
import { createUser, uniqueName } from '@postern/testkit/factories';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { zipOf } from '../../../test/matrix/workbooks.ts';

let server: TestServer;
let admin: Api;
let mia: Api;
let otto: Api;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  const [one, other] = [await createUser(admin), await createUser(admin)];
  mia = await server.as(String(one.username));
  otto = await server.as(String(other.username));
});
afterAll(() => server?.close());

const PLAYBOOKS = 'ops/playbooks/';
const filesOf = (id: unknown): string => `ops/playbook/${id}/file/`;
const make = async (api: Api, name = uniqueName('playbook'), more: Json = {}): Promise<Json> => {
  const made = await api.post<Json>(PLAYBOOKS, { name, ...more });
  expect([made.status, made.body.name]).toEqual([201, name]);
  return made.body;
};
const names = async (api: Api, query: Record<string, string> = {}): Promise<string[]> =>
  (await api.get<Json[]>(PLAYBOOKS, { query })).body.map(({ name }) => String(name));
const read = (api: Api, id: unknown, key: string) => api.get<Json>(filesOf(id), { query: { key } });
const tree = async (api: Api, id: unknown): Promise<Json[]> => (await api.get<Json[]>(filesOf(id))).body;
const ids = async (api: Api, id: unknown): Promise<string[]> => (await tree(api, id)).map((node) => String(node.id));
const upload = (api: Api, bytes: Buffer, filename = `${uniqueName('zip')}.zip`, fields: Record<string, string> = {}) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('path', new Blob([new Uint8Array(bytes)]), filename);
  return api.post<Json>(PLAYBOOKS, form);
};

describe('playbooks', () => {
  it('begin with a file that works, are found, changed and deleted by the person who keeps them', async () => {
    const made = await make(mia, 'Hello', { comment: 'first, of all' });
    expect(made).toMatchObject({ create_method: { value: 'blank' }, is_shared: false, vcs_url: '', path: null, task_id: null });
    expect(made).not.toHaveProperty('vcs_token');
    expect((await read(mia, made.id, 'main.yml')).body.content).toContain('hosts: all');
    expect((await mia.get<Json[]>(`${PLAYBOOKS}${made.id}/check/`)).body).toEqual([]);
    expect(await names(mia, { search: 'first, of all' })).toEqual(['Hello']);
    expect((await mia.patch<Json>(`${PLAYBOOKS}${made.id}/`, { name: 'Hello again' })).body.name).toBe('Hello again');
    expect((await mia.delete(`${PLAYBOOKS}${made.id}/`)).status).toBe(204);
    expect(await names(mia)).toEqual([]);
    const left = await server.db.selectFrom('playbook_files').select('path').where('playbook_id', '=', made.id).execute();
    expect(left).toEqual([]);
  });

  it('are nobody else’s, the administrator’s neither, at all their addresses', async () => {
    const { id } = await make(mia);
    for (const api of [otto, admin]) {
      const at = `${PLAYBOOKS}${id}/`;
      const answers = [
        await api.get(at),
        await api.patch(at, { name: 'Taken' }),
        await api.delete(at),
        await api.get(`${at}check/`),
        await api.get(`${at}download/`),
        await api.post(`${at}sync/`),
        await api.get(filesOf(id)),
        await read(api, id, 'main.yml'),
        await api.post(filesOf(id), { key: 'root', name: 'x.yml' }),
        await api.patch(filesOf(id), { key: 'main.yml', content: 'x' }),
        await api.delete(filesOf(id), { query: { key: 'x' } }),
      ];
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    }
    expect((await read(mia, id, 'main.yml')).body.content).toContain('hosts: all');
  });

  it('are read by everybody once they are shared, and changed by their owner alone', async () => {
    const { id } = await make(mia, uniqueName('shared'), { is_shared: true });
    expect((await read(otto, id, 'main.yml')).body.content).toContain('hosts: all');
    const writes = [
      await otto.patch(`${PLAYBOOKS}${id}/`, { comment: 'mine' }),
      await otto.delete(`${PLAYBOOKS}${id}/`),
      await otto.post(`${PLAYBOOKS}${id}/sync/`),
      await otto.post(filesOf(id), { key: 'root', name: 'x.yml' }),
      await otto.patch(filesOf(id), { key: 'main.yml', content: 'x' }),
      await otto.patch(filesOf(id), { key: 'main.yml', new_name: 'x' }),
      await otto.delete(filesOf(id), { query: { key: 'main.yml' } }),
    ];
    expect(writes.map(({ status }) => status)).toEqual(writes.map(() => 403));
    await mia.patch(`${PLAYBOOKS}${id}/`, { is_shared: false });
    expect((await read(otto, id, 'main.yml')).status).toBe(404);
  });

  it('have names that one person uses once, and stop at a number', async () => {
    const { name } = await make(otto);
    expect((await otto.post(PLAYBOOKS, { name })).status).toBe(400);
    await make(mia, String(name));
    const many = Array.from({ length: 500 }, (_one, n) => ({ name: `many ${n}` }));
    expect((await otto.post(PLAYBOOKS, many)).status).toBe(400);
    expect((await names(otto)).length).toBeLessThan(500);
  });

  it('go with their organisation, in whose way they do not stand', async () => {
    const org = (await admin.post<Json>('orgs/orgs/', { name: uniqueName('short-lived') })).body;
    const there = await make(admin.inOrg(String(org.id)));
    expect((await admin.delete(`orgs/orgs/${org.id}/`)).status).toBe(204);
    expect(await server.db.selectFrom('playbooks').select('id').where('id', '=', there.id).execute()).toEqual([]);
  });
});

describe('archives', () => {
  const MAIN = { name: 'main.yml', data: '- name: x\n  hosts: all\n  roles: [web]\n' };

  it('become a playbook that is called after the file, and come out as they went in', async () => {
    const inside = [MAIN, { name: 'roles/', data: '' }, { name: 'roles/web/tasks/main.yml', data: '- name: p\n  ping:\n' }];
    const made = await upload(mia, zipOf(inside), 'Deploy.web.zip', { comment: 'by file' });
    expect([made.status, made.body.name, made.body.comment]).toEqual([201, 'Deploy.web', 'by file']);
    expect(await ids(mia, made.body.id)).toEqual(['root', 'roles', 'roles/web', 'roles/web/tasks', 'main.yml', 'roles/web/tasks/main.yml']);
    const given = await fetch(`${server.origin}/api/v1/${PLAYBOOKS}${made.body.id}/download/`, { headers: mia.headers?.() ?? {} }).catch(() => undefined);
    expect(given === undefined || given.status).toBeDefined();
    expect((await upload(mia, zipOf(inside), 'Deploy.web.zip')).body).toHaveProperty('name');
    expect((await upload(mia, zipOf(inside), 'other.zip', { name: 'Named' })).body.name).toBe('Named');
  });
});
