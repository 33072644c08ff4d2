import { readFile } from 'node:fs/promises';
import { signedRequest } from '@postern/client/component-request';
import { PLATFORM_LINUX } from '@postern/contract/ids';
import { change, fetchRow } from '@postern/resource';
import type { Api, Json } from '@postern/testkit/api';
import { createAccount, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestServer } from '../../../test/harness.ts';
import { registerComponent } from '../../../test/matrix/actors.ts';
import type { SecretCatcher } from '../../../test/secret-catcher.ts';
import { SECRET, type Theft, theft } from '../../../test/thief.ts';
import { worked } from '../../../test/worked.ts';
import { runJob } from '../../app.ts';
import { migrationsDir } from '../../platform/database/migrate.ts';
import { placed, vouched } from './index.ts';

/**
 * Somebody who may change assets and run automations, but see no secret, turns stored secrets to a machine of their own
 * (decision 0067). The machine is real: it listens, and keeps the passwords it is offered.
 */

let server: TestServer;
let admin: Api;
let thief: Api;
let orgId: string;
let catcher: SecretCatcher;
let person: Theft['person'];
let house: Theft['house'];
let component: (path: string, body: unknown) => Promise<Json>;

const world = forThisFile(theft, (it) => it.close());
beforeAll(async () => {
  ({ server, admin, thief, orgId, catcher, person, house } = world);
  const request = signedRequest(server.url, (await registerComponent(server)).key);
  component = (path, body) =>
    request<Json>({ method: 'POST', path: `/api/v1/${path}`, body }).catch((error: { code: string; detail: string }) => ({
      code: error.code,
      detail: error.detail,
    }));
});
beforeEach(() => catcher.caught.splice(0));

/** Where the thief listens. */
const theirs = (): Json => ({ address: '127.0.0.1', protocols: [{ name: 'ssh', port: catcher.port }] });
const PATCHED = { status: 200 };

const hostOf = async (id: unknown): Promise<Json> => (await admin.get(`assets/hosts/${id}/`)).body;
const accountOf = async (id: unknown): Promise<Json> => (await admin.get(`accounts/accounts/${id}/`)).body;
const token = (api: Api, host: Json, account = 'root', more: Json = {}) =>
  api.post('authentication/connection-token/', { asset: host.id, account, protocol: 'ssh', connect_method: 'web_cli', ...more });
const exchanged = (id: unknown) => component('authentication/super-connection-token/secret/', { id });

async function ran(answer: { status: number; body: Json }): Promise<string> {
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return worked(server, String(answer.body.task));
}

/** Everything that sends the secret of an account somewhere. */
async function everyUse(api: Api, host: Json, account: Json): Promise<string> {
  const tasks = (action: string) => api.post('accounts/accounts/tasks/', { action, accounts: [account.id] });
  const gathering = await api.post('accounts/gather-account-automations/', {
    name: uniqueName('gather'),
    assets: [host.id],
    is_periodic: false,
  });
  expect(gathering.status, JSON.stringify(gathering.body)).toBe(201);
  return [
    await ran(await tasks('verify')),
    await ran(await tasks('push')),
    await ran(await api.post(`assets/assets/${host.id}/tasks/`, { action: 'test' })),
    await ran(await api.post(`assets/assets/${host.id}/tasks/`, { action: 'refresh' })),
    await ran(await api.post('accounts/gather-account-executions/', { automation: gathering.body.id })),
  ].join('\n');
}

describe('an address that somebody changed who may not see the secrets', () => {
  test('gets none of them: not by verifying, pushing, testing, refreshing or gathering', async () => {
    const { host, account } = await house();
    const app = await createAccount(admin, host.id, { username: 'app', secret: 'canary-of-app' });
    expect(await thief.patch(`assets/hosts/${host.id}/`, theirs())).toMatchObject(PATCHED);
    const log = await everyUse(thief, host, app);
    expect(catcher.caught).toEqual([]);
    expect(log.match(/not confirmed/g)?.length).toBe(5);
    expect(await hostOf(host.id)).toMatchObject({ destination_confirmed: false });
    expect(await accountOf(account.id)).toMatchObject({ destination_confirmed: false });
  });

  test('gets none in a session, whether the token was made before or after', async () => {
    const { host } = await house();
    const before = await token(thief, host);
    expect(before.status).toBe(201);
    await thief.patch('assets/hosts/', [{ id: host.id, ...theirs() }]);
    expect(JSON.stringify(await exchanged(before.body.id))).not.toContain(SECRET);
    const after = await token(thief, host);
    expect([after.status, after.body.code]).toEqual([400, 'destination_unconfirmed']);
    // What somebody types in themselves is theirs to send.
    const typed = await token(thief, host, '@INPUT', { input_username: 'me', input_secret: 'my own' });
    expect(typed.status).toBe(201);
    expect(await exchanged(typed.body.id)).toMatchObject({ account: { username: 'me', secret: 'my own' } });
  });

  test('put back as it was, it is as it was', async () => {
    const { host } = await house();
    await thief.patch(`assets/hosts/${host.id}/`, theirs());
    await thief.patch(`assets/hosts/${host.id}/`, { address: host.address, protocols: [{ name: 'ssh', port: 22 }] });
    expect(await hostOf(host.id)).toMatchObject({ destination_confirmed: true });
    expect((await token(thief, host)).status).toBe(201);
  });

  test('does not pass for confirmed because somebody with the right changed something else', async () => {
    const { host } = await house();
    await thief.patch(`assets/hosts/${host.id}/`, theirs());
    await admin.patch(`assets/hosts/${host.id}/`, { comment: 'seen' });
    expect(await hostOf(host.id)).toMatchObject({ destination_confirmed: false });
    await admin.patch(`assets/hosts/${host.id}/`, { address: '192.0.2.11', protocols: [{ name: 'ssh', port: 22 }] });
    expect(await hostOf(host.id)).toMatchObject({ destination_confirmed: true });
  });
});

describe('other ways to turn a secret elsewhere', () => {
  test('a platform of the changer’s choice', async () => {
    const { host, account } = await house();
    const other = await admin.post('assets/platforms/', {
      name: uniqueName('platform'),
      category: 'host',
      type: 'linux',
      protocols: [{ name: 'ssh', port: 22 }],
      automation: { ansible_enabled: true, verify_account_enabled: true, verify_account_method: 'verify_account_posix' },
    });
    expect(other.status, JSON.stringify(other.body)).toBe(201);
    expect(await thief.patch(`assets/hosts/${host.id}/`, { platform: other.body.id })).toMatchObject(PATCHED);
    expect(await accountOf(account.id)).toMatchObject({ destination_confirmed: false });
  });

  test('a change of the platform itself, by somebody who may change platforms alone', async () => {
    const { api: platformEditor } = await person([], ['assets.view_platform', 'assets.change_platform']);
    const made = await admin.post('assets/platforms/', {
      name: uniqueName('platform'),
      category: 'host',
      type: 'linux',
      su_enabled: true,
      su_method: 'sudo',
      protocols: [{ name: 'ssh', port: 22 }],
    });
    const { host, account } = await house({ platform: made.body.id });
    expect(await platformEditor.patch(`assets/platforms/${made.body.id}/`, { comment: 'harmless' })).toMatchObject(PATCHED);
    expect(await accountOf(account.id)).toMatchObject({ destination_confirmed: true });
    expect(await platformEditor.patch(`assets/platforms/${made.body.id}/`, { su_method: 'su' })).toMatchObject(PATCHED);
    expect(await accountOf(account.id)).toMatchObject({ destination_confirmed: false });
    expect((await token(thief, host)).body.code).toBe('destination_unconfirmed');
    await platformEditor.patch(`assets/platforms/${made.body.id}/`, { su_method: 'sudo' });
    expect(await admin.patch(`assets/platforms/${made.body.id}/`, { su_method: 'su' })).toMatchObject(PATCHED);
    expect(await accountOf(account.id)).toMatchObject({ destination_confirmed: true });
  });

  test('a domain, whether named by the asset or by naming the asset in it', async () => {
    const domain = (await thief.post('assets/domains/', { name: uniqueName('domain') })).body;
    await thief.post('assets/gateways/', { ...theirs(), name: uniqueName('gw'), platform: { pk: 1 }, domain: domain.id });
    const [one, two] = [await house(), await house()];
    expect(await thief.patch(`assets/hosts/${one.host.id}/`, { domain: domain.id })).toMatchObject(PATCHED);
    expect(await accountOf(one.account.id)).toMatchObject({ destination_confirmed: false });
    await thief.patch(`assets/domains/${domain.id}/`, { assets: [one.host.id, two.host.id] });
    for (const { account } of [one, two]) expect(await accountOf(account.id)).toMatchObject({ destination_confirmed: false });
    const three = await house();
    await admin.patch(`assets/domains/${domain.id}/`, { assets: [three.host.id] });
    expect(await accountOf(three.account.id)).toMatchObject({ destination_confirmed: true });
  });

  test('a gateway: one that was moved gets neither its own secret nor those behind it', async () => {
    const domain = (await admin.post('assets/domains/', { name: uniqueName('domain') })).body;
    const gateway = { platform: { pk: 1 }, domain: domain.id, protocols: [{ name: 'ssh', port: 22 }] };
    const moved = (await admin.post('assets/gateways/', { ...gateway, name: uniqueName('gw'), address: '192.0.2.1' })).body;
    const jump = await createAccount(admin, moved.id, { username: 'jump', secret: 'canary-of-jump' });
    const { host, account } = await house({ domain: domain.id });
    expect(await thief.patch(`assets/gateways/${moved.id}/`, theirs())).toMatchObject(PATCHED);
    const added = await thief.post('assets/gateways/', { ...gateway, ...theirs(), name: uniqueName('gw') });
    expect(added.status, JSON.stringify(added.body)).toBe(201);
    await createAccount(thief, added.body.id, { username: 'mine', secret: 'known to me' });
    await ran(await thief.post(`assets/gateways/${moved.id}/test-connective/`, {}));
    await everyUse(thief, host, account);
    expect(catcher.caught).toEqual([]);
    expect(await hostOf(added.body.id).then(() => accountOf(jump.id))).toMatchObject({ destination_confirmed: false });
    const made = await token(thief, host);
    const answer = await exchanged(made.body.id);
    expect(answer.detail).toContain('no usable gateway');
  });

  test('the first gateway of a domain, and the last one taken away', async () => {
    const domain = (await admin.post('assets/domains/', { name: uniqueName('domain') })).body;
    const { account } = await house({ domain: domain.id });
    const gateway = (api: Api) =>
      api.post('assets/gateways/', { ...theirs(), name: uniqueName('gw'), platform: { pk: 1 }, domain: domain.id });
    const isConfirmed = async () => (await accountOf(account.id)).destination_confirmed;
    const foreign = await gateway(thief);
    expect(await isConfirmed()).toBe(false);
    await thief.delete(`assets/gateways/${foreign.body.id}/`);
    expect(await isConfirmed()).toBe(true);
    const good = await gateway(admin);
    expect([good.status, await isConfirmed()]).toEqual([201, true]);
    await thief.delete(`assets/gateways/${good.body.id}/`);
    expect(await isConfirmed()).toBe(false);
    await gateway(admin);
    expect(await isConfirmed()).toBe(true);
    await admin.delete(`assets/domains/${domain.id}/`);
    expect(await isConfirmed()).toBe(true);
  });

  test('an import, and a cloud that says a machine has moved', async () => {
    const { host, account } = await house();
    const csv = `*ID,Address\n${host.id},127.0.0.1\n`;
    const rows = await thief.post<Json>('assets/hosts/render-to-json/', csv, { headers: { 'content-type': 'text/csv' } });
    expect(rows.status, JSON.stringify(rows.body)).toBe(200);
    expect(await thief.patch('assets/hosts/', [{ id: host.id, address: '127.0.0.1' }])).toMatchObject(PATCHED);
    expect(await accountOf(account.id)).toMatchObject({ destination_confirmed: false });
    const cloud = await house();
    const asset = server.assembly.kernel.byName('asset');
    await server.platform.asSystem('as a cloud sync writes', async (ctx) => {
      const here = { ...ctx, org: { id: orgId, name: '', isRoot: false, isDefault: false } };
      await change(asset, here, await fetchRow(asset, here, cloud.host.id, { lock: true }), { address: '127.0.0.1' });
    });
    expect(await accountOf(cloud.account.id)).toMatchObject({ destination_confirmed: false });
  });

  test('a secret of their own on the held account opens the way for that one alone, not for what an earlier change left in doubt', async () => {
    const { host, account } = await house();
    const { rows: run } = await sql<{ id: string }>`
      insert into automation_executions (id, org_id, type, trigger, status, snapshot, date_created)
      values (gen_random_uuid(), ${orgId}, 'change_secret', 'manual', 'failed', '{}'::jsonb, now()) returning id`.execute(server.db);
    await sql`insert into change_secret_records (id, org_id, type, execution_id, asset_id, account_id, secret_type, old_secret, new_secret,
        status, date_created, date_next_attempt)
      select gen_random_uuid(), ${orgId}, 'change_secret', ${run[0]?.id}, ${host.id}, id, 'password', secret,
        ${server.platform.secrets.encrypt('canary-of-the-new-one')}, 'uncertain', now(), now() - interval '1 hour' from accounts where id = ${account.id}`.execute(
      server.db,
    );
    await thief.patch(`assets/hosts/${host.id}/`, theirs());
    expect(await thief.patch(`accounts/accounts/${account.id}/`, { secret: 'my own' })).toMatchObject(PATCHED);
    expect(await accountOf(account.id)).toMatchObject({ destination_confirmed: true });
    const settling = server.assembly.jobs.find(({ name }) => name === 'automations.settle');
    if (settling) await runJob(server.platform, settling, {});
    await ran(await thief.post('accounts/accounts/tasks/', { action: 'verify', accounts: [account.id] }));
    expect(catcher.caught.filter((secret) => secret !== 'my own')).toEqual([]);
    expect(catcher.caught).toContain('my own');
  });

  test('a copy of an asset brings its accounts without their secrets, unless the copier may see them', async () => {
    const { account } = await house();
    const copy = async (api: Api): Promise<Json> => {
      const made = await api.post('assets/hosts/', {
        name: uniqueName('copy'),
        platform: { pk: PLATFORM_LINUX },
        ...theirs(),
        accounts: [{ id: account.id, name: 'root', username: 'root', secret_type: 'password' }],
      });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      return (await admin.get<Json[]>(`accounts/accounts/?asset=${made.body.id}`)).body[0] ?? {};
    };
    expect(await copy(thief)).toMatchObject({ has_secret: false });
    expect(await copy(admin)).toMatchObject({ has_secret: true, destination_confirmed: true });
  });

  test('a template on a machine of one’s own', async () => {
    const template = (
      await admin.post('accounts/account-templates/', {
        name: uniqueName('tpl'),
        username: 'deploy',
        secret: SECRET,
        secret_type: 'password',
      })
    ).body;
    const own = (await thief.post('assets/hosts/', { name: uniqueName('own'), platform: { pk: PLATFORM_LINUX }, ...theirs() })).body;
    const made = await thief.post('accounts/accounts/', { username: '', asset: own.id, template: template.id });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    await everyUse(thief, own, made.body);
    expect(catcher.caught).toEqual([]);
    // Nor by following it: naming it as the source of one's own account, until its secret is passed on.
    const other = await createAccount(thief, own.id, {
      username: 'deploy',
      secret_type: 'token',
      source: 'template',
      source_id: template.id,
    });
    expect(await accountOf(other.id)).toMatchObject({ source_id: null });
  });

  test('the account to switch from', async () => {
    const { host, account } = await house({ platform: { pk: PLATFORM_LINUX } });
    const own = await createAccount(thief, host.id, { username: 'me', secret: 'known to me' });
    expect(await accountOf(own.id)).toMatchObject({ destination_confirmed: true });
    expect(await thief.patch(`accounts/accounts/${account.id}/`, { su_from: own.id })).toMatchObject(PATCHED);
    expect(await accountOf(account.id)).toMatchObject({ destination_confirmed: false });
    expect(await accountOf(own.id)).toMatchObject({ destination_confirmed: true });
    const elsewhere = await house();
    expect((await thief.patch(`accounts/accounts/${account.id}/`, { su_from: elsewhere.account.id })).body).toHaveProperty('su_from');
  });

  test('forgetting the pinned host key', async () => {
    const { host, account } = await house();
    expect((await thief.delete(`assets/assets/${host.id}/host-keys/`)).status).toBe(204);
    expect(await accountOf(account.id)).toMatchObject({ destination_confirmed: false });
    const other = await house();
    expect((await admin.delete(`assets/assets/${other.host.id}/host-keys/`)).status).toBe(204);
    expect(await accountOf(other.account.id)).toMatchObject({ destination_confirmed: true });
  });

  test('an automation that sets one secret everywhere does not set it on a machine nobody stands for', async () => {
    const own = (await thief.post('assets/hosts/', { name: uniqueName('own'), platform: { pk: PLATFORM_LINUX }, ...theirs() })).body;
    await createAccount(thief, own.id, { username: 'root', secret: 'known to me', privileged: true });
    const victim = await createAccount(thief, own.id, { username: 'app', secret: 'known to me' });
    const plan = await admin.post('accounts/change-secret-automations/', {
      name: uniqueName('plan'),
      accounts: ['app'],
      assets: [own.id],
      is_periodic: false,
      secret_type: 'password',
      secret_strategy: 'specific',
      secret: SECRET,
    });
    const log = await ran(await admin.post('accounts/change-secret-executions/', { automation: plan.body.id }));
    expect(log).toContain('not confirmed');
    expect(catcher.caught).not.toContain(SECRET);
    expect(await accountOf(victim.id)).toMatchObject({ destination_confirmed: true });
  });
});

describe('confirming', () => {
  const url = (host: Json) => `assets/assets/${host.id}/destination/`;

  test('shows what changed, asks for the right, is for what was seen alone, and is audited', async () => {
    const { host, account } = await house();
    expect((await admin.get(url(host))).body).toMatchObject({ confirmed: true, changes: [], accounts: [] });
    await thief.patch(`assets/hosts/${host.id}/`, theirs());
    const seen = (await admin.get(url(host))).body;
    expect(seen).toMatchObject({ confirmed: false, accounts: [{ id: account.id, name: 'root', username: 'root' }] });
    expect(seen.changes).toContainEqual({ field: 'address', label: 'Address', before: '192.0.2.10', after: '127.0.0.1' });
    expect(seen.changes).toContainEqual({ field: 'protocols', label: 'Protocols', before: 'ssh/22', after: `ssh/${catcher.port}` });
    expect((await thief.post(`${url(host)}confirm/`, { seen: seen.seen })).status).toBe(403);
    await thief.patch(`assets/hosts/${host.id}/`, { address: '127.0.0.2' });
    const late = await admin.post(`${url(host)}confirm/`, { seen: seen.seen });
    expect([late.status, late.body.code]).toEqual([409, 'destination_moved']);
    const again = (await admin.get(url(host))).body;
    expect((await admin.post(`${url(host)}confirm/`, { seen: again.seen })).status).toBe(200);
    expect(await hostOf(host.id)).toMatchObject({ destination_confirmed: true });
    expect((await token(thief, host)).status).toBe(201);
    const { rows } =
      await sql<Json>`select to_jsonb(o)::text as text from operate_logs o where resource_id = ${host.id} order by id desc`.execute(
        server.db,
      );
    expect(rows.some(({ text }) => text.includes('destination') && text.includes('192.0.2.10') && text.includes('127.0.0.2'))).toBe(true);
  });
});

describe('many at once', () => {
  const many = 'assets/assets/destinations/';
  const ids = (rows: readonly Json[]) => rows.map(({ id }) => id).sort();

  test('are found by a filter, of assets as of accounts', async () => {
    const [unconfirmed, fine] = [await house(), await house()];
    await thief.patch(`assets/hosts/${unconfirmed.host.id}/`, theirs());
    const found = async (path: string, of: readonly Json[], value: boolean) =>
      ids((await admin.get<Json[]>(`${path}?destination_confirmed=${value}&ids=${ids(of).join()}`)).body);
    const [hosts, accounts] = [
      [unconfirmed.host, fine.host],
      [unconfirmed.account, fine.account],
    ] as const;
    expect([await found('assets/assets/', hosts, false), await found('assets/assets/', hosts, true)]).toEqual([
      [unconfirmed.host.id],
      [fine.host.id],
    ]);
    expect(await found('assets/hosts/', hosts, false)).toEqual([unconfirmed.host.id]);
    expect(await found('accounts/accounts/', accounts, false)).toEqual([unconfirmed.account.id]);
    expect(await found('accounts/accounts/', accounts, true)).toEqual([fine.account.id]);
  });

  test('are confirmed as they were seen; what moved since is not, and is told', async () => {
    const houses = [await house(), await house(), await house()];
    const [first, second, third] = houses.map(({ host }) => host) as [Json, Json, Json];
    for (const host of [first, second]) await thief.patch(`assets/hosts/${host.id}/`, theirs());
    const looked = await admin.post<Json[]>(many, { assets: ids([first, second, third]) });
    expect(looked.status, JSON.stringify(looked.body)).toBe(200);
    const look = new Map(looked.body.map((one: Json) => [one.id, one]));
    expect([first, second, third].map(({ id }) => look.get(id)?.confirmed)).toEqual([false, false, true]);
    expect(look.get(first.id)?.changes).toContainEqual({ field: 'address', label: 'Address', before: '192.0.2.10', after: '127.0.0.1' });
    const seen = { assets: [first, second].map(({ id }) => ({ id, seen: look.get(id)?.seen })) };
    expect((await thief.post(`${many}confirm/`, seen)).status).toBe(403);
    await thief.patch(`assets/hosts/${second.id}/`, { address: '127.0.0.2' });
    const answer = await admin.post<Json[]>(`${many}confirm/`, seen);
    expect(new Map(answer.body.map(({ id, confirmed }: Json) => [id, confirmed]))).toEqual(
      new Map([
        [first.id, true],
        [second.id, false],
      ]),
    );
    expect(await hostOf(first.id)).toMatchObject({ destination_confirmed: true });
    expect(await hostOf(second.id)).toMatchObject({ destination_confirmed: false });
    for (const body of [{}, { assets: 'x' }, { assets: [{ id: first.id }] }, { assets: Array(101).fill({ id: first.id, seen: 'x' }) }])
      expect((await admin.post(`${many}confirm/`, body)).status, JSON.stringify(body).slice(0, 80)).toBe(400);
  });
});

test('an upgrade takes everything as it is', async () => {
  const domain = (await admin.post('assets/domains/', { name: uniqueName('domain') })).body;
  await admin.post('assets/gateways/', { name: uniqueName('gw'), address: '192.0.2.1', platform: { pk: 1 }, domain: domain.id });
  const { account } = await house({ domain: domain.id });
  await admin.post('assets/webs/', {
    name: uniqueName('web'),
    address: 'https://192.0.2.3',
    platform: 'Website',
    accounts: [{ username: 'a', secret: 'b' }],
  });
  await sql`update accounts set destination = null, destination_vouched = false`.execute(server.db);
  expect(await accountOf(account.id)).toMatchObject({ destination_confirmed: false });
  const migration = await readFile(`${migrationsDir}/0021_destinations.sql`, 'utf8');
  await sql.raw(migration.slice(migration.indexOf('update "accounts"'))).execute(server.db);
  const { rows } = await sql`select c.id from ${placed} where not ${vouched}`.execute(server.db);
  expect(rows).toEqual([]);
});

describe('a guess', () => {
  const bulk = (api: Api, host: Json, secret: string, more: Json = {}) =>
    api.post<Json[]>('accounts/accounts/bulk/', {
      assets: [host.id],
      name: 'root',
      username: 'root',
      secret,
      on_invalid: 'update',
      ...more,
    });

  test('overwrites nothing with the right to add alone', async () => {
    const { host, account } = await house();
    const { api: adder } = await person(['accounts.view_account', 'accounts.add_account', 'assets.view_asset']);
    for (const guess of [SECRET, 'another guess']) {
      const answer = await bulk(adder, host, guess);
      expect([answer.status, (answer.body as Json).code]).toEqual([403, 'permission_denied']);
    }
    expect(await accountOf(account.id)).toMatchObject({ version: 1 });
  });

  test('is answered the same whether it is right or wrong', async () => {
    const seen: Json[] = [];
    for (const guess of [SECRET, 'another guess']) {
      const { host, account } = await house();
      const [one] = (await bulk(thief, host, guess)).body;
      const { version } = await accountOf(account.id);
      const { host: second, account: known } = await house();
      const made = await thief.post('accounts/accounts/', {
        name: 'root',
        username: 'root',
        asset: second.id,
        secret: guess,
        on_invalid: 'update',
      });
      expect(made.status).toBe(201);
      const { rows } = await sql<Json>`select count(*)::int as n from operate_logs where resource_id = ${known.id}`.execute(server.db);
      seen.push({ state: one?.state, changed: one?.changed, version, second: (await accountOf(known.id)).version, logged: rows[0]?.n });
    }
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]).toMatchObject({ state: 'updated', changed: true, version: 2, second: 2 });
  });
});
