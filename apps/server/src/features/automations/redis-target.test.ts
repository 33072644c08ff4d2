import { randomBytes } from 'node:crypto';
import type { Json } from '@postern/testkit/api';
import { type BreakableProxy, startBreakableProxy } from '@postern/testkit/breakable-proxy';
import { freePort } from '@postern/testkit/ports';
import { type RedisServer, startRedis } from '@postern/testkit/redis';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AutomationRuns, automationRuns } from '../../../test/automation-runs.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { rulesOf } from './methods/redis.ts';

/** Real Redis servers as the machines whose users get new passwords: one with a file of users, one with a configuration, one with neither. */

const OLD = 'Former-secret-1';
const PRIVILEGED_LOGIN = { username: 'keeper', secret: 'Keeper-secret-1' };
const RANDOM = { secret_type: 'password', secret_strategy: 'random' };
/** What an administrator's login needs, and no more (docs/operations.md). */
const RIGHTS = '-@all +acl|setuser +acl|getuser +acl|users +acl|save +config|get +config|set +config|rewrite';

let server: TestServer;
let runs: AutomationRuns;
let filed: RedisServer;
let configured: RedisServer;
let loose: RedisServer;
const proxies: BreakableProxy[] = [];
const logged: string[] = [];
const record = (details: object, message: string): void => void logged.push(`${message} ${JSON.stringify(details)}`);

/** One command as somebody. @throws what the server says */
async function as(port: number, login: readonly string[], ...argv: [string, ...string[]]): Promise<unknown> {
  const client = new Redis({ port, host: '127.0.0.1', lazyConnect: true, protocol: 2, enableReadyCheck: false, retryStrategy: () => null });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.call('AUTH', ...login);
    return await client.call(...argv);
  } finally {
    client.disconnect();
  }
}
const owner = (port: number, ...argv: [string, ...string[]]): Promise<unknown> => as(port, ['Owner-secret-1'], ...argv);
/** AUTH is all that a user without rights may say. */
const logsIn = (port: number, name: string, password: string): Promise<boolean> =>
  as(port, [name, password], 'AUTH', name, password).then(
    () => true,
    () => false,
  );

beforeAll(async () => {
  const password = ['requirepass Owner-secret-1'];
  [server, filed, configured, loose] = await Promise.all([
    startTestServer({ log: { debug: record, info: record, warn: record, error: record } }),
    startRedis(password, 'aclfile'),
    startRedis(password, 'config'),
    startRedis(password, 'nowhere'),
  ]);
  runs = automationRuns(server);
  // An empty file of users comes before the configuration: there `default` has no password yet.
  await as(filed.port, ['default', ''], 'ACL', 'SETUSER', 'default', 'resetpass', '>Owner-secret-1');
  for (const { port } of [filed, configured, loose])
    await owner(port, 'ACL', 'SETUSER', 'keeper', 'on', '>Keeper-secret-1', ...RIGHTS.split(' '));
});
afterAll(async () => {
  for (const proxy of proxies) proxy.close();
  await Promise.all([filed?.stop(), configured?.stop(), loose?.stop()]);
  await server?.close();
});

const database = (port: number, admin = PRIVILEGED_LOGIN, platform = 'Redis6+') => runs.asset({ platform, protocol: 'redis', port, admin });

async function user(port: number): Promise<string> {
  const name = `app_${randomBytes(4).toString('hex')}`;
  await owner(port, 'ACL', 'SETUSER', name, 'on', `>${OLD}`, '~own:*', '+get');
  return name;
}

const change = (asset: Json, ...accounts: string[]) => runs.run('change-secret', { assets: [asset.id], accounts, ...RANDOM });

test('a user gets a new password as its hash, keeps what it may do, and has it after a restart', async () => {
  for (const target of [filed, configured]) {
    const [asset, name] = [await database(target.port), await user(target.port)];
    const one = await runs.account(asset, name, OLD);
    const log = await change(asset, name);
    expect(log).toContain('ok: ');
    expect(log).not.toContain('note: ');
    const secret = await runs.secretOf(one.id);
    expect(target.files()).toContain(name);
    expect(target.files()).not.toContain(secret);
    await target.restart();
    expect([await logsIn(target.port, name, secret), await logsIn(target.port, name, OLD)]).toEqual([true, false]);
    expect(await as(target.port, [name, secret], 'GET', 'own:1')).toBe(null);
    expect(await runs.verified(one.id)).toBe('ok');
    expect((await runs.recordOf(one.id)).error).toBe(null);
  }
});

test('a server that keeps its users nowhere has the new secret, and the record says that a restart loses it', async () => {
  const [asset, name] = [await database(loose.port), await user(loose.port)];
  const one = await runs.account(asset, name, OLD);
  expect(await change(asset, name)).toMatch(/ok: .*note: .*did not save/s);
  expect(await logsIn(loose.port, name, await runs.secretOf(one.id))).toBe(true);
  const [told] = (await (await server.as('admin')).get<Json[]>(`accounts/change-secret-records/?asset=${asset.id}`)).body;
  expect(told).toMatchObject({ is_success: true, error: expect.stringContaining('did not save') });
});

test('the user "default" of a server with requirepass gets both', async () => {
  for (const keep of ['config', 'aclfile'] as const) {
    const own = await startRedis(['requirepass First-secret-1'], keep);
    try {
      const first = keep === 'aclfile' ? ['default', ''] : ['First-secret-1'];
      await as(own.port, first, 'ACL', 'SETUSER', 'keeper', 'on', '>Keeper-secret-1', ...RIGHTS.split(' '));
      const asset = await database(own.port);
      const one = await runs.account(asset, 'default', 'First-secret-1');
      expect(await change(asset, 'default')).toContain('ok: ');
      const secret = await runs.secretOf(one.id);
      await own.restart();
      expect(await as(own.port, [secret], 'CONFIG', 'GET', 'requirepass')).toEqual(['requirepass', secret]);
      expect(await logsIn(own.port, 'default', 'First-secret-1')).toBe(false);
      expect(await runs.verified(one.id)).toBe('ok');
    } finally {
      await own.stop();
    }
  }
});

test('a user that is not there is made by a push with the least rights, or those it is given, and found by gathering', async () => {
  const asset = await database(filed.port);
  const [plain, reader] = [`push_${randomBytes(4).toString('hex')}`, `push_${randomBytes(4).toString('hex')}`];
  const push = (name: string, rules?: string) =>
    runs.run('push-account', { assets: [asset.id], accounts: [name], ...RANDOM, params: rules ? { push_account_redis: { rules } } : {} });
  expect(await push(plain)).toContain('ok: ');
  expect(await push(reader, '+@all ~cache:*')).toContain('ok: ');
  const secret = async (name: string): Promise<string> => {
    const [one] = (await (await server.as('admin')).get<Json[]>(`accounts/accounts/?asset=${asset.id}&username=${name}`)).body;
    return runs.secretOf(one?.id);
  };
  const can = async (name: string, ...argv: [string, ...string[]]): Promise<boolean> =>
    as(filed.port, [name, await secret(name)], ...argv).then(
      () => true,
      (error: Error) => {
        expect(error.message).toContain('NOPERM');
        return false;
      },
    );
  expect([await can(plain, 'PING'), await can(plain, 'GET', 'cache:1'), await can(plain, 'CLIENT', 'LIST')]).toEqual([true, false, false]);
  expect([await can(reader, 'SET', 'cache:1', 'x'), await can(reader, 'GET', 'other'), await can(reader, 'ACL', 'LIST')]).toEqual([
    true,
    false,
    false,
  ]);
  expect(await push(`push_${randomBytes(4).toString('hex')}`, '+get nopass')).toContain('failed: ');
  expect(await runs.run('gather-account', { assets: [asset.id] })).toContain('accounts found');
  const found = (await (await server.as('admin')).get<Json[]>(`accounts/gathered-accounts/?asset_id=${asset.id}`)).body;
  expect(found.map(({ username }) => username)).toEqual(expect.arrayContaining(['default', 'keeper', plain, reader]));
});

test('rules are commands, categories, keys and channels, and never an administrator', () => {
  expect(rulesOf({})).toEqual(['resetkeys', 'resetchannels', '-@all', '+@connection', '-@admin', '-@dangerous']);
  expect(rulesOf({ rules: ' +get  -@write ~a:* %R~b:* &news allkeys +client|id ' })).toContain('+client|id');
  for (const rules of ['nopass', '>x', '#aa', '<x', 'on', 'reset', 'resetpass', '(+get ~*)', 'allcommands', '+get\u0000', '~a '.repeat(60)])
    expect(() => rulesOf({ rules }), rules).toThrow('wrong_secret');
});

test('what is verified is the login: right and wrong passwords, no password, a server that is down', async () => {
  const name = await user(filed.port);
  const states: string[] = [];
  for (const [port, secret] of [
    [filed.port, OLD],
    [filed.port, 'Not-it-1'],
    [await freePort(), OLD],
  ] as const)
    states.push(await runs.verified((await runs.account(await database(port), name, secret)).id));
  expect(states).toEqual(['ok', 'err', 'err']);
  // Where nobody needs a password, none is the right one.
  const open = await startRedis([], 'config');
  expect(await runs.verified((await runs.account(await database(open.port), 'default', OLD)).id)).toBe('err');
  await open.stop();
});

test('a platform without usernames verifies, and never changes the one login there is', async () => {
  const asset = await database(configured.port, { username: 'whoever', secret: 'Owner-secret-1' }, 'Redis');
  const one = await runs.account(asset, 'default', 'Owner-secret-1');
  expect(await runs.verified(one.id)).toBe('ok');
  const platform = await (await server.as('admin')).post('assets/platforms/', {
    name: `Redis-${randomBytes(4).toString('hex')}`,
    category: 'database',
    type: 'redis',
    protocols: [{ name: 'redis', port: 6379, setting: { auth_username: false } }],
    automation: { ansible_enabled: true, change_secret_enabled: true, change_secret_method: 'change_secret_redis' },
  });
  expect(platform.status, JSON.stringify(platform.body)).toBe(201);
  const other = await database(configured.port, { username: 'whoever', secret: 'Owner-secret-1' }, String(platform.body.name));
  const two = await runs.account(other, 'default', 'Owner-secret-1');
  expect(await change(other, 'default')).toContain('without usernames');
  expect(await runs.secretOf(two.id)).toBe('Owner-secret-1');
  expect(await owner(configured.port, 'PING')).toBe('PONG');
});

test('a change that cannot begin or is refused keeps what there was, and says why', async () => {
  const name = await user(filed.port);
  await owner(filed.port, 'ACL', 'SETUSER', 'powerless', 'on', '>Powerless-1', '+ping');
  const reasons: string[] = [];
  for (const asset of [
    await database(filed.port, { ...PRIVILEGED_LOGIN, secret: 'Not-it-1' }),
    await database(await freePort()),
    await database(filed.port, { username: 'powerless', secret: 'Powerless-1' }),
  ]) {
    const one = await runs.account(asset, name, OLD);
    reasons.push(await change(asset, name));
    expect((await runs.recordOf(one.id)).status).toBe('failed');
    expect(await runs.secretOf(one.id)).toBe(OLD);
  }
  expect(reasons).toEqual([
    expect.stringContaining('refused the login'),
    expect.stringContaining('cannot be reached'),
    expect.stringContaining('refused the change'),
  ]);
  expect(await logsIn(filed.port, name, OLD)).toBe(true);
});

test('a name that is not there is not made by a change, and one that would end a line is not sent', async () => {
  const asset = await database(filed.port);
  for (const name of ['nobody-there', 'two words', 'line\nuser evil on nopass']) {
    const one = await runs.account(asset, name, OLD);
    expect(await change(asset, name)).toContain('failed: ');
    expect((await runs.recordOf(one.id)).status).toBe('failed');
  }
  expect(await owner(filed.port, 'ACL', 'USERS')).not.toEqual(expect.arrayContaining([expect.stringMatching(/nobody-there|two|evil/)]));
});

test.each(['before', 'after'] as const)(
  'a line that breaks %s the server heard the change leaves a doubt, which a login settles',
  async (moment) => {
    const proxy = await startBreakableProxy(filed.port);
    proxies.push(proxy);
    const [asset, name] = [await database(proxy.port), await user(filed.port)];
    const one = await runs.account(asset, name, OLD);
    proxy.cutAt('resetpass', moment);
    expect(await change(asset, name)).toContain('uncertain');
    expect((await runs.recordOf(one.id)).status).toBe('uncertain');
    expect(await runs.secretOf(one.id)).toBe(OLD);
    proxy.restore();
    await runs.doubtSettles(one, moment, OLD);
  },
);

test('secrets are in no error, record or log', async () => {
  const { text, secrets } = await runs.traces();
  expect(secrets.length).toBeGreaterThan(10);
  const everything = `${text}\n${logged.join('\n')}`;
  for (const secret of secrets) expect(everything.includes(secret)).toBe(false);
});
