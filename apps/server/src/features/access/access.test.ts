import { signedRequest } from '@postern/client/component-request';
import type { AccessEffect, AccessExplanation } from '@postern/contract/access';
import { ORG, ROLE } from '@postern/contract/ids';
import type { Answer, Api, Json } from '@postern/testkit/api';
import {
  createAccount,
  createGroup,
  createHost,
  createNode,
  createOrganisation,
  createPermission,
  createUser,
  TEST_PASSWORD,
  uniqueName,
} from '@postern/testkit/factories';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BOOTSTRAP_TOKEN, LOCAL_PROOF, startTestServer, type TestServer } from '../../../test/harness.ts';
import { fingerprint } from '../../../test/matrix/fingerprint.ts';

let server: TestServer;
let root: Api;
/** The same over all organisations. */
let everywhere: Api;
let admin: Api;
let orgId: string;
beforeAll(async () => {
  server = await startTestServer();
  root = await server.as('admin');
  orgId = (await createOrganisation(root)).id;
  admin = root.inOrg(orgId);
  everywhere = root.inOrg(ORG.ROOT);
});
afterAll(() => server.close());

const past = '2020-01-01 00:00:00 +0000';
const future = '2090-01-01 00:00:00 +0000';
const later = '2099-01-01 00:00:00 +0000';
const everyone = { type: 'all' };
const anywhere = { ip_group: ['*'], time_period: [] };
const only = (id: string) => ({ type: 'ids', ids: [id] });

async function made(api: Api, path: string, body: object): Promise<Json> {
  const answer = await api.post<Json>(path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

/** What every situation starts from: nobody is let in yet. */
interface Scene {
  user: Json;
  parent: Json;
  node: Json;
  host: Json;
  account: Json;
}

async function scene(given: Json = {}): Promise<Scene> {
  const user = await createUser(admin, given.user);
  const parent = await createNode(admin);
  const node = await createNode(admin, { parent: parent.id });
  const host = await createHost(admin, { nodes: [node.id], ...given.host });
  const name = uniqueName('root');
  const account = await createAccount(admin, host.id, { name, username: name });
  return { user, parent, node, host, account };
}

const grant = (at: Scene, more: Json = {}) => createPermission(admin, { users: [at.user.id], assets: [at.host.id], ...more });
const assetRule = (at: Scene, more: Json = {}) =>
  made(admin, 'acls/login-asset-acls/', {
    name: uniqueName('rule'),
    users: only(at.user.id),
    assets: only(at.host.id),
    accounts: ['@ALL'],
    rules: anywhere,
    action: 'reject',
    ...more,
  });
const loginRule = (at: Scene, more: Json = {}) =>
  made(everywhere, 'acls/login-acls/', { name: uniqueName('rule'), users: only(at.user.id), rules: anywhere, action: 'reject', ...more });
const methodRule = (at: Scene, more: Json = {}) =>
  made(everywhere, 'acls/connect-method-acls/', {
    name: uniqueName('rule'),
    users: only(at.user.id),
    connect_methods: ['web_cli'],
    ...more,
  });

interface Situation {
  name: string;
  /** Codes of the steps that stand against it; none when access is expected. */
  fails?: string[];
  /** Codes of the steps that ask somebody first. */
  reviews?: string[];
  given?: Json;
  arrange(at: Scene): Promise<unknown>;
  ask?: (at: Scene) => Json;
}

const today = new Date().getDay();
const SITUATIONS: Situation[] = [
  {
    name: 'nothing at all',
    fails: ['permission_none', 'account_none'],
    arrange: async () => undefined,
    ask: () => ({ account: undefined }),
  },
  { name: 'a direct permission', arrange: (at) => grant(at) },
  { name: 'its node', arrange: (at) => createPermission(admin, { users: [at.user.id], nodes: [at.node.id] }) },
  { name: 'a node above', arrange: (at) => createPermission(admin, { users: [at.user.id], nodes: [at.parent.id] }) },
  {
    name: 'a node beside',
    fails: ['permission_none', 'account_refused'],
    arrange: async (at) => createPermission(admin, { users: [at.user.id], nodes: [(await createNode(admin)).id] }),
  },
  {
    name: 'a group',
    arrange: async (at) =>
      createPermission(admin, { user_groups: [(await createGroup(admin, { users: [at.user.id] })).id], assets: [at.host.id] }),
  },
  {
    name: 'a group and a node above',
    arrange: async (at) =>
      createPermission(admin, { user_groups: [(await createGroup(admin, { users: [at.user.id] })).id], nodes: [at.parent.id] }),
  },
  {
    name: 'a group one is not in',
    fails: ['permission_none', 'account_refused'],
    arrange: async (at) => createPermission(admin, { user_groups: [(await createGroup(admin)).id], assets: [at.host.id] }),
  },
  {
    name: 'another asset',
    fails: ['permission_none', 'account_refused'],
    arrange: async (at) => createPermission(admin, { users: [at.user.id], assets: [(await createHost(admin)).id] }),
  },
  { name: 'an inactive permission', fails: ['permission_none', 'account_refused'], arrange: (at) => grant(at, { is_active: false }) },
  { name: 'an ended permission', fails: ['permission_none', 'account_ended'], arrange: (at) => grant(at, { date_expired: past }) },
  {
    name: 'a permission of the future',
    fails: ['permission_none', 'account_refused'],
    arrange: (at) => grant(at, { date_start: future, date_expired: later }),
  },
  {
    name: 'an ended permission beside one in force',
    arrange: async (at) => {
      await grant(at, { date_expired: past });
      await grant(at);
    },
  },
  {
    name: 'an ended and inactive permission',
    fails: ['permission_none', 'account_refused'],
    arrange: (at) => grant(at, { date_expired: past, is_active: false }),
  },
  { name: 'the account by its username', arrange: (at) => grant(at, { accounts: [at.account.username] }) },
  { name: 'another account', fails: ['account_refused'], arrange: (at) => grant(at, { accounts: ['somebody-else'] }) },
  {
    name: 'an account that ended while another permission goes on',
    fails: ['account_ended'],
    arrange: async (at) => {
      await grant(at, { accounts: ['somebody-else'] });
      await grant(at, { accounts: [at.account.username], date_expired: past });
    },
  },
  {
    name: 'an account that is switched off',
    fails: ['account_refused'],
    arrange: async (at) => {
      await grant(at);
      await admin.patch(`accounts/accounts/${at.account.id}/`, { is_active: false });
    },
  },
  { name: 'typed in by hand', arrange: (at) => grant(at, { accounts: ['@INPUT'] }), ask: () => ({ account: '@INPUT' }) },
  {
    name: 'typed in by hand where all accounts are granted',
    fails: ['account_refused'],
    arrange: (at) => grant(at),
    ask: () => ({ account: '@INPUT' }),
  },
  {
    name: 'the own name without an account of that name',
    arrange: (at) => grant(at, { accounts: ['@USER'] }),
    ask: () => ({ account: '@USER' }),
  },
  {
    name: 'the own name with an account of that name',
    async arrange(at) {
      await createAccount(admin, at.host.id, { name: 'mine', username: at.user.username });
      await grant(at, { accounts: ['@USER'] });
    },
    ask: () => ({ account: 'mine' }),
  },
  {
    name: 'anonymous on a host',
    fails: ['account_not_here'],
    arrange: (at) => grant(at, { accounts: ['@ANON'] }),
    ask: () => ({ account: '@ANON' }),
  },
  { name: 'no actions', fails: ['account_refused'], arrange: (at) => grant(at, { actions: [] }) },
  { name: 'only one action', arrange: (at) => grant(at, { actions: ['upload'] }) },
  { name: 'files by the protocol that carries them', arrange: (at) => grant(at), ask: () => ({ protocol: 'sftp' }) },
  { name: 'a protocol that is not offered', fails: ['protocol_missing'], arrange: (at) => grant(at), ask: () => ({ protocol: 'rdp' }) },
  {
    name: 'an asset that is switched off',
    fails: ['asset_inactive'],
    async arrange(at) {
      await grant(at);
      await admin.patch(`assets/hosts/${at.host.id}/`, { is_active: false });
    },
  },
  {
    name: 'a person who is switched off',
    fails: ['user_inactive'],
    async arrange(at) {
      await grant(at);
      await admin.patch(`users/users/${at.user.id}/`, { is_active: false });
    },
  },
  {
    name: 'a person whose time is over',
    fails: ['user_expired'],
    async arrange(at) {
      await grant(at);
      await admin.patch(`users/users/${at.user.id}/`, { date_expired: past });
    },
  },
  {
    name: 'a person with a role that may not connect',
    fails: ['right_missing'],
    async arrange(at) {
      await grant(at);
      const role = await made(root, 'rbac/system-roles/', { scope: 'system', name: uniqueName('role'), permissions: [] });
      await everywhere.patch(`users/users/${at.user.id}/`, { system_roles: [role.id] });
    },
  },
  {
    name: 'a person whose login is locked',
    fails: ['login_locked'],
    async arrange(at) {
      await grant(at);
      for (let tries = 0; tries < 12; tries += 1)
        await server.anyone.post('authentication/auth/', { username: at.user.username, password: 'wrong' });
      // The address of this suite is not what is asked about.
      await sql`delete from login_counters where kind = 'ip'`.execute(server.db);
    },
  },
  {
    name: 'a person who left the organisation',
    fails: ['permission_none', 'account_refused'],
    async arrange(at) {
      await grant(at);
      await root.inOrg(ORG.DEFAULT).post('users/users/invite/', { users: [at.user.id], org_roles: [ROLE.ORG_USER] });
      await admin.post(`users/users/${at.user.id}/remove/`);
    },
    given: { asRoot: true },
  },
  { name: 'a login rule that rejects', fails: ['login_reject'], arrange: async (at) => [await grant(at), await loginRule(at)] },
  { name: 'a login rule that is off', arrange: async (at) => [await grant(at), await loginRule(at, { is_active: false })] },
  {
    name: 'a login rule about another address',
    arrange: async (at) => [await grant(at), await loginRule(at, { rules: { ip_group: ['10.0.0.0/8'], time_period: [] } })],
  },
  {
    name: 'an accepting login rule above a rejecting one',
    arrange: async (at) => [await grant(at), await loginRule(at), await loginRule(at, { action: 'accept', priority: 90 })],
  },
  { name: 'an asset rule that rejects', fails: ['asset_login_reject'], arrange: async (at) => [await grant(at), await assetRule(at)] },
  { name: 'an asset rule about another account', arrange: async (at) => [await grant(at), await assetRule(at, { accounts: ['x'] })] },
  {
    name: 'an asset rule about this account',
    fails: ['asset_login_reject'],
    arrange: async (at) => [await grant(at), await assetRule(at, { accounts: [at.account.username] })],
  },
  {
    name: 'an asset rule about another person',
    arrange: async (at) => [await grant(at), await assetRule(at, { users: only((await createUser(admin)).id) })],
  },
  {
    name: 'an asset rule by attributes',
    fails: ['asset_login_reject'],
    arrange: async (at) => [
      await grant(at),
      await assetRule(at, {
        users: { type: 'attrs', attrs: [{ name: 'username', match: 'startswith', value: at.user.username }] },
        assets: { type: 'attrs', attrs: [{ name: 'name', match: 'exact', value: at.host.name }] },
      }),
    ],
  },
  {
    name: 'an asset rule by node',
    fails: ['asset_login_reject'],
    arrange: async (at) => [
      await grant(at),
      await assetRule(at, { assets: { type: 'attrs', attrs: [{ name: 'nodes', match: 'm2m', value: [at.parent.id] }] } }),
    ],
  },
  {
    name: 'an asset rule about another address',
    arrange: async (at) => [await grant(at), await assetRule(at, { rules: { ip_group: ['10.0.0.0/8'], time_period: [] } })],
  },
  {
    name: 'an asset rule of another day',
    arrange: async (at) => [
      await grant(at),
      await assetRule(at, { rules: { ip_group: ['*'], time_period: [{ id: (today + 3) % 7, value: '00:00~00:00' }] } }),
    ],
  },
  {
    name: 'an asset rule of all days',
    fails: ['asset_login_reject'],
    arrange: async (at) => [
      await grant(at),
      await assetRule(at, {
        rules: { ip_group: ['*'], time_period: [0, 1, 2, 3, 4, 5, 6].map((id) => ({ id, value: '00:00~00:00' })) },
      }),
    ],
  },
  {
    name: 'an accepting asset rule above a rejecting one',
    arrange: async (at) => [await grant(at), await assetRule(at), await assetRule(at, { action: 'accept', priority: 51 })],
  },
  {
    name: 'a login rule that asks somebody first',
    reviews: ['login_review'],
    arrange: async (at) => [await grant(at), await loginRule(at, { action: 'review', reviewers: [(await createUser(admin)).id] })],
  },
  {
    name: 'an asset rule that asks somebody first',
    reviews: ['asset_login_review'],
    arrange: async (at) => [await grant(at), await assetRule(at, { action: 'review', reviewers: [(await createUser(admin)).id] })],
  },
  {
    name: 'an asset rule that asks somebody first, where a method is taken away',
    fails: ['method_refused'],
    reviews: ['asset_login_review'],
    arrange: async (at) => [
      await grant(at),
      await methodRule(at),
      await assetRule(at, { action: 'review', reviewers: [(await createUser(admin)).id] }),
    ],
  },
  {
    name: 'an asset rule that asks somebody first who is switched off',
    fails: ['asset_login_review_impossible'],
    async arrange(at) {
      const reviewer = await createUser(admin);
      await grant(at);
      await assetRule(at, { action: 'review', reviewers: [reviewer.id] });
      await admin.patch(`users/users/${reviewer.id}/`, { is_active: false });
    },
  },
  { name: 'a method that is taken away', fails: ['method_refused'], arrange: async (at) => [await grant(at), await methodRule(at)] },
  {
    name: 'another method that is taken away',
    arrange: async (at) => [await grant(at), await methodRule(at, { connect_methods: ['web_gui'] })],
  },
  {
    name: 'everything against it at once',
    fails: ['login_reject', 'method_refused', 'asset_login_reject'],
    arrange: async (at) => [await grant(at), await loginRule(at), await methodRule(at), await assetRule(at)],
  },
];

/** What a person does: log in anew, then ask for a connection token. */
async function attempt(at: Scene, ask: Json): Promise<Answer<Json>> {
  const login = await server.anyone.post<Json>('authentication/auth/', { username: at.user.username, password: TEST_PASSWORD });
  if (login.status !== 201) return login;
  return server.anyone.post<Json>(
    'authentication/connection-token/',
    { asset: at.host.id, ...ask },
    { headers: { authorization: `Bearer ${login.body.token}` } },
  );
}

const explained = async (api: Api, body: object): Promise<AccessExplanation> => {
  const answer = await api.post<AccessExplanation>('perms/access/explain/', body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};

describe('explaining access says what an attempt gets', () => {
  test.each(SITUATIONS)('$name', async ({ fails = [], reviews = [], given = {}, arrange, ask }) => {
    const at = await scene(given);
    await arrange(at);
    const asked = { protocol: 'ssh', connect_method: 'web_cli', account: at.account.name, ...ask?.(at) };
    const real = await attempt(at, { ...asked, account: asked.account ?? at.account.name });
    const explanation = await explained(given.asRoot ? everywhere : admin, { user: at.user.id, asset: at.host.id, ...asked });
    expect(explanation.steps.filter((step) => step.outcome === 'fail').map((step) => step.code)).toEqual(fails);
    expect(explanation.steps.filter((step) => step.outcome === 'review').map((step) => step.code)).toEqual(reviews);
    const expected = fails.length > 0 ? 'refused' : reviews.length > 0 ? 'review' : 'allowed';
    expect([real.status === 201, explanation.verdict], JSON.stringify(real.body)).toEqual([expected === 'allowed', expected]);
    // Where somebody is asked first, the attempt says so and says nothing of refusing.
    if (expected === 'review') expect(JSON.stringify(real.body)).toMatch(/acl_review|login_confirm/);
    expect(explanation.missing.length > 0).toBe(expected !== 'allowed' && fails.join() !== 'account_not_here');
  });

  test('a login rule that asks for a second factor is named, and keeps nobody out by itself', async () => {
    const at = await scene();
    await grant(at);
    const rule = await loginRule(at, { action: 'mfa' });
    const { steps, verdict } = await explained(everywhere, {
      user: at.user.id,
      asset: at.host.id,
      account: at.account.name,
      protocol: 'ssh',
    });
    expect(verdict).toBe('allowed');
    expect(steps.find(({ code }) => code.startsWith('login_mfa'))).toMatchObject({
      outcome: 'pass',
      rule: { type: 'loginacl', id: rule.id },
    });
  });

  test('from another address, as a component tells it', async () => {
    const at = await scene();
    await grant(at);
    await assetRule(at, { rules: { ip_group: ['203.0.113.0/24', '2001:db8::/32', '198.51.100.1-198.51.100.9'], time_period: [] } });
    const component = await server.anyone.post<Json>(
      'terminal/terminal-registrations/',
      { name: uniqueName('koko'), type: 'koko', comment: '' },
      { headers: { authorization: `BootstrapToken ${BOOTSTRAP_TOKEN}`, 'x-postern-local': LOCAL_PROOF } },
    );
    // At its door: it asks for nobody else.
    await server.as(at.user.username);
    const request = signedRequest(server.url, component.body.service_account.access_key);
    const addresses = ['203.0.113.7', '203.0.114.7', '2001:db8::1', '2001:db9::1', '198.51.100.5', '198.51.100.10'];
    for (const address of addresses) {
      const body = { user: at.user.id, asset: at.host.id, account: at.account.name, protocol: 'ssh', connect_method: 'ssh' };
      const real = await request<Json>({
        method: 'POST',
        path: '/api/v1/authentication/super-connection-token/',
        body: { ...body, remote_addr: address },
      }).then(
        () => 'allowed',
        () => 'refused',
      );
      const explanation = await explained(admin, { ...body, address });
      expect([address, explanation.verdict]).toEqual([address, real]);
    }
  });
});

describe('explaining access', () => {
  test('names the rules, the accounts and what would let somebody in', async () => {
    const at = await scene();
    const group = await createGroup(admin);
    const near = await createPermission(admin, { user_groups: [group.id], assets: [at.host.id] });
    const own = await createPermission(admin, { users: [at.user.id], nodes: [(await createNode(admin)).id] });
    const before = await explained(admin, { user: at.user.id, asset: at.host.id });
    expect(before.missing.map((one) => [one.code, one.target?.name, one.rule?.name])).toEqual([
      ['add_to_group', group.name, near.name],
      ['add_user', near.name, undefined],
      ['add_to_node', expect.any(String), own.name],
      ['add_asset', own.name, undefined],
      ['create_permission', undefined, undefined],
    ]);
    // The first advice, followed, lets them in.
    await admin.post('users/users-groups-relations/', [{ usergroup: group.id, user: at.user.id }]);
    const rule = await assetRule(at, { accounts: [at.account.username] });
    const second = await createAccount(admin, at.host.id);
    const after = await explained(admin, { user: at.user.id, asset: at.host.id });
    expect(after).toMatchObject({ verdict: 'allowed', account: second.name, missing: [] });
    expect(after.accounts.map((one) => [one.alias, one.outcome]).sort()).toEqual(
      [
        [at.account.name, 'fail'],
        [second.name, 'pass'],
      ].sort(),
    );
    const refused = await explained(admin, { user: at.user.id, asset: at.host.id, account: at.account.name });
    expect(refused.missing).toEqual([
      { code: 'change_rule', params: {}, target: { type: 'loginassetacl', id: rule.id, name: rule.name }, rule: null },
    ]);
    const group2 = await made(admin, 'acls/command-groups/', { name: uniqueName('group'), content: 'reboot' });
    const filter = await made(admin, 'acls/command-filter-acls/', {
      name: uniqueName('filter'),
      users: only(at.user.id),
      assets: everyone,
      accounts: ['@ALL'],
      command_groups: [group2.id],
    });
    expect((await explained(admin, { user: at.user.id, asset: at.host.id })).steps.at(-1)).toEqual({
      code: 'command_filter',
      outcome: 'note',
      params: { action: 'reject' },
      rule: { type: 'commandfilteracl', id: filter.id, name: filter.name },
    });
    for (const [action, code] of [
      ['upload', 'action_granted'],
      ['paste', 'action_granted'],
    ])
      expect((await explained(admin, { user: at.user.id, asset: at.host.id, action })).steps.map((step) => step.code)).toContain(code);
    await admin.patch(`perms/asset-permissions/${near.id}/`, { actions: ['connect'] });
    expect((await explained(admin, { user: at.user.id, asset: at.host.id, action: 'upload' })).missing.map((one) => one.code)).toEqual([
      'add_action',
    ]);
  });

  test('answers for another moment', async () => {
    const at = await scene();
    await grant(at, { date_start: '2031-01-01 00:00:00 +0000', date_expired: '2032-01-01 00:00:00 +0000' });
    const verdict = async (moment: string) => (await explained(admin, { user: at.user.id, asset: at.host.id, at: moment })).verdict;
    expect([await verdict('2030-06-01T00:00:00Z'), await verdict('2031-06-01T00:00:00Z'), await verdict('2032-06-01T00:00:00Z')]).toEqual([
      'refused',
      'allowed',
      'refused',
    ]);
  });

  test('is for who may look at permissions, in their own organisation; other rules keep their names', async () => {
    const at = await scene();
    await grant(at);
    const rule = await loginRule(at);
    const body = { user: at.user.id, asset: at.host.id };
    const elsewhere = root.inOrg((await createOrganisation(root)).id);
    expect((await elsewhere.post('perms/access/explain/', body)).status).toBe(404);
    const foreign = await createHost(elsewhere);
    expect((await admin.post('perms/access/explain/', { ...body, asset: foreign.id })).status).toBe(404);
    expect((await admin.post('perms/access/effect/', { draft: { resource: 'loginacl', id: foreign.id, body: {} } })).status).toBe(404);
    expect((await server.anyone.post('perms/access/explain/', body)).status).toBe(401);
    expect((await (await server.as(at.user.username)).inOrg(orgId).post('perms/access/explain/', body)).status).toBe(403);
    // An organisation's administrator is told that a rule of the whole system stands against it, not which one.
    const local = (await server.as((await createUser(admin, { org_roles: [ROLE.ORG_ADMIN] })).username)).inOrg(orgId);
    const step = (await explained(local, body)).steps.find((one) => one.code === 'login_reject');
    expect(step?.rule).toEqual({ type: 'loginacl', id: null, name: null });
    const own = (await explained(admin, body)).steps.find((one) => one.code === 'login_reject');
    expect(own?.rule).toEqual({ type: 'loginacl', id: rule.id, name: rule.name });
    // And cannot try out what they could not save.
    expect((await local.post('perms/access/effect/', { draft: { resource: 'loginacl', id: rule.id } })).status).toBe(403);
  });

  test.each([
    [{}, 'user'],
    [{ asset: '1' }, 'user'],
    [{ action: 'fly' }, 'action'],
    [{ address: 'home' }, 'address'],
    [{ at: 'tomorrow' }, 'at'],
    [{ account: 'x'.repeat(200) }, 'account'],
    ['text', 'non_field_errors'],
  ])('refuses %j', async (body, field) => {
    const at = await scene();
    const full =
      typeof body === 'string'
        ? body
        : Object.keys(body).length < 1 || 'asset' in body
          ? body
          : { user: at.user.id, asset: at.host.id, ...body };
    const answer = await admin.post('perms/access/explain/', full, { headers: { 'content-type': 'application/json' } });
    expect(answer.status).toBe(400);
    if (typeof body !== 'string') expect(answer.body).toHaveProperty(field);
  });
});

describe('trying a rule out', () => {
  const effect = async (api: Api, body: object): Promise<AccessEffect> => {
    const before = await fingerprint(server.db);
    const answer = await api.post<AccessEffect>('perms/access/effect/', body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(await fingerprint(server.db)).toEqual(before);
    return answer.body;
  };
  const draftOf = (at: Scene, more: Json = {}) => ({
    name: uniqueName('draft'),
    users: [at.user.id],
    user_groups: [],
    assets: [at.host.id],
    nodes: [],
    accounts: ['@ALL'],
    actions: ['all'],
    ...more,
  });

  test('a new permission: who gains; saved, it is so', async () => {
    const at = await scene();
    const body = draftOf(at);
    const effects = await effect(admin, { draft: { resource: 'assetpermission', body } });
    expect(effects).toMatchObject({ gains: 1, loses: 0, changes: 0, complete: true, people: { looked: 1, total: 1 } });
    expect(effects.rows).toMatchObject([
      {
        change: 'gains',
        user: { id: at.user.id },
        asset: { id: at.host.id },
        before: { verdict: 'refused', reason: 'permission_none', accounts: [] },
        after: { verdict: 'allowed', reason: null, accounts: [{ alias: at.account.name }] },
      },
    ]);
    await made(admin, 'perms/asset-permissions/', body);
    expect((await explained(admin, { user: at.user.id, asset: at.host.id })).verdict).toBe('allowed');
    // Once more the same: nobody gains anything.
    expect(await effect(admin, { draft: { resource: 'assetpermission', body: draftOf(at) } })).toMatchObject({
      gains: 0,
      loses: 0,
      changes: 0,
      rows: [],
    });
  });

  test('a changed permission: who loses, who gains, what changes for the rest', async () => {
    const at = await scene();
    const [stays, goes, comes] = await Promise.all([createUser(admin), createUser(admin), createUser(admin)]);
    const permission = await grant(at, { users: [stays.id, goes.id] });
    const effects = await effect(admin, {
      draft: { resource: 'assetpermission', id: permission.id, body: { users: [stays.id, comes.id], actions: ['connect'] } },
    });
    expect(effects.rows.map((row) => [row.user.id, row.change]).sort()).toEqual(
      [
        [stays.id, 'changes'],
        [goes.id, 'loses'],
        [comes.id, 'gains'],
      ].sort(),
    );
    expect(effects).toMatchObject({ gains: 1, loses: 1, changes: 1, people: { looked: 3, total: 3 } });
  });

  test('a deletion takes only what nothing else gives', async () => {
    const at = await scene();
    const permission = await grant(at);
    const trial = { draft: { resource: 'assetpermission', id: permission.id } };
    expect(await effect(admin, trial)).toMatchObject({ gains: 0, loses: 1 });
    await grant(at);
    expect(await effect(admin, trial)).toMatchObject({ gains: 0, loses: 0, rows: [] });
  });

  test('counts and names nobody whom its reader could not list, whoever a stored rule is about', async () => {
    const at = await scene();
    const permission = await grant(at);
    const stranger = await createUser(root.inOrg((await createOrganisation(root)).id));
    await sql`insert into asset_permission_users (permission_id, user_id) values (${permission.id}, ${stranger.id})`.execute(server.db);
    const effects = await effect(admin, { draft: { resource: 'assetpermission', id: permission.id } });
    expect(effects).toMatchObject({ loses: 1, people: { looked: 1, total: 1 } });
    expect(JSON.stringify(effects)).not.toContain(stranger.id);
  });

  test('access rules: about a session, a login, a method, commands', async () => {
    const at = await scene();
    await grant(at);
    const common = { name: uniqueName('draft'), users: only(at.user.id), is_active: true, priority: 50 };
    const asset = { ...common, assets: only(at.host.id), accounts: ['@ALL'] };
    expect(
      await effect(admin, { draft: { resource: 'loginassetacl', body: { ...asset, action: 'reject', rules: anywhere } } }),
    ).toMatchObject({
      loses: 1,
      rows: [{ after: { reason: 'asset_login_reject' } }],
    });
    const far = { ...asset, action: 'reject', rules: { ip_group: ['203.0.113.0/24'], time_period: [] } };
    expect(await effect(admin, { draft: { resource: 'loginassetacl', body: far } })).toMatchObject({ loses: 0 });
    expect(await effect(admin, { draft: { resource: 'loginassetacl', body: far }, address: '203.0.113.5' })).toMatchObject({ loses: 1 });
    expect(
      await effect(everywhere, { draft: { resource: 'loginacl', body: { ...common, action: 'reject', rules: anywhere } } }),
    ).toMatchObject({
      loses: 1,
      rows: [{ asset: null, after: { reason: 'login_reject' } }],
    });
    expect(
      await effect(everywhere, { draft: { resource: 'connectmethodacl', body: { ...common, connect_methods: ['web_cli'] } } }),
    ).toMatchObject({
      changes: 1,
      rows: [{ before: { methods: [] }, after: { methods: ['web_cli'] } }],
    });
    const group = await made(admin, 'acls/command-groups/', { name: uniqueName('group'), content: 'reboot' });
    expect(
      await effect(admin, { draft: { resource: 'commandfilteracl', body: { ...asset, action: 'reject', command_groups: [group.id] } } }),
    ).toMatchObject({ changes: 1, rows: [{ after: { filters: [asset.name] } }] });
  });

  test('chosen people and assets; more than one page can look at is on the next', async () => {
    const at = await scene();
    const node = await createNode(admin);
    const hosts = await Promise.all(Array.from({ length: 12 }, () => createHost(admin, { nodes: [node.id] })));
    const body = draftOf(at, { assets: [], nodes: [node.id], accounts: ['@INPUT'] });
    const draft = { resource: 'assetpermission', body };
    const first = await effect(admin, { draft });
    expect(first).toMatchObject({ gains: 10, complete: false, page: 1, pages: 2, assets: { looked: 10, total: 12 } });
    const second = await effect(admin, { draft, page: 2 });
    expect(second).toMatchObject({ gains: 2, complete: false, page: 2, pages: 2, assets: { looked: 2, total: 12 } });
    expect([...first.rows, ...second.rows].map((row) => row.asset?.id).sort()).toEqual(hosts.map((host) => host.id).sort());
    expect((await admin.post<Json>('perms/access/effect/', { draft, page: 3 })).body).toHaveProperty('page');
    const chosen = hosts.slice(0, 2).map((host) => host.id);
    expect((await effect(admin, { draft, users: [at.user.id], assets: chosen })).rows.map((row) => row.asset?.id).sort()).toEqual(
      chosen.sort(),
    );
  });

  test('what could not be saved is refused as saving refuses it, and nothing stays', async () => {
    const at = await scene();
    const before = await fingerprint(server.db);
    const trial = (draft: Json, more: Json = {}) => admin.post<Json>('perms/access/effect/', { draft, ...more });
    expect((await trial({ resource: 'assetpermission', body: draftOf(at, { actions: ['fly'] }) })).body).toHaveProperty('actions');
    expect((await trial({ resource: 'assetpermission', body: {} })).body).toHaveProperty('name');
    expect((await trial({ resource: 'user', body: {} })).body).toHaveProperty('draft');
    expect((await trial({ resource: 'assetpermission', id: 'nonsense' })).status).toBe(404);
    expect((await trial({ resource: 'assetpermission', body: draftOf(at) }, { users: Array(21).fill(at.user.id) })).body).toHaveProperty(
      'users',
    );
    expect(
      (await everywhere.post<Json>('perms/access/effect/', { draft: { resource: 'assetpermission', body: draftOf(at) } })).status,
    ).toBe(400);
    expect(await fingerprint(server.db)).toEqual(before);
  });
});
