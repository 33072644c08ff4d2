import { ORG } from '@postern/contract/ids';
import type { Json } from '@postern/testkit/api';
import { createHost, createUser } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Carrier, carrier, createAppletHost, fewAccounts, standingHost, uploadApplet } from '../../../test/applet-hosts.ts';
import { serverOfFile } from '../../../test/harness.ts';
import { worked } from '../../../test/worked.ts';

/** What is asked of a host of remote applications, and what its agent makes of it. */

const URL = 'terminal/applet-host-deployments/';

let applet: Json;
const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
beforeAll(async () => {
  await fewAccounts(server, 2);
  applet = await uploadApplet(admin);
});

const of = async (host: Json): Promise<Json[]> => (await admin.get<Json[]>(URL, { query: { host: host.id } })).body;
const statuses = async (host: Json): Promise<string[]> => (await of(host)).map(({ status }) => status.value);
/** Asks, and does the worker's part. @returns the log of the task */
async function deploy(path: string, body: Json): Promise<string> {
  const asked = await admin.post<Json>(path, body);
  expect([asked.status, Object.keys(asked.body)]).toEqual([201, ['task']]);
  return worked(server, String(asked.body.task));
}
const publications = async (host: Json): Promise<string[]> =>
  (await admin.get<Json[]>('terminal/applet-publications/', { query: { host: host.id } })).body.map(({ status }) => status.value);
const report = (agent: Carrier, version = '0.2') =>
  agent.wire.post('terminal/applet-hosts/applets/reports/', [{ name: applet.name, version }]);

describe('applications are installed again', () => {
  test('by the agent: the deployment is at work until it has reported all of them, and says how that went', async () => {
    const { host, agent } = await standingHost(server, admin);
    await report(agent);
    expect(await publications(host)).toEqual(['success']);
    expect(await deploy(`${URL}applets/`, { host: host.id })).toContain('Applications to install: 1');
    expect(await publications(host)).toEqual(['pending']);
    expect((await of(host))[0]).toMatchObject({
      status: { value: 'running' },
      is_full: false,
      applet: null,
      host: { id: host.id },
      date_finished: null,
    });
    await report(agent);
    expect((await of(host))[0]).toMatchObject({ status: { value: 'success' }, date_finished: expect.any(String) });
  });

  test('one alone, and badly where the agent finds another version', async () => {
    const { host, agent } = await standingHost(server, admin);
    await deploy(`${URL}applets/`, { host: host.id, applet_id: applet.id });
    await report(agent, '0.1');
    expect((await of(host))[0]).toMatchObject({ status: { value: 'failed' }, applet: { id: applet.id } });
  });
});

describe('a host is set up anew', () => {
  test('it is free for another agent, has its logins and applications, and is done when that agent has reported', async () => {
    const { host, agent } = await standingHost(server, admin);
    await report(agent);
    await deploy(URL, { host: host.id });
    expect([await statuses(host), await publications(host)]).toEqual([['running'], ['pending']]);
    expect((await agent.wire.get('terminal/applet-hosts/accounts/')).status, 'the former agent hears no logins').toBe(404);
    const next = await carrier(server, 'tinker');
    expect((await next.wire.post(`terminal/applet-hosts/${host.id}/startup/`, {})).status).toBe(200);
    expect(await statuses(host)).toEqual(['running']);
    await report(next);
    expect(await statuses(host)).toEqual(['success']);
    expect((await agent.wire.post(`terminal/applet-hosts/${host.id}/startup/`, {})).status, 'the host is taken').not.toBe(200);
  });

  test('what was asked before ends with it, and its log says that nothing here logs in to the machine', async () => {
    const host = await createAppletHost(admin);
    await admin.post(`${URL}applets/`, { host: host.id });
    const log = await deploy(URL, { host: host.id });
    expect((await statuses(host)).sort()).toEqual(['canceled', 'running']);
    expect(log).toContain('Nothing here logs in to the machine');
    expect(log).toContain('Logins made: ');
  });
});

test('only who may change hosts asks, only for a host, and everybody who may see hosts sees it', async () => {
  const host = await createAppletHost(admin);
  const { username } = await createUser(admin);
  const nobody = await server.as(String(username));
  expect((await nobody.post(URL, { host: host.id })).status).toBe(403);
  expect((await nobody.get(URL)).status).toBe(403);
  const other = await createHost(admin.inOrg(ORG.SYSTEM), {});
  const refused = await admin.post<Json>(URL, { host: other.id });
  expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['host']]);
  const nothing = await admin.post<Json>(`${URL}applets/`, { host: host.id, applet_id: host.id });
  expect([nothing.status, Object.keys(nothing.body)]).toEqual([400, ['applet_id']]);
  expect(await of(host)).toEqual([]);
  expect((await admin.delete(`${URL}${host.id}/`)).status).not.toBe(204);
});
