import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { ROLE } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import { createAccount, createHost, createNode, createOrganisation, createUser, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_PASSWORD, serverOfFile } from '../../../test/harness.ts';

/** Ways to a secret that lead nowhere: copies, templates, lists and other organisations. */

let admin: Api;
let elsewhere: Api;
let orgId: string;

const server = serverOfFile();
const root = forThisFile(() => server.as('admin'));
beforeAll(async () => {
  orgId = (await createOrganisation(root)).id;
  [admin, elsewhere] = [root.inOrg(orgId), root.inOrg((await createOrganisation(root)).id)];
});

const CANARY = 'canary-77aa';
const SECRETS = 'accounts/account-secrets/';
/** The administrator in a browser, who has just typed the password again. */
async function confirmed(): Promise<Api> {
  const browser = (await server.browser('admin')).inOrg(orgId);
  expect((await browser.post('authentication/confirm/', { confirm_type: 'password', secret_key: ADMIN_PASSWORD })).status).toBe(200);
  return browser;
}
const storedOn = async (assetId: string): Promise<Record<string, string | null>> =>
  server.platform.asSystem('test', async (ctx) => {
    const { rows } = await sql<{ username: string; secret: string | null }>`
      select username, secret from accounts where asset_id = ${assetId}`.execute(ctx.tx);
    return Object.fromEntries(rows.map(({ username, secret }) => [username, secret === null ? null : ctx.secrets.decrypt(secret)]));
  });
const role = async (...permissions: string[]): Promise<string> =>
  (await root.post<Json>('rbac/org-roles/', { scope: 'org', name: uniqueName('role'), permissions })).body.id;
const holder = async (...permissions: string[]): Promise<Api> =>
  (await server.as((await createUser(admin, { org_roles: [await role(...permissions)] })).username)).inOrg(orgId);
const machine = (accounts: unknown, change: Json = {}): Json => ({
  name: uniqueName('copy'),
  address: '127.0.0.1',
  platform: { pk: 1 },
  protocols: [{ name: 'ssh', port: 22 }],
  accounts,
  ...change,
});
const MAKES = ['assets.add_asset', 'assets.view_asset', 'assets.change_asset', 'accounts.add_account', 'accounts.view_account'];

describe('accounts that come with a new machine', () => {
  const copy = async (api: Api, accounts: unknown) => api.post<Json>('assets/hosts/', machine(accounts));

  test('bring the secret of the one they are copied from only to those who may see it, and never over the wall', async () => {
    const [source, foreign] = [
      await createAccount(admin, (await createHost(admin)).id, { username: 'root', secret: CANARY }),
      await createAccount(elsewhere, (await createHost(elsewhere)).id, { username: 'root', secret: CANARY }),
    ];
    const copied = async (api: Api, id: unknown, more: Json = {}) => {
      const made = await copy(api, [{ id, name: 'root', username: 'root', secret_type: 'password', ...more }]);
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      return (await storedOn(made.body.id)).root;
    };
    expect(await copied(await holder(...MAKES, 'accounts.view_accountsecret'), source.id)).toBe(CANARY);
    expect(await copied(await holder(...MAKES), source.id)).toBeNull();
    for (const id of [foreign.id, randomUUID(), 'x', null]) expect(await copied(admin, id), String(id)).toBeNull();
    expect(await copied(admin, source.id, { secret: 'its own' })).toBe('its own');
    const bare = await createAccount(admin, (await createHost(admin)).id, { secret: '' });
    expect(await copied(admin, bare.id)).toBeNull();
  });

  test('are made by those who may make accounts, whole, or the machine is not made', async () => {
    const before = (await admin.get<Json[]>('assets/hosts/')).body.length;
    const one = { name: 'root', username: 'root', secret_type: 'password' };
    expect((await copy(await holder('assets.add_asset', 'assets.view_asset'), [one])).status).toBe(403);
    for (const accounts of [['root'], [null], [7], [{ ...one, secret_type: 'none' }], [one, { ...one, name: 'other' }]])
      expect(await copy(admin, accounts), JSON.stringify(accounts)).toMatchObject({ status: 400, body: { accounts: expect.anything() } });
    expect((await admin.get<Json[]>('assets/hosts/')).body).toHaveLength(before);
  });
});

describe('templates', () => {
  const TEMPLATES = 'accounts/account-templates/';
  const template = async (change: Json = {}, api = admin): Promise<Json> => {
    const made = await api.post<Json>(TEMPLATES, { name: uniqueName('t'), username: 'deploy', secret: CANARY, ...change });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body;
  };

  test('take keys that can be read, and secrets that no script is made of', async () => {
    const refused = async (change: Json) => (await admin.post<Json>(TEMPLATES, { name: uniqueName('t'), username: 'u', ...change })).body;
    const pem = { publicKeyEncoding: { type: 'spki', format: 'pem' }, privateKeyEncoding: { type: 'pkcs8', format: 'pem' } } as const;
    const [ed448, edwards, koblitz] = [
      generateKeyPairSync('ed448', pem),
      generateKeyPairSync('ed25519', pem),
      generateKeyPairSync('ec', { namedCurve: 'secp256k1', ...pem }),
    ];
    const locked = generateKeyPairSync('ed25519', {
      ...pem,
      privateKeyEncoding: { ...pem.privateKeyEncoding, cipher: 'aes-256-cbc', passphrase: 'open' },
    });
    for (const secret of ['no key', ed448.privateKey, koblitz.privateKey, edwards.publicKey, locked.privateKey])
      expect(await refused({ secret_type: 'ssh_key', secret }), String(secret).slice(0, 40)).toHaveProperty('secret');
    expect(await refused({ secret_type: 'ssh_key', secret: locked.privateKey, passphrase: 'wrong' })).toHaveProperty('secret');
    for (const secret of ['{{ lookup }}', 'a"b', "a'b"]) expect(await refused({ secret }), secret).toHaveProperty('secret');
    const made = await template({ secret_type: 'ssh_key', secret: locked.privateKey, passphrase: 'open' });
    expect(made.spec_info.ssh_key_fingerprint).toMatch(/^([0-9a-f]{2}:){15}[0-9a-f]{2}$/);
    expect(JSON.stringify(made)).not.toContain('PRIVATE KEY');
    // The filter of a form: words that are no protocol stand for passwords.
    const of = async (protocols: string) => (await admin.get<Json[]>(`${TEMPLATES}?protocols=${protocols}`)).body.map((one) => one.id);
    expect(await of('ssh')).toContain(made.id);
    for (const words of ['redis', 'x', 'constructor,__proto__', ',']) expect(await of(words), words).not.toContain(made.id);
  });

  test('of another organisation make no account, and their secrets go nowhere', async () => {
    const foreign = await template({}, elsewhere);
    const host = await createHost(admin);
    for (const id of [foreign.id, randomUUID()]) {
      expect(await admin.post<Json>('accounts/accounts/', { asset: host.id, template: id, username: '' }), id).toMatchObject({
        status: 400,
        body: { template: expect.anything() },
      });
      expect((await admin.post('accounts/accounts/bulk/', { assets: [host.id], template: id, on_invalid: 'skip' })).status).toBe(400);
      expect((await admin.post<Json>('assets/hosts/', machine([{ template: id, name: 'x' }]))).status).toBe(400);
    }
    expect(await storedOn(host.id)).toEqual({});
  });

  test('give what they hold, also none, and the login they switch from where it is', async () => {
    const from = await template({ username: 'ops' });
    const [switched, bare] = [await template({ username: 'root', su_from: from.id }), await template({ username: 'bare', secret: '' })];
    const host = await createHost(admin);
    const make = async (id: string) => (await admin.post<Json>('accounts/accounts/', { asset: host.id, template: id, username: '' })).body;
    expect((await make(switched.id)).su_from).toBeNull();
    expect((await make(bare.id)).has_secret).toBe(false);
    const other = await createHost(admin);
    const ops = await createAccount(admin, other.id, { username: 'ops', name: 'ops', secret: 'own' });
    const made = await admin.post<Json>('accounts/accounts/', { asset: other.id, template: switched.id, username: '' });
    expect(made.body.su_from?.id).toBe(ops.id);
    expect(await storedOn(other.id)).toEqual({ ops: 'own', root: CANARY });
  });
});

describe('secrets in lists', () => {
  test('of a page are its own, each look is written down, and other organisations are not in it', async () => {
    const browser = await confirmed();
    const host = await createHost(admin);
    const foreign = await createAccount(elsewhere, (await createHost(elsewhere)).id, { secret: 'canary-foreign' });
    const own = [];
    for (const n of [1, 2, 3])
      own.push(await createAccount(admin, host.id, { name: `list-${n}`, username: `list-${n}`, secret: n === 3 ? '' : `${CANARY}-${n}` }));
    const page = await browser.get<Json>(`${SECRETS}?asset=${host.id}&order=name&limit=2&fields=name`);
    expect(page.body).toMatchObject({ count: 3, results: [{ secret: `${CANARY}-1` }, { secret: `${CANARY}-2` }] });
    const all = await browser.get<Json[]>(`${SECRETS}?asset=${host.id}&order=name&fields!=id`);
    expect(all.body.map((one) => one.secret)).toEqual([`${CANARY}-1`, `${CANARY}-2`, '']);
    const { rows } = await sql<{ resource_id: string }>`
      select resource_id from operate_logs where action = 'view' and resource_type = 'account' and resource like 'list-%' order by seq`.execute(
      server.db,
    );
    expect(rows.map((row) => row.resource_id).sort()).toEqual([...own.slice(0, 2), ...own].map((one) => one.id).sort());
    expect(JSON.stringify((await browser.get(`${SECRETS}?limit=100`)).body)).not.toContain('canary-foreign');
    for (const path of [`${SECRETS}${foreign.id}/`, `${SECRETS}${foreign.id}/histories/`])
      expect((await browser.get(path)).status).toBe(404);
  });

  test('that were are shown without the one that is; after a clearing all of them were', async () => {
    const browser = await confirmed();
    const account = await createAccount(admin, (await createHost(admin)).id, { secret: 'first' });
    for (const secret of ['second', 'third']) await admin.patch(`accounts/accounts/${account.id}/`, { secret });
    const former = async () => (await browser.get<Json[]>(`${SECRETS}${account.id}/histories/`)).body.map((one) => one.secret);
    expect(await former()).toEqual(['second', 'first']);
    expect((await admin.patch('accounts/accounts/clear-secret/', { account_ids: [account.id] })).status).toBe(200);
    expect(await former()).toEqual(['third', 'second', 'first']);
    expect((await browser.get<Json>(`${SECRETS}${account.id}/`)).body.secret).toBe('');
    expect((await elsewhere.patch('accounts/accounts/clear-secret/', { account_ids: [account.id] })).status).toBe(200);
  });

  test('need the right to them and a confirmation; reading accounts is not enough', async () => {
    const account = await createAccount(admin, (await createHost(admin)).id, { secret: CANARY });
    const reader = await holder('accounts.view_account', 'accounts.change_account');
    for (const path of ['', `${account.id}/`, `${account.id}/histories/`]) {
      expect((await reader.get(`${SECRETS}${path}`)).status, path).toBe(403);
      const unconfirmed = (await server.browser('admin')).inOrg(orgId);
      expect(await unconfirmed.get<Json>(`${SECRETS}${path}`), path).toMatchObject({ status: 400, body: { code: 'password' } });
    }
    const auditor = (await server.as((await createUser(admin, { org_roles: [ROLE.ORG_AUDITOR] })).username)).inOrg(orgId);
    expect((await auditor.get(SECRETS)).status).toBe(403);
  });
});

describe('accounts are found', () => {
  test('by where they are, and what no row has finds none', async () => {
    const node = await createNode(admin);
    const host = await createHost(admin, { nodes: [node.id] });
    const account = await createAccount(admin, host.id, { username: uniqueName('found') });
    const list = async (query: string, api = admin) => (await api.get<Json[]>(`accounts/accounts/?${query}`)).body.map((one) => one.id);
    for (const query of [`nodes=${node.id}`, `node_id=${node.key}`, `asset=${host.id}`, `search=${account.username}`])
      expect(await list(query), query).toEqual([account.id]);
    for (const query of ['platform=1', 'platform=Linux', 'search=%20,%20', 'category=host', 'type=linux', 'address=127.0.0.1'])
      expect(await list(query), query).toContain(account.id);
    for (const query of ['platform=999999999', 'platform=constructor', 'asset=x', `asset=${randomUUID()}`, 'type=x'])
      expect(await list(query), query).toEqual([]);
    // A node of another organisation is one that is not known, which filters nothing.
    for (const query of [`nodes=${node.id}`, `asset=${host.id}`]) expect(await list(query, elsewhere), query).not.toContain(account.id);
    const names = async (query: string, api = admin) => (await api.get<string[]>(`accounts/accounts/username-suggestions/?${query}`)).body;
    expect(await names(`nodes=${node.id}`)).toEqual([account.username]);
    expect(await names(`keys=${node.key}`)).toEqual([account.username]);
    expect(await names(`assets=${host.id}`, elsewhere)).toEqual([]);
    const sources = async (query: string, api = admin) =>
      (await api.get<Json[]>(`accounts/accounts/su-from-accounts/?${query}`)).body.map((one) => one.id);
    expect(await sources(`asset=${host.id}`)).toEqual([account.id]);
    for (const query of [`account=${account.id}`, 'asset=x', '']) expect(await sources(query), query).toEqual([]);
    expect(await sources(`asset=${host.id}`, elsewhere)).toEqual([]);
  });

  test('on many machines at once, each refused by itself and none over the wall', async () => {
    const [there, plain, foreign] = [await createHost(admin), await createHost(admin), await createHost(elsewhere)];
    const from = await createAccount(admin, plain.id, { username: 'ops', name: 'ops' });
    await createAccount(admin, there.id, { name: 'root', username: 'somebody' });
    const put = (change: Json) =>
      admin.post<Json[]>('accounts/accounts/bulk/', {
        assets: [{ id: there.id }, plain.id, foreign.id],
        name: 'root',
        username: 'root',
        secret_type: 'ssh_key',
        su_from_username: 'ops',
        on_invalid: 'skip',
        ...change,
      });
    // What is wrong with the account itself is told for each machine that could take one.
    const wrong = await put({ secret: 'no key' });
    expect(wrong.body.map((one) => [one.asset_id, one.state]).sort()).toEqual([there, plain].map(({ id }) => [id, 'error']).sort());
    expect(wrong.body.every((one) => typeof one.error === 'string' && one.error !== '')).toBe(true);
    const made = await put({ secret_type: 'password', secret: CANARY });
    expect(made.body.map((one) => [one.asset_id, one.state]).sort()).toEqual(
      [
        [there.id, 'created'],
        [plain.id, 'created'],
      ].sort(),
    );
    expect(await storedOn(foreign.id)).toEqual({});
    const rows = (await admin.get<Json[]>(`accounts/accounts/?asset=${plain.id}`)).body;
    expect(rows.find((one) => one.username === 'root')?.su_from?.id).toBe(from.id);
    // A name that is taken there gets an ending of its own.
    expect((await admin.get<Json[]>(`accounts/accounts/?asset=${there.id}`)).body.map((one) => one.name)).toEqual(
      expect.arrayContaining(['root', expect.stringMatching(/^root-[0-9a-f]{4}$/)]),
    );
  });
});
