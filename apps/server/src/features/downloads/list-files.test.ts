import { ORG, ROLE } from '@postern/contract/ids';
import { signedHeaders } from '@postern/contract/signature';
import type { Api, Json } from '@postern/testkit/api';
import { createUser, uniqueName } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runJob } from '../../../src/app.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

const FILES = 'ops/list-files/';
const LIST = 'users/groups/';
let server: TestServer;
let admin: Api;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
});
afterAll(() => server.close());

/** An administrator of the organisation, who may list its groups. */
async function person() {
  const user = await createUser(admin, { org_roles: [ROLE.ORG_ADMIN] });
  return { id: String(user.id), api: await server.as(String(user.username)) };
}

async function groups(count: number, word: string): Promise<void> {
  await sql`insert into user_groups (id, org_id, name) select gen_random_uuid(), ${ORG.DEFAULT}, ${word} || '-' || lpad(n::text, 5, '0')
    from generate_series(1, ${count}) n`.execute(server.db);
}

const asked = async (api: Api, search: string, format = 'csv'): Promise<string> => {
  const { status, body } = await api.post(FILES, { list: LIST, format, query: { search } });
  expect(status, JSON.stringify(body)).toBe(201);
  return String(body.task);
};
const worked = async (name: string, run?: string): Promise<void> => {
  const job = server.assembly.jobs.find((one) => one.name === name);
  if (!job) throw new Error(`There is no job ${name}`);
  await runJob(server.platform, job, run ? { task_run: run } : {});
};
const made = (run: string): Promise<void> => worked('list-file', run);
const shown = async (api: Api, id: string): Promise<Json> => (await api.get(`${FILES}${id}/`)).body;
const pieces = async (id: string): Promise<number> =>
  Number((await sql<{ n: number }>`select count(*) as n from list_file_pieces where file_id = ${id}`.execute(server.db)).rows[0]?.n);

describe('a file of a list', () => {
  test('has all rows that its owner may see, lies encrypted, and is told with the way to it', async () => {
    const word = uniqueName('many');
    await groups(10_000, word);
    const { api } = await person();
    const id = await asked(api, word);
    expect(await shown(api, id)).toMatchObject({ state: { value: 'waiting' } });
    expect((await api.get(`${FILES}${id}/content/`)).status).toBe(404);
    await made(id);
    expect(await shown(api, id)).toMatchObject({ state: { value: 'ready' }, rows: 10_000 });
    const file = await api.get<string>(`${FILES}${id}/content/`);
    expect(file.status).toBe(200);
    const lines = file.body.split('\r\n').filter((line) => line.includes(word));
    expect(new Set(lines).size).toBe(10_000);
    const open = await sql`select 1 from list_file_pieces where position(${Buffer.from(word)} in sealed) > 0`.execute(server.db);
    expect(open.rows).toEqual([]);
    const messages = await api.get('notifications/site-messages/?limit=10');
    expect(JSON.stringify(messages.body)).toContain('/ui/profile/downloads');
    const taken = await sql<{
      n: number;
    }>`select count(*)::int as n from operate_logs where resource_id = ${id} and action = 'view'`.execute(server.db);
    expect(taken.rows[0]?.n).toBe(1);
  });

  test('is nobody else’s, an administrator’s neither', async () => {
    const { api } = await person();
    const id = await asked(api, uniqueName('own'));
    await made(id);
    const other = await person();
    for (const stranger of [admin, other.api]) {
      expect((await stranger.get(`${FILES}${id}/`)).status).toBe(404);
      expect((await stranger.get(`${FILES}${id}/content/`)).status).toBe(404);
      expect((await stranger.delete(`${FILES}${id}/`)).status).toBe(404);
      expect(JSON.stringify((await stranger.get(`${FILES}?limit=100`)).body)).not.toContain(id);
    }
    expect((await api.get(`${FILES}${id}/content/`)).status).toBe(200);
  });

  test('is not made for who was blocked meanwhile, nor given to who lost the right to the list', async () => {
    const [blocked, stripped] = [await person(), await person()];
    const [first, second] = [await asked(blocked.api, 'x'), await asked(stripped.api, 'x')];
    await made(second);
    await sql`update users set is_active = false where id = ${blocked.id}`.execute(server.db);
    await sql`delete from role_bindings where user_id = ${stripped.id}`.execute(server.db);
    await made(first);
    const states = await sql<{ state: string }>`select state from list_files where id = ${first}`.execute(server.db);
    expect([states.rows[0]?.state, await pieces(first)]).toEqual(['failed', 0]);
    expect((await stripped.api.get(`${FILES}${second}/content/`)).status).toBe(403);
  });

  test('is refused of a list that one may not see, with parameters that are none, and past so many', async () => {
    const nobody = await createUser(admin);
    const api = await server.as(String(nobody.username));
    expect((await api.post(FILES, { list: LIST, format: 'csv' })).status).toBe(404);
    expect((await admin.post(FILES, { list: 'users/nothing/', format: 'csv' })).status).toBe(404);
    expect((await admin.post(FILES, { list: LIST, format: 'pdf' })).status).toBe(400);
    expect((await admin.post(FILES, { list: LIST, format: 'csv', query: { name: 3 } })).status).toBe(400);
    expect((await admin.post(FILES, { list: LIST, format: 'csv', query: { spm: 'chosen' } })).status).toBe(400);
    const owner = await person();
    const all = await Promise.all(Array.from({ length: 12 }, () => owner.api.post(FILES, { list: LIST, format: 'csv' })));
    expect(all.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), 409, 409]);
  });

  test('is kept for the days of the setting, and goes when its time is over, and with its row', async () => {
    expect((await admin.patch('settings/setting/?category=clean', { EXPORT_FILE_KEEP_DAYS: 3 })).status).toBe(200);
    const { api } = await person();
    const [old, removed] = [await asked(api, ''), await asked(api, '', 'xlsx')];
    await made(old);
    await made(removed);
    const days = (Date.parse((await shown(api, old)).date_expired) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(3);
    await sql`update list_files set date_expired = now() - interval '1 hour' where id = ${old}`.execute(server.db);
    expect((await api.get(`${FILES}${old}/content/`)).status).toBe(404);
    await worked('downloads.expire');
    expect([await pieces(old), (await shown(api, old)).state]).toMatchObject([0, { value: 'expired' }]);
    expect((await api.delete(`${FILES}${removed}/`)).status).toBe(204);
    expect(await pieces(removed)).toBe(0);
  });

  test('is asked for with the rights that the list itself asks for, wherever it stands', async () => {
    const { id, api } = await person();
    const wrong: string[] = [];
    for (const { url, definition } of server.assembly.kernel.resources) {
      if (definition.verbs && !definition.verbs.includes('list')) continue;
      const [list, file] = [await api.get(`${url}?limit=1`), await api.post(FILES, { list: url.replace('/api/v1/', ''), format: 'csv' })];
      if ((list.status === 403) !== (file.status === 404)) wrong.push(`${url}: the list is ${list.status}, its file ${file.status}`);
      await sql`delete from list_files where user_id = ${id}`.execute(server.db);
    }
    expect(wrong).toEqual([]);
  });

  test('is neither asked for nor fetched with a key that may do less than its owner', async () => {
    const { api } = await person();
    const id = await asked(api, '');
    await made(id);
    const { body: key } = await api.post<{ id: string; secret: string }>('authentication/access-keys/', {
      permissions: ['users.view_user'],
    });
    const signed = (method: 'GET' | 'POST', path: string) => ({
      headers: signedHeaders(key, method, path, new Date().toUTCString(), { once: true }),
    });
    const [list, content] = [`/api/v1/${FILES}`, `/api/v1/${FILES}${id}/content/`];
    const answers = [
      await server.anyone.post<Json>(list, { list: LIST, format: 'csv' }, signed('POST', list)),
      await server.anyone.get<Json>(content, signed('GET', content)),
    ];
    expect(answers.map(({ body }) => body.code)).toEqual(['key_limited', 'key_limited']);
    expect((await server.anyone.get(`${list}${id}/`, signed('GET', `${list}${id}/`))).status).toBe(200);
  });

  test('says how far it is while it is made', async () => {
    const { api } = await person();
    const id = await asked(api, '');
    expect((await shown(api, id)).progress).toBe(null);
    await sql`update list_files set state = 'running' where id = ${id}`.execute(server.db);
    await sql`update task_runs set done = 300, total = 1000 where id = ${id}`.execute(server.db);
    expect((await shown(api, id)).progress).toBe(30);
  });

  test('that is removed while it waits is not made', async () => {
    const { api } = await person();
    const id = await asked(api, '');
    expect((await api.delete(`${FILES}${id}/`)).status).toBe(204);
    await made(id);
    expect(await pieces(id)).toBe(0);
  });
});
