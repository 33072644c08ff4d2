import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Api, Json } from '@postern/testkit/api';
import { createAccount, createHost, uniqueName } from '@postern/testkit/factories';
import { type Sshd, startSshd } from '@postern/testkit/sshd';
import { type UnixPeople, unixPeople } from '@postern/testkit/unix-people';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { worked } from '../../../test/worked.ts';

/** A machine that claims success and sets a password of its own: nobody knows which secret holds until a person enters it. */

const REALLY = 'Third-secret-1';
let server: TestServer;
let sshd: Sshd;
let people: UnixPeople;
let admin: Api;
const dir = mkdtempSync(join(tmpdir(), 'postern-by-hand-'));

beforeAll(async () => {
  people = unixPeople();
  chmodSync(dir, 0o755);
  const lie = `IFS= read -r l; printf '%s:%s\\n' "\${l%%:*}" ${REALLY} | /usr/sbin/chpasswd`;
  writeFileSync(join(dir, 'chpasswd'), `#!/bin/sh\n${lie}\n`, { mode: 0o755 });
  [server, sshd] = await Promise.all([
    startTestServer(),
    startSshd([`SetEnv PATH=${dir}:/usr/sbin:/usr/bin:/sbin:/bin`], ['PasswordAuthentication yes']),
  ]);
  admin = await server.as('admin');
});
afterAll(async () => {
  people?.removeAll();
  rmSync(dir, { recursive: true, force: true });
  await sshd?.stop();
  await server?.close();
});

test('a secret that is entered and holds ends the doubt; one that does not hold leaves it', async () => {
  const asset = await createHost(admin, { protocols: [{ name: 'ssh', port: sshd.port }] });
  const privilegedUser = people.addRoot('Keeper-secret-1');
  await createAccount(admin, asset.id, { name: privilegedUser, username: privilegedUser, secret: 'Keeper-secret-1', privileged: true });
  const user = people.add('Former-secret-1');
  const { id } = await createAccount(admin, asset.id, { name: user, username: user, secret: 'Former-secret-1' });
  const plan = await admin.post<Json>('accounts/change-secret-automations/', {
    name: uniqueName('plan'),
    accounts: [user],
    assets: [asset.id],
    is_periodic: false,
    secret_type: 'password',
    secret_strategy: 'random',
  });
  const run = await admin.post<Json>('accounts/change-secret-executions/', { automation: plan.body.id });
  await worked(server, run.body.task);
  const record = async (): Promise<Json> =>
    (await admin.get<Json[]>(`accounts/change-secret-records/?execution_id=${run.body.task}`)).body[0] ?? {};
  expect(await record()).toMatchObject({ status: 'uncertain' });

  const enter = async (secret: string): Promise<string> => {
    expect((await admin.patch(`accounts/accounts/${id}/`, { secret })).status).toBe(200);
    const { body } = await admin.post<Json>('accounts/accounts/tasks/', { action: 'verify', accounts: [id] });
    return worked(server, body.task);
  };
  expect(await enter('Guessed-secret-1')).toContain('refused the login');
  expect(await record()).toMatchObject({ status: 'uncertain' });

  expect(await enter(REALLY)).toContain('1 succeeded, 0 did not');
  expect(await record()).toMatchObject({ status: 'failed', is_success: false });
  expect((await record()).error).toContain('set by hand holds');
  const { rows } = await sql<{ secret: string; connectivity: string }>`select secret, connectivity from accounts where id = ${id}`.execute(
    server.db,
  );
  expect(rows.map(({ secret, connectivity }) => [server.platform.secrets.decrypt(secret), connectivity])).toEqual([[REALLY, 'ok']]);
});
