import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createComponentClient } from '@postern/client/component';
import { type AccessKey, CoreError, signedRequest } from '@postern/client/component-request';
import { COMPONENT_CALLS } from '@postern/contract/component-calls';
import { ORG } from '@postern/contract/ids';
import { signedHeaders } from '@postern/contract/signature';
import type { Json } from '@postern/testkit/api';
import { createAccount, createHost, createPermission, createUser, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { mintBearerToken } from '../src/platform/auth/bearer-tokens.ts';
import { exchanged, TYPED_IN } from './exchanged.ts';
import { BOOTSTRAP_TOKEN, LOCAL_PROOF, serverOfFile, startTestServer } from './harness.ts';

/** Somebody who holds the bootstrap token, and would like the installation's secrets. */

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));

const TASKS = '/ws/terminal-task/';
const TERMINALS = 'terminal/terminals/';
const MINT = 'authentication/super-connection-token/';

async function register(change: Json = {}, headers: Readonly<Record<string, string>> = {}) {
  const name = uniqueName('koko');
  const { status, body } = await server.anyone.post<Json>(
    'terminal/terminal-registrations/',
    { name, type: 'koko', comment: '', ...change },
    { headers: { authorization: `BootstrapToken ${BOOTSTRAP_TOKEN}`, ...headers } },
  );
  expect(status, JSON.stringify(body)).toBe(201);
  const key: AccessKey = body.service_account.access_key;
  const { rows } = await sql<{ id: string }>`select id from terminals where user_id = ${body.service_account.id}`.execute(server.db);
  const request = signedRequest(server.url, key);
  const call = (method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, given?: unknown) =>
    request<Json>({ method, path: `/api/v1/${path}`, ...(given === undefined ? {} : { body: given }) }).then(
      (answer) => ({ status: 200, code: '', body: answer }),
      (error: unknown) => {
        if (!(error instanceof CoreError)) throw error;
        return { status: error.status, code: error.code, body: {} as Json };
      },
    );
  return { id: String(rows[0]?.id), name, key, call, client: createComponentClient(request), userId: String(body.service_account.id) };
}
type Registered = Awaited<ReturnType<typeof register>>;

const approve = (component: Registered, api = admin) => api.post<Json>(`${TERMINALS}${component.id}/approve/`, {});
const revoke = (component: Registered, api = admin) => api.post<Json>(`${TERMINALS}${component.id}/revoke/`, {});
async function approved(change: Json = {}): Promise<Registered> {
  const made = await register(change);
  expect((await approve(made)).status).toBe(200);
  return made;
}
const tasks = (key: AccessKey): WebSocket =>
  new WebSocket(`${server.url.replace(/^http/, 'ws')}${TASKS}`, { headers: signedHeaders(key, 'GET', TASKS, new Date().toUTCString()) });

async function target() {
  const user = await createUser(admin);
  const host = await createHost(admin);
  await createAccount(admin, host.id, { username: 'root', name: 'root', secret: 'canary-of-root' });
  await createPermission(admin, { users: [user.id], assets: [host.id], accounts: ['@ALL'], actions: ['connect'] });
  const wish = { asset: host.id, account: 'root', protocol: 'ssh', connect_method: 'web_cli' };
  return { user, host, wish };
}

describe('a registration', () => {
  test('is told to every administrator, audited, listed with its source, and may do nothing until somebody approves it', async () => {
    const rogue = await register({ version: 'v9.9' });
    expect((await admin.get<Json>(`${TERMINALS}${rogue.id}/`)).body).toMatchObject({
      name: rogue.name,
      remote_addr: '127.0.0.1',
      version: 'v9.9',
      standing: { value: 'waiting' },
    });
    const messages = (await admin.get<Json[]>('notifications/site-messages/')).body;
    expect(JSON.stringify(messages)).toContain(rogue.name);
    const { rows } = await sql<{ action: string; remote_addr: string }>`
      select action, remote_addr from operate_logs where resource_type = 'terminal' and resource_id = ${rogue.id}`.execute(server.db);
    expect(rows).toEqual([{ action: 'create', remote_addr: '127.0.0.1' }]);

    const open = ['GET users/profile/', 'POST terminal/terminals/status/', 'POST terminal/terminals/:id/status/', 'POST terminal/status/'];
    for (const [methods, address] of COMPONENT_CALLS)
      for (const method of methods.split(' ')) {
        if (open.includes(`${method} ${address}`) || ['settings/public/', 'terminal/registrations/own/'].includes(address)) continue;
        const path = address.replaceAll(/:\w+/g, randomUUID()).replace('*', 'assets/');
        const route = server.assembly.routes.some((one) => componentRoute(one.method, one.path, method, address));
        if (!route) continue;
        const answer = await rogue.call(method as 'GET', path, method === 'GET' ? undefined : {});
        expect([answer.status, answer.code], `${method} ${address}`).toEqual([403, 'component_waits']);
      }
    const [response] = await once(tasks(rogue.key), 'unexpected-response').then(([, answer]) => [answer as { statusCode: number }]);
    expect(response?.statusCode).toBe(403);
    expect((await rogue.call('GET', 'terminal/registrations/own/')).body).toMatchObject({ id: rogue.id, approved: false });
    // What it cannot do, it does not offer to people either.
    await rogue.call('POST', 'terminal/terminals/status/', { sessions: [] });
    expect((await admin.get<Json>('terminal/components/connect-methods/')).body).toEqual({});
    expect((await approve(rogue)).status).toBe(200);
    expect((await rogue.call('GET', 'terminal/registrations/own/')).body).toMatchObject({ approved: true });
    expect((await rogue.call('GET', 'terminal/terminals/config/')).status).toBe(200);
    await revoke(rogue);
    await admin.delete(`${TERMINALS}${rogue.id}/`);
  });

  test('approves itself neither by asking nor by a guess; the gateway of this machine proves itself', async () => {
    const rogue = await register(
      { approved: true, standing: 'approved', date_approved: '2020-01-01' },
      { 'x-postern-local': 'a guess of it' },
    );
    expect((await rogue.call('POST', `${TERMINALS}${rogue.id}/approve/`, {})).status).toBe(403);
    expect((await rogue.call('GET', 'terminal/terminals/config/')).code).toBe('component_waits');
    const own = await register({}, { 'x-postern-local': LOCAL_PROOF });
    expect((await own.call('GET', 'terminal/terminals/config/')).status).toBe(200);
    const { username } = await createUser(admin);
    const user = await server.as(username);
    expect([(await approve(rogue, user)).status, (await revoke(rogue, user)).status]).toEqual([403, 403]);
  });

  test('works at once where approval is off, as components of the reference expect', async () => {
    await admin.patch('settings/setting/?category=security', { SECURITY_COMPONENT_APPROVAL: false });
    try {
      const koko = await register({ name: `[KoKo]-${uniqueName('host')}` });
      expect((await koko.client.profile()).id).toBe(koko.userId);
      expect((await koko.client.config()).TERMINAL_HOST_KEY).toContain('PRIVATE KEY');
      expect(await koko.client.status({ sessions: [], session_online: 0, cpu_load: 0, memory_used: 0, disk_used: 0 })).toEqual([]);
    } finally {
      await admin.patch('settings/setting/?category=security', { SECURITY_COMPONENT_APPROVAL: true });
    }
  });

  test('of a bare service account opens nothing', async () => {
    const { body } = await server.anyone.post<Json>(
      'users/service-account-registrations/',
      { name: uniqueName('component') },
      { headers: { authorization: `BootstrapToken ${BOOTSTRAP_TOKEN}` } },
    );
    const request = signedRequest(server.url, body.access_key);
    const { user, wish } = await target();
    await expect(request({ method: 'POST', path: `/api/v1/${MINT}`, body: { ...wish, user: user.id } })).rejects.toMatchObject({
      status: 403,
      code: 'component_waits',
    });
  });
});

/** Whether a route of ours is the one of this line of the protocol. */
function componentRoute(method: string, path: string, wanted: string, address: string): boolean {
  const segments = (text: string) => text.split('/').filter(Boolean);
  const [given, asked] = [segments(path.replace('/api/v1/', '')), segments(address.split('?')[0] ?? '')];
  const tail = asked.at(-1) === '*';
  const fixed = tail ? asked.slice(0, -1) : asked;
  return (
    method === wanted &&
    (tail ? given.length > fixed.length : given.length === fixed.length) &&
    fixed.every((part, at) => (part.startsWith(':') ? given[at]?.startsWith(':') : part === given[at]))
  );
}

describe('an approved component that was taken over', () => {
  test('makes no token for somebody who has not logged in at its door', async () => {
    const rogue = await approved();
    const { user, wish } = await target();
    const mint = () => rogue.call('POST', MINT, { ...wish, user: user.id });
    expect([(await mint()).status, (await mint()).code]).toEqual([403, 'person_not_here']);
    // Logged in, but elsewhere: in a browser, or at another component.
    await mintBearerToken(server.db, String(user.id), '198.51.100.7', 3_600);
    expect((await mint()).code).toBe('person_not_here');
    await mintBearerToken(server.db, String(user.id), '127.0.0.1', 3_600);
    expect((await mint()).status).toBe(200);
  });

  test('exchanges what was made for its own kind only, and its try spends nothing', async () => {
    const [lion, koko] = [await approved({ type: 'lion' }), await approved()];
    const { user, wish } = await target();
    const api = await server.as(user.username);
    const token = (await api.post<Json>('authentication/connection-token/', wish)).body;
    expect((await lion.call('POST', `${MINT}secret/`, { id: token.id })).status).toBe(403);
    const grant = await koko.call('POST', `${MINT}secret/`, { id: token.id });
    expect(grant.body.account.secret).toBe('canary-of-root');
    expect((await koko.call('POST', `${MINT}secret/`, { id: token.id })).status).toBe(403);
  });

  test('lists no tokens and reads no stored secret, key, setting or foreign session', async () => {
    const rogue = await approved();
    const { host } = await target();
    const honest = await approved();
    const session = randomUUID();
    const mei = await createUser(admin);
    await exchanged(server, honest.id, { user_id: mei.id, asset_id: host.id });
    await honest.call('POST', 'terminal/sessions/', {
      id: session,
      user: 'Mei(mei)',
      user_id: mei.id,
      asset: 'db-01',
      asset_id: host.id,
      account: 'root',
      account_id: TYPED_IN,
      protocol: 'ssh',
      login_from: 'WT',
      org_id: ORG.DEFAULT,
      date_start: new Date().toISOString(),
    });
    const { rows } = await sql<{ id: string }>`select id from accounts limit 1`.execute(server.db);
    for (const path of [
      'authentication/connection-token/',
      MINT,
      `accounts/account-secrets/${rows[0]?.id}/`,
      'accounts/accounts/',
      'accounts/account-secrets/',
      'authentication/access-keys/',
      'users/users/',
      'settings/setting/?category=email',
      'settings/setting/?category=terminal',
      'terminal/sessions/',
      `terminal/sessions/${session}/`,
      `terminal/sessions/${session}/replay/`,
      'terminal/commands/',
      'terminal/tasks/',
      'terminal/terminals/',
      `terminal/terminals/${honest.id}/`,
      'audits/operate-logs/',
    ]) {
      const answer = await rogue.call('GET', path);
      expect([403, 404, 405], `${path} ${answer.status}`).toContain(answer.status);
    }
    expect((await rogue.call('POST', 'terminal/sessions/rules/', { sessions: [{ id: session }] })).body).toEqual({});
    expect((await rogue.call('POST', 'terminal/sessions/join/validate/', { session_id: session, user_id: rogue.userId })).status).toBe(401);
    expect((await honest.call('GET', `terminal/sessions/${session}/`)).status).toBe(200);
  });

  test('pins no host key of a machine that it was given no leave to open', async () => {
    const rogue = await approved();
    const { user, host, wish } = await target();
    const seen = { asset: host.id, address: '127.0.0.1', port: 22, type: 'ssh-ed25519', fingerprint: 'SHA256:mine', session: '' };
    expect((await rogue.call('POST', 'terminal/host-keys/', seen)).status).toBe(403);
    const token = (await (await server.as(user.username)).post<Json>('authentication/connection-token/', wish)).body;
    await rogue.call('POST', `${MINT}secret/`, { id: token.id });
    expect((await rogue.call('POST', 'terminal/host-keys/', seen)).body).toEqual({ pinned: true });
  });
});

describe('a revoked component', () => {
  test('has a dead key, a closed line, ended sessions with the true reason, and no say in evidence', async () => {
    const component = await approved();
    const session = randomUUID();
    const [mei, host] = [await createUser(admin), await createHost(admin)];
    await exchanged(server, component.id, { user_id: mei.id, asset_id: host.id });
    await component.call('POST', 'terminal/sessions/', {
      id: session,
      user: 'Mei(mei)',
      user_id: mei.id,
      asset: 'db-01',
      asset_id: host.id,
      account: 'root',
      account_id: TYPED_IN,
      protocol: 'ssh',
      login_from: 'WT',
      org_id: ORG.DEFAULT,
      date_start: new Date().toISOString(),
    });
    const socket = tasks(component.key);
    const heard: Json[] = [];
    socket.on('message', (data) => heard.push(...(JSON.parse(String(data)) as Json[])));
    const closed = once(socket, 'close');
    await once(socket, 'message');
    expect((await revoke(component)).status).toBe(200);
    expect((await closed)[0]).toBe(1008);
    // Told on its way out, so that one that obeys ends them by itself.
    expect(heard).toContainEqual(expect.objectContaining({ name: 'kill_session', args: session }));
    for (const [method, path, body] of [
      ['GET', 'users/profile/', undefined],
      ['PATCH', `terminal/sessions/${session}/`, { is_finished: true }],
      ['POST', 'terminal/commands/', []],
      ['POST', 'terminal/terminals/status/', { sessions: [session] }],
    ] as const)
      expect((await component.call(method, path, body)).status, path).toBe(401);
    const { rows } = await sql`select is_finished, end_reason, date_end is not null as ended from sessions where id = ${session}`.execute(
      server.db,
    );
    expect(rows).toEqual([{ is_finished: true, end_reason: 'component_revoked', ended: true }]);
    expect((await admin.get<Json>(`${TERMINALS}${component.id}/`)).body).toMatchObject({
      standing: { value: 'revoked' },
      is_active: false,
    });
    expect((await approve(component)).status).toBe(400);
    const { rows: log } = await sql<{ action: string }>`
      select action from operate_logs where resource_type = 'terminal' and resource_id = ${component.id} order by datetime`.execute(
      server.db,
    );
    expect(log.map(({ action }) => action)).toEqual(['create', 'update', 'update']);
    // Whoever sat there comes back with the bootstrap token, or is the gateway of this machine: somebody looks first.
    const again = await register({}, { 'x-postern-local': LOCAL_PROOF });
    expect((await again.call('GET', 'terminal/terminals/config/')).code).toBe('component_waits');
    expect((await admin.delete(`${TERMINALS}${component.id}/`)).status).toBe(204);
  });
});

describe('the bootstrap token', () => {
  test('is guessed a few times from one address, and then not answered, whatever is given', async () => {
    const elsewhere = await startTestServer({ besides: server });
    try {
      const attempt = (token: string) =>
        elsewhere.anyone.post<Json>(
          'terminal/terminal-registrations/',
          { name: uniqueName('guess'), type: 'koko' },
          { headers: { authorization: `BootstrapToken ${token}` } },
        );
      const seen = new Set<number>();
      for (let n = 0; n < 40; n += 1) seen.add((await attempt(`guess ${n}`)).status);
      expect([...seen]).toEqual([401, 429]);
      const answer = await attempt(BOOTSTRAP_TOKEN);
      expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([429, true]);
    } finally {
      await elsewhere.close();
    }
  });
});
