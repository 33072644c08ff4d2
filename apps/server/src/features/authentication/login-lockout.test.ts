import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Api, createApi, createCookieJar, type Json } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { MASTER_KEY } from '../../../test/test-platform.ts';

/** Wrong passwords from many addresses, and wrong ones on purpose: neither finds the password, and neither keeps its owner out. */

/** Another node on the same database. */
const settings = { trustedProxies: ['127.0.0.1'] };
const server = serverOfFile({ settings });
const other = serverOfFile({ settings, besides: server });
const admin = forThisFile(() => server.as('admin'));
beforeEach(async () => {
  await sql`delete from login_counters`.execute(server.db);
});

const LOGIN = '/core/auth/login/';
const HOME = '198.51.100.1';
type Browser = Api & { cookies: ReturnType<typeof createCookieJar> };

/** A browser at an address, with the login page open. */
async function browserAt(address: string, cookies = createCookieJar(), node = server): Promise<Browser> {
  const api = createApi({ origin: node.url, cookies, headers: { 'x-forwarded-for': address } });
  await api.get(LOGIN);
  return { ...api, cookies };
}
/** The same browser after its session has ended. */
async function later(browser: Browser, address = HOME): Promise<Browser> {
  const cookies = createCookieJar();
  const device = browser.cookies.get('jms_device');
  if (device) cookies.set('jms_device', device);
  return browserAt(address, cookies);
}
const tryAt = async (browser: Api, username: string, password = 'wrong', more: Json = {}): Promise<string> => {
  const answer = await browser.post(LOGIN, { username, password, ...more });
  return answer.status === 200 ? 'in' : String(answer.body.error);
};
/** One wrong password from each of many addresses, over both nodes. */
async function attack(username: string, tries = 24): Promise<string[]> {
  const answers: string[] = [];
  for (let n = 0; n < tries; n += 1) {
    const api = createApi({ origin: (n % 2 ? other : server).url, headers: { 'x-forwarded-for': `203.0.113.${n}` } });
    answers.push(String((await api.post('authentication/auth/', { username, password: 'wrong' })).body.error));
  }
  return answers;
}
/** Lets the pauses of now be over. */
const pass = () =>
  sql`update login_counters set locked_until = now() - interval '1 second' where locked_until is not null`.execute(server.db);
const minutesLeft = async (username: string): Promise<number> => {
  const { rows } = await sql<{ m: number }>`select ceil(extract(epoch from locked_until - now()) / 60)::int as m from login_counters
    where kind = 'account' and name = encode(sha256(convert_to(${username}, 'UTF8')), 'hex')`.execute(server.db);
  return rows[0]?.m ?? 0;
};

describe('whoever changes addresses', () => {
  it('meets the pause of the name, on every node, and a longer one each time', async () => {
    const user = await createUser(admin);
    const answers = await attack(user.username);
    expect(answers.slice(0, 20)).toEqual(Array(20).fill('password_failed'));
    expect(answers.slice(20)).toEqual(Array(4).fill('block_login'));
    expect(await tryAt(await browserAt('192.0.2.9'), user.username, TEST_PASSWORD)).toBe('block_login');
    expect((await admin.get(`users/users/${user.id}/`)).body.login_blocked).toBe(true);
    const pauses = [await minutesLeft(user.username)];
    for (const address of ['192.0.2.10', '192.0.2.11', '192.0.2.12', '192.0.2.13', '192.0.2.14', '192.0.2.15']) {
      await pass();
      expect(await tryAt(await browserAt(address), user.username)).toBe('block_login');
      pauses.push(await minutesLeft(user.username));
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30]);
  });

  it('is answered alike for a name that does not exist', async () => {
    const nobody = uniqueName('nobody');
    const user = await createUser(admin);
    expect(await attack(nobody)).toEqual(await attack(user.username));
    const [a, b] = [await browserAt('192.0.2.9'), await browserAt('192.0.2.9')];
    const code = { code: '123456', mfa_type: 'otp' };
    const first = await a.post(LOGIN, { username: nobody, password: 'x', ...code });
    const second = await b.post(LOGIN, { username: user.username, password: TEST_PASSWORD, ...code });
    expect([first.status, first.body]).toEqual([second.status, second.body]);
  });
});

describe('the owner gets in', () => {
  it('from another address, when somebody fails on purpose in their name', async () => {
    const user = await createUser(admin);
    const stranger = await browserAt('203.0.113.1');
    for (let n = 0; n < 9; n += 1) await tryAt(stranger, user.username);
    expect(await tryAt(stranger, user.username, TEST_PASSWORD)).toBe('block_login');
    expect(await tryAt(await browserAt(HOME), user.username, TEST_PASSWORD)).toBe('in');
  });

  it('in a browser they have logged in with, while the name pauses', async () => {
    const user = await createUser(admin);
    const browser = await browserAt(HOME);
    expect(await tryAt(browser, user.username, TEST_PASSWORD)).toBe('in');
    await attack(user.username);
    expect(await tryAt(await later(browser), user.username, TEST_PASSWORD)).toBe('in');
    // Elsewhere too: it is the browser that is known, not its address.
    expect(await tryAt(await later(browser, '192.0.2.77'), user.username, TEST_PASSWORD)).toBe('in');
    expect(await tryAt(await browserAt(HOME), user.username, TEST_PASSWORD)).toBe('block_login');
  });

  it('and the browser of somebody else, a made-up token, or one of before a new password is not known', async () => {
    const [user, colleague] = [await createUser(admin), await createUser(admin)];
    const [mine, theirs] = [await browserAt(HOME), await browserAt(HOME)];
    await tryAt(mine, user.username, TEST_PASSWORD);
    await tryAt(theirs, colleague.username, TEST_PASSWORD);
    await attack(user.username);
    expect(await tryAt(await later(theirs), user.username, TEST_PASSWORD)).toBe('block_login');
    const made = createCookieJar();
    made.set('jms_device', 'A'.repeat(43));
    expect(await tryAt(await browserAt(HOME, made), user.username, TEST_PASSWORD)).toBe('block_login');
    const fresh = 'Fresh-Gate-77!';
    expect((await admin.put(`users/users/${user.id}/password/`, { password: fresh })).status).toBe(200);
    expect(await tryAt(await later(mine), user.username, fresh)).toBe('block_login');
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from known_devices where token_hash = ${mine.cookies.get('jms_device')}`.execute(server.db);
    expect(rows[0]?.n).toBe(0);
  });

  it('and guesses in a known browser are counted by themselves', async () => {
    const user = await createUser(admin);
    const browser = await browserAt(HOME);
    await tryAt(browser, user.username, TEST_PASSWORD);
    const again = await later(browser);
    for (let n = 0; n < 7; n += 1) await tryAt(again, user.username);
    expect(await tryAt(again, user.username, TEST_PASSWORD)).toBe('block_login');
    expect(await tryAt(await browserAt(HOME), user.username, TEST_PASSWORD)).toBe('in');
  });

  it('two people share a browser and stay known in it', async () => {
    const [user, colleague] = [await createUser(admin), await createUser(admin)];
    const browser = await browserAt(HOME);
    await tryAt(browser, user.username, TEST_PASSWORD);
    const shared = await later(browser);
    await tryAt(shared, colleague.username, TEST_PASSWORD);
    expect(shared.cookies.get('jms_device')).not.toBe(browser.cookies.get('jms_device'));
    await attack(user.username);
    expect(await tryAt(await later(shared), user.username, TEST_PASSWORD)).toBe('in');
    // Who had the former token, by planting it, has nothing.
    expect(await tryAt(await later(browser), colleague.username, 'wrong')).toBe('password_failed');
    await attack(colleague.username);
    expect(await tryAt(await later(browser), colleague.username, TEST_PASSWORD)).toBe('block_login');
  });

  it('with a code of the second factor beside the password, while the name pauses', async () => {
    const user = await createUser(admin);
    const browser = await browserAt(HOME);
    await tryAt(browser, user.username, TEST_PASSWORD);
    await browser.post('authentication/confirm/', { confirm_type: 'password', secret_key: TEST_PASSWORD });
    const { secret } = (await browser.post('users/profile/otp/start/')).body;
    const code = (steps: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
    const bound = await browser.post('users/profile/otp/', { code: code(-1) });
    const [recovery] = bound.body.recovery_codes;
    await attack(user.username);
    const elsewhere = await browserAt('192.0.2.9');
    expect(await tryAt(elsewhere, user.username, TEST_PASSWORD)).toBe('block_login');
    expect(await tryAt(elsewhere, user.username, TEST_PASSWORD, { code: '000000', mfa_type: 'otp' })).toBe('block_login');
    // A right code opens the way to the password, and no further.
    expect(await tryAt(elsewhere, user.username, 'wrong', { code: code(0), mfa_type: 'otp' })).toBe('password_failed');
    expect(await tryAt(elsewhere, user.username, TEST_PASSWORD, { code: code(0), mfa_type: 'otp' })).toBe('block_login');
    expect(await tryAt(elsewhere, user.username, TEST_PASSWORD, { code: recovery, mfa_type: 'recovery' })).toBe('in');
    expect((await elsewhere.get('users/profile/')).body.username).toBe(user.username);
  });

  it('by an administrator, and by whoever has the machine', async () => {
    const run = async (...args: string[]) => {
      const postern = fileURLToPath(new URL('../../postern.ts', import.meta.url));
      const env = {
        ...process.env,
        DATABASE_URL: server.databaseUrl,
        POSTERN_SECRET_KEY: MASTER_KEY,
        POSTERN_DATA_DIR: server.platform.settings.dataDir,
      };
      return promisify(execFile)(process.execPath, [postern, 'unlock', ...args], { env }).then(
        ({ stdout }) => stdout.trim(),
        (error: { code: number }) => `exit ${error.code}`,
      );
    };
    const user = await createUser(admin);
    const locked = async (): Promise<boolean> => (await admin.get(`users/users/${user.id}/`)).body.login_blocked;
    await attack(user.username);
    expect((await admin.put(`users/users/${user.id}/unblock/`, {})).body.login_blocked).toBe(false);
    expect(await tryAt(await browserAt(HOME), user.username, TEST_PASSWORD)).toBe('in');
    for (const args of [[user.username], ['--all']]) {
      await attack(user.username);
      expect(await locked()).toBe(true);
      expect(await run(...args)).toMatch(/^Unlocked: \d+ counters/);
      expect(await locked()).toBe(false);
    }
    await sql`insert into login_counters (kind, place, count, locked_until, expires_at)
      select 'ip', encode(sha256(convert_to('203.0.113.5', 'UTF8')), 'hex'), 99999, now() + interval '1 hour', now() + interval '1 hour'`.execute(
      server.db,
    );
    const stranger = await browserAt('203.0.113.5');
    expect(await tryAt(stranger, user.username, TEST_PASSWORD)).toBe('block_global_ip_login');
    expect(await run('--address', '203.0.113.5')).toMatch(/^Unlocked/);
    expect(await tryAt(stranger, user.username, TEST_PASSWORD)).toBe('in');
    expect(await run(user.username, '--all')).toBe('exit 64');
    const { rows } = await sql<{ resource: string }>`select resource from operate_logs where user_text = 'System' and resource_type = 'user'
      and diff::text like '%login_blocked%' order by seq`.execute(server.db);
    expect(rows.map((row) => row.resource)).toEqual([user.username, '*', '203.0.113.5']);
  });
});

describe('what is taken back', () => {
  it('by a login that worked is what failed from there, and no more', async () => {
    const user = await createUser(admin);
    await attack(user.username, 18);
    const browser = await browserAt(HOME);
    for (let n = 0; n < 2; n += 1) await tryAt(browser, user.username);
    expect(await tryAt(browser, user.username, TEST_PASSWORD)).toBe('in');
    expect(await attack(user.username, 3)).toEqual(['password_failed', 'password_failed', 'block_login']);
  });

  it('an address does not wipe its own counter with an account of its own', async () => {
    const mine = await createUser(admin);
    await server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, { SECURITY_LOGIN_IP_LIMIT_COUNT: 5 }));
    const attacker = await browserAt('203.0.113.66');
    for (let n = 0; n < 4; n += 1) expect(await tryAt(attacker, uniqueName('victim'))).toBe('password_failed');
    expect(await tryAt(attacker, mine.username, TEST_PASSWORD)).toBe('in');
    expect(await tryAt(await browserAt('203.0.113.66'), uniqueName('victim'))).toBe('password_failed');
    expect(await tryAt(await browserAt('203.0.113.66'), uniqueName('victim'))).toBe('block_global_ip_login');
    await server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, { SECURITY_LOGIN_IP_LIMIT_COUNT: 99999 }));
  });
});
