import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { PASS_HEADER, SESSION_HEADER } from '@postern/contract/component';
import { encodeFrame } from '@postern/contract/frames';
import { ROLE } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import { createAccount, createHost, createOrganisation, createPermission, createUser, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { ownCertificate } from '@postern/testkit/own-certificate';
import { freePort } from '@postern/testkit/ports';
import { startSshd } from '@postern/testkit/sshd';
import { openPage, type Page } from '@postern/testkit/terminal-page';
import { until } from '@postern/testkit/until';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import WebSocket, { WebSocketServer } from 'ws';
import { exchanged } from './exchanged.ts';
import type { TestServer } from './harness.ts';
import { registerComponent } from './matrix/actors.ts';
import { reportSession } from './reported-sessions.ts';
import { dataOf, endOf, openAt, portOf, twoNodes } from './two-nodes.ts';

const PASS = 'p'.repeat(43);
const sshd = forThisFile(startSshd, (it) => it.stop());
const { first, second, secondAddress: SECOND, gateways } = await twoNodes();

let admin: Api;
let ann: Json;
let host: Json;
const cookies: Record<string, string> = {};
beforeAll(async () => {
  admin = await first.as('admin');
  ann = await createUser(admin, { username: uniqueName('ann') });
  const guests = [await createUser(admin, { username: uniqueName('bob') }), await createUser(admin, { username: uniqueName('cat') })];
  host = await createHost(admin, { address: '127.0.0.1', protocols: [{ name: 'ssh', port: sshd.port }] });
  await createAccount(admin, String(host.id), { name: 'ops', username: sshd.user, secret_type: 'ssh_key', secret: sshd.privateKey });
  await createPermission(admin, { users: [ann.id], assets: [host.id], accounts: ['@ALL'], actions: ['all'] });
  for (const [name, username] of Object.entries({ admin: 'admin', ann: ann.username, bob: guests[0]?.username, cat: guests[1]?.username }))
    cookies[name] = (await first.browser(username)).cookies.text();
});

const has = (page: Page, type: string) => page.frames.some((one) => one.type === type);

/** Ann opens a terminal through a node. */
const open = (node: TestServer) => openAt(node, { username: String(ann.username), cookie: cookies.ann ?? '' }, host.id);

const watch = (node: TestServer, id: string, who = 'admin', headers: Record<string, string> = {}): Page =>
  openPage(portOf(node), `type=monitor&target_id=${id}`, { cookie: cookies[who] ?? '', headers });
const join = (node: TestServer, share: { share_id: string; code: string }, who: string): Page =>
  openPage(portOf(node), `type=share&target_id=${share.share_id}`, { cookie: cookies[who] ?? '', init: { code: share.code } });

async function shareOf(page: Page, session: string): Promise<{ share_id: string; code: string }> {
  const before = page.frames.filter(({ type }) => type === 'TERMINAL_SHARE').length;
  page.send('TERMINAL_SHARE', { session, expired_time: 10, users: [], action_permission: 'writable' });
  const made = await until('it is shared', 60_000, () => page.frames.filter(({ type }) => type === 'TERMINAL_SHARE')[before]);
  return dataOf(made);
}

/** Milliseconds from an order, given at the other node, until all see it. */
async function order(id: string, what: string, pages: readonly Page[], seen: string): Promise<number> {
  const from = performance.now();
  const answer = await admin.post(`terminal/sessions/${id}/order/`, { order: what, reason: 'from afar' });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  await until(`${what} is seen`, 60_000, () => pages.every((one) => has(one, seen)), 10);
  return Math.round(performance.now() - from);
}

describe('a session that the gateway of another node carries', () => {
  test('is watched, joined, locked and ended from here', async () => {
    const { page, id } = await open(second);
    const viewer = watch(first, id);
    expect(dataOf(await viewer.frame('TERMINAL_SESSION')).session.id).toBe(id);
    await viewer.see('here 42');
    page.type('echo far $((20+3))\r');
    await viewer.see('far 23');

    const guest = join(first, await shareOf(page, id), 'bob');
    await guest.frame('TERMINAL_SESSION');
    guest.type('echo typed by $((1+1)) of us\r');
    await Promise.all([page, viewer, guest].map((one) => one.see('typed by 2 of us')));

    const all = [page, viewer, guest];
    const took = {
      lock: await order(id, 'lock', all, 'TERMINAL_SESSION_PAUSE'),
      unlock: await order(id, 'unlock', all, 'TERMINAL_SESSION_RESUME'),
      terminate: await order(id, 'terminate', all, 'CLOSE'),
    };
    for (const [what, ms] of Object.entries(took)) expect(ms, what).toBeLessThan(1_000);
    for (const one of all) expect(await endOf(one)).toMatchObject({ reason: 'terminated' });
    // Who came, and from where, is in the record that the far gateway wrote.
    const { rows } = await sql<Json>`select remote_addr, is_success from session_join_records where session_id = ${id}`.execute(first.db);
    expect(rows).toEqual([{ remote_addr: '127.0.0.1', is_success: true }]);
  });

  test('still asks the guest for the code, and the viewer who they are', async () => {
    const { page, id } = await open(second);
    const share = await shareOf(page, id);
    expect(await endOf(join(first, { ...share, code: 'wrong' }, 'cat'))).toMatchObject({
      reason: 'join_refused',
      params: { detail: expect.stringMatching(/code is wrong/) },
    });
    expect(await endOf(watch(first, id, 'bob'))).toMatchObject({ reason: 'join_refused' });
    const stranger = new WebSocket(`${first.url.replace('http', 'ws')}/koko/ws/terminal/?type=monitor&target_id=${id}`, ['JMS-KOKO']);
    const [, answer] = await once(stranger, 'unexpected-response');
    expect(answer.statusCode).toBe(401);
    page.type('exit\r');
    await page.closed;
  });

  test('is refused in words where its gateway did not say where it is, and watched on its own node', async () => {
    const { page, id } = await open(first);
    const viewer = watch(first, id);
    await viewer.see('here 42');
    expect(await endOf(watch(second, id))).toEqual({ reason: 'carried_elsewhere', params: {} });
    const share = await shareOf(page, id);
    expect(await endOf(join(second, share, 'bob'))).toEqual({ reason: 'carried_elsewhere', params: {} });
    // Nothing was spent by that: the link still lets them in where the session is.
    await join(first, share, 'bob').see('here 42');
    page.type('exit\r');
    await page.closed;
  });

  test('is the same as none for whoever may not come to it, wherever it is', async () => {
    const elsewhere = admin.inOrg((await createOrganisation(admin)).id);
    const auditor = await createUser(elsewhere, { username: uniqueName('eve'), org_roles: [ROLE.ORG_AUDITOR, ROLE.ORG_ADMIN] });
    cookies.eve = (await first.browser(auditor.username)).cookies.text();
    const answer = async (page: Page) => [await endOf(page), page.frames.map(({ type, err }) => [type, err])];
    for (const [carrier, asked] of [
      [first, second],
      [second, first],
    ] as const) {
      const { page, id } = await open(carrier);
      const share = await shareOf(page, id);
      expect(await answer(watch(asked, id, 'eve'))).toEqual(await answer(watch(asked, randomUUID(), 'eve')));
      const missing = await answer(join(asked, { ...share, share_id: randomUUID() }, 'eve'));
      expect(await answer(join(asked, share, 'eve'))).toEqual(missing);
      page.type('exit\r');
      await page.closed;
    }
  });
});

/** A session of a component that says it is at an address. */
async function sessionAt(address: string): Promise<string> {
  const component = await registerComponent(first);
  await exchanged(first, component.terminalId, { user_id: String(ann.id), asset_id: String(host.id) });
  const id = await reportSession(component, ann, host);
  const sign = { sessions: [id], address, pass: PASS };
  expect((await component.api.post('terminal/terminals/status/', sign)).status).toBe(201);
  return id;
}

/** Its port on loopback. */
const listening = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

describe('a gateway that does not answer', () => {
  test('is said in words: closed, silent, sending elsewhere, and at no place for a gateway', async () => {
    const taken = new Set<Socket>();
    const silent = createServer((socket) => void taken.add(socket.on('error', () => undefined)));
    let visited = 0;
    const goal = createHttpServer((_request, response) => {
      visited += 1;
      response.end();
    });
    const goalAt = `http://127.0.0.1:${await listening(goal)}`;
    const redirecting = createHttpServer().on('upgrade', (_request, socket) =>
      socket.end(`HTTP/1.1 302 Found\r\nLocation: ${goalAt}/\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`),
    );
    try {
      for (const address of [
        `http://127.0.0.1:${await freePort()}`,
        `http://127.0.0.1:${await listening(silent)}`,
        `http://127.0.0.1:${await listening(redirecting)}`,
      ])
        expect(await endOf(watch(first, await sessionAt(address))), address).toEqual({ reason: 'carrier_silent', params: {} });
      expect(visited).toBe(0);
      expect(taken.size).toBe(1);
      // Listed by mistake, it is still no place for a gateway.
      expect(await endOf(watch(first, await sessionAt('http://169.254.169.254:80')))).toEqual({ reason: 'carried_elsewhere', params: {} });
    } finally {
      for (const socket of taken) socket.destroy();
      for (const server of [silent, goal, redirecting]) server.close();
    }
  });
});

describe('a place that a component names and the operator does not', () => {
  test('is not connected to: a stolen key of a component collects no cookies', async () => {
    const met: unknown[] = [];
    const thief = createHttpServer().on('connection', (socket) => met.push(socket));
    try {
      const id = await sessionAt(`http://127.0.0.1:${await listening(thief)}`);
      // The second server has no list, and the first has none of that name.
      expect(await endOf(watch(second, id))).toEqual({ reason: 'carried_elsewhere', params: {} });
      const away = await sessionAt('http://10.255.255.1:8081');
      expect(await endOf(watch(first, away))).toEqual({ reason: 'carried_elsewhere', params: {} });
      expect(met).toEqual([]);
    } finally {
      thief.close();
    }
  });
});

describe('a gateway that is reached by TLS', () => {
  test('has a certificate for its own host, which is looked at, and hears what others hear', async () => {
    const own = ownCertificate('IP:127.0.0.1,DNS:localhost');
    const heard: IncomingMessage[] = [];
    const gateway = createHttpsServer(own);
    const sockets = new WebSocketServer({ server: gateway, handleProtocols: ([offered = '']) => offered });
    sockets.on('connection', (ws, request) => {
      heard.push(request);
      ws.send(encodeFrame('CLOSE', { reason: 'user_closed', params: {} }));
    });
    const port = await listening(gateway);
    const usual = getCACertificates('default');
    try {
      expect(await endOf(watch(first, await sessionAt(`https://127.0.0.1:${port}`)))).toEqual({ reason: 'carrier_silent', params: {} });
      expect(heard).toEqual([]);
      setDefaultCACertificates([...usual, own.cert]);
      for (const host of ['127.0.0.1', 'localhost']) {
        const id = await sessionAt(`https://${host}:${port}`);
        expect(await endOf(watch(first, id, 'admin', { 'x-forwarded-for': '192.0.2.1' })), host).toMatchObject({ reason: 'user_closed' });
        expect(heard.at(-1)?.headers).toMatchObject({
          cookie: cookies.admin,
          host: new URL(first.url).host,
          'x-forwarded-for': '127.0.0.1',
          [PASS_HEADER]: PASS,
        });
        expect(heard.at(-1)?.headers).not.toHaveProperty(SESSION_HEADER);
      }
    } finally {
      setDefaultCACertificates(usual);
      for (const ws of sockets.clients) ws.terminate();
      gateway.close();
    }
  });
});

describe('where a gateway is', () => {
  test('is scheme, host and port, said by the component itself and by nobody else', async () => {
    const [own, other] = [await registerComponent(first), await registerComponent(first)];
    const reach = async ({ terminalId }: { terminalId: string }) =>
      (await sql<{ address: string }>`select address from component_status where terminal_id = ${terminalId}`.execute(first.db)).rows[0]
        ?.address;
    const say = (path: string, body: Json, api = own.api) => api.post<Json>(`terminal/${path}`, { sessions: [], ...body });
    for (const address of [
      'gateway:8081',
      'ftp://gateway:8081',
      'http://gateway',
      'http://gateway:8081/',
      'http://gateway:8081/x',
      'http://gateway:8081?x=1',
      'http://gateway:8081#x',
      'http://user@gateway:8081',
      'http://gateway:99999',
      'http://gate way:8081',
      'http://gateway:8081\r\nx: y',
    ]) {
      const { status, body } = await say('terminals/status/', { address, pass: PASS });
      expect([status, Object.keys(body)], address).toEqual([400, ['address']]);
    }
    expect(await reach(own)).toBeUndefined();
    expect((await say('terminals/status/', { address: 'https://gateway.example:8443', pass: PASS })).status).toBe(201);
    // The id in the path is not who speaks.
    expect((await say(`terminals/${own.terminalId}/status/`, { address: 'http://10.0.0.9:1', pass: PASS }, other.api)).status).toBe(201);
    expect([await reach(own), await reach(other)]).toEqual(['https://gateway.example:8443', 'http://10.0.0.9:1']);
    expect((await say('terminals/status/', { address: 'http://10.0.0.9:2', pass: PASS }, admin)).status).toBe(403);
    await admin.patch(`terminal/terminals/${own.terminalId}/`, { address: 'http://10.0.0.9:3' });
    expect(await reach(own)).toBe('https://gateway.example:8443');
    // Nobody is shown it, and the pass is sealed.
    expect(JSON.stringify((await admin.get('terminal/terminals/')).body)).not.toMatch(/gateway\.example|10\.0\.0\.9/);
    const { rows } = await sql<Json>`select sealed_pass from component_status where terminal_id = ${own.terminalId}`.execute(first.db);
    expect(String(rows[0]?.sealed_pass)).not.toContain(PASS);
    // Who says nothing any more is handed nothing any more.
    expect((await say('terminals/status/', {})).status).toBe(201);
    expect(await reach(own)).toBeNull();
  });

  test('opens sockets for nobody who shows another pass, and clients show none', async () => {
    const refusal = (headers: Record<string, string>) =>
      new Promise((resolve) => {
        const at = `${SECOND.replace('http', 'ws')}/koko/ws/terminal/?token=${randomUUID()}`;
        const ws = new WebSocket(at, ['JMS-KOKO'], { headers: { cookie: cookies.ann ?? '', ...headers } });
        ws.once('open', () => resolve(ws.terminate() ?? 'open'));
        ws.once('unexpected-response', (_request, response) => resolve(response.statusCode));
        ws.on('error', () => undefined);
      });
    expect(await refusal({})).toBe('open');
    expect(await refusal({ [PASS_HEADER]: PASS })).toBe(421);
    const { page, id } = await open(second);
    await watch(first, id, 'admin', { [PASS_HEADER]: 'mine', [SESSION_HEADER]: randomUUID() }).see('here 42');
    await watch(second, id, 'admin', { [PASS_HEADER]: 'mine', [SESSION_HEADER]: randomUUID() }).see('here 42');
    page.type('exit\r');
    await page.closed;
    const output = gateways.one.log() + gateways.two.log();
    const { rows } = await sql<{ sealed_pass: string }>`select sealed_pass from component_status where sealed_pass is not null`.execute(
      first.db,
    );
    for (const { sealed_pass } of rows) expect(output).not.toContain(first.platform.secrets.decrypt(sealed_pass));
  });
});
