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
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { anywhere, assetRule, grant, loginRule, only, type Scene, sceneOf } from '../../../test/access-scenes.ts';
import { SITUATIONS } from '../../../test/access-situations.ts';
import { BOOTSTRAP_TOKEN, LOCAL_PROOF } from '../../../test/harness.ts';
import { organisationOfFile } from '../../../test/in-organisation.ts';
import { made } from '../../../test/made.ts';
import { fingerprint } from '../../../test/matrix/fingerprint.ts';

const { server, root, admin, as } = organisationOfFile();
/** The same over all organisations. */
const everywhere = forThisFile(() => root.inOrg(ORG.ROOT));

const everyone = { type: 'all' };
const scene = (given: Json = {}): Promise<Scene> => sceneOf({ server, root, everywhere, admin }, given);

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

  test('an asset rule that asks for a second factor is named, and keeps nobody out who has one', async () => {
    const at = await scene();
    await grant(at);
    const rule = await assetRule(at, { action: 'mfa' });
    const asked = { user: at.user.id, asset: at.host.id, account: at.account.name, protocol: 'ssh' };
    const refused = await explained(everywhere, asked);
    expect([refused.verdict, refused.accounts.map(({ outcome }) => outcome)]).toEqual(['refused', ['fail']]);
    const secret = server.platform.secrets.encrypt('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP');
    await sql`update users set otp_secret = ${secret} where id = ${at.user.id}`.execute(server.db);
    const { steps, verdict, accounts } = await explained(everywhere, asked);
    expect([verdict, accounts.map(({ outcome }) => outcome)]).toEqual(['allowed', ['pass']]);
    expect(steps.find(({ code }) => code === 'asset_login_mfa')).toMatchObject({
      outcome: 'pass',
      rule: { type: 'loginassetacl', id: rule.id },
    });
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
    expect((await (await as(at.user.username)).post('perms/access/explain/', body)).status).toBe(403);
    // An organisation's administrator is told that a rule of the whole system stands against it, not which one.
    const local = await as((await createUser(admin, { org_roles: [ROLE.ORG_ADMIN] })).username);
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
