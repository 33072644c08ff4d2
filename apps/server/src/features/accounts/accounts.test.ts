import { randomUUID } from 'node:crypto';
import type { Api, Json } from '@postern/testkit/api';
import { openEncrypted } from '@postern/testkit/encrypted-archive';
import { createAccount, createHost, createOrganisation, createUser, uniqueName } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { ADMIN_PASSWORD } from '../../../test/harness.ts';
import { organisationOfFile } from '../../../test/in-organisation.ts';

const { server, org, admin, as } = organisationOfFile();

const URL = 'accounts/accounts/';
const SECRETS = 'accounts/account-secrets/';
const CANARY = 'canary-5f2b';

/** The administrator in a browser, who has just typed the password again. */
async function confirmed(): Promise<Api> {
  const browser = (await server.browser('admin')).inOrg(org.id);
  const answer = await browser.post('authentication/confirm/', { confirm_type: 'password', secret_key: ADMIN_PASSWORD });
  expect(answer.status).toBe(200);
  return browser;
}

describe('accounts', () => {
  test.each([
    ['none', {}],
    ['a blank one', { name: '' }],
    ['null', { name: null }],
  ])('with %s for a name are called like their username, and keep that name', async (_what, named) => {
    const host = await createHost(admin);
    const { status, body } = await admin.post(URL, { username: 'root', asset: host.id, ...named });
    expect([status, body.name]).toEqual([201, 'root']);
    for (const method of ['PUT', 'PATCH'])
      expect((await admin.send<Json>(method, `${URL}${body.id}/`, { username: 'root', asset: host.id, ...named })).body.name).toBe('root');
    const form = (await admin.options(URL)).body.actions.POST.name;
    expect(form).toMatchObject({ type: 'string', required: false });
    const described = (await admin.get<Json>('/api/swagger.json')).body.components.schemas;
    for (const name of ['accounts.account', 'accounts.account.body'])
      expect(described[name].properties.name, name).toEqual({ type: 'string', title: 'Name' });
  });

  test('have the fields that clients read, without the secret', async () => {
    const host = await createHost(admin);
    const { status, body } = await admin.post(URL, { username: 'root', asset: { pk: host.id }, secret: CANARY, privileged: true });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'root',
      username: 'root',
      secret_type: { value: 'password' },
      has_secret: true,
      privileged: true,
      is_active: true,
      version: 1,
      source: { value: 'local' },
      su_from: null,
      spec_info: {},
      asset: {
        id: host.id,
        name: host.name,
        address: '127.0.0.1',
        type: { value: 'linux' },
        category: { value: 'host' },
        platform: { id: 1, name: 'Linux' },
        auto_config: { ping_enabled: true },
      },
    });
    for (const key of ['secret', 'passphrase', 'template', 'push_now', 'params', 'on_invalid']) expect(body).not.toHaveProperty(key);
  });

  test('only a template makes an account follow one; other sources are as said', async () => {
    const host = await createHost(admin);
    const made = async (source: string) => {
      const { status, body } = await admin.post(URL, { username: `by-${source}`, asset: host.id, source, source_id: randomUUID() });
      expect(status).toBe(201);
      return { source: body.source.value, source_id: body.source_id };
    };
    expect(await made('template')).toEqual({ source: 'local', source_id: null });
    expect(await made('collected')).toEqual({ source: 'collected', source_id: null });
  });

  test('a taken name gets a suffix when it was not chosen, the same login twice is refused', async () => {
    const host = await createHost(admin);
    await createAccount(admin, host.id, { name: 'root', username: 'root' });
    expect((await admin.post(URL, { username: 'root', asset: host.id, secret_type: 'token', secret: 'x' })).body.name).toMatch(
      /^root_[0-9a-f]{4}$/,
    );
    expect((await admin.post(URL, { name: 'other', username: 'root', asset: host.id })).body).toHaveProperty('non_field_errors');
    expect((await admin.post(URL, { name: 'root', username: 'x', asset: host.id })).body).toHaveProperty('non_field_errors');
    expect((await admin.post(URL, { username: 'x', asset: '00000000-0000-4000-8000-000000000000' })).body).toHaveProperty('asset');
  });

  test('update keeps username and an empty secret, raises the version with a new one, detaches from the template', async () => {
    const host = await createHost(admin);
    const account = await createAccount(admin, host.id, { name: 'a', username: 'a', secret: 'first' });
    const path = `${URL}${account.id}/`;
    expect((await admin.patch(path, { username: 'b', secret: '' })).body).toMatchObject({ username: 'a', has_secret: true, version: 1 });
    expect((await admin.patch(path, { secret: 'second' })).body).toMatchObject({ version: 2 });
    expect((await admin.patch(path, { su_from: account.id })).body).toHaveProperty('su_from');
    const { rows } = await sql<Json>`select version from accounts_history where account_id = ${account.id} order by id`.execute(server.db);
    expect(rows.map((row) => row.version)).toEqual([1, 2]);
  });

  test.each(['with {{ braces }}', "with ' quote", 'with " quote'])('a secret %s is refused', async (secret) => {
    const host = await createHost(admin);
    expect((await admin.post(URL, { username: 'x', asset: host.id, secret })).body).toHaveProperty('secret');
    expect((await admin.post(URL, { username: 'x', asset: host.id, secret, secret_type: 'ssh_key' })).body).toHaveProperty('secret');
  });

  test('filters and search', async () => {
    const host = await createHost(admin);
    const a = await createAccount(admin, host.id, { privileged: true });
    const b = await createAccount(admin, host.id, { secret: undefined });
    const list = async (query: string) => (await admin.get<Json[]>(`${URL}?${query}`)).body.map((one) => one.id).sort();
    expect(await list(`asset=${host.id}`)).toEqual([a.id, b.id].sort());
    expect(await list(`asset_id=${host.id}&has_secret=0`)).toEqual([b.id]);
    expect(await list(`asset=${host.id}&privileged=true`)).toEqual([a.id]);
    expect(await list(`search=${host.name}`)).toEqual([a.id, b.id].sort());
    expect(await list(`search=${a.username},${host.name}`)).toEqual([a.id]);
    expect(await list(`node_id=${host.nodes[0].id}&username=${b.username}`)).toEqual([b.id]);
    expect((await admin.get<string[]>(`${URL}username-suggestions/?assets=${host.id}`)).body.sort()).toEqual(
      [a.username, b.username].sort(),
    );
    expect((await admin.get<Json[]>(`${URL}su-from-accounts/?account=${a.id}`)).body.map((one) => one.id)).toEqual([b.id]);
  });

  test('a template gives all it has', async () => {
    const host = await createHost(admin);
    const template = (
      await admin.post('accounts/account-templates/', { name: uniqueName('t'), username: 'deploy', secret: 'shared-1', privileged: true })
    ).body;
    expect(template).toMatchObject({ has_secret: true, username: 'deploy' });
    const { body } = await admin.post(URL, { asset: host.id, template: template.id, username: 'ignored', name: 'ignored' });
    expect(body).toMatchObject({
      name: template.name,
      username: 'deploy',
      privileged: true,
      has_secret: true,
      source: { value: 'template' },
      source_id: template.id,
    });
    expect((await admin.patch(`${URL}${body.id}/`, { comment: 'mine' })).body.source_id).toBeNull();
  });

  test('one that is there already is refused, answered as it is, or overwritten, as the request says', async () => {
    const host = await createHost(admin);
    const there = await createAccount(admin, host.id, { name: 'ops', username: 'ops', secret: 'one', comment: 'kept' });
    const again = (body: Json) => admin.post(URL, { asset: host.id, name: 'ops', username: 'ops', secret: 'two', ...body });
    expect((await again({ on_invalid: 'error' })).body).toHaveProperty('non_field_errors');
    const skipped = await again({ on_invalid: 'skip', comment: 'new' });
    expect([skipped.status, skipped.body]).toEqual([201, expect.objectContaining({ id: there.id, comment: 'kept', version: 1 })]);
    const updated = await again({ on_invalid: 'update', comment: 'new' });
    expect([updated.status, updated.body]).toEqual([201, expect.objectContaining({ id: there.id, comment: 'new', version: 2 })]);
    const template = await admin.post('accounts/account-templates/', {
      name: uniqueName('t'),
      username: 'ops',
      secret: 'three',
      privileged: true,
    });
    const copied = await admin.post(URL, { asset: host.id, template: template.body.id, on_invalid: 'update', username: '' });
    expect(copied.body).toMatchObject({ id: there.id, name: 'ops', username: 'ops', privileged: true, version: 3 });
    const many = await admin.post<Json[]>(URL, [
      { asset: host.id, username: 'new', secret: 'x', on_invalid: 'skip' },
      { asset: host.id, username: 'ops', secret: 'x', on_invalid: 'skip' },
    ]);
    expect(many.body.map((one) => one.username)).toEqual(['new', 'ops']);
    expect((await admin.get<Json[]>(`${URL}?asset=${host.id}`)).body).toHaveLength(2);
    const { rows } = await sql<Json>`select version from accounts_history where account_id = ${there.id} order by id`.execute(server.db);
    expect(rows.map((row) => row.version)).toEqual([1, 2, 3]);
  });

  test('bulk: skip, update and error', async () => {
    const [a, b, site] = [
      await createHost(admin),
      await createHost(admin),
      (await admin.post('assets/webs/', { name: uniqueName('web'), address: 'x', platform: 26 })).body,
    ];
    const bulk = (body: Json) => admin.post<Json[]>(`${URL}bulk/`, { username: 'ops', secret: 'one', ...body });
    expect((await bulk({ assets: [a.id] })).body).toEqual([
      { asset: `${a.name}(127.0.0.1)`, asset_id: a.id, state: 'created', changed: true },
    ]);
    const refused = await bulk({ assets: [a.id, b.id] });
    expect([refused.status, refused.body]).toEqual([
      400,
      [{ asset: `${a.name}(127.0.0.1)`, asset_id: a.id, state: 'error', error: expect.any(String) }],
    ]);
    expect((await admin.get<Json[]>(`${URL}?asset=${b.id}`)).body).toEqual([]);
    expect((await bulk({ assets: [a.id, b.id], on_invalid: 'skip' })).body.map((one) => one.state)).toEqual(['skipped', 'created']);
    expect((await bulk({ assets: [a.id, b.id], on_invalid: 'update', secret: 'two' })).body.map((one) => one.state)).toEqual([
      'updated',
      'updated',
    ]);
    expect((await bulk({ assets: [a.id], on_invalid: 'update', secret: 'two' })).body.map((one) => one.state)).toEqual(['skipped']);
    expect((await bulk({ assets: [site.id], on_invalid: 'skip', secret_type: 'token', username: 't' })).body).toMatchObject([
      { state: 'error' },
    ]);
  });

  test('clearing a secret leaves the account', async () => {
    const host = await createHost(admin);
    const account = await createAccount(admin, host.id);
    expect((await admin.patch(`${URL}clear-secret/`, { account_ids: [account.id] })).status).toBe(200);
    expect((await admin.get(`${URL}${account.id}/`)).body).toMatchObject({ has_secret: false, version: 1 });
  });
});

describe('secrets', () => {
  test('never leave by any other way: reads, filters, orders, audit, database', async () => {
    const host = await createHost(admin);
    const account = await createAccount(admin, host.id, { secret: CANARY });
    await admin.patch(`${URL}${account.id}/`, { secret: `${CANARY}-2`, comment: 'changed' });
    for (const path of [
      `${URL}${account.id}/`,
      `${URL}?asset=${host.id}`,
      `assets/hosts/${host.id}/`,
      `${URL}?fields=id,secret`,
      `${URL}?secret=${CANARY}`,
      `${URL}?order=secret`,
      'audits/operate-logs/?limit=100',
    ]) {
      const answer = await admin.get(path);
      expect([path, answer.status, JSON.stringify(answer.body).includes(CANARY)]).toEqual([path, 200, false]);
    }
    expect((await admin.get<Json[]>(`${URL}?secret=nonsense&asset=${host.id}`)).body).toHaveLength(1);
    const { rows } = await sql<Json>`
      select (select jsonb_agg(to_jsonb(a)) from accounts a) as accounts, (select jsonb_agg(to_jsonb(h)) from accounts_history h) as history,
        (select jsonb_agg(to_jsonb(o)) from operate_logs o) as logs`.execute(server.db);
    expect(JSON.stringify(rows)).not.toContain(CANARY);
    const info = (await admin.options(URL)).body.actions;
    expect(info.GET).not.toHaveProperty('secret');
    expect(info.POST.secret).toMatchObject({ write_only: true });
  });

  test('leave as an archive that opens with the file key of who asks, and not at all without one', async () => {
    const host = await createHost(admin);
    const secret = 'Export-canary-9921';
    await createAccount(admin, String(host.id), { name: 'canary', username: 'canary', secret });
    const path = `${SECRETS}?format=xlsx&asset=${host.id}`;
    const browser = await server.browser('admin');
    const me = browser.inOrg(org.id);
    expect((await me.get(path)).status).toBe(400);
    await me.post('authentication/confirm/', { confirm_type: 'password', secret_key: ADMIN_PASSWORD });
    const events = async (): Promise<number> =>
      Number((await sql<{ n: number }>`select count(*)::int as n from operate_logs where action = 'view'`.execute(server.db)).rows[0]?.n);
    const before = await events();
    const without = await me.get<string>(path);
    expect(without.headers.get('content-disposition')).toContain('.txt');
    expect(without.body).toContain('file key');
    expect(await events()).toBe(before);
    const key = 'Key of the export 1';
    await me.patch('users/profile/secret-key/', { new_secret_key: key, new_secret_key_again: key });
    const headers = { ...browser.cookies.headers('GET'), 'x-jms-org': org.id };
    const answer = await fetch(`${server.url}/api/v1/${path}`, { headers });
    expect(answer.headers.get('content-disposition')).toMatch(/filename="account_.*\.zip"/);
    const archive = new Uint8Array(await answer.arrayBuffer());
    expect(Buffer.from(archive).includes(secret)).toBe(false);
    const { name, sheets } = await openEncrypted(archive, key);
    expect(name).toMatch(/^account_.*\.xlsx$/);
    expect(sheets.join('')).toContain(secret);
    expect(await events()).toBe(before + 1);
    await expect(openEncrypted(archive, 'Key of the export 2')).rejects.toThrow();
  });

  test('are shown to somebody who has the right and has just confirmed, and each view is written down', async () => {
    const host = await createHost(admin);
    const account = await createAccount(admin, host.id, { secret: CANARY, name: uniqueName('seen') });
    await admin.patch(`${URL}${account.id}/`, { secret: 'newer' });
    expect(await admin.get(`${SECRETS}${account.id}/`)).toMatchObject({
      status: 400,
      body: { code: expect.stringMatching(/mfa|password|relogin/) },
    });
    const user = await createUser(admin);
    expect((await (await as(user.username)).get(`${SECRETS}${account.id}/`)).status).toBe(403);
    const browser = await confirmed();
    expect((await browser.get(`${SECRETS}${account.id}/`)).body).toMatchObject({ id: account.id, secret: 'newer' });
    expect((await browser.get<Json[]>(`${SECRETS}?asset=${host.id}&fields=name`)).body).toMatchObject([{ secret: 'newer' }]);
    expect((await browser.get(`${SECRETS}${account.id}/histories/?limit=1`)).body).toMatchObject({
      count: expect.any(Number),
      previous: null,
    });
    expect((await browser.get<Json[]>(`${SECRETS}${account.id}/histories/`)).body).toMatchObject([
      { secret: CANARY, version: 1, secret_type: { value: 'password' } },
    ]);
    const { rows } = await sql<Json>`select action from operate_logs where resource_id = ${account.id} and action = 'view'`.execute(
      server.db,
    );
    expect(rows).toHaveLength(4);
  });

  test('of another organisation are not found', async () => {
    const root = await server.as('admin');
    const other = root.inOrg((await createOrganisation(root)).id);
    const account = await createAccount(other, (await createHost(other)).id);
    expect((await (await confirmed()).get(`${SECRETS}${account.id}/`)).status).toBe(404);
    expect((await admin.post(URL, { username: 'x', asset: account.asset.id })).body).toHaveProperty('asset');
  });
});
