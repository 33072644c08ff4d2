import { request } from 'node:http';
import { createApi, createCookieJar, type Json } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startSmtp } from '@postern/testkit/smtp';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runJob } from '../../../src/app.ts';
import { serverOfFile } from '../../../test/harness.ts';

/** From the mail to the new password, against a mail server that speaks the protocol. */

/** A browser that nobody has logged in with. */
const cookies = createCookieJar();
const logged: string[] = [];
const note = (details: object, message: string): void => void logged.push(`${message} ${JSON.stringify(details)}`);
const SITE = 'https://door.example.com';
const FRESH = 'Fresh-Gate-77!';
const RESET = '/core/auth/password/reset/';
const FORGOT = '/core/auth/password/forgot/';

const server = serverOfFile({ log: { debug: note, info: note, warn: note, error: note } });
const smtp = forThisFile(
  () => startSmtp({ plain: true }),
  (it) => it.stop(),
);
const stranger = forThisFile(() => createApi({ origin: server.url, cookies }));
beforeAll(async () => {
  await stranger.get(RESET);
  const admin = await server.as('admin');
  expect((await admin.patch('settings/setting/?category=basic', { SITE_URL: SITE })).status).toBe(200);
});
beforeEach(async () => {
  smtp.mails.length = 0;
  await sql`delete from login_counters`.execute(server.db);
  await sql`delete from mails`.execute(server.db);
  await sql`delete from pgboss.job where name = 'password.forgotten'`.execute(server.db);
  await mailServer('127.0.0.1');
});

async function mailServer(host: string): Promise<void> {
  const values = { EMAIL_HOST: host, EMAIL_PORT: String(smtp.port), EMAIL_HOST_USER: 'postern', EMAIL_FROM: 'door@example.com' };
  const admin = await server.as('admin');
  if (host) expect((await admin.patch('settings/setting/?category=email', values)).status).toBe(200);
  else {
    await sql`delete from settings where name = 'EMAIL_HOST'`.execute(server.db);
    await server.platform.systemSettings.start();
  }
}

const run = async (name: string, data: object = {}): Promise<void> => {
  const job = server.assembly.jobs.find((one) => one.name === name);
  if (!job) throw new Error(`no job ${name}`);
  await runJob(server.platform, job, { ...data });
};

/** Does what waits, as a worker would; answers the mails as text. */
async function delivered(): Promise<string[]> {
  const { rows } = await sql<{ data: object }>`delete from pgboss.job where name = 'password.forgotten' returning data`.execute(server.db);
  for (const { data } of rows) await run('password.forgotten', data);
  await run('mail.sweep');
  return smtp.mails.map(({ text }) => text);
}

const tokenOf = (mail: string | undefined): string => {
  const found = /https:\/\/door\.example\.com\/core\/auth\/password\/reset\/\?token=([\w-]{43})/.exec(mail ?? '');
  if (!found?.[1]) throw new Error(`no link in: ${mail}`);
  return found[1];
};

const person = async (given: Json = {}): Promise<Json> => createUser(await server.as('admin'), { need_update_password: false, ...given });
const reset = async (user: Json) => (await server.as('admin')).patch(`users/users/${user.id}/password/reset/`, {});
const ask = (username: string) => stranger.post(FORGOT, { username });
const set = (token: string, password = FRESH, again = password) =>
  stranger.post(RESET, { token, new_password: password, new_password_again: again });
/** Makes a person with a fresh link; greetings of before are forgotten. */
async function withLink(given: Json = {}): Promise<{ user: Json; token: string }> {
  const user = await person(given);
  await sql`delete from mails`.execute(server.db);
  await reset(user);
  return { user, token: tokenOf((await delivered()).at(-1)) };
}

describe('a reset by an administrator', () => {
  test('ends the old password and every login, and the link from the mail works once', async () => {
    const user = await person();
    await sql`delete from mails`.execute(server.db);
    const browser = await server.browser(user.username);
    expect(await reset(user)).toMatchObject({ status: 200, body: {} });
    expect((await browser.get('users/profile/')).status).toBe(401);
    await expect(server.browser(user.username)).rejects.toThrow('password_failed');
    const [mail] = await delivered();
    expect(smtp.mails).toMatchObject([{ to: [user.email] }]);
    const token = tokenOf(mail);
    const { rows } = await sql<{ all: string }>`select row_to_json(l)::text as all from password_links l`.execute(server.db);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect((await stranger.post(`${RESET}check/`, { token })).body).toMatchObject({ username: user.username, rule: { length: 8 } });
    expect((await set(token, FRESH, 'Other-Gate-78!')).body).toHaveProperty('new_password_again');
    expect((await set(token, 'short')).body).toHaveProperty('new_password');
    expect((await set(token, TEST_PASSWORD)).body).toHaveProperty('new_password');
    const both = await Promise.all([set(token), set(token)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(both.find(({ status }) => status === 400)?.body.error).toBe('link_invalid');
    await expect(server.browser(user.username, FRESH)).resolves.toBeTruthy();
    const audit = await (await server.as('admin')).get('audits/password-change-logs/', { query: { search: user.username } });
    expect(JSON.stringify(audit.body)).toContain(user.username);
    expect(logged.join('\n')).not.toContain(token);
  });

  test('is refused before anything changes when no mail can arrive', async () => {
    const user = await person();
    const elsewhere = await person({ source: 'ldap' });
    const idle = await person({ is_active: false });
    for (const one of [elsewhere, idle]) expect((await reset(one)).status).toBe(400);
    await mailServer('');
    const answer = await reset(user);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain('mail server');
    await expect(server.browser(user.username)).resolves.toBeTruthy();
  });

  test('is not for the own account', async () => {
    const admin = await server.as('admin');
    const { body } = await admin.get('users/profile/');
    expect((await reset(body)).status).toBe(400);
    await expect(server.browser('admin')).resolves.toBeTruthy();
  });
});

describe('a link', () => {
  test('is void after an hour, and once a newer one was made', async () => {
    const { user, token } = await withLink();
    await reset(user);
    const newer = tokenOf((await delivered()).at(-1));
    expect((await set(token)).body.error).toBe('link_invalid');
    await sql`update password_links set date_expired = now() - interval '1 second'`.execute(server.db);
    expect((await set(newer)).body.error).toBe('link_invalid');
    expect((await stranger.post(`${RESET}check/`, { token: newer })).body.error).toBe('link_invalid');
  });

  test('is void once the password or the address was changed in another way', async () => {
    const changes: Json[] = [
      { password: 'Other-Gate-78!' },
      { email: `${uniqueName('moved')}@example.com` },
      { is_active: false },
      { source: 'ldap' },
    ];
    for (const change of changes) {
      const { user, token } = await withLink();
      expect((await (await server.as('admin')).patch(`users/users/${user.id}/`, change)).status).toBe(200);
      expect((await set(token)).body.error).toBe('link_invalid');
    }
  });

  test('opens while others fail in this name, ends the pause, and does not take the second factor away', async () => {
    const { user, token } = await withLink({ mfa_level: 2 });
    for (let n = 0; n < 8; n += 1) await stranger.post('/core/auth/login/', { username: user.username, password: 'Wrong-Gate-1!' });
    expect((await stranger.post('/core/auth/login/', { username: user.username, password: 'Wrong-Gate-1!' })).body.error).toBe(
      'block_login',
    );
    expect((await set(token)).status).toBe(200);
    const login = await stranger.post('/core/auth/login/', { username: user.username, password: FRESH });
    expect(login.body.error).toBe('mfa_unset');
  });

  test('cannot be guessed for long', async () => {
    const tries = [];
    for (let n = 0; n < 31; n += 1) tries.push((await set(`${n}`.padEnd(43, 'x'))).status);
    expect(tries.slice(0, 30).every((status) => status === 400)).toBe(true);
    expect(tries.at(-1)).toBe(429);
  });

  test('leads to a page that tells nobody its address', async () => {
    const page = await server.anyone.get(`${RESET}?token=abc`);
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  });
});

describe('a forgotten password', () => {
  test('is answered alike for everybody, and by mail for local people only', async () => {
    const user = await person();
    const elsewhere = await person({ source: 'ldap' });
    const idle = await person({ is_active: false });
    await sql`delete from mails`.execute(server.db);
    const answers = [];
    for (const asked of [user.username, elsewhere.username, idle.username, 'nobody-at-all', 'x\r\nBcc: thief@example.com'])
      answers.push(await ask(asked));
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    const { rows } = await sql<{ data: object }>`select data from pgboss.job where name = 'password.forgotten'`.execute(server.db);
    expect(rows).toHaveLength(5);
    expect(JSON.stringify(rows)).not.toContain(user.username);
    const mails = await delivered();
    expect(smtp.mails.map(({ to }) => to)).toEqual([[user.email]]);
    await expect(server.browser(user.username)).resolves.toBeTruthy();
    expect((await set(tokenOf(mails[0]))).status).toBe(200);
  });

  test('is found by the address as well', async () => {
    const user = await person();
    await sql`delete from mails`.execute(server.db);
    await ask(String(user.email).toUpperCase());
    await delivered();
    expect(smtp.mails.map(({ to }) => to)).toEqual([[user.email]]);
  });

  test('puts the address of the settings into the mail, whatever host was asked', async () => {
    const user = await person();
    await sql`delete from mails`.execute(server.db);
    const status = await new Promise((resolve, reject) => {
      const headers = {
        ...cookies.headers('POST'),
        host: 'thief.example',
        'x-forwarded-host': 'thief.example',
        'content-type': 'application/json',
      };
      const { hostname, port } = new URL(server.url);
      const call = request({ hostname, port, path: FORGOT, method: 'POST', headers, timeout: 10_000 }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      call.on('error', reject);
      call.end(JSON.stringify({ username: user.username }));
    });
    const mails = await delivered();
    expect(status).toBe(200);
    expect(mails).toHaveLength(1);
    expect(tokenOf(mails[0])).toBeTruthy();
    expect(mails[0]).not.toContain('thief');
  });

  test('is limited for a person, and for an address', async () => {
    const user = await person();
    await sql`delete from mails`.execute(server.db);
    const statuses = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await ask(n % 2 ? user.username : user.email)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    await delivered();
    expect(smtp.mails).toHaveLength(3);
  });

  test('sends nothing without a mail server', async () => {
    const user = await person();
    await sql`delete from mails`.execute(server.db);
    await mailServer('');
    expect((await server.anyone.get('settings/public/open/')).body.MAIL_SET_UP).toBe(false);
    expect((await ask(user.username)).status).toBe(200);
    await mailServer('');
    expect(await delivered()).toEqual([]);
    expect((await sql`select 1 from mails`.execute(server.db)).rows).toEqual([]);
  });
});

describe('a new person', () => {
  test('is greeted with a link to the first password', async () => {
    const user = await person({ password_strategy: 'email' });
    await expect(server.browser(user.username)).rejects.toThrow('password_failed');
    const [mail] = await delivered();
    expect(smtp.mails).toMatchObject([{ to: [user.email] }]);
    expect(mail).toContain(user.username);
    expect((await set(tokenOf(mail))).status).toBe(200);
    await expect(server.browser(user.username, FRESH)).resolves.toBeTruthy();
  });

  test('is greeted without one when the administrator has set a password, and not at all when the password is elsewhere', async () => {
    await person({ source: 'ldap' });
    await person();
    const mails = await delivered();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain(`${SITE}/core/auth/login/`);
    expect(mails[0]).not.toContain('token=');
  });

  test('is greeted in the words of the settings, which begin no header', async () => {
    const admin = await server.as('admin');
    const words = {
      EMAIL_CUSTOM_USER_CREATED_SUBJECT: 'Welcome {name}',
      EMAIL_CUSTOM_USER_CREATED_HONORIFIC: 'Dear {name}',
      EMAIL_CUSTOM_USER_CREATED_BODY: 'You are {username}.\nWe write to {email}. {else}',
      EMAIL_CUSTOM_USER_CREATED_SIGNATURE: 'The keepers',
    };
    expect((await admin.patch('settings/setting/?category=email_content', words)).status).toBe(200);
    expect((await admin.get('settings/setting/?category=email_content')).body).toEqual(words);
    const bad = await admin.patch('settings/setting/?category=email_content', {
      EMAIL_CUSTOM_USER_CREATED_SUBJECT: 'a\r\nBcc: b@example.com',
    });
    expect(bad.status).toBe(400);
    const user = await person({ name: 'Ann {email} <b>' });
    const [mail] = await delivered();
    expect(mail).toMatch(/^Subject: \[Postern\] Welcome Ann \{email\} <b>\r$/m);
    expect(mail).toContain('Ann {email} &lt;b&gt;');
    expect(mail).toContain(`You are ${user.username}.`);
    expect(mail).toContain('{else}');
    expect(mail).toContain('The keepers');
  });
});
