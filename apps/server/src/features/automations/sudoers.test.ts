import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Api, Json } from '@postern/testkit/api';
import { createAccount, createHost } from '@postern/testkit/factories';
import { type Sshd, startSshd } from '@postern/testkit/sshd';
import { type UnixPeople, unixPeople } from '@postern/testkit/unix-people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { worked } from '../../../test/worked.ts';

/** Real users, real sudo, real visudo; one machine has a visudo that likes nothing. */

let server: TestServer;
let sshd: Sshd;
let picky: Sshd;
let people: UnixPeople;
let admin: Api;
const dir = mkdtempSync(join(tmpdir(), 'postern-visudo-'));
const pushed: string[] = [];
const ruleOf = (user: string): string => `/etc/sudoers.d/postern-${user}`;

beforeAll(async () => {
  people = unixPeople();
  chmodSync(dir, 0o755);
  writeFileSync(join(dir, 'visudo'), '#!/bin/sh\necho no such rule >&2\nexit 1\n', { mode: 0o755 });
  const password = ['PasswordAuthentication yes'];
  [server, sshd, picky] = await Promise.all([
    startTestServer(),
    startSshd([], password),
    startSshd([`SetEnv PATH=${dir}:/usr/sbin:/usr/bin:/sbin:/bin`], password),
  ]);
  admin = await server.as('admin');
});
afterAll(async () => {
  for (const user of pushed) rmSync(ruleOf(user), { force: true });
  people?.removeAll();
  rmSync(dir, { recursive: true, force: true });
  await Promise.all([sshd?.stop(), picky?.stop()]);
  await server?.close();
});

/** Puts a new login on a machine with a wish for sudo. */
async function push(port: number, sudo: string): Promise<{ user: string; log: string; record: Json | undefined }> {
  const asset = await createHost(admin, { protocols: [{ name: 'ssh', port }] });
  const privilegedUser = people.addRoot('Keeper-secret-1');
  await createAccount(admin, asset.id, { name: privilegedUser, username: privilegedUser, secret: 'Keeper-secret-1', privileged: true });
  const user = people.name();
  pushed.push(user);
  const { id } = await createAccount(admin, asset.id, { name: user, username: user, secret: 'Pushed-secret-1' });
  const { status, body } = await admin.post<Json>('accounts/accounts/tasks/', {
    action: 'push',
    accounts: [id],
    params: { push_account_posix: { sudo, shell: '/bin/sh' } },
  });
  expect(status).toBe(201);
  const log = await worked(server, body.task);
  const records = await admin.get<Json[]>(`accounts/push-account-records/?asset=${asset.id}`);
  return { user, log, record: records.body[0] };
}

const asUser = (user: string, ...command: string[]) =>
  spawnSync('/bin/su', ['-s', '/bin/sh', user, '-c', command.join(' ')], { encoding: 'utf8' });
const leftBehind = () => readdirSync('/etc/sudoers.d').filter((name) => name.startsWith('.postern'));

test('a push lets the login use exactly the programs that were named', async () => {
  const { user, log } = await push(sshd.port, '/usr/bin/id, /usr/bin/uptime');
  expect(log).toContain('1 succeeded, 0 did not');
  expect(readFileSync(ruleOf(user), 'utf8')).toBe(`${user} ALL=(ALL) NOPASSWD: /usr/bin/id, /usr/bin/uptime\n`);
  expect(statSync(ruleOf(user)).mode & 0o777).toBe(0o440);
  expect(asUser(user, 'sudo -n /usr/bin/id -u').stdout.trim()).toBe('0');
  expect(asUser(user, 'sudo -n /usr/bin/env').status).not.toBe(0);
  expect(leftBehind()).toEqual([]);
});

test('what the contract fills in by itself writes no rule', async () => {
  const { user, log } = await push(sshd.port, '/bin/whoami');
  expect(log).toContain('1 succeeded, 0 did not');
  expect(existsSync(ruleOf(user))).toBe(false);
});

test('a wish that is not plain is refused before anything is sent', async () => {
  const { user, record } = await push(sshd.port, '/bin/ls\nroot ALL=(ALL) ALL');
  expect(record).toMatchObject({ is_success: false });
  expect(record?.error).toContain('sudo');
  expect(existsSync(ruleOf(user))).toBe(false);
  expect(asUser(user, 'true').status).not.toBe(0);
});

test('a rule that visudo refuses never takes its place', async () => {
  const { user, record } = await push(picky.port, '/usr/bin/id');
  expect(record).toMatchObject({ is_success: false });
  expect(record?.error).toContain('no such rule');
  expect(existsSync(ruleOf(user))).toBe(false);
  expect(leftBehind()).toEqual([]);
});
