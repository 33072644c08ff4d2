import { ORG } from '@postern/contract/ids';
import type { Json } from '@postern/testkit/api';
import { createAccount, createUser } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Carrier,
  carrier,
  createAppletHost,
  fewAccounts,
  settleHosts,
  standingHost,
  uploadApplet,
} from '../../../test/applet-hosts.ts';
import { serverOfFile } from '../../../test/harness.ts';
import { registerComponent } from '../../../test/matrix/actors.ts';
import { wireComponent } from '../../../test/wire-component.ts';

const HOSTS = 'terminal/applet-hosts/';
const ACCOUNTS = `${HOSTS}accounts/`;
const APPLETS = `${HOSTS}applets/`;

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
beforeAll(async () => {
  await fewAccounts(server, 2);
});

const listed = async (agent: Carrier, path = ACCOUNTS): Promise<Json[]> => (await agent.wire.get(path)).body as unknown as Json[];

describe('the agent of a host', () => {
  test('binds itself to it, once, and nobody else does', async () => {
    const [first, second] = [await createAppletHost(admin), await createAppletHost(admin)];
    const [agent, rival, koko] = [await carrier(server, 'tinker'), await carrier(server, 'tinker'), await carrier(server, 'koko')];
    expect((await koko.wire.post(`${HOSTS}${first.id}/startup/`, {})).status).toBe(403);
    expect((await admin.post(`${HOSTS}${first.id}/startup/`, {})).status).toBe(403);
    expect((await agent.wire.post(`${HOSTS}11111111-1111-4111-8111-111111111111/startup/`, {})).status).toBe(404);
    expect((await agent.wire.get(ACCOUNTS)).status).toBe(404);
    expect(await agent.wire.post(`${HOSTS}${first.id}/startup/`, {})).toMatchObject({ status: 200, body: { msg: 'ok' } });
    expect((await admin.get<Json>(`${HOSTS}${first.id}/`)).body).toMatchObject({
      date_synced: expect.any(String),
      load: { value: 'offline' },
    });
    await agent.wire.post('terminal/terminals/status/', { sessions: [], cpu_load: 7 });
    expect((await admin.get<Json>(`${HOSTS}${first.id}/`)).body.load.value).toBe('high');
    expect((await agent.wire.post(`${HOSTS}${first.id}/startup/`, {})).status).toBe(200);
    const bound = { status: 400, body: { code: 'applet_host_bound' } };
    expect(await rival.wire.post(`${HOSTS}${first.id}/startup/`, {})).toMatchObject(bound);
    expect(await agent.wire.post(`${HOSTS}${second.id}/startup/`, {})).toMatchObject(bound);
    const log = await admin
      .inOrg(ORG.SYSTEM)
      .get<Json[]>(`audits/operate-logs/?resource_type=applethost&action=update&resource=${first.name}`);
    expect(log.body).toHaveLength(1);
    // Its host is free again once somebody has taken the component away.
    expect((await admin.delete(`terminal/terminals/${agent.terminalId}/`)).status).toBe(204);
    expect((await rival.wire.post(`${HOSTS}${first.id}/startup/`, {})).status).toBe(200);
  });

  test('and another at the same moment: one of them is refused', async () => {
    for (let round = 0; round < 4; round += 1) {
      const host = await createAppletHost(admin);
      const agents = [await carrier(server, 'tinker'), await carrier(server, 'tinker')];
      const answers = await Promise.all(agents.map(({ wire }) => wire.post(`${HOSTS}${host.id}/startup/`, {})));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  });

  test('is told the logins of people with their secrets, each time in the log, and switches them on', async () => {
    const { host, agent } = await standingHost(server, admin);
    await createAccount(admin.inOrg(ORG.SYSTEM), host.id, { username: 'Administrator', privileged: true, secret: 'canary-Of-admin-1' });
    const before = await viewed(host);
    const all = await listed(agent);
    expect(await viewed(host)).toBe(before + 1);
    expect(all.length).toBeGreaterThanOrEqual(3);
    for (const one of all)
      expect(one).toEqual({
        id: expect.any(String),
        username: expect.stringMatching(/^js_|^jms_/),
        secret: expect.stringMatching(/^.{12,}$/),
        is_active: true,
        date_updated: expect.any(String),
      });
    expect(await listed(agent, `${HOSTS}${host.id}/accounts/`)).toEqual(all);
    expect((await agent.wire.get(`${ACCOUNTS}?limit=1`)).body).toMatchObject({ count: all.length, results: [all[0]] });
    const [one] = all as [Json];
    expect((await agent.wire.get(`${ACCOUNTS}${one.id}/`)).body).toEqual(one);
    expect(await agent.wire.patch(`${ACCOUNTS}${one.id}/`, { is_active: false })).toMatchObject({
      status: 200,
      body: { is_active: false },
    });
    const put = await agent.wire.call('PUT', `${HOSTS}${host.id}/accounts/${one.id}/`, {
      ...one,
      secret: 'Renewed-There-1',
      is_active: true,
    });
    expect(put).toMatchObject({ status: 200, body: { id: one.id, username: one.username, secret: 'Renewed-There-1', is_active: true } });
    const { rows } = await sql<{ version: number; secret: string; n: number }>`
      select version, secret, (select count(*)::int from accounts_history h where h.account_id = a.id) as n from accounts a where id = ${one.id}`.execute(
      server.db,
    );
    expect(rows[0]).toMatchObject({ version: 2, n: 2 });
    expect(rows[0]?.secret).not.toContain('Renewed');
    for (const body of [{ is_active: 'perhaps' }, { secret: '' }, { secret: 'x'.repeat(2000) }, { secret: "quote'" }])
      expect((await agent.wire.patch(`${ACCOUNTS}${one.id}/`, body)).status).toBe(400);
    for (const call of ['POST', 'DELETE'] as const) expect((await agent.wire.call(call, ACCOUNTS, {})).status).toBeGreaterThanOrEqual(403);
    expect((await agent.wire.call('DELETE', `${ACCOUNTS}${one.id}/`)).status).toBeGreaterThanOrEqual(403);
  });

  test('knows no other host, whoever asks by which address', async () => {
    const [mine, theirs] = [await standingHost(server, admin), await standingHost(server, admin)];
    const unbound = await carrier(server, 'tinker');
    const free = await createAppletHost(admin);
    await settleHosts(server);
    const [foreign] = (await listed(theirs.agent)) as [Json];
    const machine = await createAccount(admin.inOrg(ORG.SYSTEM), mine.host.id, { secret: 'canary-Of-admin-2' });
    for (const [agent, path] of [
      [mine.agent, `${HOSTS}${theirs.host.id}/accounts/`],
      [mine.agent, `${HOSTS}${theirs.host.id}/accounts/${foreign.id}/`],
      [mine.agent, `${ACCOUNTS}${foreign.id}/`],
      [mine.agent, `${ACCOUNTS}${machine.id}/`],
      [mine.agent, `${HOSTS}${free.id}/accounts/`],
      [mine.agent, `${HOSTS}${theirs.host.id}/applets/`],
      [unbound, ACCOUNTS],
      [unbound, APPLETS],
      [unbound, `${HOSTS}${mine.host.id}/accounts/`],
      [await carrier(server, 'lion'), `${HOSTS}${mine.host.id}/accounts/`],
    ] as const)
      expect((await agent.wire.get(path)).status, path).toBe(404);
    for (const path of [`${ACCOUNTS}${foreign.id}/`, `${ACCOUNTS}${machine.id}/`, `${HOSTS}${theirs.host.id}/accounts/${foreign.id}/`])
      expect((await mine.agent.wire.patch(path, { is_active: false })).status, path).toBe(404);
    expect((await mine.agent.wire.post(`${HOSTS}${theirs.host.id}/applets/reports/`, [])).status).toBe(404);
    for (const path of [ACCOUNTS, `${HOSTS}${mine.host.id}/accounts/`, APPLETS]) {
      expect((await admin.get(path)).status, path).toBe(403);
      expect((await (await server.as((await createUser(admin)).username)).get(path)).status, path).toBe(403);
      expect((await server.anyone.get(path)).status, path).toBe(401);
    }
    // The rest of the resource is not an agent's.
    for (const path of [HOSTS, `${HOSTS}${mine.host.id}/`, 'terminal/applet-publications/'])
      expect((await mine.agent.wire.get(path)).status, path).toBe(403);
  });

  test('hears nothing any more once it is revoked, and nothing yet while it waits', async () => {
    const { host, agent } = await standingHost(server, admin);
    expect((await admin.post(`terminal/terminals/${agent.terminalId}/revoke/`, {})).status).toBe(200);
    expect((await agent.wire.get(ACCOUNTS)).status).toBe(401);
    expect((await admin.get<Json>(`${HOSTS}${host.id}/`)).body.load.value).toBe('offline');
    const waiting = await registerComponent(server, 'tinker');
    await sql`update terminals set date_approved = null where id = ${waiting.terminalId}`.execute(server.db);
    await server.platform.asSystem('test', async (ctx) => server.platform.identityChanged(ctx));
    const wire = wireComponent(server.url, waiting.key);
    expect(await wire.post(`${HOSTS}${host.id}/startup/`, {})).toMatchObject({ status: 403, body: { code: 'component_waits' } });
    await admin.delete(`terminal/terminals/${agent.terminalId}/`);
  });
});

describe('what is published on a host', () => {
  test('is listed by its agent, found by id and name, and reported: missing, another version, there', async () => {
    const [there, other, gone] = [await uploadApplet(admin), await uploadApplet(admin), await uploadApplet(admin)];
    const { host, agent } = await standingHost(server, admin);
    const all = await listed(agent, APPLETS);
    expect(all.map(({ applet }) => applet.id)).toEqual(expect.arrayContaining([there.id, other.id, gone.id]));
    expect(all[0]).toMatchObject({ host: { id: host.id }, status: { value: 'pending' } });
    expect(await listed(agent, `${HOSTS}${host.id}/applets/`)).toEqual(all);
    for (const key of [there.id, there.name]) {
      expect((await agent.wire.get(`${APPLETS}${key}/`)).body).toMatchObject({ applet: { id: there.id, version: '0.2' } });
      expect((await agent.wire.get(`${HOSTS}${host.id}/applets/${key}/`)).status).toBe(200);
    }
    expect((await agent.wire.get(`${APPLETS}nothing-like-it/`)).status).toBe(404);
    const answer = await agent.wire.post(`${APPLETS}reports/`, [
      { name: there.name, version: '0.2' },
      { name: other.name, version: '0.1' },
      { name: 'of-nobody', version: '1' },
    ]);
    expect(answer.status).toBe(200);
    const state = new Map((answer.body as unknown as Json[]).map(({ applet, status }) => [applet.id, status.value]));
    expect([there, other, gone].map(({ id }) => state.get(id))).toEqual(['success', 'mismatch', 'failed']);
    expect((await admin.get<Json[]>(`terminal/applet-publications/?host=${host.id}&status=success`)).body).toHaveLength(1);
    expect((await agent.wire.patch(`${APPLETS}${gone.name}/`, { status: 'pending' })).body).toMatchObject({ status: { value: 'pending' } });
    for (const body of [{}, null, [{ name: 'x' }], Array.from({ length: 1001 }, () => ({ name: 'x', version: '1' }))])
      expect((await agent.wire.post(`${APPLETS}reports/`, body)).status).toBe(400);
    expect((await agent.wire.patch(`${APPLETS}${gone.name}/`, { status: 'fine' })).status).toBe(400);
  });
});

/** How often secrets of a host were told. */
const viewed = async (host: Json): Promise<number> =>
  (
    await sql<{ n: number }>`
      select count(*)::int as n from operate_logs where resource_type = 'applethost' and resource_id = ${host.id} and action = 'view'`.execute(
      server.db,
    )
  ).rows[0]?.n ?? 0;
