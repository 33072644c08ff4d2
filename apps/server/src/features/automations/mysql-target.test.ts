import { randomBytes } from 'node:crypto';
import type { Json } from '@postern/testkit/api';
import { type BreakableProxy, startBreakableProxy } from '@postern/testkit/breakable-proxy';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startMariaDb } from '@postern/testkit/mariadb';
import { freePort } from '@postern/testkit/ports';
import mysql from 'mysql2/promise';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AutomationRuns, automationRuns } from '../../../test/automation-runs.ts';
import { serverOfFile } from '../../../test/harness.ts';
import { cachingSha2Hash, nativeHash, sha256Crypt } from './methods/mysql-hash.ts';

/** A real MariaDB as the machine whose users get new passwords. */

const OLD = 'Former-secret-1';
const PRIVILEGED_LOGIN = { username: 'keeper', secret: 'Keeper-secret-1' };
const RANDOM = { secret_type: 'password', secret_strategy: 'random' };

let runs: AutomationRuns;
let root: mysql.Connection;
const proxies: BreakableProxy[] = [];
const logged: string[] = [];
const record = (details: object, message: string): void => void logged.push(`${message} ${JSON.stringify(details)}`);

const server = serverOfFile({ log: { debug: record, info: record, warn: record, error: record } });
const maria = forThisFile(startMariaDb, (it) => it.stop());
beforeAll(async () => {
  runs = automationRuns(server);
  root = await mysql.createConnection({ host: '127.0.0.1', port: maria.port, user: 'root' });
  // What an administrator's login needs, and no more (docs/operations.md).
  await root.query('create user keeper identified by ?', [PRIVILEGED_LOGIN.secret]);
  await root.query('grant create user on *.* to keeper');
  await root.query('grant select on mysql.global_priv to keeper');
});
afterAll(async () => {
  for (const proxy of proxies) proxy.close();
  await root?.end();
});

const database = (port = maria.port, admin = PRIVILEGED_LOGIN) => runs.asset({ platform: 'MariaDB', protocol: 'mariadb', port, admin });

async function user(hosts: readonly string[] = ['%'], name = `it's "${randomBytes(4).toString('hex')}\\`): Promise<string> {
  for (const host of hosts) await root.query('create user ?@? identified by ?', [name, host, OLD]);
  return name;
}

const logsIn = (name: string, password: string): Promise<boolean> =>
  mysql.createConnection({ host: '127.0.0.1', port: maria.port, user: name, password }).then(
    (connection) => connection.end().then(() => true),
    () => false,
  );

test('a user with an unkind name gets a new password at all its hosts, and no log of the server holds it', async () => {
  const [asset, name] = [await database(), await user(['%', 'localhost', '127.0.0.1', '10.%'])];
  const one = await runs.account(asset, name, OLD);
  expect(await runs.run('change-secret', { assets: [asset.id], accounts: [name], ...RANDOM })).toContain('ok: ');
  const secret = await runs.secretOf(one.id);
  expect([await logsIn(name, secret), await logsIn(name, OLD)]).toEqual([true, false]);
  const [hosts] = await root.query<mysql.RowDataPacket[]>('select distinct Password as hash from mysql.user where User = ?', [name]);
  expect(hosts).toEqual([{ hash: nativeHash(secret) }]);
  expect(await runs.verified(one.id)).toBe('ok');
  const logs = maria.logs();
  expect(logs).toContain(nativeHash(secret));
  expect(logs).not.toContain(secret);
});

test('a user that is not there is made by a push with nothing but a login, and found by gathering', async () => {
  const asset = await database();
  const name = `pushed_${randomBytes(4).toString('hex')}`;
  expect(await runs.run('push-account', { assets: [asset.id], accounts: [name], ...RANDOM })).toContain('ok: ');
  const [one] = (await (await server.as('admin')).get<Json[]>(`accounts/accounts/?asset=${asset.id}&username=${name}`)).body;
  expect(await logsIn(name, await runs.secretOf(one?.id))).toBe(true);
  expect(await logsIn(name, '')).toBe(false);
  const [grants] = await root.query<mysql.RowDataPacket[]>('show grants for ?@?', [name, '%']);
  expect(grants.flatMap((row) => Object.values(row))).toEqual([expect.stringMatching(/^GRANT USAGE ON/)]);
  expect(await runs.run('gather-account', { assets: [asset.id] })).toContain('accounts found');
  const found = (await (await server.as('admin')).get(`accounts/gathered-accounts/?asset_id=${asset.id}&limit=100`)).body.results;
  const names = found.map((row: { username: string }) => row.username);
  expect(names).toEqual(expect.arrayContaining([name, 'keeper', 'root']));
  expect(names).not.toContain('mariadb.sys');
});

test('what is verified is the login: right and wrong passwords, a server that is down', async () => {
  const asset = await database();
  const name = await user();
  const [right, wrong] = [await runs.account(asset, name, OLD), await runs.account(await database(), name, 'Not-it-1')];
  expect([await runs.verified(right.id), await runs.verified(wrong.id)]).toEqual(['ok', 'err']);
  const dark = await runs.account(await database(await freePort()), name, OLD);
  expect(await runs.verified(dark.id)).toBe('err');
});

test('a change that cannot begin or is refused keeps what there was, and says why', async () => {
  const name = await user();
  await root.query('create user powerless identified by ?', ['Powerless-1']);
  const reasons: string[] = [];
  for (const asset of [
    await database(maria.port, { ...PRIVILEGED_LOGIN, secret: 'Not-it-1' }),
    await database(await freePort()),
    await database(maria.port, { username: 'powerless', secret: 'Powerless-1' }),
  ]) {
    const one = await runs.account(asset, name, OLD);
    reasons.push(await runs.run('change-secret', { assets: [asset.id], accounts: [name], ...RANDOM }));
    expect((await runs.recordOf(one.id)).status).toBe('failed');
    expect(await runs.secretOf(one.id)).toBe(OLD);
  }
  expect(reasons).toEqual([
    expect.stringContaining('refused the login'),
    expect.stringContaining('cannot be reached'),
    expect.stringContaining('refused the change'),
  ]);
  expect(await logsIn(name, OLD)).toBe(true);
});

test('who does not come in by a password alone, and who is not there, is left as it is', async () => {
  const asset = await database();
  const mixed = `mixed_${randomBytes(4).toString('hex')}`;
  await root.query(`create user ${mixed} identified via mysql_native_password using '${nativeHash(OLD)}' or unix_socket`);
  const [before] = await root.query('select Priv from mysql.global_priv where User = ?', [mixed]);
  for (const name of [mixed, 'nobody-there', 'bad\nname']) {
    const one = await runs.account(asset, name, OLD);
    expect(await runs.run('change-secret', { assets: [asset.id], accounts: [name], ...RANDOM })).toContain('failed: ');
    expect((await runs.recordOf(one.id)).status).toBe('failed');
    expect(await runs.secretOf(one.id)).toBe(OLD);
  }
  expect((await root.query('select Priv from mysql.global_priv where User = ?', [mixed]))[0]).toEqual(before);
});

test.each(['before', 'after'] as const)(
  'a line that breaks %s the server heard the change leaves a doubt, which a login settles',
  async (moment) => {
    const proxy = await startBreakableProxy(maria.port);
    proxies.push(proxy);
    const [asset, name] = [await database(proxy.port), await user()];
    const one = await runs.account(asset, name, OLD);
    proxy.cutAt('alter user', moment);
    expect(await runs.run('change-secret', { assets: [asset.id], accounts: [name], ...RANDOM })).toContain('uncertain');
    expect((await runs.recordOf(one.id)).status).toBe('uncertain');
    expect(await runs.secretOf(one.id)).toBe(OLD);
    proxy.restore();
    await runs.doubtSettles(one, moment, OLD);
  },
);

test('secrets, and what the server stores of them, are in no error, record or log', async () => {
  const { text, secrets } = await runs.traces();
  expect(secrets.length).toBeGreaterThan(8);
  const everything = `${text}\n${logged.join('\n')}`;
  for (const secret of secrets) expect([everything.includes(secret), everything.includes(nativeHash(secret))]).toEqual([false, false]);
});

test('what is stored is what the servers store', () => {
  // The example that crackers are tested with: made by a MySQL 8 for the password "hashcat".
  const salt = Buffer.from('F9CC98CE08892924F50A213B6BC571A2C11778C5', 'hex');
  expect(sha256Crypt('hashcat', salt)).toBe('bTy95Y99eAME1dwEkHOA1ndHGBWz.1bxSSRkuTXFGV/');
  // Longer than the digest; printed by `openssl passwd -5`.
  expect(sha256Crypt('a-much longer password than the digest is: 0123456789', Buffer.from('abcdefghijklmnop'))).toBe(
    '1Rw1PzVzaDkYN.1ve8u8LH86kt6sHVmf3oDILcv6UT8',
  );
  expect(cachingSha2Hash('secret')).toMatch(/^\$A\$005\$[./0-9A-Za-z]{20}[./0-9A-Za-z]{43}$/);
  // MySQL's manual: PASSWORD('password').
  expect(nativeHash('password')).toBe('*2470C0C06DEE42FD1618BB99005ADCA2EC9D1E19');
});
