import { randomUUID } from 'node:crypto';
import type { Api, Json } from '@postern/testkit/api';
import { createHost, createOrganisation, createUser, uniqueName } from '@postern/testkit/factories';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '../../../test/harness.ts';
import { type Component, registerComponent } from '../../../test/matrix/actors.ts';
import { type ReportedSessions, reportedSessions } from '../../../test/reported-sessions.ts';

/** What components ask of rules and tell of them, and what of it is refused or passed over. */

let server: TestServer;
let admin: Api;
let koko: Component;
let mei: Json;
let host: Json;
let session: ReportedSessions['session'];

beforeAll(async () => {
  ({ server, admin, koko, mei, host, session } = await reportedSessions());
});
afterAll(() => server?.close());

async function rule(change: Json, api = admin): Promise<Json> {
  const body = { name: uniqueName('rule'), users: { type: 'all' }, assets: { type: 'all' }, accounts: ['@ALL'], ...change };
  const made = await api.post<Json>('acls/command-filter-acls/', body);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body;
}

describe('whether somebody may open a session', () => {
  const ask = async (change: Json = {}) =>
    koko.api.post<Json>('acls/login-asset/check/', { user_id: mei.id, asset_id: host.id, account_username: 'root', ...change });

  test('is answered of people who may log in and machines that are active, and of nobody else', async () => {
    expect(await ask()).toMatchObject({ status: 200, body: { need_review: false } });
    const [off, expired, idle] = [await createUser(admin), await createUser(admin), await createHost(admin)];
    await admin.patch(`users/users/${off.id}/`, { is_active: false });
    await admin.patch(`users/users/${expired.id}/`, { date_expired: '2020-01-01 00:00:00 +0000' });
    await admin.patch(`assets/hosts/${idle.id}/`, { is_active: false });
    for (const change of [
      { user_id: off.id },
      { user_id: expired.id },
      { user_id: koko.userId },
      { user_id: randomUUID() },
      { asset_id: idle.id },
      { asset_id: randomUUID() },
    ])
      expect(await ask(change), JSON.stringify(change)).toMatchObject({ status: 400, body: { user_id: expect.anything() } });
  });

  test('is refused by a rule of the machine’s organisation, and by none of another', async () => {
    const elsewhere = admin.inOrg((await createOrganisation(admin)).id);
    const body = (action: string) => ({
      name: uniqueName('login'),
      users: { type: 'all' },
      assets: { type: 'all' },
      accounts: ['root'],
      rules: {},
      action,
    });
    expect((await elsewhere.post('acls/login-asset-acls/', body('reject'))).status).toBe(201);
    expect((await ask()).body).toEqual({ need_review: false });
    const own = await admin.post<Json>('acls/login-asset-acls/', body('reject'));
    expect(await ask()).toMatchObject({ status: 400, body: { code: 'acl_reject' } });
    expect((await ask({ account_username: 'deploy' })).body).toEqual({ need_review: false });
    await admin.delete(`acls/login-asset-acls/${own.body.id}/`);
  });
});

describe('commands that a rule warned of or refused', () => {
  const alert = (id: string, acl: string, change: Json = {}): Json => ({
    session: id,
    user: 'Mei(mei)',
    asset: 'db-01',
    account: 'root',
    input: 'rm -rf /',
    risk_level: 5,
    cmd_filter_acl: acl,
    ...change,
  });
  const tell = (body: unknown, api = koko.api) => api.post<Json>('terminal/commands/insecure-command/', body);
  const subjects = async (person: Json) =>
    (await (await server.as(person.username)).get<Json[]>('notifications/site-messages/')).body.map(
      (one) => one.content.subject ?? one.subject,
    );

  test('are told to the reviewers of the rule, once each and by what became of them', async () => {
    const reviewer = await createUser(admin);
    const group = await admin.post<Json>('acls/command-groups/', { name: uniqueName('g'), type: 'command', content: 'rm' });
    const { id: acl } = await rule({ action: 'review', reviewers: [reviewer.id], command_groups: [group.body.id] });
    const id = await session();
    // Levels by what became of a command: only a warning and refusals are told.
    for (const risk_level of [0, 1, 2, 3, 4, 5, 6, 7, 8]) expect((await tell([alert(id, acl, { risk_level })])).status).toBe(200);
    const told = await subjects(reviewer);
    expect([...new Set(told)].sort()).toEqual([
      expect.stringContaining('Refused: a command of Mei(mei) on db-01'),
      expect.stringContaining('Warning: Mei(mei) ran a command on db-01'),
    ]);
    expect(told).toHaveLength(3);
  });

  test('are told to those who receive alerts from the level of the setting on, and to reviewers in any case', async () => {
    const [reviewer, receiver] = [await createUser(admin), await createUser(admin)];
    const { id: acl } = await rule({ action: 'review', reviewers: [reviewer.id] });
    const id = await session();
    const subscribed = await admin.patch('notifications/system-msg-subscription/CommandAlertMessage/', { users: [receiver.id] });
    expect(subscribed.status).toBe(200);
    const level = async (value: number) =>
      expect((await admin.patch('settings/setting/?category=security', { SECURITY_INSECURE_COMMAND_LEVEL: value })).status).toBe(200);
    const both = () => tell([alert(id, acl, { risk_level: 4 }), alert(id, acl, { risk_level: 5 })]);
    const [warning, refusal] = [expect.stringContaining('Warning:'), expect.stringContaining('Refused:')];
    await level(5);
    expect((await both()).status).toBe(200);
    expect(await subjects(receiver)).toEqual([refusal]);
    expect((await subjects(reviewer)).sort()).toEqual([refusal, warning]);
    await level(4);
    expect((await both()).status).toBe(200);
    expect((await subjects(receiver)).sort()).toEqual([refusal, refusal, warning]);
  });

  test('of no session of the component, or of no rule of its organisation, are told to nobody', async () => {
    const reviewer = await createUser(admin);
    const other = await registerComponent(server);
    const elsewhere = admin.inOrg((await createOrganisation(admin)).id);
    const foreigner = await createUser(elsewhere);
    const own = await rule({ action: 'review', reviewers: [reviewer.id] });
    const foreign = await rule({ action: 'review', reviewers: [foreigner.id] }, elsewhere);
    const id = await session();
    expect((await tell([alert(id, own.id)], other.api)).status).toBe(200);
    expect((await tell([alert(randomUUID(), own.id), alert(id, foreign.id), alert(id, randomUUID())])).status).toBe(200);
    for (const body of [
      {},
      'x',
      [{}],
      [alert(id, 'x')],
      [alert(id, own.id, { risk_level: 9 })],
      [alert(id, own.id, { input: 'i'.repeat(65_537) })],
    ])
      expect(await tell(body), JSON.stringify(body).slice(0, 80)).toMatchObject({ status: 400, body: { msg: expect.any(String) } });
    expect(await subjects(reviewer)).toEqual([]);
  });
});

describe('rules as they are written', () => {
  test('name an account, and somebody who can decide', async () => {
    const body = (change: Json) => ({
      name: uniqueName('r'),
      users: { type: 'all' },
      assets: { type: 'all' },
      accounts: ['@ALL'],
      rules: {},
      ...change,
    });
    const refused = async (change: Json) => (await admin.post<Json>('acls/login-asset-acls/', body(change))).body;
    expect(await refused({ accounts: [] })).toHaveProperty('accounts');
    expect(await refused({ action: 'review' })).toHaveProperty('reviewers');
    expect(await refused({ action: 'review', reviewers: [koko.userId] })).toHaveProperty('reviewers');
    const stranger = await createUser(admin.inOrg((await createOrganisation(admin)).id));
    expect(await refused({ action: 'review', reviewers: [stranger.id] })).toHaveProperty('reviewers');
  });
});
