import { randomUUID } from 'node:crypto';
import { ORG } from '@postern/contract/ids';
import { createAccount, createHost, createPermission, createUser } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { endUnentitledSessions } from '../src/features/sessions/end-unentitled.job.ts';
import { exchanged } from './exchanged.ts';
import { serverOfFile } from './harness.ts';
import { type Component, registerComponent } from './matrix/actors.ts';

/** A session outlives neither its permission nor its user. */

let gateway: Component;
const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
beforeAll(async () => {
  gateway = await registerComponent(server);
});

interface Carried {
  id: string;
  userId: string;
  hostId: string;
  accountId: string;
  permissionId: string;
}

/** With a second account that stays, so that losing the one it runs under is what ends it. */
async function live(): Promise<Carried> {
  const user = await createUser(admin);
  const host = await createHost(admin);
  const account = await createAccount(admin, host.id);
  await createAccount(admin, host.id);
  const permission = await createPermission(admin, { users: [user.id], assets: [host.id] });
  const id = randomUUID();
  await exchanged(server, gateway.terminalId, { user_id: user.id, asset_id: host.id, account_id: account.id });
  const facts = { user: 'u', user_id: user.id, asset: 'a', asset_id: host.id, account: 'c', account_id: account.id };
  const answer = await gateway.api.post('terminal/sessions/', { id, ...facts, protocol: 'ssh', login_from: 'ST', org_id: ORG.DEFAULT });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return { id, userId: user.id, hostId: host.id, accountId: account.id, permissionId: permission.id };
}
const run = () => server.platform.asSystem('test', (ctx) => endUnentitledSessions(ctx, server.assembly.kernel));

/** The session began an hour ago, the permission ended a minute ago. */
const began = (id: string) => sql`update sessions set date_start = now() - interval '1 hour' where id = ${id}`.execute(server.db);
const ended = (id: string) =>
  sql`update asset_permissions set date_expired = now() - interval '1 minute' where id = ${id}`.execute(server.db);

test('a session is ended when its permission or its user goes, once, and no other is', async () => {
  const [kept, unpermitted, disabled, expired] = [await live(), await live(), await live(), await live()];
  expect(await run()).toEqual([]);
  expect((await admin.delete(`perms/asset-permissions/${unpermitted.permissionId}/`)).status).toBe(204);
  expect((await admin.patch(`users/users/${disabled.userId}/`, { is_active: false })).status).toBe(200);
  await sql`update users set date_expired = now() - interval '1 minute' where id = ${expired.userId}`.execute(server.db);
  expect((await run()).sort()).toEqual([unpermitted.id, disabled.id, expired.id].sort());
  expect(await run()).toEqual([]);
  const { rows } = await sql<{
    args: string;
    kwargs: { reason: string };
  }>`select args, kwargs from terminal_tasks where terminal_id = ${gateway.terminalId}`.execute(server.db);
  expect(rows.map((row) => row.args)).not.toContain(kept.id);
  expect(rows).toHaveLength(3);
  // The person is told what happened, not that somebody ended it.
  expect(Object.fromEntries(rows.map((row) => [row.args, row.kwargs.reason]))).toEqual({
    [unpermitted.id]: 'permission_removed',
    [disabled.id]: 'user_disabled',
    [expired.id]: 'user_expired',
  });
});

test.each<[string, string, (carried: Carried) => Promise<unknown>]>([
  ['its asset is switched off', 'asset_disabled', ({ hostId }) => admin.patch(`assets/hosts/${hostId}/`, { is_active: false })],
  ['its asset is deleted', 'asset_disabled', ({ hostId }) => admin.delete(`assets/hosts/${hostId}/`)],
  [
    'its account is switched off',
    'account_disabled',
    ({ accountId }) => admin.patch(`accounts/accounts/${accountId}/`, { is_active: false }),
  ],
  ['its account is deleted', 'account_disabled', ({ accountId }) => admin.delete(`accounts/accounts/${accountId}/`)],
  ['its user is deleted', 'user_disabled', ({ userId }) => admin.delete(`users/users/${userId}/`)],
  ['its user leaves the organisation', 'permission_removed', ({ userId }) => admin.post(`users/users/${userId}/remove/`, {})],
  [
    'its permission ends',
    'permission_expired',
    async ({ id, permissionId }) => {
      await began(id);
      await ended(permissionId);
    },
  ],
  [
    'its permission is taken away, and another had ended before it began',
    'permission_removed',
    async ({ permissionId, userId, hostId }) => {
      await ended((await createPermission(admin, { users: [userId], assets: [hostId] })).id);
      await admin.delete(`perms/asset-permissions/${permissionId}/`);
    },
  ],
  [
    'its permission names other accounts',
    'permission_removed',
    ({ permissionId }) => admin.patch(`perms/asset-permissions/${permissionId}/`, { accounts: ['somebody-else'] }),
  ],
])('a session that a component of others carries is ordered to end when %s', async (_what, reason, end) => {
  const [carried, kept] = [await live(), await live()];
  await end(carried);
  expect(await run()).toEqual([carried.id]);
  const { rows } = await sql<{ args: string; kwargs: { reason: string; terminated_by: string } }>`
    select args, kwargs from terminal_tasks where args = any(${[carried.id, kept.id]})`.execute(server.db);
  expect(rows).toMatchObject([{ args: carried.id, kwargs: { reason, terminated_by: expect.any(String) } }]);
});
