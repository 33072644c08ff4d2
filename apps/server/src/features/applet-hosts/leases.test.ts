import { ROLE } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import { createUser, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { beforeAll, expect, test } from 'vitest';
import {
  appletToken,
  type Carrier,
  carrier,
  createAppletHost,
  fewAccounts,
  openedSite,
  standingHost,
  uploadApplet,
} from '../../../test/applet-hosts.ts';
import { serverOfFile } from '../../../test/harness.ts';

let lion: Carrier;
const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
beforeAll(async () => {
  await fewAccounts(server, 2);
  lion = await carrier(server, 'lion');
  await lion.wire.post('terminal/terminals/status/', { sessions: [] });
});

const SUPER = 'authentication/super-connection-token/';
const keeper = async (...permissions: string[]): Promise<Api> => {
  const role = await admin.post<Json>('rbac/system-roles/', { name: uniqueName('keeps'), permissions, scope: 'system' });
  return server.as((await createUser(admin, { system_roles: [role.body.id, ROLE.USER] })).username);
};

test('a host says who uses which of its logins, by name to those alone who may see people, and never by what opens a session', async () => {
  const mei = await createUser(admin, { username: uniqueName('mei') });
  const { host } = await standingHost(server, admin);
  const applet = await uploadApplet(admin);
  const token = await appletToken(await server.as(mei.username), await openedSite(admin, [mei.id]), applet);
  const at = `terminal/applet-hosts/${host.id}/leases/`;
  expect((await admin.get(at)).body).toEqual([]);
  await lion.wire.post(`${SUPER}secret/`, { id: token.id, expire_now: false });
  const option = await lion.wire.post(`${SUPER}applet-option/`, { id: token.id });
  expect(option.status, JSON.stringify(option.body)).toBe(200);

  const answer = await admin.get<Json[]>(at);
  expect(answer.body).toEqual([
    {
      ...{ id: expect.stringMatching(/^[0-9a-f]{16}$/), is_private: true, is_shared: expect.any(Boolean) },
      account: { id: (option.body as Json).id, name: expect.stringMatching(/^js_mei/) },
      user: { id: mei.id, name: mei.name, username: mei.username },
      date_leased: expect.any(String),
      date_expired: expect.any(String),
    },
  ]);
  expect(JSON.stringify(answer.body)).not.toContain(token.id);
  const seen = await (await keeper('terminal.view_applethost')).get<Json[]>(at);
  expect([seen.status, seen.body[0]?.user]).toEqual([200, null]);
  expect((await (await keeper('terminal.view_applet')).get(at)).status).toBe(403);

  const other = await createAppletHost(admin);
  expect((await admin.get(`terminal/applet-hosts/${other.id}/leases/`)).body).toEqual([]);
  await lion.wire.post(`${SUPER}applet-account/release/`, { id: (option.body as Json).id });
  expect((await admin.get(at)).body).toEqual([]);
});
