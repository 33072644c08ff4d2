import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type ChainLine, chainLink } from '@postern/contract/evidence';
import { ORG, ROLE } from '@postern/contract/ids';
import { VIRTUAL_ACCOUNT_ID } from '@postern/contract/platforms';
import { signedHeaders } from '@postern/contract/signature';
import { type Api, createApi, type Json } from '@postern/testkit/api';
import { createAccount, createHost, createOrganisation, createUser } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { workOf } from '@postern/testkit/work';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { exchanged, TYPED_IN } from './exchanged.ts';
import { serverOfFile } from './harness.ts';
import { type Component, registerComponent } from './matrix/actors.ts';

/** A component that was taken over, and people who would like evidence to say something else. */

/** Carries the sessions. */
let honest: Component;
let rogue: Component;
let mei: Json;
let db: Json;

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
beforeAll(async () => {
  [honest, rogue] = [await registerComponent(server), await registerComponent(server)];
  [mei, db] = [await createUser(admin, { name: 'Mei', username: 'mei' }), await createHost(admin, { name: 'db-01' })];
  await exchanged(server, honest.terminalId, { user_id: mei.id, asset_id: db.id });
});

const facts = (change: Json = {}): Json => ({
  id: randomUUID(),
  user: 'Mei(mei)',
  user_id: mei.id,
  asset: 'db-01(127.0.0.1)',
  asset_id: db.id,
  account: 'root',
  account_id: TYPED_IN,
  protocol: 'ssh',
  login_from: 'WT',
  remote_addr: '192.0.2.1',
  org_id: ORG.DEFAULT,
  date_start: new Date().toISOString(),
  ...change,
});

async function session(): Promise<string> {
  const body = facts();
  const answer = await honest.api.post('terminal/sessions/', body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return body.id;
}

function form(parts: Record<string, string | Blob>, filename = 'x.cast.gz'): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(parts)) {
    if (typeof value === 'string') body.set(name, value);
    else body.set(name, value, filename);
  }
  return body;
}

const CAST = Buffer.from('{"version":2,"width":80,"height":24}\n[0.1,"o","hello"]\n');
function chainOf(...segments: Buffer[]): ChainLine[] {
  const links: ChainLine[] = [];
  for (const segment of segments) links.push(chainLink(links.at(-1), segment));
  return links;
}
const lines = (chain: readonly ChainLine[]) => chain.map((line) => `${JSON.stringify(line)}\n`).join('');

const upload = (api: Api, id: string, recording: Buffer, chain: string, filename?: string) =>
  api.post(
    `terminal/sessions/${id}/replay/`,
    form({ version: '3', ...(chain ? { chain } : {}), file: new Blob([recording as never]) }, filename),
  );
async function recorded(recording: Buffer, chain: string, filename?: string): Promise<string> {
  const id = await session();
  const answer = await upload(honest.api, id, recording, chain, filename);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return id;
}
const verify = (id: string) => admin.get<Json>(`terminal/sessions/${id}/replay/verify/`);
const read = async (id: string) => (await admin.get<Json>(`terminal/sessions/${id}/`)).body;

const LIES = { user: 'Somebody(else)', asset: 'other', account: 'nobody', remote_addr: '203.0.113.9', date_start: '2001-01-01T00:00:00Z' };

describe('a session is reported', () => {
  test('by the component that was given a token for it, of that person and machine, and under their own names', async () => {
    const [other, elsewhere] = [await createUser(admin), await createHost(admin)];
    const report = (api: Api, change: Json = {}) => api.post<Json>('terminal/sessions/', facts(change));
    for (const [api, change] of [
      [rogue.api, {}],
      [honest.api, { user_id: other.id }],
      [honest.api, { asset_id: elsewhere.id }],
      [honest.api, { user_id: '' }],
      [honest.api, { asset_id: randomUUID() }],
      [admin, {}],
    ] as const)
      expect((await report(api, change)).status, JSON.stringify(change)).toBe(403);
    const org = (await createOrganisation(admin)).id;
    const lied = await report(honest.api, { user: 'Somebody(else)', asset: 'other(192.0.2.66)', org_id: org });
    expect(lied.status).toBe(201);
    expect(await read(lied.body.id)).toMatchObject({ user: 'Mei(mei)', asset: 'db-01(127.0.0.1)', org_id: ORG.DEFAULT });
  });

  test('under the account it was given, which belongs to the machine', async () => {
    const component = await registerComponent(server);
    const host = await createHost(admin);
    const [ops, root] = [await createAccount(admin, host.id, { name: 'ops' }), await createAccount(admin, host.id, { name: 'root' })];
    await exchanged(server, component.terminalId, { user_id: mei.id, asset_id: host.id });
    await sql`update connection_tokens set account = 'ops' where component_id = ${component.terminalId}`.execute(server.db);
    const as = async (account_id: unknown) =>
      (await component.api.post('terminal/sessions/', facts({ asset_id: host.id, account_id }))).status;
    expect([await as(ops.id), await as(root.id), await as(randomUUID())]).toEqual([201, 403, 403]);
  });

  test.each(Object.entries(VIRTUAL_ACCOUNT_ID))('under %s, which is no account of the machine and no other login', async (alias, id) => {
    const component = await registerComponent(server);
    const host = await createHost(admin);
    const root = await createAccount(admin, host.id, { name: 'root' });
    await exchanged(server, component.terminalId, { user_id: mei.id, asset_id: host.id });
    await sql`update connection_tokens set account = ${alias}, input_username = ${alias === '@INPUT' ? 'deploy' : ''}
      where component_id = ${component.terminalId}`.execute(server.db);
    const as = (account_id: unknown, account = 'root(root)') =>
      component.api.post<Json>('terminal/sessions/', facts({ asset_id: host.id, account_id, account }));
    const foreign = Object.values(VIRTUAL_ACCOUNT_ID).filter((one) => one !== id);
    for (const account_id of [root.id, randomUUID(), 'root', '', ...foreign])
      expect((await as(account_id)).status, String(account_id)).toBe(account_id === '' ? 400 : 403);
    // Named by its id or its alias, it is kept under the one id, and under the name that it logged in with.
    const login = { '@INPUT': '(deploy)', '@USER': '(mei)', '@ANON': '()' }[alias];
    for (const account_id of [id, alias]) {
      const made = await as(account_id);
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      expect(await read(made.body.id)).toMatchObject({ account_id: id, account: expect.stringContaining(String(login)) });
    }
  });
});

describe('what a session is about stays', () => {
  test('another component may not speak for it', async () => {
    const id = await session();
    for (const change of [{ is_finished: true }, { has_replay: true }, LIES])
      expect((await rogue.api.patch(`terminal/sessions/${id}/`, change)).status).toBe(404);
    expect((await upload(rogue.api, id, gzipSync(CAST), '')).status).toBe(404);
    const command = { session: id, user: 'u', asset: 'a', account: 'c', input: 'rm -rf /', output: '', timestamp: 1_700_000_000 };
    expect((await rogue.api.post('terminal/commands/', [command])).status).toBe(400);
    expect(await read(id)).toMatchObject({ is_finished: false, has_replay: false, user: 'Mei(mei)', command_amount: 0 });
  });

  test('neither its own component, nor auditors and administrators, rewrite it', async () => {
    const id = await session();
    await honest.api.patch(`terminal/sessions/${id}/`, { is_finished: true, has_replay: true });
    const before = await read(id);
    const auditor = await createUser(admin, { org_roles: [ROLE.ORG_AUDITOR] });
    const orgAdmin = await createUser(admin, { org_roles: [ROLE.ORG_ADMIN], password: 'Strong-Gate-1234!' });
    for (const api of [honest.api, await server.as(auditor.username), await server.as(orgAdmin.username), admin]) {
      await api.patch(`terminal/sessions/${id}/`, { ...LIES, is_finished: false, has_replay: false, has_command: true, is_success: false });
      await api.patch('terminal/sessions/', [{ id, ...LIES }]);
      const after = await read(id);
      const own = api === honest.api ? ['has_command', 'is_success'] : [];
      for (const field of Object.keys(before))
        if (!['updated_by', 'date_updated', ...own].includes(field)) expect(after[field], field).toEqual(before[field]);
      await sql`update sessions set has_command = false, is_success = true where id = ${id}`.execute(server.db);
    }
  });

  test('people, whatever their rights, give no recording and no commands', async () => {
    const id = await session();
    expect((await upload(admin, id, gzipSync(CAST), '')).status).toBe(403);
    const command = { session: id, user: 'u', asset: 'a', account: 'c', input: 'ls', output: '', timestamp: 1_700_000_000 };
    expect((await admin.post('terminal/commands/', [command])).status).toBe(400);
  });

  test('a recording is given once', async () => {
    const id = await recorded(gzipSync(CAST), lines(chainOf(CAST)));
    await honest.api.patch(`terminal/sessions/${id}/`, { has_replay: true });
    await honest.api.patch(`terminal/sessions/${id}/`, { has_replay: false });
    expect((await upload(honest.api, id, gzipSync(Buffer.from('forged')), '')).status).toBe(400);
    expect((await verify(id)).body).toEqual({ chained: true, intact: true, segments: 1 });
  });

  test('until it is declared complete, a second try may only bring the same recording', async () => {
    const [recording, chain] = [gzipSync(CAST), lines(chainOf(CAST))];
    const id = await recorded(recording, chain);
    // Its answer was lost on the way, so the component sends it again.
    expect((await upload(honest.api, id, recording, chain)).status).toBe(201);
    const forged = Buffer.from('{"version":2,"width":80,"height":24}\n[0.1,"o","forged"]\n');
    for (const [file, links] of [
      [gzipSync(forged), lines(chainOf(forged))],
      [gzipSync(forged), ''],
      [Buffer.alloc(0), ''],
    ] as const)
      expect((await upload(honest.api, id, file, links)).status).toBe(400);
    // Said to be the same and is not: taken for the same, and not kept.
    expect((await upload(honest.api, id, gzipSync(forged), chain)).status).toBe(201);
    const other = form({ version: '2', file: new Blob([gzipSync(forged) as never]) });
    expect((await honest.api.post(`terminal/sessions/${id}/replay/`, other)).status).toBe(400);
    expect((await verify(id)).body).toEqual({ chained: true, intact: true, segments: 1 });
    await honest.api.patch(`terminal/sessions/${id}/`, { has_replay: true });
    const { body } = await admin.get<Json>(`terminal/sessions/${id}/replay/`);
    expect((await admin.get<string>(String(body.src))).body).toBe(CAST.toString());
  });
});

describe('orders', () => {
  test('another component cannot see or finish them', async () => {
    const id = await session();
    expect((await admin.post('terminal/tasks/kill-session/', [id])).body).toEqual({ ok: [id] });
    const { rows } = await sql<{ id: string }>`select id from terminal_tasks where args = ${id}`.execute(server.db);
    const task = rows[0]?.id;
    expect((await rogue.api.patch(`terminal/tasks/${task}/`, { is_finished: true })).status).toBe(404);
    expect((await rogue.api.get<Json[]>('terminal/tasks/')).status).toBe(403);
    expect((await honest.api.patch(`terminal/tasks/${task}/`, { is_finished: true })).status).toBe(200);
  });

  test('a component changes no component', async () => {
    for (const api of [rogue.api, honest.api]) {
      expect((await api.patch(`terminal/terminals/${honest.terminalId}/`, { replay_storage: 'null' })).status).toBe(403);
      expect((await api.delete(`terminal/terminals/${honest.terminalId}/`)).status).toBe(403);
    }
  });
});

describe('recordings made to break the server', () => {
  test('a chain longer than a megabyte is kept whole', async () => {
    const segments = Array.from({ length: 8_000 }, (_, at) => Buffer.from(`[${at},"o","line ${at}"]\n`));
    const chain: ChainLine[] = [];
    for (const segment of segments) chain.push(chainLink(chain.at(-1), segment));
    const text = lines(chain);
    expect(text.length).toBeGreaterThan(1024 * 1024);
    const id = await recorded(gzipSync(Buffer.concat(segments)), text);
    expect((await verify(id)).body).toEqual({ chained: true, intact: true, segments: 8_000 });
  });

  test('a packed file that unpacks to much more than its chain covers is not unpacked', async () => {
    const head = Buffer.from('[0,"o","x"]\n');
    const bomb = gzipSync(Buffer.concat([head, Buffer.alloc(512 * 1024 * 1024)]));
    expect(bomb.length).toBeLessThan(1024 * 1024);
    const id = await recorded(bomb, lines(chainOf(head)));
    const memory = process.memoryUsage().rss;
    const work = await workOf(async () =>
      expect((await verify(id)).body).toEqual({ chained: true, intact: false, segments: 1, broken_segment: 1 }),
    );
    expect(work).toBeLessThan(2_000);
    expect(process.memoryUsage().rss - memory).toBeLessThan(200 * 1024 * 1024);
  });

  test('a link over more than can be held in memory does not count as a chain', async () => {
    const line = { ...chainLink(undefined, CAST), bytes: 1_000_000_000_000 };
    const id = await recorded(gzipSync(CAST), lines([line]));
    expect((await verify(id)).body).toEqual({ chained: false, intact: null, segments: 0 });
  });

  test('a recording that is damaged, cut or gone is told as such, and nothing falls over', async () => {
    const chain = lines(chainOf(CAST));
    const zipped = gzipSync(CAST);
    expect((await verify(await recorded(Buffer.from('no gzip at all'), chain))).body).toMatchObject({ intact: false });
    expect((await verify(await recorded(zipped.subarray(0, zipped.length - 9), chain))).body).toMatchObject({ intact: false });
    const id = await recorded(zipped, chain);
    const { rows } = await sql<{ replay_path: string }>`select replay_path from sessions where id = ${id}`.execute(server.db);
    const path = join(server.platform.settings.dataDir, 'replays', String(rows[0]?.replay_path));
    await rm(path);
    expect((await verify(id)).status).toBe(404);
    // A folder in its place: can be opened, cannot be read.
    await mkdir(path);
    expect((await verify(id)).status).toBe(500);
    await rm(path, { recursive: true });
    await writeFile(path, zipped);
    expect((await verify(id)).body).toMatchObject({ intact: true });
  });

  test('names in an upload say nothing about where it is stored', async () => {
    for (const name of ['../../../../escaped.cast.gz', '/tmp/escaped', 'a\u0000b', '..\\..\\x', 'x'.repeat(5000)]) {
      const id = await recorded(gzipSync(CAST), lines(chainOf(CAST)), name);
      const { rows } = await sql<{
        replay_path: string;
        date_start: Date;
      }>`select replay_path, date_start from sessions where id = ${id}`.execute(server.db);
      expect(rows[0]?.replay_path).toBe(`${rows[0]?.date_start.toISOString().slice(0, 10)}/${id}.cast.gz`);
      expect(dirname(String(rows[0]?.replay_path))).not.toContain('..');
    }
    for (const path of ['..%2f..%2fmaster-key', '../master-key', `%2e%2e/${randomUUID()}.cast.gz`, '....//x'])
      expect([400, 404]).toContain((await admin.get(`/media/replay/${path}`)).status);
  });
});

describe('signed requests', () => {
  test('a signature holds for its method, path and query only, and only with what it has to cover', async () => {
    const made = await admin.post('authentication/access-keys/', {});
    expect(made.status).toBe(201);
    const keyPair = { id: String(made.body.id), secret: String(made.body.secret) };
    const headers = signedHeaders(keyPair, 'GET', '/api/v1/users/profile/', new Date().toUTCString());
    const ask = (method: string, path: string, more: Record<string, string> = {}) =>
      fetch(`${server.url}${path}`, { method, headers: { ...headers, ...more }, signal: AbortSignal.timeout(10_000) }).then(
        (answer) => answer.status,
      );
    expect(await ask('GET', '/api/v1/users/profile/')).toBe(200);
    expect(await ask('GET', '/api/v1/users/users/')).toBe(401);
    expect(await ask('GET', '/api/v1/users/profile/?x=1')).toBe(401);
    expect(await ask('PUT', '/api/v1/users/profile/')).toBe(401);
    expect(await ask('PATCH', '/api/v1/users/profile/')).toBe(401);
    expect(await ask('GET', '/api/v1/users/profile/', { date: 'Thu, 01 Jan 2026 00:00:00 GMT' })).toBe(401);
    const { authorization = '' } = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
    for (const forged of [
      authorization.replace('(request-target) ', ''),
      authorization.replace(/hmac-sha256/, 'none'),
      authorization.replace(/signature="[^"]*"/, 'signature=""'),
      authorization.replace(/headers="[^"]*"/, 'headers=""'),
    ])
      expect(await ask('GET', '/api/v1/users/profile/', { authorization: forged }), forged).toBe(401);
  });

  test('guessing the bootstrap token registers nobody', async () => {
    for (const token of ['', ' ', 'x', 'undefined', 'null', '%']) {
      const api = createApi({ origin: server.url, headers: { authorization: `BootstrapToken ${token}` } });
      expect((await api.post('terminal/terminal-registrations/', { name: 'evil', type: 'koko' })).status).toBe(401);
    }
  });
});
