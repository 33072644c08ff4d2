import { ORG, ROLE } from '@postern/contract/ids';
import { signedHeaders } from '@postern/contract/signature';
import type { Api, Json } from '@postern/testkit/api';
import { createGroup, createOrganisation, createUser, TEST_PASSWORD, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ADMIN_PASSWORD, BOOTSTRAP_TOKEN, serverOfFile } from '../../../test/harness.ts';

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));

const list = (answer: { body: unknown }) => answer.body as Json[];
const orgAdmin = async (): Promise<{ user: Json; api: Api }> => {
  const user = await createUser(admin, { org_roles: [ROLE.ORG_ADMIN], password: 'Strong-Gate-1234!' });
  return { user, api: await server.as(user.username) };
};

const FIELDS = [
  'id',
  'name',
  'username',
  'email',
  'wechat',
  'phone',
  'mfa_level',
  'source',
  'wecom_id',
  'dingtalk_id',
  'feishu_id',
  'slack_id',
  'created_by',
  'updated_by',
  'comment',
  'is_superuser',
  'is_org_admin',
  'avatar_url',
  'groups',
  'system_roles',
  'org_roles',
  'password_strategy',
  'sponsor',
  'is_service_account',
  'is_valid',
  'is_expired',
  'is_waiting',
  'is_active',
  'is_otp_secret_key_bound',
  'can_public_key_auth',
  'mfa_enabled',
  'is_manageable',
  'need_update_password',
  'mfa_force_enabled',
  'is_first_login',
  'login_blocked',
  'from_outside',
  'date_expired',
  'date_joined',
  'last_login',
  'date_updated',
  'date_password_last_updated',
];

describe('the user object', () => {
  it('has the fields that clients read, in the documented order, in list and detail', async () => {
    const user = await createUser(admin, { phone: '13800138000' });
    expect(Object.keys(user)).toEqual(FIELDS);
    const page = (await admin.get(`users/users/?limit=15&username=${user.username}`)).body;
    expect(page).toMatchObject({ count: 1, next: null, previous: null });
    expect(Object.keys(page.results[0])).toEqual(FIELDS);
    expect(page.results[0]).toMatchObject({
      source: { value: 'local', label: 'Local' },
      mfa_level: { value: 0 },
      phone: { code: '+86', phone: '13800138000' },
      system_roles: [{ id: ROLE.USER, display_name: 'User' }],
      org_roles: [{ id: ROLE.ORG_USER, display_name: 'Organisation user', name: 'OrgUser' }],
      groups: [],
      is_superuser: false,
      is_valid: true,
    });
    expect((await server.anyone.get(page.results[0].avatar_url)).headers.get('content-type')).toBe('image/svg+xml');
    expect(page.results[0].date_joined).toMatch(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d [+-]\d{4}$/);
    expect(list(await admin.get('users/users/'))).toBeInstanceOf(Array);
    expect(Object.keys(list(await admin.get('users/users/?fields_size=mini'))[0] ?? {})).toEqual(['id', 'name', 'username']);
  });

  it('never carries hashes or secrets, whatever is asked', async () => {
    const user = await createUser(admin);
    const { rows } = await sql<{ password_hash: string }>`select password_hash from users where id = ${user.id}`.execute(server.db);
    expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$/);
    const text = JSON.stringify([
      await admin.get(`users/users/${user.id}/`),
      await admin.get('users/users/?fields=password,password_hash,otp_secret'),
      await admin.options('users/users/'),
    ]);
    expect(text).not.toContain('argon2id');
    const byHash = await admin.get('users/users/?password_hash=x&otp_secret=x&order=password_hash');
    expect(list(byHash).length).toBeGreaterThan(1);
  });

  it('describes itself in OPTIONS', async () => {
    const { actions } = (await admin.options('users/users/')).body;
    expect(actions.POST.name).toMatchObject({ type: 'string', required: true, max_length: 128, label: 'Name' });
    expect(actions.POST.password).toMatchObject({ type: 'string', write_only: true });
    expect(actions.POST.source.choices).toHaveLength(12);
    expect(actions.POST.groups).toMatchObject({ type: 'm2m_related_field', required: false, read_only: false });
    expect(actions.GET.source).toMatchObject({ type: 'labeled_choice', filter: true, order: true });
    expect(actions.GET.is_superuser).toMatchObject({ type: 'field', read_only: true });
    const plain = await createUser(admin);
    const seen = (await (await server.as(plain.username)).options('users/users/')).body.actions;
    expect(seen.GET).not.toHaveProperty('system_roles');
    expect(seen.POST).not.toHaveProperty('org_roles');
  });

  it('is found by every filter that the API names', async () => {
    const group = await createGroup(admin);
    const user = await createUser(admin, { groups: [group.id] });
    const found = async (query: string) => list(await admin.get(`users/users/?${query}`)).map((one) => one.username);
    expect(user.groups).toEqual([{ id: group.id, name: group.name }]);
    expect(await found(`group_id=${group.id}`)).toEqual([user.username]);
    expect(await found(`groups=${group.name}`)).toEqual([user.username]);
    expect(await found(`exclude_group_id=${group.id}`)).not.toContain(user.username);
    expect(await found('system_roles=System administrator')).toEqual(['admin']);
    expect(await found(`org_roles=${ROLE.ORG_ADMIN}`)).toContain('admin');
    expect(await found('org_roles=unknown')).toEqual([]);
    expect(await found(`search=${user.username}`)).toEqual([user.username]);
  });
});

describe('creating and changing users', () => {
  it('names every field that is wrong', async () => {
    const taken = await createUser(admin);
    const answer = await admin.post('users/users/', { username: taken.username, email: 'no address', phone: '12', source: 'mars' });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body).sort()).toEqual(['email', 'name', 'phone', 'source']);
    const twin = await admin.post('users/users/', { name: 'x', username: taken.username, email: taken.email });
    expect(Object.keys(twin.body).sort()).toEqual(['email', 'username']);
  });

  it('applies the password rule, and stores a password only when it is to be set by hand', async () => {
    const base = { name: 'x', source: 'local' };
    const weak = uniqueName('weak');
    expect(
      (
        await admin.post('users/users/', {
          ...base,
          username: weak,
          email: `${weak}@example.com`,
          password_strategy: 'custom',
          password: 'abc',
        })
      ).body,
    ).toHaveProperty('password');
    const mailed = uniqueName('mailed');
    await admin.post('users/users/', {
      ...base,
      username: mailed,
      email: `${mailed}@example.com`,
      password_strategy: 'email',
      password: TEST_PASSWORD,
    });
    const { rows } = await sql<{ password_hash: string | null }>`select password_hash from users where username = ${mailed}`.execute(
      server.db,
    );
    expect(rows[0]?.password_hash).toBeNull();
  });

  it('refuses an SSH key that is none', async () => {
    const name = uniqueName('key');
    const answer = await admin.post('users/users/', { name, username: name, email: `${name}@example.com`, public_key: 'ssh-rsa nonsense' });
    expect(answer.body).toHaveProperty('public_key');
  });

  it('puts a user made without any organisation into Default', async () => {
    const user = await createUser(admin.inOrg(ORG.ROOT));
    expect(list(await admin.get(`users/users/?username=${user.username}`))).toHaveLength(1);
  });

  it('leaves one audit event with what changed', async () => {
    const user = await createUser(admin);
    await admin.patch(`users/users/${user.id}/`, { comment: 'gatekeeper' });
    const { rows } = await sql<{
      action: string;
      diff: unknown;
    }>`select action, diff from operate_logs where resource_id = ${user.id} order by seq`.execute(server.db);
    expect(rows.map((row) => row.action)).toEqual(['create', 'update']);
    const group = await createGroup(admin);
    await admin.patch(`users/users/${user.id}/`, { groups: [group.id], org_roles: [ROLE.ORG_AUDITOR] });
    const last = await sql<{
      diff: unknown;
    }>`select diff from operate_logs where resource_id = ${user.id} order by seq desc limit 1`.execute(server.db);
    expect(last.rows[0]?.diff).toEqual([
      { field: 'org_roles', before: 'OrgUser', after: 'OrgAuditor' },
      { field: 'groups', before: '', after: group.name },
    ]);
    expect(rows[1]?.diff).toContainEqual({ field: 'comment', before: '', after: 'gatekeeper' });
    expect(JSON.stringify(rows)).not.toContain(TEST_PASSWORD);
  });
});

describe('protection', () => {
  it('keeps administrators out of the hands of others', async () => {
    const { api } = await orgAdmin();
    const [{ id }] = list(await admin.get('users/users/?username=admin')) as [Json];
    expect((await api.patch(`users/users/${id}/`, { comment: 'x' })).status).toBe(403);
    expect((await api.put(`users/users/${id}/password/`, { password: 'Taken-Over-1234!' })).status).toBe(403);
    expect((await api.patch('users/users/', [{ id, is_active: false }])).status).toBe(403);
    expect((await api.delete(`users/users/${id}/`)).status).toBe(403);
  });

  it('ignores an organisation administrator who sets system roles', async () => {
    const { user, api } = await orgAdmin();
    const answer = await api.patch(`users/users/${user.id}/`, { system_roles: [ROLE.SYSTEM_ADMIN] });
    expect(answer.status).toBe(200);
    const [seen] = list(await admin.get(`users/users/?username=${user.username}`));
    expect(seen?.is_superuser).toBe(false);
  });

  it('lets nobody disable or delete themselves, nor the account named admin', async () => {
    const [{ id }] = list(await admin.get('users/users/?username=admin')) as [Json];
    expect((await admin.patch(`users/users/${id}/`, { is_active: false })).body.is_active).toBe(true);
    const boss = await createUser(admin, { system_roles: [ROLE.SYSTEM_ADMIN], password: 'Strong-Gate-1234!' });
    const api = await server.as(boss.username);
    expect((await api.delete(`users/users/${boss.id}/`)).status).toBe(400);
    expect((await api.delete(`users/users/${id}/`)).status).toBe(204);
    expect((await admin.get(`users/users/${id}/`)).status).toBe(200);
    expect((await admin.delete(`users/users/${boss.id}/`)).status).toBe(204);
  });

  it('keeps one administrator', async () => {
    const [{ id }] = list(await admin.get('users/users/?username=admin')) as [Json];
    expect((await admin.patch(`users/users/${id}/`, { system_roles: [ROLE.USER] })).body.code).toBe('error');
    expect((await admin.get('users/profile/')).body.is_superuser).toBe(true);
  });

  it('refuses a bulk delete that does not narrow', async () => {
    const answer = await admin.delete('users/users/');
    expect([answer.status, answer.body.code]).toEqual([400, 'unable_to_delete_all_users']);
    expect((await admin.delete('users/users/?source=ldap')).status).toBe(400);
  });
});

describe('organisations keep to themselves', () => {
  it('shows members only, and another organisation has none of it', async () => {
    const org = await createOrganisation(admin);
    const inside = await createUser(admin.inOrg(org.id));
    const outside = await createUser(admin);
    const there = admin.inOrg(org.id);
    expect(list(await there.get('users/users/')).map((one) => one.username)).toEqual([inside.username]);
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect((await there.send(method, `users/users/${outside.id}/`, method === 'PATCH' ? {} : undefined)).status).toBe(404);
    const group = await createGroup(there);
    expect((await admin.get(`users/groups/${group.id}/`)).status).toBe(404);
    expect((await there.patch(`users/groups/${group.id}/`, { users: [outside.id] })).body).toHaveProperty('users');
    expect((await admin.patch(`users/users/${outside.id}/`, { groups: [group.id] })).body).toHaveProperty('groups');
  });

  it('invites and removes; leaving ends groups, too', async () => {
    const org = await createOrganisation(admin);
    const there = admin.inOrg(org.id);
    const user = await createUser(admin);
    expect(list(await there.get(`users/users/suggestions/?search=${user.username}`))).toMatchObject([
      { id: user.id, name: user.name, username: user.username, email: user.email, is_valid: true },
    ]);
    const invited = await there.post('users/users/invite/', { users: [user.id], org_roles: [{ pk: ROLE.ORG_AUDITOR }] });
    expect(invited.status).toBe(201);
    expect(invited.body).toEqual({
      users: [user.id],
      org_roles: [{ id: ROLE.ORG_AUDITOR, display_name: 'Organisation auditor', name: 'OrgAuditor' }],
    });
    const group = await createGroup(there, { users: [user.id] });
    expect(group.users).toEqual([{ id: user.id, name: user.name }]);
    expect((await there.post(`users/users/${user.id}/remove/`)).status).toBe(204);
    expect((await there.get(`users/users/${user.id}/`)).status).toBe(404);
    expect((await there.get(`users/groups/${group.id}/`)).body.users).toEqual([]);
    expect((await admin.get(`users/users/${user.id}/`)).status).toBe(200);
    expect((await admin.inOrg(ORG.ROOT).post('users/users/invite/', { users: [user.id] })).status).toBe(400);
  });

  it('adds and removes single members of a group', async () => {
    const [group, user] = [await createGroup(admin), await createUser(admin)];
    const made = await admin.post('users/users-groups-relations/', [{ user: user.id, usergroup: group.id }]);
    expect(made.status).toBe(201);
    expect(list(made)[0]).toMatchObject({
      user: user.id,
      usergroup: group.id,
      user_display: `${user.name}(${user.username})`,
      usergroup_display: group.name,
    });
    expect((await admin.delete(`users/users-groups-relations/?usergroup=${group.id}`)).status).toBe(400);
    expect((await admin.delete(`users/users-groups-relations/?usergroup=${group.id}&user=${user.id}`)).status).toBe(204);
    expect((await admin.post(`users/groups/${group.id}/add-all-users/`)).status).toBe(200);
    expect(list(await admin.get(`users/users/?group_id=${group.id}`)).length).toBeGreaterThan(1);
  });
});

describe('service accounts', () => {
  it('register with the bootstrap token only, and are never listed', async () => {
    const name = uniqueName('component');
    const register = (authorization?: string) =>
      server.anyone.post(
        'users/service-account-registrations/',
        { name, comment: 'c' },
        authorization ? { headers: { authorization } } : {},
      );
    expect((await register()).status).toBe(401);
    expect((await register('BootstrapToken wrong')).status).toBe(401);
    const made = await register(`BootstrapToken ${BOOTSTRAP_TOKEN}`);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ name, comment: 'c', access_key: { is_active: true } });
    expect((await register(`BootstrapToken ${BOOTSTRAP_TOKEN}`)).body).toHaveProperty('name');
    expect(list(await admin.inOrg(ORG.ROOT).get(`users/users/?username=${name}`))).toEqual([]);
    expect((await admin.inOrg(ORG.ROOT).get(`users/users/${made.body.id}/`)).status).toBe(404);
    expect((await server.anyone.post('authentication/auth/', { username: name, password: '' })).status).toBe(400);
    const path = '/api/v1/users/profile/';
    const own = await server.anyone.get(path, {
      headers: { ...signedHeaders(made.body.access_key, 'GET', path, new Date().toUTCString()), 'x-jms-org': 'ROOT' },
    });
    expect(own.body).toMatchObject({ username: name, is_service_account: true, is_valid: true });
    expect(own.body.perms).toContain('authentication.view_superconnectiontokensecret');
    const forged = signedHeaders({ ...made.body.access_key, secret: made.body.id }, 'GET', path, new Date().toUTCString());
    expect((await server.anyone.get(path, { headers: forged })).status).toBe(401);
  });
});

describe('MFA reset', () => {
  it('is no way in for another site, and not for oneself', async () => {
    const user = await createUser(admin);
    const browser = await server.browser('admin');
    await browser.post('authentication/confirm/', { confirm_type: 'password', secret_key: ADMIN_PASSWORD });
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-mode': 'navigate' },
    ] as Record<string, string>[])
      expect((await browser.get(`users/users/${user.id}/mfa/reset/`, { headers })).status).toBe(403);
    // Pages send no token with what they read.
    const page = { headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' } };
    expect((await browser.get(`users/users/${user.id}/mfa/reset/`, page)).body).toEqual({ msg: 'success' });
    const [{ id }] = list(await admin.get('users/users/?username=admin')) as [Json];
    expect((await admin.get(`users/users/${id}/mfa/reset/`)).status).toBe(400);
  });
});

describe('two administrators who demote each other at the same moment', () => {
  it('leave one of them', async () => {
    const boss = await createUser(admin, { system_roles: [ROLE.SYSTEM_ADMIN], password: 'Strong-Gate-1234!' });
    const other = await server.as(boss.username);
    const [{ id }] = list(await admin.get('users/users/?username=admin')) as [Json];
    const demote = (api: Api, target: string) => api.patch(`users/users/${target}/`, { system_roles: [ROLE.USER] });
    const answers = await Promise.all([demote(admin, boss.id), demote(other, id)]);
    expect(answers.filter((one) => one.status === 200)).toHaveLength(1);
    const { rows } = await sql`select 1 from role_bindings where role_id = ${ROLE.SYSTEM_ADMIN}`.execute(server.db);
    expect(rows).toHaveLength(1);
  });
});
