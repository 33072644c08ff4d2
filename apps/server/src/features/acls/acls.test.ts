import { signedRequest } from '@postern/client/component-request';
import { commandPattern, compilePattern } from '@postern/pattern';
import type { Api, Json } from '@postern/testkit/api';
import {
  createAccount,
  createHost,
  createNode,
  createOrganisation,
  createPermission,
  createUser,
  TEST_PASSWORD,
  uniqueName,
} from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { beforeAll, describe, expect, test } from 'vitest';
import { BOOTSTRAP_TOKEN, LOCAL_PROOF, serverOfFile } from '../../../test/harness.ts';
import { inPeriods } from './occasion.ts';

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));

const everyone = { type: 'all' };
const anywhere = { ip_group: ['*'], time_period: [] };
const only = (id: string) => ({ type: 'ids', ids: [id] });
async function made(api: Api, path: string, body: object): Promise<Json> {
  const answer = await api.post<Json>(path, { users: everyone, ...body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

describe('user login rules', () => {
  const logIn = (username: string) => server.anyone.post<Json>('authentication/auth/', { username, password: TEST_PASSWORD });

  test('refuse by person, address and time; the higher number is asked first; the next login obeys', async () => {
    const user = await createUser(admin);
    const other = await createUser(admin);
    const rule = await made(admin, 'acls/login-acls/', { name: 'no entry', users: only(user.id), action: 'reject', rules: anywhere });
    const refused = await logIn(user.username);
    expect(refused.status).toBe(400);
    expect(refused.body.error).toBe('acl_not_allow');
    expect((await logIn(other.username)).status).toBe(201);
    const logged = await admin.get<Json>('audits/login-logs/', { query: { username: user.username, limit: 1 } });
    expect(logged.body.results[0].status.value).toBe(false);

    const accept = await made(admin, 'acls/login-acls/', {
      name: 'but from here',
      users: only(user.id),
      action: 'accept',
      priority: 60,
      rules: { ip_group: ['127.0.0.0/8', '::1'], time_period: [] },
    });
    expect((await logIn(user.username)).status).toBe(201);
    await admin.patch(`acls/login-acls/${accept.id}/`, { rules: { ip_group: ['10.0.0.0/8'], time_period: [] } });
    expect((await logIn(user.username)).body.error).toBe('acl_not_allow');
    await admin.patch(`acls/login-acls/${rule.id}/`, { is_active: false });
    expect((await logIn(user.username)).status).toBe(201);
    for (const id of [rule.id, accept.id]) await admin.delete(`acls/login-acls/${id}/`);
  });

  test('a wrong password is told from a refused person by nobody', async () => {
    const user = await createUser(admin);
    const rule = await made(admin, 'acls/login-acls/', { name: 'hidden', users: only(user.id), action: 'reject', rules: anywhere });
    const answer = await server.anyone.post<Json>('authentication/auth/', { username: user.username, password: 'wrong' });
    expect(answer.body.error).toBe('password_failed');
    await admin.delete(`acls/login-acls/${rule.id}/`);
  });

  test('what cannot be read is refused under its field', async () => {
    const bad = async (part: object) =>
      (await admin.post<Json>('acls/login-acls/', { name: 'bad', users: everyone, rules: anywhere, ...part })).body;
    expect(await bad({ rules: { ip_group: ['10.0.0.5/24'] } })).toHaveProperty('rules');
    expect(await bad({ rules: { ip_group: ['nowhere'] } })).toHaveProperty('rules');
    expect(await bad({ rules: { time_period: [{ id: 9, value: '' }] } })).toHaveProperty('rules');
    expect(await bad({ rules: { time_period: [{ id: 1, value: '25:00~26:00' }] } })).toHaveProperty('rules');
    expect(await bad({ priority: 101 })).toHaveProperty('priority');
    expect(await bad({ users: { type: 'some' } })).toHaveProperty('users');
    expect(await bad({ action: 'warning' })).toHaveProperty('action');
    expect((await admin.get<Json[]>('acls/login-acls/?name=bad')).body).toEqual([]);
  });
});

describe('rules about sessions', () => {
  let api: Api;
  let org: string;
  let host: Json;
  let account: Json;
  let user: Json;
  let person: Api;
  beforeAll(async () => {
    org = (await createOrganisation(admin)).id;
    api = admin.inOrg(org);
    const node = await createNode(api);
    host = await createHost(api, { nodes: [node.id] });
    account = await createAccount(api, host.id, { username: 'root', name: 'root', secret: 'x' });
    user = await createUser(api);
    await createPermission(api, { users: [user.id], assets: [host.id], accounts: ['@ALL'], actions: ['connect'] });
    person = (await server.as(user.username as string)).inOrg(org);
  });
  const connect = () =>
    person.post<Json>('authentication/connection-token/', {
      asset: host.id,
      account: account.username,
      protocol: 'ssh',
      connect_method: 'web_cli',
    });

  test('an asset login rule stands against person, asset and account together', async () => {
    expect((await connect()).status).toBe(201);
    const rule = await made(api, 'acls/login-asset-acls/', {
      name: 'closed',
      users: { type: 'attrs', attrs: [{ name: 'username', match: 'exact', value: user.username }] },
      assets: { type: 'attrs', attrs: [{ name: 'name', match: 'exact', value: host.name }] },
      accounts: ['root'],
      rules: anywhere,
    });
    const refused = await connect();
    expect(refused.status).toBe(400);
    expect(refused.body.code).toBe('acl_reject');
    await api.patch(`acls/login-asset-acls/${rule.id}/`, { accounts: ['admin'] });
    expect((await connect()).status).toBe(201);
    await api.patch(`acls/login-asset-acls/${rule.id}/`, { accounts: ['@ALL'] });
    expect((await connect()).status).toBe(400);

    const applying = (query: string) => api.get<Json[]>(`acls/login-asset-acls/?${query}`);
    expect((await applying(`users=${user.username}`)).body).toHaveLength(1);
    expect((await applying(`assets=${host.id}`)).body).toHaveLength(1);
    expect((await applying('users=nobody')).body).toEqual([]);
    // Another organisation's rules bind nobody here.
    await api.delete(`acls/login-asset-acls/${rule.id}/`);
    const elsewhere = admin.inOrg((await createOrganisation(admin)).id);
    await made(elsewhere, 'acls/login-asset-acls/', { name: 'foreign', assets: everyone, accounts: ['@ALL'], rules: anywhere });
    expect((await connect()).status).toBe(201);
  });

  test('a connect method rule takes the method away, from the list and from the door', async () => {
    const rule = await made(admin, 'acls/connect-method-acls/', {
      name: 'no browser',
      users: only(user.id as string),
      connect_methods: ['web_cli'],
    });
    const refused = await connect();
    expect([refused.status, refused.body.code]).toEqual([400, 'acl_reject']);
    await admin.delete(`acls/connect-method-acls/${rule.id}/`);
    expect((await connect()).status).toBe(201);
  });

  test('command filters travel with the grant: only those that apply, the first one with the lowest number', async () => {
    const group = await made(api, 'acls/command-groups/', { name: 'dangerous', content: 'rm -rf' });
    const filter = (name: string, part: object) =>
      made(api, 'acls/command-filter-acls/', { name, assets: everyone, accounts: ['@ALL'], command_groups: [group.id], ...part });
    const warn = await filter('warn', { action: 'warning', priority: 20 });
    const reject = await filter('reject', { action: 'reject', priority: 80, users: only(user.id as string) });
    await filter('others', { users: { type: 'attrs', attrs: [{ name: 'username', match: 'exact', value: 'nobody' }] } });
    await filter('off', { is_active: false });

    const component = await server.anyone.post<Json>(
      'terminal/terminal-registrations/',
      { name: uniqueName('koko'), type: 'koko', comment: '' },
      { headers: { authorization: `BootstrapToken ${BOOTSTRAP_TOKEN}`, 'x-postern-local': LOCAL_PROOF } },
    );
    const request = signedRequest(server.url, component.body.service_account.access_key);
    const token = (await connect()).body.id;
    const grant = await request<Json>({
      method: 'POST',
      path: '/api/v1/authentication/super-connection-token/secret/',
      body: { id: token },
    });
    expect(grant.command_filter_acls.map(({ id, action, priority }: Json) => ({ id, action, priority }))).toEqual([
      { id: reject.id, action: 'reject', priority: 21 },
      { id: warn.id, action: 'warning', priority: 81 },
    ]);
    // What a filter warned of is told to its reviewers, once, and only about a session that this component carries.
    const reviewer = await createUser(api);
    await api.patch(`acls/command-filter-acls/${warn.id}/`, { reviewers: [reviewer.id] });
    const alert = (session: string) =>
      request<Json>({
        method: 'POST',
        path: '/api/v1/terminal/commands/insecure-command/',
        body: [
          {
            session,
            user: 'Mallory<b>',
            asset: 'web',
            account: 'root',
            input: 'rm -rf <img src=x>',
            risk_level: 4,
            cmd_filter_acl: warn.id,
            cmd_group: group.id,
          },
        ],
      });
    const own = await request<Json>({
      method: 'POST',
      path: '/api/v1/terminal/sessions/',
      body: {
        user: 'x',
        asset: 'y',
        account: 'root',
        user_id: user.id,
        account_id: account.id,
        asset_id: host.id,
        org_id: org,
        protocol: 'ssh',
        login_from: 'WT',
        type: 'normal',
        is_success: true,
        is_finished: false,
      },
    });
    await alert('00000000-0000-4000-8000-000000000001');
    await alert(own.id);
    const box = await (await server.as(reviewer.username as string)).get<Json>('notifications/site-messages/?limit=9');
    expect(box.body.results).toHaveLength(1);
    expect(box.body.results[0].content.message).toContain('rm -rf &lt;img');
    expect(grant.command_filter_acls[0].command_groups).toMatchObject([
      { id: group.id, type: 'command', ignore_case: true, pattern: 'rm\\s+\\-rf' },
    ]);
  });

  test('deleting a person leaves rules that say what is left', async () => {
    const gone = await createUser(api);
    const rule = await made(api, 'acls/command-filter-acls/', {
      name: 'left',
      users: { type: 'ids', ids: [gone.id, user.id] },
      assets: everyone,
      accounts: ['*'],
    });
    await admin.inOrg('00000000-0000-0000-0000-000000000000').delete(`users/users/${gone.id}/`);
    expect((await api.get<Json>(`acls/command-filter-acls/${rule.id}/`)).body.users).toEqual({ type: 'ids', ids: [user.id] });
  });

  test('a command group that no engine can read is refused', async () => {
    const bad = await api.post<Json>('acls/command-groups/', { name: 'bad', type: 'regex', content: '([' });
    expect([bad.status, Object.keys(bad.body)]).toEqual([400, ['content']]);
    await made(api, 'acls/command-groups/', { name: 'good', content: 'rm -rf\nreboot' });
  });
});

test('lines of a command group become one pattern', () => {
  const pattern = compilePattern(commandPattern('command', 'rm  -rf\n\n reboot \n./x+'), { ignoreCase: true, list: true });
  for (const line of ['rm -rf /', 'sudo rm   -rf x', 'REBOOT', '; reboot now', 'a./x+']) expect(pattern?.test(line), line).toBe(true);
  for (const line of ['farm', 'rebooted', 'rm -r', './xx']) expect(pattern?.test(line), line).toBe(false);
});

test('weekly times end inclusive, midnight is the end of the day, an unnamed day is never', () => {
  // 2026-11-20 is a Friday.
  const at = (time: string) => new Date(`2026-11-20T${time}:00`);
  const times = { time_period: [{ id: 5, value: '09:00~12:00、22:00~00:00' }] };
  expect(['08:59', '09:00', '12:00', '12:01', '23:59'].map((time) => inPeriods(times, at(time)))).toEqual([false, true, true, false, true]);
  expect(inPeriods(times, new Date('2026-11-21T10:00:00'))).toBe(false);
  expect(inPeriods({ time_period: [] }, at('03:00'))).toBe(true);
});
