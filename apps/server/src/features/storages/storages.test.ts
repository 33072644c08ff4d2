import { createHash, createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { ERRORS } from '@postern/contract/errors';
import { ORG, ROLE } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import { createAccount, createHost, createUser, uniqueName } from '@postern/testkit/factories';
import { newSshKey } from '@postern/testkit/ssh-keys';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exchanged } from '../../../test/exchanged.ts';
import { BOOTSTRAP_TOKEN, startTestServer, type TestServer } from '../../../test/harness.ts';
import { type Component, registerComponent } from '../../../test/matrix/actors.ts';
import { wireComponent } from '../../../test/wire-component.ts';

const SECRET = 'canary-of-the-bucket';
const KEY_ID = 'AKIDOFTHEBUCKET';

let server: TestServer;
let admin: Api;
let bucketServer: Server;
let endpoint: string;
const objects = new Map<string, Buffer>();
/** Keeps the bucket from answering. */
let stalled: ((path: string) => Promise<void>) | undefined;
/** Part of a name of objects of which only the beginning comes. */
let torn: string | undefined;

/** Whether a request is signed with the key, worked out here from what AWS writes about its Signature Version 4. */
function isSigned(method: string, path: string, headers: Record<string, unknown>): boolean {
  const [, day, region, service, names = '', signature] =
    /Credential=AKIDOFTHEBUCKET\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      String(headers.authorization),
    ) ?? [];
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, path, '', lines.join(''), names, String(headers['x-amz-content-sha256'])].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const input = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const key = [day, region, service, 'aws4_request'].reduce<Buffer | string>(
    (secret, part) => createHmac('sha256', secret).update(String(part)).digest(),
    `AWS4${SECRET}`,
  );
  return createHmac('sha256', key).update(input).digest('hex') === signature;
}

beforeAll(async () => {
  bucketServer = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const path = String(request.url);
      await stalled?.(path);
      if (torn && path.includes(torn)) {
        return response.writeHead(200, { 'content-length': '100' }).write('the beginning', () => response.destroy());
      }
      if (!isSigned(String(request.method), path, request.headers))
        return response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
      if (request.method === 'PUT') objects.set(path, Buffer.concat(chunks));
      if (request.method === 'DELETE') objects.delete(path);
      const found = objects.get(path);
      if (/GET|HEAD/.test(String(request.method)) && !found) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
      return response.writeHead(request.method === 'DELETE' ? 204 : 200).end(request.method === 'GET' ? found : '');
    });
  });
  bucketServer.listen(0, '127.0.0.1');
  await once(bucketServer, 'listening');
  endpoint = `http://127.0.0.1:${(bucketServer.address() as AddressInfo).port}`;
  server = await startTestServer({ settings: { outboundAllow: ['127.0.0.1'] } });
  admin = await server.as('admin');
});
afterAll(async () => {
  await server?.close();
  bucketServer?.close();
});

const s3 = (change: Json = {}): Json => ({
  name: uniqueName('bucket'),
  type: 's3',
  meta: { BUCKET: 'recordings', ACCESS_KEY: KEY_ID, SECRET_KEY: SECRET, ENDPOINT: endpoint },
  ...change,
});
const made = async (change: Json = {}): Promise<Json> => {
  const answer = await admin.post<Json>('terminal/replay-storages/?type=s3', s3(change));
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
};
const configOf = async (component: Pick<Component, 'key'>): Promise<Json> => {
  const answer = await wireComponent(server.url, component.key).get('terminal/terminals/config/');
  expect(answer.status).toBe(200);
  return answer.body;
};

describe('what every installation has', () => {
  test.each(['command-storages', 'replay-storages'])('%s: the server, and one that keeps nothing', async (path) => {
    const { body } = await admin.get<Json[]>(`terminal/${path}/`);
    expect(body.map(({ name, type, is_default }) => [name, type.value, is_default])).toEqual([
      ['default', 'server', true],
      ['null', 'null', false],
    ]);
    expect((await admin.get<Json[]>(`terminal/${path}/?real=true`)).body.map(({ name }) => name)).toEqual(['default']);
    for (const { id, name } of body) {
      expect((await admin.get<Json>(`terminal/${path}/${id}/test-connective/`)).body).toMatchObject({ is_valid: true });
      expect(await admin.delete(`terminal/${path}/${id}/`)).toMatchObject({ status: 400, body: { code: 'storage_in_use' } });
      await admin.patch<Json>(`terminal/${path}/${id}/`, { name: 'other' });
      expect((await admin.get<Json>(`terminal/${path}/${id}/`)).body.name).toBe(name);
      const defaulted = await admin.patch<Json>(`terminal/${path}/${id}/`, { is_default: true });
      expect(defaulted.status, name).toBe(name === 'default' ? 200 : 400);
    }
  });

  test('a log or a bucket that nothing here reads is refused by its name, and nothing is stored', async () => {
    expect(await admin.post<Json>('terminal/replay-storages/?type=swift', s3({ type: 'swift' }))).toMatchObject({
      status: 400,
      body: { type: [expect.stringContaining('swift')] },
    });
    for (const type of ['null', 'server', 'nonsense'])
      for (const path of ['command-storages', 'replay-storages'])
        expect((await admin.post(`terminal/${path}/?type=${type}`, { name: type, type, meta: {} })).status).toBe(400);
    for (const path of ['command-storages', 'replay-storages']) expect((await admin.get<Json[]>(`terminal/${path}/`)).body).toHaveLength(2);
  });

  test('the log that is read is a tree with its commands counted', async () => {
    const { body: storages } = await admin.get<Json[]>('terminal/command-storages/?real=true');
    const { body } = await admin.get<Json[]>('terminal/command-storages/tree/');
    expect(body).toMatchObject([
      { id: storages[0]?.id, name: 'default(server)(0)', pId: 'root', isParent: false, valid: true },
      { id: 'root', isParent: true },
    ]);
    expect((await admin.get(`terminal/commands/?command_storage_id=${storages[0]?.id}`)).status).toBe(200);
    expect((await admin.get(`terminal/commands/?command_storage_id=${randomUUID()}`)).body).toEqual([]);
  });
});

test('the tree of commands is counted as its list is: to the row by dates, as far as ten thousand under conditions for who asks so', async () => {
  await sql`insert into commands (id, org_id, "user", asset, account, session, input, "timestamp")
    select gen_random_uuid(), ${ORG.DEFAULT}, 'Bo(bo)', case when i <= 3 then 'few' else 'many' end, 'root', 's', 'uptime', 1600000000 + i
      from generate_series(1, 10004) i`.execute(server.db);
  const told = async (query: Record<string, string>) =>
    (await admin.get<Json[]>('terminal/command-storages/tree/', { query })).body.find(({ name }) => name.includes('(server)'))?.name;
  expect(await told({})).toBe('default(server)(10004)');
  expect(await told({ count: 'capped' })).toBe('default(server)(10004)');
  expect(await told({ date_to: new Date(1_600_000_010_000).toISOString() })).toBe('default(server)(10)');
  expect(await told({ asset: 'many', count: 'capped' })).toBe('default(server)(10000+)');
  expect(await told({ asset: 'many' })).toBe('default(server)(10001)');
  expect(await told({ asset: 'few', count: 'capped' })).toBe('default(server)(3)');
  // Who names the only storage there is asks for all, and is told without counting.
  const { body: storages } = await admin.get<Json[]>('terminal/command-storages/?type=server');
  const page = (await admin.get<Json>('terminal/commands/', { query: { command_storage_id: storages[0]?.id, limit: 1, count: 'capped' } }))
    .body;
  expect([page.count, page.count_capped]).toEqual([10_004, undefined]);
});

describe('a bucket', () => {
  test('keeps its secret to itself: in no answer, export, diff or table', async () => {
    const storage = await made();
    expect(storage.meta).toEqual({ BUCKET: 'recordings', ACCESS_KEY: KEY_ID, ENDPOINT: endpoint });
    expect((await admin.patch(`terminal/replay-storages/${storage.id}/`, { meta: { SECRET_KEY: `${SECRET}-2` } })).status).toBe(200);
    expect((await admin.patch(`terminal/replay-storages/${storage.id}/`, { comment: 'kept' })).status).toBe(200);
    for (const path of [
      'terminal/replay-storages/',
      `terminal/replay-storages/${storage.id}/`,
      'terminal/replay-storages/?format=csv',
      'terminal/replay-storages/?format=xlsx&template=export',
      'audits/operate-logs/?resource_type=replaystorage',
    ])
      expect(JSON.stringify((await admin.get(path)).body)).not.toContain(SECRET);
    const { rows } = await sql<{ text: string }>`
      select t::text as text from replay_storages t union all select l::text from operate_logs l`.execute(server.db);
    expect(rows.length).toBeGreaterThan(4);
    expect(rows.filter(({ text }) => text.includes(SECRET))).toEqual([]);
  });

  test('form and rules of meta: what is left out stays, a moved place asks for the secret again', async () => {
    const { body } = await admin.options<Json>('terminal/replay-storages/?type=s3');
    expect(body.actions.POST.meta.children).toMatchObject({ BUCKET: { required: true }, SECRET_KEY: { write_only: true } });
    const { id } = await made();
    const change = (meta: Json) => admin.patch<Json>(`terminal/replay-storages/${id}/`, { meta });
    expect(await change({ ACCESS_KEY: 'another' })).toMatchObject({
      status: 200,
      body: { meta: { BUCKET: 'recordings', ACCESS_KEY: 'another' } },
    });
    expect((await change({ ENDPOINT: 'https://192.0.2.66' })).body).toMatchObject({ meta: { SECRET_KEY: [expect.any(String)] } });
    expect((await change({ BUCKET: 'elsewhere' })).status).toBe(400);
    expect((await change({ ENDPOINT: 'https://192.0.2.66', SECRET_KEY: 'known' })).status).toBe(200);
    for (const ENDPOINT of [
      'https://192.0.2.66/path',
      'ftp://192.0.2.66',
      'https://me:pw@192.0.2.66',
      'https://192.0.2.66/?a=b',
      'nonsense',
    ])
      expect((await change({ ENDPOINT, SECRET_KEY: 'known' })).body, ENDPOINT).toHaveProperty('meta.ENDPOINT');
    expect((await change({ BUCKET: '../other', SECRET_KEY: 'known' })).body).toHaveProperty('meta.BUCKET');
    expect((await admin.post('terminal/replay-storages/?type=s3', s3({ meta: {} }))).body).toHaveProperty('meta.SECRET_KEY');
  });

  test('is tested through the guarded client, and what is wrong is told without its key', async () => {
    const { id } = await made();
    const ask = () => admin.get<Json>(`terminal/replay-storages/${id}/test-connective/`);
    expect((await ask()).body).toMatchObject({ is_valid: true });
    expect([...objects.keys()]).toEqual([]);
    await admin.patch(`terminal/replay-storages/${id}/`, { meta: { SECRET_KEY: 'wrong-one' } });
    const refused = (await ask()).body;
    expect(refused).toMatchObject({ is_valid: false, msg: expect.stringContaining('SignatureDoesNotMatch') });
    expect(JSON.stringify(refused)).not.toContain('wrong-one');
    await admin.patch(`terminal/replay-storages/${id}/`, { meta: { ENDPOINT: 'http://169.254.169.254', SECRET_KEY: SECRET } });
    expect((await ask()).body).toMatchObject({ is_valid: false, msg: expect.stringContaining('blocked') });
  });
});

const madeSftp = (meta: Json) =>
  admin.post<Json>('terminal/replay-storages/?type=sftp', {
    name: uniqueName('sftp'),
    type: 'sftp',
    meta: {
      SFTP_HOST: '192.0.2.7',
      SFTP_HOST_KEY: `SHA256:${'A'.repeat(43)}`,
      SFTP_USERNAME: 'keeper',
      SFTP_ROOT_PATH: '/recordings',
      ...meta,
    },
  });

describe('a folder behind SFTP', () => {
  test('is entered by a password or a key, whichever was given last; it names one host key and a folder', async () => {
    expect((await madeSftp({})).body).toEqual({ meta: { SFTP_PASSWORD: [expect.any(String)], SFTP_PRIVATE_KEY: [expect.any(String)] } });
    for (const [field, value] of [
      ['SFTP_PRIVATE_KEY', 'no key'],
      ['SFTP_HOST_KEY', 'MD5:00'],
      ['SFTP_HOST', 'a b'],
      ['SFTP_PORT', '65536'],
      ['SFTP_ROOT_PATH', 'recordings'],
      ['SFTP_ROOT_PATH', '/a/../b'],
    ] as const)
      expect((await madeSftp({ SFTP_PASSWORD: SECRET, [field]: value })).body, field).toHaveProperty(`meta.${field}`);
    const key = newSshKey('ecdsa').private;
    const { body } = await madeSftp({ SFTP_PRIVATE_KEY: key, SFTP_PORT: 2022 });
    expect(body.meta).toEqual(expect.objectContaining({ SFTP_PORT: '2022' }));
    expect(JSON.stringify(body)).not.toContain('PRIVATE KEY');
    const kept = async (): Promise<Json> => {
      const { rows } = await sql<{ secrets: string }>`select secrets from replay_storages where id = ${body.id}`.execute(server.db);
      return JSON.parse(server.platform.secrets.decrypt(String(rows[0]?.secrets)));
    };
    expect(Object.keys(await kept())).toEqual(['SFTP_PRIVATE_KEY']);
    const change = (meta: Json) => admin.patch<Json>(`terminal/replay-storages/${body.id}/`, { meta });
    expect((await change({ SFTP_PASSWORD: SECRET })).status).toBe(200);
    expect(await kept()).toEqual({ SFTP_PASSWORD: SECRET });
    // Where it is sent is part of the right to it.
    for (const moved of [{ SFTP_HOST: '192.0.2.8' }, { SFTP_HOST_KEY: `SHA256:${'B'.repeat(43)}` }, { SFTP_PORT: 2222 }])
      expect((await change(moved)).status, JSON.stringify(moved)).toBe(400);
    expect((await change({ SFTP_HOST: '192.0.2.8', SFTP_PASSWORD: 'known' })).status).toBe(200);
  });
});

describe('a component', () => {
  test('is told the key of a bucket when somebody with the right chose it, and no other component is', async () => {
    const storage = await made({ type: 'ceph' });
    const [chosen, other] = [await registerComponent(server), await registerComponent(server)];
    const choose = (api: Api, value: unknown) => api.patch<Json>(`terminal/terminals/${chosen.terminalId}/`, { replay_storage: value });
    const role = await admin.post<Json>('rbac/system-roles/', { scope: 'system', name: uniqueName('terminals'), permissions: [] });
    const codes = await admin.get<Json[]>('rbac/permissions/?scope=system');
    const permissions = codes.body.filter(({ codename }) => /^(view|change)_terminal$/.test(codename)).map(({ id }) => id);
    await admin.patch(`rbac/system-roles/${role.body.id}/`, { permissions });
    const { username } = await createUser(admin, { system_roles: [role.body.id, ROLE.USER] });
    expect((await choose(await server.as(username), storage.name)).status).toBe(403);
    expect(await choose(admin, storage.id)).toMatchObject({ status: 200, body: { replay_storage: storage.name } });
    expect((await configOf(chosen)).TERMINAL_REPLAY_STORAGE).toEqual({
      TYPE: 's3',
      BUCKET: 'recordings',
      ACCESS_KEY: KEY_ID,
      SECRET_KEY: SECRET,
      ENDPOINT: endpoint,
      REGION: 'us-east-1',
    });
    expect((await configOf(other)).TERMINAL_REPLAY_STORAGE).toEqual({ TYPE: 'server' });
    expect(await admin.delete(`terminal/replay-storages/${storage.id}/`)).toMatchObject({ status: 400, body: { code: 'storage_in_use' } });
    await admin.post(`terminal/terminals/${chosen.terminalId}/revoke/`, {});
    expect((await wireComponent(server.url, chosen.key).get('terminal/terminals/config/')).status).toBe(401);
    expect((await admin.delete(`terminal/replay-storages/${storage.id}/`)).status).toBe(204);
    // As long as a revoked component is in the list, the next one from its address waits.
    expect((await admin.delete(`terminal/terminals/${chosen.terminalId}/`)).status).toBe(204);
  });

  test('that waits for approval is told nothing', async () => {
    const name = uniqueName('waiting');
    const unregistered = wireComponent(server.url, undefined, { authorization: `BootstrapToken ${BOOTSTRAP_TOKEN}` });
    const { body } = await unregistered.post('terminal/terminal-registrations/', { name, type: 'koko', comment: '' });
    const storage = await made();
    await sql`update terminals set replay_storage = ${storage.name} where name = ${name}`.execute(server.db);
    const answer = await wireComponent(server.url, body.service_account.access_key).get('terminal/terminals/config/');
    expect(answer).toMatchObject({ status: 403, body: { code: 'component_waits' } });
    expect(JSON.stringify(answer.body)).not.toContain(SECRET);
  });

  test('is given no storage that is not there, keeps nothing, or that it does not know', async () => {
    const { terminalId, key } = await registerComponent(server);
    const choose = (change: Json) => admin.patch<Json>(`terminal/terminals/${terminalId}/`, change);
    const storage = await made();
    for (const field of ['command_storage', 'replay_storage'])
      for (const value of ['nowhere', randomUUID(), 'null']) expect((await choose({ [field]: value })).body, value).toHaveProperty(field);
    const sftp = await madeSftp({ SFTP_PASSWORD: SECRET });
    expect(sftp, JSON.stringify(sftp.body)).toMatchObject({ status: 201, body: { meta: { SFTP_PORT: '22' } } });
    expect((await choose({ replay_storage: sftp.body.name })).body).toHaveProperty('replay_storage');
    // Our own gateway says what it carries. Its recordings are taken to any storage; it is told the key of none.
    await sql`update terminals set methods = '["ssh/web_cli"]'::jsonb where id = ${terminalId}`.execute(server.db);
    for (const name of [sftp.body.name, storage.name]) {
      expect((await choose({ replay_storage: name })).status).toBe(200);
      const told = await configOf({ key });
      expect(told.TERMINAL_REPLAY_STORAGE).toEqual({ TYPE: 'server' });
      expect(JSON.stringify(told)).not.toContain(SECRET);
    }
    expect((await choose({ replay_storage: 'default', command_storage: 'default' })).status).toBe(200);
  });
});

describe('a recording in a bucket', () => {
  /** A component that puts its recordings into a bucket, and sessions of it that are over. */
  async function recorder(): Promise<(recording: string) => Promise<{ id: string; key: string }>> {
    const storage = await made();
    const component = await registerComponent(server);
    await admin.patch(`terminal/terminals/${component.terminalId}/`, { replay_storage: storage.id });
    const host = await createHost(admin);
    const account = await createAccount(admin, host.id, { name: 'ops', username: 'ops' });
    const person = await createUser(admin);
    await exchanged(server, component.terminalId, { user_id: person.id, asset_id: host.id, account_id: account.id });
    const koko = wireComponent(server.url, component.key);
    return async (recording) => {
      const id = randomUUID();
      const start = new Date();
      const reported = await koko.post('terminal/sessions/', {
        id,
        user: 'x',
        asset: 'y',
        account: 'ops',
        user_id: person.id,
        asset_id: host.id,
        account_id: account.id,
        protocol: 'ssh',
        login_from: 'ST',
        date_start: start.toISOString(),
        org_id: ORG.DEFAULT,
      });
      expect(reported.status, JSON.stringify(reported.body)).toBe(201);
      const key = `/recordings/${start.toISOString().slice(0, 10)}/${id}.cast.gz`;
      objects.set(key, gzipSync(recording));
      await koko.patch(`terminal/sessions/${id}/`, { is_finished: true });
      await koko.patch(`terminal/sessions/${id}/`, { has_replay: true });
      return { id, key };
    };
  }
  const replay = (id: string) => admin.get<Json>(`terminal/sessions/${id}/replay/`);

  test('is brought here when somebody asks for it, and stays what it was', async () => {
    const cast = '{"version":2,"width":80,"height":24}\n[0.1,"o","hello"]\n';
    const { id, key } = await (await recorder())(cast);
    const answer = await replay(id);
    expect(answer).toMatchObject({ status: 200, body: { type: 'asciicast', src: expect.stringContaining(`${id}.cast.gz`) } });
    objects.set(key, gzipSync('something else'));
    expect((await replay(id)).body.src).toBe(answer.body.src);
    expect(await (await fetch(`${server.url}${answer.body.src}`, { headers: { authorization: await bearerOf() } })).text()).toBe(cast);
    expect((await admin.get<Json>(`terminal/sessions/${id}/`)).body.replay_proof).toMatchObject({ value: 'not_chained' });
  });

  test('of one that takes long nobody waits for, no more than four are fetched at a time, and what came late is there', async () => {
    const record = await recorder();
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.push((await record(`recording ${n}`)).id);
    const [first = '', second = ''] = ids;
    const asked: string[] = [];
    const open = Promise.withResolvers<void>();
    stalled = (path) => {
      asked.push(path);
      return open.promise;
    };
    const waiting = ids.slice(0, 4).map(replay);
    await expect.poll(() => asked.length).toBe(4);
    expect(await replay(ids[4] ?? '')).toMatchObject({ status: ERRORS.busy.status, body: { code: 'busy' } });
    // Whoever asks for the same waits for what is under way.
    const same = replay(first);
    expect((await Promise.all([...waiting, same])).map(({ status, body }) => [status, body.status, body.key])).toEqual(
      [...ids.slice(0, 4), first].map((id) => [200, 'running', id]),
    );
    expect(asked).toHaveLength(4);
    torn = second;
    stalled = async (path) => void asked.push(path);
    open.resolve();
    for (const id of ids.filter((one) => one !== second)) await expect.poll(async () => (await replay(id)).body.src).toContain(id);
    // Nobody had to fetch again what came late.
    for (const id of ids.filter((one) => one !== second)) expect(asked.filter((path) => path.includes(id))).toHaveLength(1);
    // What broke off is nobody's answer, and is fetched once more.
    torn = undefined;
    await expect.poll(async () => (await replay(second)).body.src).toContain(second);
    expect(asked.filter((path) => path.includes(second)).length).toBeGreaterThan(1);
    stalled = undefined;
  });
});

/** What a browser's player shows; the client of the tests reads JSON only. */
async function bearerOf(): Promise<string> {
  const { body } = await server.anyone.post<Json>('authentication/auth/', { username: 'admin', password: 'Keeper-of-the-gate-1!' });
  return `Bearer ${body.token}`;
}
