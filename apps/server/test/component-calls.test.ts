import { randomUUID } from 'node:crypto';
import { ORG } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD, uniqueName } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { choice, flag, instant, list, object, text, whole } from './component-shapes.ts';
import { ADDRESS, type ComponentWorld, componentWorld, reviewRule, SUPER } from './component-world.ts';
import { BOOTSTRAP_TOKEN, type TestServer } from './harness.ts';
import { made } from './made.ts';
import { type WireComponent, type WireKey, wireComponent } from './wire-component.ts';

/**
 * Every call of the component protocol up to a session, in the order of its life, by a component as other people wrote it
 * (docs/wire/component-calls.md). Each test goes on where the one before it ended; component-sessions.test.ts has what follows.
 */

const BOOTSTRAP = { authorization: `BootstrapToken ${BOOTSTRAP_TOKEN}` };
const REGISTER = 'terminal/terminal-registrations/';
let world: ComponentWorld;
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
let reviewer: Json;

beforeAll(async () => {
  world = await componentWorld();
  ({ server, admin, mei, host, account, domain } = world);
  name = uniqueName('[KoKo]-door');
});
afterAll(() => server?.close());

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
        TERMINAL_BROWSER_AUTH: flag,
        TERMINAL_HEARTBEAT_INTERVAL: whole,
        ANNOUNCEMENT: {},
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
        SECURITY_MAX_SESSION_TIME: whole,
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
  const wish = () => world.wish;

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
    reviewer = await createUser(admin);
    const rule = await made(admin, 'acls/command-filter-acls/', { ...reviewRule(world, reviewer), command_groups: [group.body.id] });
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
          id: rule.id,
          name: text,
          command_groups: [{ id: group.body.id, name: text, type: 'command', content: 'reboot', ignore_case: flag, pattern: text }],
          action: 'review',
          reviewers: [{ id: reviewer.id, name: text }],
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
    const rule = await made(admin, 'acls/login-asset-acls/', {
      ...reviewRule(world, reviewer),
      rules: { ip_group: ['*'], time_period: [] },
    });
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
    await (await server.as(reviewer.username)).put(`tickets/tickets/${asked.body.from_ticket.id}/approve/`, {});
    expect((await koko.get(check_ticket_api.url)).body).toMatchObject({ state: choice('approved'), status: choice('closed') });
    expect((await koko.post(`${SUPER}secret/`, { id: asked.body.id })).body.from_ticket).toEqual({ id: asked.body.from_ticket.id });
    const given = await koko.post(`${SUPER}?create_ticket=true`, wish());
    expect((await koko.delete(given.body.from_ticket_info.close_ticket_api.url)).status).toBe(204);
    expect(close_ticket_api.url).toContain('super-tickets');
    await admin.delete(`acls/login-asset-acls/${rule.id}/`);
  });
});
