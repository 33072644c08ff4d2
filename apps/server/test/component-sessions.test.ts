import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { ORG } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD, uniqueName } from '@postern/testkit/factories';
import { until } from '@postern/testkit/until';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { choice, instant, text } from './component-shapes.ts';
import { ADDRESS, componentWorld, reviewRule, SUPER } from './component-world.ts';
import type { TestServer } from './harness.ts';
import { made } from './made.ts';
import { registerComponent } from './matrix/actors.ts';
import { componentHeaders, type WireComponent, type WireKey, wireComponent } from './wire-component.ts';

/**
 * Every call of the component protocol about a session that was reviewed, in the order of its life, by a component as other people
 * wrote it (docs/wire/component-calls.md). Each test goes on where the one before it ended.
 */

let server: TestServer;
let admin: Api;
let key: WireKey;
let terminalId: string;
let koko: WireComponent;
let mei: Json;
let host: Json;
let account: Json;
/** The token that the session was opened with, after somebody approved it. */
let token: Json;
/** What asks about commands in the session. */
let rule: Json;
let session: string;

beforeAll(async () => {
  const world = await componentWorld();
  ({ server, admin, mei, host, account } = world);
  ({ key, terminalId } = await registerComponent(server));
  koko = wireComponent(server.url, key);
  const login = { username: mei.username, password: TEST_PASSWORD, public_key: '', remote_addr: ADDRESS, login_type: 'T' };
  expect((await koko.post('authentication/tokens/', login)).status).toBe(201);
  const reviewer = await createUser(admin);
  const group = await made(admin, 'acls/command-groups/', { name: uniqueName('danger'), type: 'command', content: 'reboot' });
  rule = await made(admin, 'acls/command-filter-acls/', { ...reviewRule(world, reviewer), command_groups: [group.id] });
  await made(admin, 'acls/login-asset-acls/', { ...reviewRule(world, reviewer), rules: { ip_group: ['*'], time_period: [] } });
  token = (await koko.post(`${SUPER}?create_ticket=true`, world.wish)).body;
  await (await server.as(reviewer.username)).put(`tickets/tickets/${token.from_ticket.id}/approve/`, {});
  expect((await koko.post(`${SUPER}secret/`, { id: token.id })).status).toBe(200);
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
        terminal: { id: terminalId, name: text, type: 'koko' },
        is_finished: false,
      },
    });
    const opened = {
      asset: host.id,
      asset_display: host.name,
      address: '127.0.0.1',
      account: 'ops',
      protocol: 'ssh',
      type: 'normal',
      date_start: instant,
    };
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
    const sent = await koko.post('terminal/commands/', [entry('ls'), entry('reboot', { risk_level: 5, cmd_filter_acl: rule.id })]);
    expect([sent.status, sent.body]).toEqual([201, 'ok']);
    expect((await koko.post('terminal/commands/', [{ input: 'ls' }])).status).toBe(401);
    const alarm = entry('reboot', { risk_level: 5, cmd_filter_acl: rule.id, cmd_group: randomUUID() });
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
        cmd_filter_acl_id: rule.id,
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
