import type { Api, Json } from '@postern/testkit/api';
import { createUser, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { describe, expect, it } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { contentOf, filesAt, madePlaybook, PLAYBOOKS, readFile } from '../../../test/playbook-calls.ts';

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
const somebody = async () => server.as(String((await createUser(admin)).username));
const mia = forThisFile(somebody);
const otto = forThisFile(somebody);

const names = async (api: Api, query: Record<string, string> = {}): Promise<string[]> =>
  (await api.get<Json[]>(PLAYBOOKS, { query })).body.map(({ name }) => String(name));

describe('playbooks', () => {
  it('begin with a file that works, are found, changed and deleted by the person who keeps them', async () => {
    const made = await madePlaybook(mia, { name: 'Hello', comment: 'first, of all' });
    expect(made).toMatchObject({ create_method: { value: 'blank' }, is_shared: false, vcs_url: '', path: null, task_id: null });
    expect(made).not.toHaveProperty('vcs_token');
    expect(await contentOf(mia, made.id, 'main.yml')).toContain('hosts: all');
    expect((await mia.get<Json[]>(`${PLAYBOOKS}${made.id}/check/`)).body).toEqual([]);
    expect(await names(mia, { search: 'first, of all' })).toEqual(['Hello']);
    expect((await mia.patch<Json>(`${PLAYBOOKS}${made.id}/`, { name: 'Hello again' })).body.name).toBe('Hello again');
    expect((await mia.delete(`${PLAYBOOKS}${made.id}/`)).status).toBe(204);
    expect(await names(mia)).toEqual([]);
    const left = await server.db.selectFrom('playbook_files').select('path').where('playbook_id', '=', made.id).execute();
    expect(left).toEqual([]);
  });

  it('are nobody else’s, the administrator’s neither, at all their addresses', async () => {
    const { id } = await madePlaybook(mia);
    for (const api of [otto, admin]) {
      const at = `${PLAYBOOKS}${id}/`;
      const answers = [
        await api.get(at),
        await api.patch(at, { name: 'Taken' }),
        await api.delete(at),
        await api.get(`${at}check/`),
        await api.get(`${at}download/`),
        await api.post(`${at}sync/`),
        await api.get(filesAt(id)),
        await readFile(api, id, 'main.yml'),
        await api.post(filesAt(id), { key: 'root', name: 'x.yml' }),
        await api.patch(filesAt(id), { key: 'main.yml', content: 'x' }),
        await api.delete(filesAt(id), { query: { key: 'x' } }),
      ];
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    }
    expect(await contentOf(mia, id, 'main.yml')).toContain('hosts: all');
  });

  it('are read by everybody once they are shared, and changed by their owner alone', async () => {
    const { id } = await madePlaybook(mia, { is_shared: true });
    expect(await contentOf(otto, id, 'main.yml')).toContain('hosts: all');
    const writes = [
      await otto.patch(`${PLAYBOOKS}${id}/`, { comment: 'mine' }),
      await otto.delete(`${PLAYBOOKS}${id}/`),
      await otto.post(`${PLAYBOOKS}${id}/sync/`),
      await otto.post(filesAt(id), { key: 'root', name: 'x.yml' }),
      await otto.patch(filesAt(id), { key: 'main.yml', content: 'x' }),
      await otto.patch(filesAt(id), { key: 'main.yml', new_name: 'x' }),
      await otto.delete(filesAt(id), { query: { key: 'main.yml' } }),
    ];
    expect(writes.map(({ status }) => status)).toEqual(writes.map(() => 403));
    await mia.patch(`${PLAYBOOKS}${id}/`, { is_shared: false });
    expect((await readFile(otto, id, 'main.yml')).status).toBe(404);
  });

  it('have names that one person uses once, and stop at a number', async () => {
    const { name } = await madePlaybook(otto);
    expect((await otto.post(PLAYBOOKS, { name })).status).toBe(400);
    await madePlaybook(mia, { name });
    const many = Array.from({ length: 500 }, (_one, n) => ({ name: `many ${n}` }));
    expect((await otto.post(PLAYBOOKS, many)).status).toBe(400);
    expect((await names(otto)).length).toBeLessThan(500);
  });

  it('go with their organisation, in whose way they do not stand', async () => {
    const org = (await admin.post<Json>('orgs/orgs/', { name: uniqueName('short-lived') })).body;
    const there = await madePlaybook(admin.inOrg(String(org.id)));
    expect((await admin.delete(`orgs/orgs/${org.id}/`)).status).toBe(204);
    expect(await server.db.selectFrom('playbooks').select('id').where('id', '=', there.id).execute()).toEqual([]);
  });
});
