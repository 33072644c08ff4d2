import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ORG, ROLE } from '@postern/contract/ids';
import type { Json } from '@postern/testkit/api';
import { createHost, createOrganisation, createUser } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { exchanged, TYPED_IN } from '../../../test/exchanged.ts';
import { serverOfFile } from '../../../test/harness.ts';
import { type Component, registerComponent } from '../../../test/matrix/actors.ts';
import { runJob } from '../../app.ts';

/** Rows of file transfers, and the copies that components hand in. */

const URL = 'audits/ftp-logs/';
let koko: Component;
let other: Component;
let mei: Json;
let host: Json;
let session: string;

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
beforeAll(async () => {
  [koko, other] = [await registerComponent(server), await registerComponent(server)];
  [mei, host] = [await createUser(admin, { name: 'Mei', username: 'mei' }), await createHost(admin, { name: 'web-01' })];
  await exchanged(server, koko.terminalId, { user_id: mei.id, asset_id: host.id });
  session = randomUUID();
  const facts = { id: session, user: 'u', user_id: mei.id, asset: 'a', asset_id: host.id, account: 'root(root)', account_id: TYPED_IN };
  const made = await koko.api.post('terminal/sessions/', {
    ...facts,
    protocol: 'ssh',
    type: 'sftp',
    remote_addr: '192.0.2.9',
    org_id: ORG.DEFAULT,
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
});

const entry = (change: Json = {}): Json => ({
  id: randomUUID(),
  user: 'Somebody(else)',
  asset: 'another(192.0.2.66)',
  account: 'nobody',
  org_id: ORG.ROOT,
  remote_addr: '203.0.113.1',
  operate: 'upload',
  filename: '/tmp/report.txt',
  date_start: '2001-01-01 00:00:00 +0000',
  is_success: true,
  session,
  ...change,
});
async function row(change: Json = {}): Promise<Json> {
  const answer = await koko.api.post<Json>(URL, entry(change));
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}
function copy(content: string | Uint8Array | undefined): FormData {
  const body = new FormData();
  if (content !== undefined) body.set('file', new Blob([content as never]), '../../escaped');
  return body;
}
const set = (mb: number) => server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, { FTP_FILE_MAX_STORE: mb }));

describe('a row', () => {
  test('has the component’s id, and says whose session it was whatever the component says', async () => {
    const sent = entry({ operate: 'rename', filename: '/tmp/a=>/tmp/b' });
    const answer = await koko.api.post<Json>(URL, sent);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      id: sent.id,
      user: 'Mei(mei)',
      asset: 'web-01(127.0.0.1)',
      account: 'root(root)',
      remote_addr: '192.0.2.9',
      org_id: ORG.DEFAULT,
      operate: { value: 'rename', label: 'Rename' },
      filename: '/tmp/a=>/tmp/b',
      is_success: true,
      has_file: false,
    });
    expect(answer.body).not.toHaveProperty('session');
    expect(new Date(answer.body.date_start).getFullYear()).toBeGreaterThan(2020);
    // Its answer was lost on the way.
    expect((await koko.api.post<Json>(URL, sent)).body.id).toBe(sent.id);
    expect((await koko.api.post(URL, { ...sent, filename: '/etc/shadow' })).status).toBe(400);
    expect((await admin.get<Json>(`${URL}${sent.id}/`)).body.filename).toBe('/tmp/a=>/tmp/b');
  });

  test.each(['mkdir', 'rmdir', 'delete', 'upload', 'rename', 'symlink', 'download', 'rename_dir'])('can be about %s', async (operate) => {
    expect((await row({ operate })).operate.value).toBe(operate);
    expect((await row({ operate: { value: operate, label: 'x' } })).operate.value).toBe(operate);
  });

  test('is given by the component that carried the session, and by nobody else', async () => {
    expect((await other.api.post(URL, entry())).status).toBe(400);
    expect((await koko.api.post(URL, entry({ session: randomUUID() }))).status).toBe(400);
    expect((await koko.api.post(URL, entry({ session: undefined }))).status).toBe(400);
    expect((await koko.api.post(URL, entry({ operate: 'format' }))).status).toBe(400);
    expect((await koko.api.post(URL, entry({ filename: '' }))).status).toBe(400);
    expect((await admin.post(URL, entry())).status).toBe(403);
    const { id } = await row();
    for (const [api, status] of [
      [other.api, 404],
      [admin, 403],
    ] as const) {
      expect((await api.patch(`${URL}${id}/`, { has_file: true })).status).toBe(status);
      expect((await api.post(`${URL}${id}/upload/`, copy('forged'))).status).toBe(status);
    }
    expect((await koko.api.get(URL)).status).toBe(403);
  });

  test('keeps a long name at both ends, and nothing that a terminal obeys', async () => {
    const { filename } = await row({ filename: `/start/${'x'.repeat(3000)}/end` });
    expect([filename.length, filename.slice(0, 6), filename.slice(-4)]).toEqual([1024, '/start', '/end']);
    expect((await row({ filename: '/tmp/\u001b[2Jgone\u0000' })).filename).toBe('/tmp/\uFFFD[2Jgone\uFFFD');
  });

  test('is read by auditors of its organisation: list, search, filters, dates', async () => {
    const elsewhere = (await createOrganisation(admin)).id;
    const auditor = await createUser(admin, { org_roles: [ROLE.ORG_AUDITOR] });
    const reading = await server.as(auditor.username);
    const { id } = await row({ filename: '/srv/find-me.tar', operate: 'download', is_success: false });
    const ids = async (query: string, api = reading) => (await api.get<Json[]>(`${URL}?${query}`)).body.map((one) => one.id);
    for (const query of [
      'search=find-me',
      'filename=/srv/find-me.tar',
      'search=web-01',
      'user=Mei(mei)',
      'account=root(root)',
      'operate=download',
    ])
      expect(await ids(query), query).toContain(id);
    for (const query of ['search=nowhere', 'operate=mkdir', 'user=nobody', 'date_to=2001-01-01', 'date_from=2999-01-01'])
      expect(await ids(query), query).not.toContain(id);
    expect((await reading.get<Json>(`${URL}?limit=1`)).body).toMatchObject({ count: expect.any(Number), results: [expect.any(Object)] });
    expect(await ids('', admin.inOrg(elsewhere))).toEqual([]);
    expect((await admin.inOrg(elsewhere).get(`${URL}${id}/`)).status).toBe(404);
    expect((await (await server.as('mei')).get(URL)).status).toBe(403);
    expect((await reading.options<Json>(URL)).status).toBe(200);
    const before = (await admin.get<Json>('index/?total_count_ftp_logs=1')).body.total_count_ftp_logs;
    await row();
    expect((await admin.get<Json>('index/?total_count_ftp_logs=1')).body).toEqual({ total_count_ftp_logs: before + 1 });
    expect((await admin.inOrg(elsewhere).get<Json>('index/?total_count=1')).body.total_count_ftp_logs).toBe(0);
  });
});

describe('the copy of a file', () => {
  const CONTENT = 'one line\n';
  const SUM = createHash('sha256').update(CONTENT).digest('hex');

  test('is kept once, told as kept, and taken away by auditors, which is in the log', async () => {
    const { id } = await row({ filename: '/tmp/Übersicht (1).txt' });
    // Nothing is there to tell of.
    expect((await koko.api.patch(`${URL}${id}/`, { has_file: true })).status).toBe(400);
    expect(await koko.api.post<Json>(`${URL}${id}/upload/`, copy(CONTENT))).toMatchObject({
      status: 201,
      body: { url: expect.any(String) },
    });
    expect((await admin.get(`${URL}${id}/file/download/`)).status).toBe(404);
    expect((await koko.api.patch<Json>(`${URL}${id}/`, { has_file: true })).body).toMatchObject({ has_file: true, file_sha256: SUM });
    // The same again is taken for the same; anything else is not.
    expect((await koko.api.post(`${URL}${id}/upload/`, copy(CONTENT))).status).toBe(201);
    expect((await koko.api.post(`${URL}${id}/upload/`, copy('forged'))).status).toBe(400);
    expect((await koko.api.patch<Json>(`${URL}${id}/`, { has_file: false, user: 'x', filename: 'y' })).body).toMatchObject({
      has_file: true,
      user: 'Mei(mei)',
      filename: '/tmp/Übersicht (1).txt',
    });
    const got = await admin.get<string>(`${URL}${id}/file/download/`);
    expect([got.status, got.body]).toEqual([200, CONTENT]);
    expect(got.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''%C3%9Cbersicht%20%281%29.txt");
    const { rows } = await sql<{ action: string }>`
      select action from operate_logs where resource_type = 'ftplog' and resource_id = ${id}`.execute(server.db);
    expect(rows).toEqual([{ action: 'view' }]);
    const kept = await readdir(join(server.platform.settings.dataDir, 'FTP_FILES'), { recursive: true });
    expect(kept.filter((name) => name.includes(id))).toEqual([`${new Date().toISOString().slice(0, 10)}/${id}`]);
  });

  test('may be empty, has to be there, and is only of uploads and downloads', async () => {
    const { id } = await row({ operate: 'download' });
    expect(await koko.api.post(`${URL}${id}/upload/`, copy(undefined))).toMatchObject({ status: 401, body: { msg: expect.any(String) } });
    expect((await koko.api.post(`${URL}${id}/upload/`, copy(''))).status).toBe(201);
    const removed = await row({ operate: 'delete' });
    expect(await koko.api.post(`${URL}${removed.id}/upload/`, copy('x'))).toMatchObject({ status: 400, body: { msg: expect.any(String) } });
  });

  test('is kept below the limit of the setting only, and never while that is zero', async () => {
    const mb = Buffer.alloc(1024 * 1024, 1);
    await set(1);
    const { id } = await row();
    expect((await koko.api.post(`${URL}${id}/upload/`, copy(mb))).status).toBe(400);
    expect((await koko.api.patch(`${URL}${id}/`, { has_file: true })).status).toBe(400);
    expect((await koko.api.post(`${URL}${id}/upload/`, copy(mb.subarray(1)))).status).toBe(201);
    await set(0);
    expect((await koko.api.post(`${URL}${(await row()).id}/upload/`, copy('x'))).status).toBe(400);
    await set(100);
  });
});

describe('keeping', () => {
  test('a row that was written is not changed by who holds the product’s connection', async () => {
    const { id } = await row();
    for (const statement of [sql`update ftp_logs set filename = 'x' where id = ${id}`, sql`delete from ftp_logs where id = ${id}`])
      await expect(statement.execute(server.db)).rejects.toThrow('permission denied');
    await koko.api.post(`${URL}${id}/upload/`, copy('kept'));
    await koko.api.patch(`${URL}${id}/`, { has_file: true });
    for (const statement of [
      sql`update ftp_logs set has_file = false where id = ${id}`,
      sql`update ftp_logs set file_sha256 = null where id = ${id}`,
      sql`update ftp_logs set file_sha256 = 'other' where id = ${id}`,
    ])
      await expect(statement.execute(server.db)).rejects.toThrow('append-only');
  });

  test('rows and copies go after the days of the setting, and not before 180', async () => {
    await expect(sql`select * from clean_evidence('ftp_logs', 179)`.execute(server.db)).rejects.toThrow('at least 180 days');
    const [old, young] = [randomUUID(), randomUUID()];
    const at = (days: number) => new Date(Date.now() - days * 86_400_000);
    const folder = (days: number) => join(server.platform.settings.dataDir, 'FTP_FILES', at(days).toISOString().slice(0, 10));
    for (const [id, days] of [
      [old, 230],
      [young, 150],
    ] as const) {
      await sql`insert into ftp_logs (id, org_id, "user", asset, account, operate, filename, date_start, session_id)
        values (${id}, ${ORG.DEFAULT}, 'u', 'a', 'c', 'upload', 'f', ${at(days)}, ${session})`.execute(server.db);
      await mkdir(folder(days), { recursive: true });
      await writeFile(join(folder(days), id), 'x');
    }
    for (const name of ['platform.retention', 'ftp-logs.clean-copies']) {
      const job = server.assembly.jobs.find((one) => one.name === name);
      if (!job) throw new Error(name);
      await runJob(server.platform, job, {});
    }
    expect((await admin.get(`${URL}${old}/`)).status).toBe(404);
    expect((await admin.get(`${URL}${young}/`)).status).toBe(200);
    await expect(readdir(folder(230))).rejects.toThrow('ENOENT');
    expect(await readdir(folder(150))).toEqual([young]);
  });
});
