import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { ORG } from '@postern/contract/ids';
import type { Log } from '@postern/resource';
import type { Api, Json } from '@postern/testkit/api';
import { createUser, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  appletToken,
  type Carrier,
  carrier,
  createAppletHost,
  fewAccounts,
  leases,
  openedSite,
  standingHost,
  uploadApplet,
} from '../../../test/applet-hosts.ts';
import { serverOfFile, startTestServer } from '../../../test/harness.ts';
import { wireComponent } from '../../../test/wire-component.ts';

const SUPER = 'authentication/super-connection-token/';
const OPTION = `${SUPER}applet-option/`;
const RELEASE = `${SUPER}applet-account/release/`;
const METHODS = 'terminal/components/connect-methods/';
const SHARING = { deploy_options: { RDS_fSingleSessionPerUser: 0 } };
const FULL = { status: 400, body: { code: 'applet_option_refused', error: expect.any(String) } };

const lines: string[] = [];
const write = (details: object, message: string): void => void lines.push(`${message} ${inspect(details, { depth: 12 })}`);
const log: Log = { debug: write, info: write, warn: write, error: write };

let lion: Carrier;
let [mei, ken]: Json[] = [];
let [asMei, asKen]: Api[] = [];
let site: Json;

const person = (): Api => asMei as Api;
const other = (): Api => asKen as Api;

const server = serverOfFile({ log });
const admin = forThisFile(() => server.as('admin'));
beforeAll(async () => {
  await fewAccounts(server, 2);
  [mei, ken] = [await createUser(admin, { username: uniqueName('mei') }), await createUser(admin, { username: uniqueName('ken') })];
  [asMei, asKen] = [await server.as(mei.username), await server.as(ken.username)];
  site = await openedSite(admin, [mei.id, ken.id]);
  lion = await carrier(server, 'lion');
  await lion.wire.post('terminal/terminals/status/', { sessions: [] });
});

/** One application on one host of its own, so that the tests do not take each other's logins. */
async function stage(manifest = '', given: Json = {}): Promise<{ applet: Json; host: Json; agent: Carrier }> {
  const { host, agent } = await standingHost(server, admin, given);
  const applet = await uploadApplet(admin, { manifest });
  const { body } = await admin.get<Json[]>(`terminal/applet-publications/?applet=${applet.id}`);
  for (const one of body) if (one.host.id !== host.id) await admin.delete(`terminal/applet-publications/${one.id}/`);
  return { applet, host, agent };
}

/** A token that the component has exchanged, as it does before it asks for a host. */
async function exchangedToken(applet: Json, who = person(), by = lion): Promise<Json> {
  const token = await appletToken(who, site, applet);
  const secret = await by.wire.post(`${SUPER}secret/`, { id: token.id, expire_now: false });
  if (secret.status !== 200) throw new Error(`Not exchanged: ${secret.status} ${JSON.stringify(secret.body)}`);
  return { ...token, secret: secret.body };
}
const option = (token: Json, by = lion) => by.wire.post(OPTION, { id: token.id });
const leased = async (applet: Json, who = person()): Promise<Json> => {
  const answer = await option(await exchangedToken(applet, who));
  if (answer.status !== 200) throw new Error(`No option: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
};

describe('ways to connect', () => {
  test('name applications for their protocols, greyed out until a host could serve them', async () => {
    const applet = await uploadApplet(admin);
    const found = async (query = ''): Promise<Json | undefined> => {
      const { body } = await person().get<Record<string, Json[]>>(`${METHODS}${query}`);
      expect((body.ssh ?? []).some(({ value }) => value === applet.name)).toBe(false);
      return body.http?.find(({ value }) => value === applet.name);
    };
    expect(await found()).toEqual({
      value: applet.name,
      label: 'A browser',
      type: 'applet',
      icon: applet.icon,
      disabled: true,
      listen: 'rdp',
      component: 'tinker',
    });
    await createAppletHost(admin);
    expect((await found())?.disabled).toBe(true);
    const { host } = await standingHost(server, admin);
    expect((await found())?.disabled).toBe(false);
    expect((await found(`?asset_id=${site.id}`))?.disabled).toBe(false);
    const [publication] = (await admin.get<Json[]>(`terminal/applet-publications/?applet=${applet.id}&host=${host.id}`)).body;
    await admin.patch(`terminal/applet-publications/${publication?.id}/`, { status: 'failed' });
    expect((await found())?.disabled).toBe(true);
    await admin.patch(`terminal/applet-publications/${publication?.id}/`, { status: 'success' });
    await admin.patch(`terminal/applet-hosts/${host.id}/`, { is_active: false });
    expect((await found())?.disabled).toBe(true);
    const flat = (await person().get<Json[]>(`${METHODS}?flat=1`)).body;
    expect(flat.filter(({ value }) => value === applet.name)).toHaveLength(1);
    await admin.patch(`terminal/applets/${applet.id}/`, { is_active: false });
    expect(await found()).toBeUndefined();
    const body = { asset: site.id, account: 'clerk', protocol: 'http', connect_method: applet.name };
    expect((await person().post<Json>('authentication/connection-token/', body)).body).toHaveProperty('connect_method');
  });

  test('keep applications from those whom a rule keeps them from', async () => {
    const { applet } = await stage();
    await admin.post('acls/connect-method-acls/', {
      name: uniqueName('no-applet'),
      users: { type: 'ids', ids: [ken?.id] },
      connect_methods: [applet.name],
      action: 'reject',
    });
    const names = async (api: Api): Promise<string[]> =>
      ((await api.get<Record<string, Json[]>>(METHODS)).body.http ?? []).map(({ value }) => value);
    expect(await names(person())).toContain(applet.name);
    expect(await names(other())).not.toContain(applet.name);
  });
});

describe('a connection by an application', () => {
  test('is told as one, and gets a host, a login and what to start there', async () => {
    const { applet, host, agent } = await stage();
    const token = await exchangedToken(applet);
    expect(token.secret.connect_method).toEqual({ label: 'A browser', value: applet.name, type: 'applet', component: 'tinker' });
    const answer = await option(token);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        applet: { id: applet.id, name: applet.name },
        host: {
          id: host.id,
          name: host.name,
          address: '192.0.2.40',
          category: 'host',
          type: 'windows',
          org_id: ORG.SYSTEM,
          protocols: expect.any(Array),
        },
        account: {
          username: `js_${mei?.username}`.slice(0, 20),
          secret_type: { value: 'password' },
          secret: expect.any(String),
          su_from: null,
          privileged: false,
        },
        gateway: null,
      },
    });
    expect(answer.body.id).toBe(answer.body.account.id);
    const told = (await agent.wire.get(`terminal/applet-hosts/accounts/${answer.body.id}/`)).body;
    expect(told.secret).toBe(answer.body.account.secret);
    const { 'remoteapplicationcmdline:s': line, ...rest } = answer.body.remote_app_option;
    expect(rest).toEqual({
      'remoteapplicationmode:i': '1',
      'remoteapplicationprogram:s': '||tinker',
      'remoteapplicationname:s': '||tinker',
      'alternate shell:s': '||tinker',
      'disableconnectionsharing:i': '1',
    });
    expect(JSON.parse(Buffer.from(line, 'base64').toString())).toEqual({
      app_name: applet.name,
      user_id: mei?.id,
      asset_id: site.id,
      token_id: token.id,
    });
    const log = await admin
      .inOrg(ORG.SYSTEM)
      .get<Json[]>(`audits/operate-logs/?resource_type=applethost&action=connect&resource=${host.name}`);
    expect(log.body).toHaveLength(1);
    const detail = (await admin.inOrg(ORG.SYSTEM).get<Json>(`audits/operate-logs/${log.body[0]?.id}/?type=action_detail`)).body;
    expect(JSON.stringify(detail)).toContain(answer.body.account.username);
    expect(JSON.stringify(detail)).not.toContain(answer.body.account.secret);
    // Asked again it is the same login, and the agent that starts the application there learns what to open.
    expect((await option(token)).body.id).toBe(answer.body.id);
    const second = await stage();
    expect((await second.agent.wire.post(`${SUPER}secret/`, { id: token.id, expire_now: false })).status).toBe(403);
    const started = await agent.wire.post(`${SUPER}secret/`, { id: token.id, expire_now: false });
    expect(started).toMatchObject({ status: 200, body: { account: { username: 'clerk', secret: 'canary-of-clerk' } } });
    expect((await option(token)).status).toBe(200);
  });

  test('is refused for tokens of others, spent ones, other ways, and callers that are no carrier', async () => {
    const { applet, agent } = await stage();
    const [token, razor, koko] = [await exchangedToken(applet), await carrier(server, 'razor'), await carrier(server, 'koko')];
    expect((await option(token, razor)).status).toBe(404);
    expect((await option(token, agent)).status).toBe(404);
    expect((await option({ id: randomUUID() })).status).toBe(404);
    expect((await option({ id: 'nonsense' })).status).toBe(400);
    const fresh = await appletToken(person(), site, applet);
    expect((await option(fresh)).status).toBe(404);
    expect((await koko.wire.post(`${SUPER}secret/`, { id: fresh.id, expire_now: false })).status).toBe(403);
    expect((await agent.wire.post(`${SUPER}secret/`, { id: fresh.id, expire_now: false })).status).toBe(403);
    for (const api of [admin, person()]) expect((await api.post(OPTION, { id: token.id })).status).toBe(403);
    await sql`update connection_tokens set date_expired = now() - interval '1 minute' where id = ${token.id}`.execute(server.db);
    expect(await option(token)).toMatchObject(FULL);
    const later = await exchangedToken(applet);
    await admin.patch(`users/users/${mei?.id}/`, { is_active: false });
    expect(await option(later)).toMatchObject(FULL);
    await admin.patch(`users/users/${mei?.id}/`, { is_active: true });
    asMei = await server.as(mei?.username);
    expect(await leases(server)).not.toContainEqual(expect.objectContaining({ token_id: later.id }));
  });

  test('has no host while its agent is silent, revoked or off; the login of an unconfirmed address is none', async () => {
    const { applet, host, agent } = await stage();
    await sql`update component_status set date_seen = now() - interval '10 minutes' where terminal_id = ${agent.terminalId}`.execute(
      server.db,
    );
    expect(await option(await exchangedToken(applet))).toMatchObject(FULL);
    await agent.wire.post('terminal/terminals/status/', { sessions: [] });
    await sql`update assets set address = '203.0.113.66' where id = ${host.id}`.execute(server.db);
    expect(await option(await exchangedToken(applet))).toMatchObject(FULL);
    await sql`update assets set address = '192.0.2.40' where id = ${host.id}`.execute(server.db);
    const token = await exchangedToken(applet);
    expect((await option(token)).status).toBe(200);
    // Whoever asks again is told no other place either.
    await sql`update assets set address = '203.0.113.66' where id = ${host.id}`.execute(server.db);
    expect(await option(token)).toMatchObject(FULL);
    await sql`update assets set address = '192.0.2.40' where id = ${host.id}`.execute(server.db);
    expect((await option(token)).status).toBe(200);
    await admin.post(`terminal/terminals/${agent.terminalId}/revoke/`, {});
    expect(await option(await exchangedToken(applet))).toMatchObject(FULL);
    await admin.delete(`terminal/terminals/${agent.terminalId}/`);
  });
});

describe('logins on a host', () => {
  test('are the own one, then those of nobody, then none; what is given back is free again', async () => {
    const { applet } = await stage();
    const [first, second, third] = [await leased(applet), await leased(applet), await leased(applet)];
    expect(first.account.username).toMatch(/^js_mei/);
    expect([second, third].map(({ account }) => account.username.slice(0, 4))).toEqual(['jms_', 'jms_']);
    expect(new Set([first, second, third].map(({ id }) => id)).size).toBe(3);
    expect(await option(await exchangedToken(applet))).toMatchObject(FULL);
    // Somebody else never gets a login that is a person's own.
    expect((await leased(applet, other())).account.username).toMatch(/^js_ken/);
    expect(await option(await exchangedToken(applet, other()))).toMatchObject(FULL);
    const rival = await carrier(server, 'lion');
    expect(await rival.wire.post(RELEASE, { id: second.id })).toMatchObject(FULL);
    expect((await admin.post(RELEASE, { id: second.id })).status).toBe(403);
    expect(await lion.wire.post(RELEASE, { id: second.id })).toMatchObject({ status: 200, body: { msg: 'released' } });
    expect(await lion.wire.post(RELEASE, { id: second.id })).toMatchObject(FULL);
    expect((await leased(applet)).id).toBe(second.id);
    expect(await lion.wire.call('DELETE', RELEASE, { id: first.id })).toMatchObject({ status: 200, body: { msg: 'released' } });
    expect((await leased(applet)).id).toBe(first.id);
  });

  test('are given back by themselves after a day, and when the component is gone', async () => {
    const { applet } = await stage();
    const own = await leased(applet);
    await sql`update applet_leases set date_expired = now() - interval '1 second' where account_id = ${own.id}`.execute(server.db);
    expect((await leased(applet)).id).toBe(own.id);
    const lost = await carrier(server, 'lion');
    const { body } = await option(await exchangedToken(applet, other(), lost), lost);
    await admin.post(`terminal/terminals/${lost.terminalId}/revoke/`, {});
    expect((await leased(applet, other())).id).toBe(body.id);
    await admin.delete(`terminal/terminals/${lost.terminalId}/`);
    const { rows } = await sql<{ hours: number }>`
      select extract(epoch from max(date_expired - date_leased)) / 3600 as hours from applet_leases`.execute(server.db);
    expect(Number(rows[0]?.hours)).toBeLessThanOrEqual(24);
  });

  test('are shared by one person where application and host bear it, and by nobody else', async () => {
    const { applet, host } = await stage('can_concurrent: true\n', SHARING);
    const [first, second] = [await leased(applet), await leased(applet)];
    expect(second.id).toBe(first.id);
    expect((await leased(applet, other())).id).not.toBe(first.id);
    await admin.patch(`terminal/applet-hosts/${host.id}/`, { deploy_options: {} });
    expect((await leased(applet)).account.username).toMatch(/^jms_/);
    for (let n = 0; n < 2; n += 1) expect((await lion.wire.post(RELEASE, { id: first.id })).status).toBe(200);
    expect(await lion.wire.post(RELEASE, { id: first.id })).toMatchObject(FULL);
    const alone = await stage('can_concurrent: false\n', SHARING);
    const [third, fourth] = [await leased(alone.applet), await leased(alone.applet)];
    expect(fourth.id).not.toBe(third.id);
  });

  test('go to one of those who ask at the same moment', async () => {
    const { applet } = await stage();
    const tokens = await Promise.all(Array.from({ length: 6 }, () => exchangedToken(applet)));
    const answers = await Promise.all(tokens.map((token) => option(token)));
    const given = answers.filter(({ status }) => status === 200).map(({ body }) => body.id);
    // The own login and two of nobody.
    expect(given).toHaveLength(3);
    expect(new Set(given).size).toBe(3);
    for (const answer of answers.filter(({ status }) => status !== 200)) expect(answer).toMatchObject(FULL);
  });

  test('are on the host that the asset names, and otherwise where the person was last', async () => {
    const [near, far] = [await stage(), await standingHost(server, admin)];
    await admin.post('terminal/applet-publications/', { applet: near.applet.id, host: far.host.id });
    const first = (await leased(near.applet)).host.id;
    for (let n = 0; n < 2; n += 1) expect((await leased(near.applet)).host.id).toBe(first);
    const wanted = first === near.host.id ? far.host : near.host;
    await admin.patch(`assets/webs/${site.id}/`, { labels: [{ name: 'AppletHost', value: wanted.name }] });
    expect((await leased(near.applet)).host.id).toBe(wanted.id);
    await admin.patch(`assets/webs/${site.id}/`, { labels: [] });
    expect((await leased(near.applet)).host.id).toBe(wanted.id);
  });

  test('end with the host, and so do the sessions over it', async () => {
    const { applet, host } = await stage();
    const { id } = await leased(applet);
    const session = {
      id: randomUUID(),
      user: 'Mei',
      user_id: mei?.id,
      asset: 'site',
      asset_id: site.id,
      account: 'clerk(clerk)',
      protocol: 'http',
      type: 'normal',
      login_from: 'WT',
    };
    const account = (await admin.get<Json[]>(`accounts/accounts/?asset=${site.id}`)).body[0]?.id;
    expect((await lion.wire.post('terminal/sessions/', { ...session, account_id: account })).status).toBe(201);
    expect((await admin.inOrg(ORG.SYSTEM).delete(`assets/hosts/${host.id}/`)).status).toBe(204);
    expect((await leases(server)).some(({ account_id }) => account_id === id)).toBe(false);
    const { rows } = await sql<{
      kwargs: Json;
    }>`select kwargs from terminal_tasks where args = ${session.id} and name = 'kill_session'`.execute(server.db);
    expect(rows).toEqual([{ kwargs: expect.objectContaining({ reason: 'asset_disabled' }) }]);
  });

  test('outlive a restart of the server', async () => {
    const { applet } = await stage();
    const own = await leased(applet);
    const next = await startTestServer({ besides: server });
    try {
      const token = await exchangedToken(applet);
      const again = { ...lion, wire: wireComponent(next.url, lion.key) };
      expect((await option(token, again)).body.id).not.toBe(own.id);
      expect((await again.wire.post(RELEASE, { id: own.id })).status).toBe(200);
    } finally {
      await next.close();
    }
  });
});

describe('native clients', () => {
  test('are handed a file that shows the application alone', async () => {
    const { applet } = await stage();
    const token = await appletToken(person(), site, applet);
    const { status, body } = await person().get<Json>(`authentication/connection-token/${token.id}/client-url/`);
    expect(status).toBe(200);
    const told = JSON.parse(Buffer.from(body.url.slice('jms://'.length), 'base64').toString());
    expect(told).toMatchObject({ id: token.id, value: token.value, protocol: 'rdp', command: '' });
    const file = (await person().get<string>(`authentication/connection-token/${token.id}/rdp-file/`)).body;
    for (const content of [told.file.content, String(file)]) {
      expect(content).toContain('remoteapplicationmode:i:1\n');
      expect(content).toContain('remoteapplicationprogram:s:||tinker\n');
      expect(content).toContain(`username:s:${mei?.username}|${token.id}\n`);
      expect(content).not.toContain('canary');
    }
    expect((await other().get(`authentication/connection-token/${token.id}/rdp-file/`)).status).toBe(404);
    await admin.patch(`terminal/applets/${applet.id}/`, { is_active: false });
    const off = await person().get<Json>(`authentication/connection-token/${token.id}/client-url/`);
    expect(off).toMatchObject({ status: 400, body: { error: expect.stringMatching(/^Connect method/) } });
  });
});

test('no secret of a host is in any line of the log or in the difference of any event', async () => {
  const { applet } = await stage();
  await leased(applet);
  const { rows } = await sql<{ secret: string }>`
    select a.secret from applet_host_accounts h join accounts a on a.id = h.account_id where a.secret is not null`.execute(server.db);
  const { rows: events } = await sql<{ text: string }>`select diff::text as text from operate_logs`.execute(server.db);
  expect(lines.length).toBeGreaterThan(0);
  const everything = [...lines, ...events.map(({ text }) => text)].join('\n');
  for (const { secret } of rows) expect(everything.includes(server.platform.secrets.decrypt(secret))).toBe(false);
});
