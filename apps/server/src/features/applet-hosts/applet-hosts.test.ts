import { ORG, ROLE } from '@postern/contract/ids';
import { permissionByCode } from '@postern/contract/permissions';
import type { Api, Json } from '@postern/testkit/api';
import { createHost, createOrganisation, createUser, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { createAppletHost, fewAccounts, settleHosts, uploadApplet } from '../../../test/applet-hosts.ts';
import { serverOfFile } from '../../../test/harness.ts';

const URL = 'terminal/applet-hosts/';
const DEFAULTS = {
  IGNORE_VERIFY_CERTS: true,
  RDS_Licensing: false,
  RDS_LicenseServer: '127.0.0.1',
  RDS_LicensingMode: 2,
  RDS_fSingleSessionPerUser: 1,
  RDS_MaxDisconnectionTime: 60000,
  RDS_RemoteAppLogoffTimeLimit: 0,
};

let org: Json;
const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
beforeAll(async () => {
  org = await createOrganisation(admin);
  await fewAccounts(server, 3);
});

const idOf = (code: string): number | undefined => permissionByCode(code)?.id;

/** Somebody with these codes and no others, in the organisation that most people stand in. */
async function narrow(...codes: string[]): Promise<Api> {
  const role = await admin.post<Json>('rbac/system-roles/', { scope: 'system', name: uniqueName('role'), permissions: codes.map(idOf) });
  const { username } = await createUser(admin, { system_roles: [role.body.id] });
  return server.as(username);
}

const accountsOf = async (host: Json): Promise<{ username: string; is_active: boolean; secret: string; is_private: boolean }[]> =>
  (
    await sql<{ username: string; is_active: boolean; secret: string; is_private: boolean }>`
      select a.username, a.is_active, a.secret, h.is_private from applet_host_accounts h join accounts a on a.id = h.account_id
      where h.host_id = ${host.id} order by a.username`.execute(server.db)
  ).rows;

describe('a host', () => {
  test('is an asset of the system organisation, wherever it is made from, on the one platform and in the one node', async () => {
    const made = await createAppletHost(admin.inOrg(org.id), { platform: 1, nodes_display: ['/elsewhere'], org_id: org.id });
    expect(made).toMatchObject({
      org_id: ORG.SYSTEM,
      org_name: 'SYSTEM',
      platform: { id: 12, name: 'RemoteAppHost' },
      category: { value: 'host' },
      type: { value: 'windows' },
      nodes_display: ['/SYSTEM/RemoteAppHosts'],
      load: { value: 'offline' },
      date_synced: null,
      deploy_options: DEFAULTS,
    });
    expect(made.protocols.map(({ name }: Json) => name)).toEqual(['rdp', 'ssh']);
    for (const place of [org.id, ORG.DEFAULT, ORG.ROOT, ORG.SYSTEM]) {
      const here = admin.inOrg(place);
      expect((await here.get<Json>(`${URL}${made.id}/`)).status, place).toBe(200);
      expect((await here.get<Json[]>(`${URL}?search=${made.name}`)).body.map(({ id }) => id)).toEqual([made.id]);
    }
    for (const [place, status] of [
      [org.id, 404],
      [ORG.DEFAULT, 404],
      [ORG.SYSTEM, 200],
    ] as const)
      expect((await admin.inOrg(place).get(`assets/hosts/${made.id}/`)).status, place).toBe(status);
    // A machine of another organisation that happens to be on the platform is no host of applications.
    const other = await createHost(admin.inOrg(ORG.SYSTEM), { platform: 12, protocols: [{ name: 'rdp', port: 3389 }] });
    expect((await admin.get(`${URL}${other.id}/`)).status).toBe(404);
  });

  test('takes the accounts and ports of its form, is changed and deleted, each with its event', async () => {
    const made = await createAppletHost(admin, {
      protocols: [{ name: 'rdp', port: 3390 }],
      accounts: [
        { name: 'Administrator', username: 'Administrator', secret_type: 'password', secret: 'canary-Of-host-1', privileged: true },
      ],
      deploy_options: { CORE_HOST: 'https://bastion.example.com', RDS_Licensing: true, RDS_LicensingMode: 4 },
    });
    expect(made.accounts.map(({ username }: Json) => username)).toEqual(['Administrator']);
    expect(made.deploy_options).toEqual({
      ...DEFAULTS,
      CORE_HOST: 'https://bastion.example.com',
      RDS_Licensing: true,
      RDS_LicensingMode: 4,
    });
    const changed = await admin.patch<Json>(`${URL}${made.id}/`, {
      address: '192.0.2.41',
      deploy_options: { RDS_fSingleSessionPerUser: 0 },
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { address: '192.0.2.41', deploy_options: { ...DEFAULTS, RDS_fSingleSessionPerUser: 0 } },
    });
    expect((await admin.patch<Json>(`${URL}${made.id}/`, { platform: 1 })).body.platform.id).toBe(12);
    expect((await admin.patch<Json>(URL, [{ id: made.id, comment: 'bulk' }])).body[0]).toMatchObject({ comment: 'bulk' });
    expect((await admin.put<Json>(`${URL}${made.id}/`, { name: made.name, address: '192.0.2.42' })).body.deploy_options).toEqual({
      ...DEFAULTS,
      CORE_HOST: expect.any(String),
    });
    expect((await admin.delete(`${URL}${made.id}/`)).status).toBe(204);
    const log = await admin.inOrg(ORG.SYSTEM).get<Json[]>(`audits/operate-logs/?resource_type=applethost&resource=${made.name}`);
    expect(new Set(log.body.map(({ action }) => action.value))).toEqual(new Set(['create', 'update', 'delete']));
    for (const { id } of log.body) {
      const { body } = await admin.inOrg(ORG.SYSTEM).get<Json>(`audits/operate-logs/${id}/?type=action_detail`);
      expect(JSON.stringify(body)).not.toContain('canary-Of-host');
    }
  });

  test.each<[string, unknown]>([
    ['an unknown key', { run: 'format c:' }],
    ['a list', []],
    ['a text', 'x'],
    ['an address that is none', { CORE_HOST: 'javascript:alert(1)' }],
    ['a long address', { CORE_HOST: `https://${'x'.repeat(1100)}` }],
    ['a mode there is not', { RDS_LicensingMode: 3 }],
    ['a negative time', { RDS_MaxDisconnectionTime: -1 }],
    ['a time without end', { RDS_RemoteAppLogoffTimeLimit: 1e12 }],
    ['a server with a quote', { RDS_LicenseServer: '"; calc' }],
  ])('refuses options with %s', async (_what, deploy_options) => {
    const { status, body } = await admin.post<Json>(URL, { name: uniqueName('no'), address: '192.0.2.43', deploy_options });
    expect([status, Object.keys(body)]).toEqual([400, ['deploy_options']]);
  });

  test('describes its form in the language of the reader, without rows', async () => {
    for (const language of ['en', 'zh', 'ja']) {
      const { body } = await admin.options<Json>(URL, { headers: { 'accept-language': language } });
      const { deploy_options, platform, load } = body.actions.POST;
      expect(deploy_options).toMatchObject({ type: 'nested object', children: { RDS_LicensingMode: { type: 'choice', default: 2 } } });
      expect([platform.read_only, load.read_only]).toEqual([true, true]);
      expect(body.actions.GET.secret).toBeUndefined();
    }
  });

  test('is the business of a right of the whole system, and of nobody in an organisation', async () => {
    const host = await createAppletHost(admin);
    const officer = await createUser(admin.inOrg(org.id), { org_roles: [ROLE.ORG_ADMIN] });
    const insider = await createUser(admin.inOrg(ORG.SYSTEM), { org_roles: [ROLE.ORG_ADMIN] });
    const auditor = await createUser(admin, { system_roles: [ROLE.SYSTEM_AUDITOR] });
    for (const { username } of [officer, insider, auditor, await createUser(admin)]) {
      const api = await server.as(username);
      for (const place of [org.id, ORG.SYSTEM, ORG.DEFAULT, ORG.ROOT]) {
        const here = api.inOrg(place);
        expect((await here.get(URL)).status).toBe(403);
        expect((await here.get(`${URL}${host.id}/`)).status).toBe(403);
        expect((await here.get(`${URL}?format=csv`)).status).toBe(403);
        expect((await here.post(URL, { name: uniqueName('no'), address: '192.0.2.44' })).status).toBe(403);
        expect((await here.patch(`${URL}${host.id}/`, { comment: 'x' })).status).toBe(403);
        expect((await here.delete(`${URL}${host.id}/`)).status).toBe(403);
        expect((await here.put(`${URL}${host.id}/generate-accounts/`, {})).status).toBe(403);
        expect((await here.get('terminal/applet-publications/')).status).toBe(403);
      }
    }
    expect(await (await server.as(officer.username)).inOrg(org.id).get(`assets/hosts/${host.id}/`)).toMatchObject({ status: 404 });
    // The right cannot be given in an organisation.
    const given = { scope: 'org', name: uniqueName('role'), permissions: [idOf('terminal.view_applethost')] };
    expect((await admin.inOrg(ORG.SYSTEM).post('rbac/org-roles/', given)).status).toBe(400);
  });

  test('is seen, made and changed by narrow rights one by one', async () => {
    const host = await createAppletHost(admin, {
      accounts: [{ name: 'a', username: 'a', secret_type: 'password', secret: 'canary-Of-narrow-1' }],
    });
    const viewer = await narrow('terminal.view_applethost');
    const seen = await viewer.inOrg(org.id).get<Json>(`${URL}${host.id}/`);
    expect(seen).toMatchObject({ status: 200, body: { id: host.id, accounts: [] } });
    expect((await viewer.patch(`${URL}${host.id}/`, { comment: 'x' })).status).toBe(403);
    const maker = await narrow('terminal.add_applethost');
    expect((await maker.post(URL, { name: uniqueName('made'), address: '192.0.2.45' })).status).toBe(201);
    const withAccount = { accounts: [{ name: 'a', username: 'a', secret_type: 'password', secret: 'x' }] };
    expect((await maker.post(URL, { name: uniqueName('made'), address: '192.0.2.45', ...withAccount })).status).toBe(403);
    expect((await maker.get(URL)).status).toBe(403);
    const changer = await narrow('terminal.change_applethost');
    expect((await changer.patch(`${URL}${host.id}/`, { comment: 'mine' })).status).toBe(200);
    const remover = await narrow('terminal.delete_applethost');
    expect((await remover.delete(`${URL}${host.id}/`)).status).toBe(204);
  });
});

describe('publications', () => {
  test('come with a new host for every application, and with a new application for every host; both take them along', async () => {
    const before = await uploadApplet(admin);
    const host = await createAppletHost(admin);
    await settleHosts(server);
    const after = await uploadApplet(admin);
    const { body } = await admin.get<Json[]>(`terminal/applet-publications/?host=${host.id}`);
    const own = body.filter(({ applet }) => [before.id, after.id].includes(applet.id));
    expect(own).toHaveLength(2);
    expect(own[0]).toMatchObject({
      host: { id: host.id, name: host.name },
      applet: { version: '0.2', display_name: 'A browser', icon: expect.stringMatching(/^\/media\/applets\/.*icon\.png$/) },
      status: { value: 'pending' },
    });
    expect((await admin.get<Json[]>(`terminal/applet-publications/?applet=${after.id}&host=${host.id}&status=pending`)).body).toHaveLength(
      1,
    );
    expect((await admin.get<Json[]>(`terminal/applet-publications/?applet=${after.id}&status=failed`)).body).toHaveLength(0);
    expect((await admin.get<Json[]>(`terminal/applet-publications/?search=${after.name}&host=${host.id}`)).body).toHaveLength(1);
    expect((await admin.get<Json[]>(`terminal/applet-publications/?search=${host.name}`)).body.length).toBe(body.length);
    await admin.delete(`terminal/applets/${after.id}/`);
    expect((await admin.get<Json[]>(`terminal/applet-publications/?applet=${after.id}`)).body).toHaveLength(0);
    await admin.delete(`${URL}${host.id}/`);
    expect((await admin.get<Json[]>(`terminal/applet-publications/?host=${host.id}`)).body).toHaveLength(0);
  });

  test('are made, changed and taken back by hand, once each, and what was taken back stays away', async () => {
    const [host, applet] = [await createAppletHost(admin), await uploadApplet(admin)];
    await settleHosts(server);
    const [found] = (await admin.get<Json[]>(`terminal/applet-publications/?host=${host.id}&applet=${applet.id}`)).body;
    const url = 'terminal/applet-publications/';
    const again = await admin.post<Json>(url, { host: host.id, applet: applet.id });
    expect([again.status, Object.keys(again.body).sort()]).toEqual([400, ['applet', 'host']]);
    expect((await admin.patch<Json>(`${url}${found?.id}/`, { comment: 'ours' })).body).toMatchObject({ comment: 'ours' });
    expect((await admin.delete(`${url}${found?.id}/`)).status).toBe(204);
    await settleHosts(server);
    expect((await admin.get<Json[]>(`${url}?host=${host.id}&applet=${applet.id}`)).body).toHaveLength(0);
    expect((await admin.post<Json>(url, { host: { pk: host.id }, applet: { pk: applet.id } })).status).toBe(201);
    const machine = await createHost(admin);
    expect((await admin.post<Json>(url, { host: machine.id, applet: applet.id })).body).toHaveProperty('host');
    const viewer = await narrow('terminal.view_applethost');
    expect((await viewer.get<Json[]>(`${url}?host=${host.id}`)).status).toBe(200);
    expect((await viewer.delete(`${url}${found?.id}/`)).status).toBe(403);
  });
});

describe('accounts of a host', () => {
  test('are as many public ones as the setting says and a private one of each person, off, encrypted, and fit for Windows', async () => {
    const long = await createUser(admin, { username: `${uniqueName('mei')}.long-name@corp`, email: `${uniqueName('long')}@example.com` });
    const twin = await createUser(admin, { username: `${String(long.username).slice(0, 22)}-twin` });
    const gone = await createUser(admin);
    await admin.patch(`users/users/${gone.id}/`, { is_active: false });
    const host = await createAppletHost(admin);
    expect(await admin.put(`${URL}${host.id}/generate-accounts/`, {})).toMatchObject({ status: 200, body: { msg: 'ok' } });
    await settleHosts(server);
    const all = await accountsOf(host);
    const people = await sql<{ n: number }>`select count(*)::int as n from users where is_active and not is_service_account`.execute(
      server.db,
    );
    expect(all.filter(({ is_private }) => !is_private)).toHaveLength(3);
    expect(all.filter(({ is_private }) => is_private)).toHaveLength(people.rows[0]?.n ?? 0);
    for (const { username, is_active, secret, is_private } of all) {
      expect(username).toMatch(is_private ? /^js_/ : /^jms_[a-z0-9]{8}$/);
      expect(username.length).toBeLessThanOrEqual(20);
      expect(username).not.toMatch(/["/\\[\]:;|=,+*?<>@]|[.\s]$/);
      expect(is_active).toBe(false);
      const plain = server.platform.secrets.decrypt(secret);
      expect(secret).not.toContain(plain);
      for (const kind of [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/]) expect(plain).toMatch(kind);
    }
    // Windows does not tell capitals from small letters.
    expect(new Set(all.map(({ username }) => username.toLowerCase())).size).toBe(all.length);
    const owned = await sql<{ user_id: string }>`
      select user_id from applet_host_accounts where host_id = ${host.id} and user_id = any(${[long.id, twin.id, gone.id]}::uuid[])`.execute(
      server.db,
    );
    expect(new Set(owned.rows.map(({ user_id }) => user_id))).toEqual(new Set([long.id, twin.id]));
  });

  test('are made once, and for a new person by and by; what nobody may see is in no answer', async () => {
    const host = await createAppletHost(admin);
    await settleHosts(server);
    const before = await accountsOf(host);
    await settleHosts(server);
    expect(await accountsOf(host)).toEqual(before);
    const { username } = await createUser(admin);
    await settleHosts(server);
    const names = (await accountsOf(host)).map((one) => one.username);
    expect(names).toHaveLength(before.length + 1);
    expect(names).toContain(`js_${username}`.slice(0, 20));
    const secrets = before.map(({ secret }) => server.platform.secrets.decrypt(secret));
    const system = admin.inOrg(ORG.SYSTEM);
    for (const path of [
      URL,
      `${URL}${host.id}/`,
      `${URL}?format=csv`,
      `assets/hosts/${host.id}/`,
      `accounts/accounts/?asset=${host.id}`,
      'audits/operate-logs/?limit=100',
    ]) {
      const text = JSON.stringify((await system.get(path)).body);
      for (const secret of secrets) expect(text.includes(secret), path).toBe(false);
    }
  });

  test('TERMINAL_ACCOUNTS_AMOUNT: none are taken away when the setting says fewer', async () => {
    const host = await createAppletHost(admin);
    await settleHosts(server);
    const before = (await accountsOf(host)).filter(({ is_private }) => !is_private).length;
    await fewAccounts(server, before + 2);
    await settleHosts(server);
    expect((await accountsOf(host)).filter(({ is_private }) => !is_private)).toHaveLength(before + 2);
    await fewAccounts(server, 1);
    await settleHosts(server);
    expect((await accountsOf(host)).filter(({ is_private }) => !is_private)).toHaveLength(before + 2);
    await fewAccounts(server, 3);
  });
});
