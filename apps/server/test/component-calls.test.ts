import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { ORG } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import { createAccount, createHost, createPermission, createUser, TEST_PASSWORD, uniqueName } from '@postern/testkit/factories';
import { until } from '@postern/testkit/until';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { BOOTSTRAP_TOKEN, startTestServer, type TestServer } from './harness.ts';
import { componentHeaders, type WireComponent, type WireKey, wireComponent } from './wire-component.ts';

/**
 * Every call of the component protocol in the order of a session's life, by a component as other people wrote it
 * (docs/wire/component-calls.md). Each test goes on where the one before it ended.
 */

const text = expect.any(String);
const flag = expect.any(Boolean);
const whole = expect.any(Number);
const list = expect.any(Array);
const object = expect.any(Object);
const choice = (value: unknown = text) => ({ value, label: text });
const instant = expect.stringMatching(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d [+-]\d{4}$/);
const BOOTSTRAP = { authorization: `BootstrapToken ${BOOTSTRAP_TOKEN}` };
const REGISTER = 'terminal/terminal-registrations/';
const SUPER = 'authentication/super-connection-token/';
const ADDRESS = '192.0.2.77';

let server: TestServer;
let admin: Api;
let key: WireKey;
let terminalId: string;
let koko: WireComponent;
let name: string;
let mei: Json;
let host: Json;
let account: Json;
let domain: Json;
let node: string;
let token: Json;
let session: string;
const shared: { rule?: Json; reviewer?: Json } = {};

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  mei = await createUser(admin, { name: 'Mei', username: uniqueName('mei') });
  domain = (await admin.post<Json>('assets/domains/', { name: uniqueName('net') })).body;
  host = await createHost(admin, { domain: domain.id });
  account = await createAccount(admin, host.id, { name: 'ops', username: 'ops', secret: 'canary-of-ops' });
  await createPermission(admin, { users: [mei.id], assets: [host.id], accounts: ['@ALL'], actions: ['all'] });
  name = uniqueName('[KoKo]-door');
});
afterAll(() => server?.close());

/** What is sent of a session by the component itself: its own id, texts and dates. */
const facts = (change: Json = {}): Json => ({
  id: randomUUID(),
  user: `Mei(${mei.username})`,
  asset: `${host.name}(127.0.0.1)`,
  account: 'ops(ops)',
  login_from: 'ST',
  remote_addr: ADDRESS,
  protocol: 'ssh',
  date_start: `${new Date().toISOString().slice(0, 19).replace('T', ' ')} +0000`,
  org_id: ORG.DEFAULT,
  user_id: mei.id,
  asset_id: host.id,
  account_id: account.id,
  type: 'normal',
  ...change,
});

describe('joining', () => {
  test('registers once by the bootstrap token, and waits for approval', async () => {
    const anybody = wireComponent(server.url, undefined, { authorization: 'BootstrapToken guess' });
    expect((await anybody.post(REGISTER, { name, type: 'koko', comment: '' })).status).toBe(401);
    const unregistered = wireComponent(server.url, undefined, BOOTSTRAP);
    const made = await unregistered.post(REGISTER, { name, type: 'koko', comment: '' });
    expect(made).toMatchObject({
      status: 201,
      body: {
        name,
        type: 'koko',
        comment: text,
        remote_addr: text,
        service_account: { id: text, name, comment: text, access_key: { id: text, secret: text, is_active: true, date_created: instant } },
      },
    });
    key = made.body.service_account.access_key;
    koko = wireComponent(server.url, key);
    const { rows } = await sql<{ id: string }>`select id from terminals where name = ${name}`.execute(server.db);
    terminalId = String(rows[0]?.id);
    expect(await koko.get('terminal/terminals/config/')).toMatchObject({ status: 403, body: { code: 'component_waits' } });
    expect((await admin.post(`terminal/terminals/${terminalId}/approve/`, {})).status).toBe(200);
  });

  test('asks who it is, and 401 tells it that its key is gone', async () => {
    expect(await koko.get('users/profile/')).toMatchObject({
      status: 200,
      body: { id: text, username: text, is_valid: true, is_active: true },
    });
    expect((await wireComponent(server.url, { ...key, secret: randomUUID() }).get('users/profile/')).status).toBe(401);
    expect((await wireComponent(server.url, { ...key, id: randomUUID() }).get('users/profile/')).status).toBe(401);
  });

  test('reads the public settings and the configuration', async () => {
    const shown = (await koko.get('settings/public/')).body;
    expect(shown).toMatchObject({ SECURITY_WATERMARK_ENABLED: flag, SECURITY_SESSION_SHARE: flag });
    const config = await koko.get('terminal/terminals/config/');
    expect(config).toMatchObject({
      status: 200,
      body: {
        TERMINAL_ASSET_LIST_PAGE_SIZE: text,
        TERMINAL_ASSET_LIST_SORT_BY: text,
        TERMINAL_HEADER_TITLE: text,
        TERMINAL_PASSWORD_AUTH: flag,
        TERMINAL_PUBLIC_KEY_AUTH: flag,
        TERMINAL_HEARTBEAT_INTERVAL: whole,
        TERMINAL_HOST_KEY: expect.stringContaining('PRIVATE KEY'),
        TERMINAL_SESSION_KEEP_DURATION: whole,
        TERMINAL_TELNET_REGEX: text,
        TERMINAL_GRAPHICAL_RESOLUTION: text,
        TERMINAL_KOKO_SSH_ENABLED: flag,
        TERMINAL_MAGNUS_ENABLED: flag,
        TERMINAL_RAZOR_ENABLED: flag,
        TERMINAL_OMNIDB_ENABLED: flag,
        TERMINAL_RECONNECT_SECONDS: whole,
        TERMINAL_WATCH_NOTICE: flag,
        TERMINAL_COMMAND_STORAGE: { TYPE: 'server' },
        TERMINAL_REPLAY_STORAGE: { TYPE: 'server' },
        SECURITY_MAX_IDLE_TIME: whole,
        SECURITY_SESSION_SHARE: flag,
        FTP_FILE_MAX_STORE: whole,
      },
    });
  });

  test('gives signs of life, and gets the orders that wait', async () => {
    const load = { sessions: [], session_online: 0, cpu_load: 0.5, memory_used: 40.1, disk_used: 12 };
    for (const path of ['terminal/terminals/status/', 'terminal/status/', `terminal/terminals/${terminalId}/status/`])
      expect(await koko.post(path, load)).toMatchObject({ status: 201, body: [] });
    expect((await admin.get<Json>(`terminal/terminals/${terminalId}/`)).body).toMatchObject({
      is_alive: true,
      stat: { memory_used: 40.1 },
    });
  });
});

describe('a person at its door', () => {
  test('is known in a browser by its cookies', async () => {
    const browser = await server.browser(mei.username);
    const page = wireComponent(server.url, undefined, { cookie: browser.cookies.text() });
    expect(await page.get('users/profile/')).toMatchObject({
      status: 200,
      body: { id: mei.id, name: 'Mei', username: mei.username, email: text, is_valid: true, is_active: true },
    });
    expect((await wireComponent(server.url, undefined).get('users/profile/')).status).toBe(401);
  });

  const at = () => wireComponent(server.url, key, { 'x-forwarded-for': ADDRESS, 'x-jms-login-type': 'T' });
  const login = (component: WireComponent, change: Json = {}) =>
    component.post('authentication/tokens/', {
      username: mei.username,
      password: '',
      public_key: '',
      remote_addr: ADDRESS,
      login_type: 'T',
      ...change,
    });

  test('logs in by password or public key, from the address that the component tells', async () => {
    expect(await login(at(), { password: 'wrong' })).toMatchObject({ status: 400, body: { error: 'password_failed', msg: text } });
    const line = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFVUPfpgMCAzARckPjGdgCDzTUPrhpDGC2i2Ocr4jU3s';
    expect((await admin.patch(`users/users/${mei.id}/`, { public_key: `${line} mei@desk` })).status).toBe(200);
    for (const proof of [{ password: TEST_PASSWORD }, { public_key: line }])
      expect(await login(at(), proof)).toMatchObject({
        status: 201,
        body: { token: text, keyword: 'Bearer', date_expired: instant, user: { id: mei.id, name: 'Mei', username: mei.username } },
      });
    const { rows } = await sql<{ ip: string; type: string }>`
      select distinct ip, type from login_logs where username = ${mei.username} and type <> 'W'`.execute(server.db);
    expect(rows).toEqual([{ ip: ADDRESS, type: 'T' }]);
  });

  test('shows a second factor, and then the login is repeated', async () => {
    const person = await createUser(admin);
    const secret = new Secret({ size: 20 }).base32;
    await sql`update users set otp_secret = ${server.platform.secrets.encrypt(secret)} where id = ${person.id}`.execute(server.db);
    const component = at();
    const again = () => login(component, { username: person.username, password: TEST_PASSWORD });
    const asked = await again();
    expect(asked).toMatchObject({ status: 200, body: { error: 'mfa_required', msg: text, data: { choices: ['otp'], url: text } } });
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    const submit = (given: string) =>
      component.post(asked.body.data.url, { code: given, type: 'otp', remote_addr: ADDRESS, login_type: 'T' });
    expect((await submit('000000')).body).toMatchObject({ error: text });
    expect((await submit(code)).body).toEqual({ msg: 'ok' });
    expect(await again()).toMatchObject({ status: 201, body: { token: text, user: { id: person.id } } });
  });

  test('is kept out by a rule about that address', async () => {
    const rule = await admin.post<Json>('acls/login-acls/', {
      name: uniqueName('door'),
      priority: 50,
      users: { type: 'ids', ids: [mei.id] },
      action: 'reject',
      rules: { ip_group: [ADDRESS], time_period: [] },
    });
    expect(rule.status, JSON.stringify(rule.body)).toBe(201);
    expect(await login(at(), { password: TEST_PASSWORD })).toMatchObject({ status: 400, body: { error: 'acl_not_allow' } });
    expect((await login(at(), { password: TEST_PASSWORD, remote_addr: '198.51.100.1' })).status).toBe(201);
    await admin.delete(`acls/login-acls/${rule.body.id}/`);
  });

  test('waits for a review of the login, which the component asks about', async () => {
    const reviewer = await createUser(admin);
    const rule = await admin.post<Json>('acls/login-acls/', {
      name: uniqueName('door'),
      users: { type: 'ids', ids: [mei.id] },
      action: 'review',
      reviewers: [reviewer.id],
      rules: { ip_group: ['*'], time_period: [] },
    });
    expect(rule.status, JSON.stringify(rule.body)).toBe(201);
    const component = at();
    const STATUS = 'authentication/login-confirm-ticket/status/';
    const waiting = await login(component, { password: TEST_PASSWORD });
    expect(waiting).toMatchObject({ status: 200, body: { error: 'login_confirm_wait', msg: text, data: { ticket_id: text } } });
    expect((await component.get(STATUS)).body).toMatchObject({ error: 'login_confirm_wait' });
    const reviewing = await server.as(reviewer.username);
    await reviewing.put(`tickets/tickets/${waiting.body.data.ticket_id}/approve/`, {});
    expect((await component.get(STATUS)).body).toEqual({ msg: 'ok' });
    expect((await login(component, { password: TEST_PASSWORD })).status).toBe(201);
    const given = at();
    await login(given, { password: TEST_PASSWORD });
    expect([200, 204]).toContain((await given.delete(STATUS)).status);
    expect((await given.get(STATUS)).body.error).not.toBe('login_confirm_wait');
    await admin.delete(`acls/login-acls/${rule.body.id}/`);
  });
});

describe('what the person may reach', () => {
  test('is listed in the form of its menu', async () => {
    const base = `perms/users/${mei.id}/`;
    const page = await koko.get(`${base}assets/?limit=15&offset=0&order=name&search=${host.name}`);
    expect(page).toMatchObject({ status: 200, body: { count: 1, next: null, previous: null, results: list } });
    expect(page.body.results[0]).toMatchObject({
      id: host.id,
      name: host.name,
      address: '127.0.0.1',
      platform: { id: whole, name: text },
      comment: text,
      org_id: ORG.DEFAULT,
      org_name: text,
      is_active: true,
      category: choice('host'),
      type: choice('linux'),
      protocols: [{ name: 'ssh', port: 22, public: flag, setting: object }],
      nodes: list,
      labels: list,
    });
    expect((await koko.get(`${base}assets/?id=${host.id}`)).body).toMatchObject([{ id: host.id, spec_info: object }]);
    const nodes = (await koko.get(`${base}nodes/?rebuild_tree=1`)).body as unknown as Json[];
    expect(nodes).toContainEqual(
      expect.objectContaining({ id: text, name: text, key: text, value: text, org_id: text, assets_amount: whole }),
    );
    node = nodes.find((one) => one.assets_amount > 0)?.id;
    expect((await koko.get(`${base}nodes/${node}/assets/?limit=10`)).body).toMatchObject({ count: 1, results: [{ id: host.id }] });
    const tree = (await koko.get(`${base}nodes/children-with-assets/tree/`)).body as unknown as Json[];
    expect(tree).toContainEqual(expect.objectContaining({ id: text, name: text, title: text, pId: text, isParent: flag, meta: object }));
  });

  test('is told of nobody who did not come through its door, nor of who may not log in any more', async () => {
    const stranger = await createUser(admin);
    const refused = { status: 403, body: { code: 'person_not_here' } };
    for (const path of ['assets/?limit=1&offset=0', 'nodes/', 'recent/'])
      expect(await koko.get(`perms/users/${stranger.id}/${path}`), path).toMatchObject(refused);
    const door = wireComponent(server.url, key, { 'x-forwarded-for': ADDRESS, 'x-jms-login-type': 'T' });
    const login = { username: stranger.username, password: TEST_PASSWORD, public_key: '', remote_addr: ADDRESS, login_type: 'T' };
    expect((await door.post('authentication/tokens/', login)).status).toBe(201);
    expect(await koko.get(`perms/users/${stranger.id}/recent/`)).toMatchObject({ status: 200, body: [] });
    await admin.patch(`users/users/${stranger.id}/`, { is_active: false });
    expect(await koko.get(`perms/users/${stranger.id}/assets/?limit=1&offset=0`)).toMatchObject(refused);
    expect(await admin.get(`perms/users/${stranger.id}/recent/`)).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
  });

  test('has accounts with their names, and the platform of the asset', async () => {
    const accounts = await koko.get(`perms/users/${mei.id}/assets/${host.id}/accounts/`);
    expect(accounts.status).toBe(200);
    expect(accounts.body).toContainEqual({
      alias: 'ops',
      name: 'ops',
      username: 'ops',
      has_username: true,
      has_secret: true,
      secret_type: 'password',
      actions: expect.arrayContaining([choice('connect')]),
    });
    expect(await koko.get(`assets/assets/${host.id}/platform/`)).toMatchObject({ status: 200, body: { id: whole, name: 'Linux' } });
  });

  test('lies in a domain, whose gateways come without secrets', async () => {
    const found = await koko.get(`assets/domains/${domain.id}/?gateway=1`);
    expect(found).toMatchObject({ status: 200, body: { id: domain.id, gateways: list } });
    expect(JSON.stringify(found.body)).not.toContain('secret');
  });
});

describe('a connection token', () => {
  const wish = () => ({
    user: mei.id,
    asset: host.id,
    account: 'ops',
    protocol: 'ssh',
    connect_method: 'ssh',
    input_username: '',
    input_secret: '',
  });

  test('is made for somebody who logged in at its door', async () => {
    const made = await koko.post(SUPER, { ...wish(), remote_addr: ADDRESS });
    expect(made).toMatchObject({
      status: 201,
      body: { id: text, value: text, is_active: true, from_ticket: null, from_ticket_info: {}, expire_time: whole, actions: list },
    });
    token = made.body;
    const stranger = await createUser(admin);
    expect(await koko.post(SUPER, { ...wish(), user: stranger.id })).toMatchObject({ status: 403, body: { code: 'person_not_here' } });
    expect(await koko.post(SUPER, { ...wish(), account: 'nobody' })).toMatchObject({ status: 400, body: { code: text, detail: text } });
  });

  test('is renewed, and its ids are not listed', async () => {
    expect(await koko.patch(`${SUPER}renewal/`, { id: token.id })).toMatchObject({ status: 200, body: { ok: true, msg: text } });
    expect((await koko.patch(`${SUPER}renewal/`, { id: randomUUID() })).status).toBe(403);
    expect((await koko.get(SUPER)).status).toBeGreaterThanOrEqual(403);
  });

  test('is exchanged once for target, credential and policy', async () => {
    const group = await admin.post<Json>('acls/command-groups/', { name: uniqueName('danger'), type: 'command', content: 'reboot' });
    shared.reviewer = await createUser(admin);
    const rule = await admin.post<Json>('acls/command-filter-acls/', {
      name: uniqueName('filter'),
      users: { type: 'ids', ids: [mei.id] },
      assets: { type: 'ids', ids: [host.id] },
      accounts: ['@ALL'],
      command_groups: [group.body.id],
      action: 'review',
      reviewers: [shared.reviewer.id],
    });
    expect(rule.status, JSON.stringify(rule.body)).toBe(201);
    shared.rule = rule.body;
    const { status, body } = await koko.post(`${SUPER}secret/`, { id: token.id });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({
      id: token.id,
      value: token.value,
      protocol: 'ssh',
      user: { id: mei.id, name: 'Mei', username: mei.username, email: text },
      asset: {
        id: host.id,
        name: host.name,
        address: '127.0.0.1',
        protocols: [{ name: 'ssh', port: 22 }],
        category: 'host',
        type: 'linux',
        org_id: ORG.DEFAULT,
        info: object,
        secret_info: object,
        spec_info: object,
      },
      account: {
        id: account.id,
        name: 'ops',
        username: 'ops',
        secret_type: choice('password'),
        secret: 'canary-of-ops',
        su_from: null,
        privileged: flag,
      },
      platform: {
        id: whole,
        name: 'Linux',
        category: choice('host'),
        type: choice('linux'),
        charset: choice('utf-8'),
        protocols: list,
        su_enabled: flag,
        domain_enabled: flag,
      },
      command_filter_acls: [
        {
          id: rule.body.id,
          name: text,
          command_groups: [{ id: group.body.id, name: text, type: 'command', content: 'reboot', ignore_case: flag, pattern: text }],
          action: 'review',
          reviewers: [{ id: shared.reviewer.id, name: text }],
          priority: whole,
          is_active: true,
        },
      ],
      domain: { id: domain.id, name: text },
      gateway: null,
      actions: expect.arrayContaining([choice('connect')]),
      expire_at: whole,
      from_ticket: null,
      connect_method: { label: text, value: 'ssh', type: text, component: 'koko' },
      connect_options: object,
      org_id: ORG.DEFAULT,
      org_name: text,
    });
    expect(await koko.post(`${SUPER}secret/`, { id: token.id })).toMatchObject({ status: 403, body: { detail: text, code: text } });
    expect((await koko.post(`${SUPER}secret/`, { id: randomUUID() })).status).toBe(404);
  });

  test('asks for a review of the connection where a rule says so', async () => {
    const check = { user_id: mei.id, asset_id: host.id, account_username: 'ops' };
    expect(await koko.post('acls/login-asset/check/', check)).toMatchObject({ status: 200, body: { need_review: false } });
    const rule = await admin.post<Json>('acls/login-asset-acls/', {
      name: uniqueName('asset'),
      users: { type: 'ids', ids: [mei.id] },
      assets: { type: 'ids', ids: [host.id] },
      accounts: ['@ALL'],
      action: 'review',
      reviewers: [shared.reviewer?.id],
      rules: { ip_group: ['*'], time_period: [] },
    });
    expect(rule.status, JSON.stringify(rule.body)).toBe(201);
    const waits = await koko.post('acls/login-asset/check/', check);
    expect(waits).toMatchObject({
      status: 200,
      body: {
        need_review: true,
        check_review_status: { method: text, url: text },
        close_review: { method: text, url: text },
        ticket_detail_url: text,
        reviewers: [text],
        ticket_id: text,
      },
    });
    expect([200, 204]).toContain((await koko.delete(waits.body.close_review.url)).status);
    expect(await koko.post(SUPER, wish())).toMatchObject({ status: 400, body: { code: 'acl_review', detail: text } });
    const asked = await koko.post(`${SUPER}?create_ticket=true`, wish());
    expect(asked).toMatchObject({
      status: 201,
      body: {
        is_active: false,
        from_ticket: { id: text },
        from_ticket_info: {
          check_ticket_api: { method: 'GET', url: text },
          close_ticket_api: { method: 'DELETE', url: text },
          assignees: [text],
        },
      },
    });
    const { check_ticket_api, close_ticket_api } = asked.body.from_ticket_info;
    expect((await koko.get(check_ticket_api.url)).body).toMatchObject({ state: choice('pending'), status: choice('open') });
    await (await server.as(shared.reviewer?.username)).put(`tickets/tickets/${asked.body.from_ticket.id}/approve/`, {});
    expect((await koko.get(check_ticket_api.url)).body).toMatchObject({ state: choice('approved'), status: choice('closed') });
    expect((await koko.post(`${SUPER}secret/`, { id: asked.body.id })).body.from_ticket).toEqual({ id: asked.body.from_ticket.id });
    const given = await koko.post(`${SUPER}?create_ticket=true`, wish());
    expect((await koko.delete(given.body.from_ticket_info.close_ticket_api.url)).status).toBe(204);
    expect(close_ticket_api.url).toContain('super-tickets');
    token = asked.body;
    await admin.delete(`acls/login-asset-acls/${rule.body.id}/`);
  });
});

describe('a session', () => {
  test('is reported, linked to its review, and told how it went', async () => {
    const one = facts();
    session = one.id;
    const made = await koko.post('terminal/sessions/', one);
    expect(made).toMatchObject({
      status: 201,
      body: {
        id: session,
        user: one.user,
        asset: one.asset,
        account: one.account,
        login_from: choice('ST'),
        type: choice('normal'),
        remote_addr: ADDRESS,
        protocol: 'ssh',
        date_start: instant,
        org_id: ORG.DEFAULT,
        user_id: mei.id,
        asset_id: host.id,
        account_id: account.id,
        terminal: { id: terminalId, name, type: 'koko' },
        is_finished: false,
      },
    });
    const opened = { asset: host.id, asset_display: host.name, address: '127.0.0.1', account: 'ops', protocol: 'ssh', date_start: instant };
    expect((await koko.get(`perms/users/${mei.id}/recent/`)).body).toEqual([opened]);
    const relation = { session, ticket: token.from_ticket.id };
    expect(await koko.post('tickets/ticket-session-relation/', relation)).toMatchObject({ status: 201, body: relation });
    expect(await koko.patch(`terminal/sessions/${session}/`, { is_success: true })).toMatchObject({
      status: 200,
      body: { is_success: true },
    });
    expect(await koko.get(`terminal/sessions/${session}/`)).toMatchObject({ status: 200, body: { id: session, type: choice('normal') } });
    expect((await koko.get(`terminal/terminals/sessions/${session}/`)).status).toBe(200);
  });

  test('stays alive by heartbeats', async () => {
    await sql`update sessions set date_alive = now() - interval '40 seconds' where id = ${session}`.execute(server.db);
    await koko.post('terminal/terminals/status/', { sessions: [session], session_online: 1, cpu_load: 1, memory_used: 1, disk_used: 1 });
    const { rows } = await sql<{ fresh: boolean }>`
      select date_alive > now() - interval '30 seconds' as fresh from sessions where id = ${session}`.execute(server.db);
    expect(rows[0]?.fresh).toBe(true);
  });

  test('keeps its commands, and alarms about them', async () => {
    const entry = (input: string, change: Json = {}) => ({
      session,
      org_id: ORG.DEFAULT,
      user: `Mei(${mei.username})`,
      asset: `${host.name}(127.0.0.1)`,
      account: 'ops(ops)',
      input,
      output: 'done',
      timestamp: Math.floor(Date.now() / 1000),
      risk_level: 0,
      cmd_filter_acl: '',
      cmd_group: '',
      '@timestamp': new Date().toISOString(),
      ...change,
    });
    const sent = await koko.post('terminal/commands/', [entry('ls'), entry('reboot', { risk_level: 5, cmd_filter_acl: shared.rule?.id })]);
    expect([sent.status, sent.body]).toEqual([201, 'ok']);
    expect((await koko.post('terminal/commands/', [{ input: 'ls' }])).status).toBe(401);
    const alarm = entry('reboot', { risk_level: 5, cmd_filter_acl: shared.rule?.id, cmd_group: randomUUID() });
    expect(await koko.post('terminal/commands/insecure-command/', [alarm])).toMatchObject({ status: 200, body: { msg: 'ok' } });
    const kept = (await admin.get<Json[]>(`terminal/commands/?session_id=${session}`)).body;
    expect(kept.map((one) => [one.input, one.risk_level.value])).toEqual(
      expect.arrayContaining([
        ['ls', 0],
        ['reboot', 5],
      ]),
    );
  });

  test('tells of the files that were moved, and hands their copies in', async () => {
    const sent = {
      id: randomUUID(),
      user: `Mei(${mei.username})`,
      asset: `${host.name}(127.0.0.1)`,
      org_id: ORG.DEFAULT,
      account: 'ops(ops)',
      remote_addr: ADDRESS,
      operate: 'upload',
      filename: '/tmp/notes.txt',
      date_start: `${new Date().toISOString().slice(0, 19).replace('T', ' ')} +0000`,
      is_success: true,
      session,
    };
    expect(await koko.post('audits/ftp-logs/', sent)).toMatchObject({
      status: 201,
      body: {
        id: sent.id,
        user: sent.user,
        asset: sent.asset,
        account: sent.account,
        remote_addr: ADDRESS,
        org_id: ORG.DEFAULT,
        operate: choice('upload'),
        filename: sent.filename,
        date_start: instant,
        is_success: true,
        has_file: false,
      },
    });
    const copy = await koko.upload(`audits/ftp-logs/${sent.id}/upload/`, {}, Buffer.from('notes'), 'notes.txt');
    expect(copy).toMatchObject({ status: 201, body: { url: text } });
    expect(await koko.patch(`audits/ftp-logs/${sent.id}/`, { has_file: true })).toMatchObject({ status: 200, body: { has_file: true } });
    expect((await admin.get<string>(`audits/ftp-logs/${sent.id}/file/download/`)).body).toBe('notes');
  });

  test('asks for the review of a command, and gives it up', async () => {
    const ask = () =>
      koko.post('acls/command-filter-acls/command-review/', {
        session_id: session,
        cmd_filter_acl_id: shared.rule?.id,
        run_command: 'reboot',
      });
    const info = await ask();
    expect(info).toMatchObject({
      status: 200,
      body: {
        check_ticket_api: { method: 'GET', url: text },
        close_ticket_api: { method: 'DELETE', url: text },
        ticket_detail_page_url: text,
        assignees: [text],
      },
    });
    expect((await koko.get(info.body.check_ticket_api.url)).body).toMatchObject({ state: choice('pending'), status: choice('open') });
    expect((await koko.delete(info.body.close_ticket_api.url)).status).toBe(204);
    expect((await koko.get(info.body.check_ticket_api.url)).body).toMatchObject({ state: choice('closed'), status: choice('closed') });
  });

  test('is watched by those who may', async () => {
    const me = (await admin.get<Json>('users/profile/')).body;
    const validate = (user_id: string) => koko.post('terminal/sessions/join/validate/', { user_id, session_id: session });
    expect(await validate(me.id)).toMatchObject({ status: 200, body: { ok: true, msg: '' } });
    expect(await validate(mei.id)).toMatchObject({ status: 401, body: { ok: false, msg: text } });
  });

  test('is shared, joined with the code, and left', async () => {
    const guest = await createUser(admin, { name: 'Guest', username: uniqueName('guest') });
    const found = await koko.get(`users/users/?action=suggestion&search=${guest.username}`);
    expect(found).toMatchObject({ status: 200, body: [{ id: guest.id, name: 'Guest', username: guest.username }] });
    const asked = { session, expired_time: 5, users: [guest.id], action_permission: 'readonly' };
    const shared = await koko.post('terminal/session-sharings/', asked);
    expect(shared).toMatchObject({
      status: 201,
      body: {
        id: text,
        session: { id: session },
        creator: { id: mei.id, name: 'Mei' },
        users_display: [`Guest(${guest.username})`],
        expired_time: 5,
        is_active: true,
        verify_code: text,
        org_id: ORG.DEFAULT,
        org_name: text,
        created_by: text,
        date_created: instant,
      },
    });
    const { id, verify_code } = shared.body;
    expect(await koko.get(`terminal/session-sharings/${id}/`)).toMatchObject({ status: 200, body: { id, verify_code } });
    const joined = await koko.post('terminal/session-join-records/', {
      sharing: id,
      verify_code,
      joiner: guest.id,
      remote_addr: '192.0.2.8',
    });
    expect(joined).toMatchObject({
      status: 201,
      body: {
        id: text,
        session: { id: session },
        sharing: { id },
        joiner: { id: guest.id, name: 'Guest' },
        joiner_display: `Guest(${guest.username})`,
        verify_code,
        action_permission: choice('readonly'),
        login_from: choice('WT'),
        remote_addr: '192.0.2.8',
        is_success: true,
        is_finished: false,
        date_joined: instant,
        org_id: ORG.DEFAULT,
      },
    });
    const left = await koko.patch(`terminal/session-join-records/${joined.body.id}/finished/`);
    expect(left).toMatchObject({ status: 200, body: { msg: 'ok' } });
  });

  test('is ended by an order on its line, which it reports as done', async () => {
    const path = '/ws/terminal-task/';
    const line = new WebSocket(`${server.url.replace(/^http/, 'ws')}${path}`, { headers: componentHeaders(key, 'GET', path) });
    const frames: { binary: boolean; orders: Json[] }[] = [];
    line.on('message', (data, binary) => frames.push({ binary, orders: JSON.parse(String(data)) }));
    await once(line, 'open');
    await until('the first frame', 0, () => frames.length > 0);
    expect(frames[0]).toEqual({ binary: true, orders: [] });
    line.send(
      JSON.stringify({ type: 'status', payload: { sessions: [session], session_online: 1, cpu_load: 1, memory_used: 2, disk_used: 3 } }),
    );
    expect((await admin.post<Json>('terminal/tasks/kill-session/', [session])).body).toEqual({ ok: [session] });
    await until('an order', 0, () => frames.some((one) => one.orders.length > 0));
    const order = frames.find((one) => one.orders.length > 0)?.orders[0] as Json;
    expect(order).toMatchObject({ id: text, name: 'kill_session', args: session, kwargs: { terminated_by: text }, is_finished: false });
    expect(await koko.post('terminal/terminals/status/', { sessions: [session] })).toMatchObject({ status: 201, body: [{ id: order.id }] });
    expect(await koko.patch(`terminal/tasks/${order.id}/`, { is_finished: true })).toMatchObject({
      status: 200,
      body: { is_finished: true },
    });
    expect(await koko.post('terminal/terminals/status/', { sessions: [session] })).toMatchObject({ status: 201, body: [] });
    line.close();
    await once(line, 'close');
  });

  test('ends, and its recording is kept', async () => {
    const end = { is_finished: true, date_end: `${new Date().toISOString().slice(0, 19).replace('T', ' ')} +0000` };
    expect(await koko.patch(`terminal/sessions/${session}/`, end)).toMatchObject({
      status: 200,
      body: { is_finished: true, date_end: instant },
    });
    const cast = '{"version":2,"width":80,"height":24}\n[0.1,"o","hello"]\n';
    const sent = await koko.upload(`terminal/sessions/${session}/replay/`, { version: '3' }, gzipSync(cast), `${session}.cast.gz`);
    expect(sent).toMatchObject({ status: 201, body: { url: expect.stringContaining(`${session}.cast.gz`) } });
    expect((await koko.upload(`terminal/sessions/${session}/replay/`, { version: '3' }, undefined)).status).toBe(401);
    expect(await koko.patch(`terminal/sessions/${session}/`, { has_replay: true })).toMatchObject({
      status: 200,
      body: { has_replay: true },
    });
    // It brings no chain, and both the session and the check say so.
    for (const [language, label] of [
      ['en', 'Not chained'],
      ['zh', '未链式校验'],
      ['ja', 'チェーンなし'],
    ] as const) {
      const { body: shown } = await admin.get<Json>(`terminal/sessions/${session}/`, { headers: { 'accept-language': language } });
      expect(shown.replay_proof).toEqual({ value: 'not_chained', label });
    }
    expect((await admin.get<Json>(`terminal/sessions/${session}/replay/verify/`)).body).toEqual({
      chained: false,
      intact: null,
      segments: 0,
    });
    for (const path of ['replay/', 'replay/download/']) expect((await koko.get(`terminal/sessions/${session}/${path}`)).status).toBe(403);
    const { body } = await admin.get<Json>(`terminal/sessions/${session}/replay/`);
    expect(body).toMatchObject({ type: 'asciicast', src: text, download_url: text });
    expect((await admin.get<string>(String(body.src))).body).toBe(cast);
  });
});
