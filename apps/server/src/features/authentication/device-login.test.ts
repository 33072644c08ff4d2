import { createComponentClient } from '@postern/client/component';
import { signedRequest } from '@postern/client/component-request';
import { createApi, createCookieJar, type Json } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { registerComponent } from '../../../test/matrix/actors.ts';

/** Programs that log in by what their person confirms in a browser (docs/decisions/0128). */

const server = serverOfFile({ settings: { trustedProxies: ['127.0.0.1'] } });
const admin = forThisFile(() => server.as('admin'));

const URL = 'authentication/device-logins/';
const PROFILE = 'users/profile/';
const PROGRAM = { headers: { 'x-forwarded-for': '198.51.100.7', 'user-agent': 'postern-cli/3.5.2 (atlas)' } };
const person = async (more: Json = {}) => String((await createUser(admin, more)).username);

/** A program that waits: what it was given, and how it asks what became of it. */
async function waiting(from: typeof PROGRAM = PROGRAM) {
  const api = createApi({ origin: server.url, cookies: createCookieJar() });
  const started = await api.post<{ key: string; code: string; interval: number }>(URL, undefined, from);
  expect(started.status).toBe(201);
  const { key, code } = started.body;
  return { key, code, ask: () => api.post(`${URL}token/`, { key }, from) };
}
/** A browser whose person has just shown their password again. */
async function confirmedBrowser(username: string) {
  const browser = await server.browser(username);
  expect((await browser.post('authentication/confirm/', { confirm_type: 'password', secret_key: TEST_PASSWORD })).status).toBe(200);
  return browser;
}
const over = async (program: Awaited<ReturnType<typeof waiting>>) => {
  const { status, body } = await program.ask();
  return [status, body.error];
};

describe('a program that is confirmed in a browser', () => {
  test('is logged in as the person who confirmed, once, and stands in the log and among their logins', async () => {
    const username = await person();
    const program = await waiting();
    expect(program.code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect((await program.ask()).body).toMatchObject({ error: 'device_pending' });
    const browser = await confirmedBrowser(username);
    // People leave the dash out, and type small letters.
    const typed = program.code.replace('-', '').toLowerCase();
    expect((await browser.get(`${URL}${typed}/`)).body).toMatchObject({ address: '198.51.100.7', user_agent: 'postern-cli/3.5.2 (atlas)' });
    expect((await browser.post(`${URL}${typed}/approve/`)).status).toBe(204);
    const { status, body } = await program.ask();
    expect([status, body.keyword]).toEqual([201, 'Bearer']);
    const bearer = createApi({ origin: server.url, headers: { authorization: `Bearer ${body.token}` } });
    expect((await bearer.get(PROFILE)).body).toMatchObject({ username });
    expect((await bearer.get<Json[]>('authentication/own-logins/')).body.find(({ is_current }) => is_current)).toMatchObject({
      kind: 'program',
      address: '198.51.100.7',
    });
    const { rows } = await sql`select backend, ip from login_logs where username = ${username} and status and backend = 'Browser'`.execute(
      server.db,
    );
    expect(rows).toEqual([{ backend: 'Browser', ip: '198.51.100.7' }]);
    expect(await over(program)).toEqual([400, 'device_over']);
  });

  test('gets nothing until the person has shown who they are, and nothing by a token or a key', async () => {
    const username = await person();
    const program = await waiting();
    const browser = await server.browser(username);
    expect((await browser.post(`${URL}${program.code}/approve/`)).status).toBe(412);
    const token = await server.as(username);
    for (const refused of [
      await token.get(`${URL}${program.code}/`),
      await token.post(`${URL}${program.code}/approve/`),
      await token.post(`${URL}${program.code}/refuse/`),
    ])
      expect(refused.status).toBe(403);
    expect((await server.anyone.get(`${URL}${program.code}/`)).status).toBe(401);
    expect((await program.ask()).body.error).toBe('device_pending');
  });

  test('is refused, and that is the end of it', async () => {
    const [username, program] = [await person(), await waiting()];
    const browser = await confirmedBrowser(username);
    expect((await browser.post(`${URL}${program.code}/refuse/`)).status).toBe(204);
    expect((await browser.post(`${URL}${program.code}/approve/`)).status).toBe(404);
    expect(await over(program)).toEqual([400, 'device_refused']);
    expect(await over(program)).toEqual([400, 'device_over']);
  });

  test('waits ten minutes and no longer', async () => {
    const [username, program] = [await person(), await waiting()];
    const browser = await confirmedBrowser(username);
    await sql`update device_logins set expires_at = now() - interval '1 second'`.execute(server.db);
    expect((await browser.post(`${URL}${program.code}/approve/`)).status).toBe(404);
    expect(await over(program)).toEqual([400, 'device_over']);
  });

  test('cannot be confirmed once it asks no more, and can again when it comes back', async () => {
    const [username, program] = [await person(), await waiting()];
    const browser = await confirmedBrowser(username);
    await sql`update device_logins set date_asked = now() - interval '31 seconds'`.execute(server.db);
    expect((await browser.get(`${URL}${program.code}/`)).status).toBe(404);
    expect((await browser.post(`${URL}${program.code}/approve/`)).status).toBe(404);
    expect(await over(program)).toEqual([200, 'device_pending']);
    expect((await browser.post(`${URL}${program.code}/approve/`)).status).toBe(204);
    expect((await program.ask()).status).toBe(201);
  });

  test('does not outlive the password of who confirmed it', async () => {
    const user = await createUser(admin);
    const program = await waiting();
    await (await confirmedBrowser(String(user.username))).post(`${URL}${program.code}/approve/`);
    expect((await admin.put(`users/users/${user.id}/password/`, { password: 'Fresh-Gate-7788!' })).status).toBe(200);
    expect(await over(program)).toEqual([400, 'device_over']);
  });

  test('is held to the login rules where it is: refused, or waiting for a review', async () => {
    const rule = (id: unknown, more: Json) =>
      admin.post('acls/login-acls/', {
        name: uniqueName('rule'),
        priority: 9,
        users: { type: 'ids', ids: [id] },
        rules: { ip_group: ['198.51.100.0/24'], time_period: [] },
        ...more,
      });
    const barred = await createUser(admin);
    expect((await rule(barred.id, { action: 'reject' })).status).toBe(201);
    const first = await waiting();
    await (await confirmedBrowser(String(barred.username))).post(`${URL}${first.code}/approve/`);
    expect(await over(first)).toEqual([400, 'acl_not_allow']);

    const [reviewed, reviewer] = [await createUser(admin), await createUser(admin)];
    expect((await rule(reviewed.id, { action: 'review', reviewers: [reviewer.id] })).status).toBe(201);
    const second = await waiting();
    await (await confirmedBrowser(String(reviewed.username))).post(`${URL}${second.code}/approve/`);
    expect((await second.ask()).body.error).toBe('login_confirm_wait');
    const { rows } = await sql<{ id: string }>`select id from tickets where applicant_id = ${reviewed.id}`.execute(server.db);
    const judge = await server.as(String(reviewer.username));
    expect((await judge.put(`tickets/apply-login-tickets/${rows[0]?.id}/approve/`, {})).status).toBe(200);
    expect((await second.ask()).status).toBe(201);
  });

  test('of nobody: what is kept of it opens nothing, and neither is guessed', async () => {
    const program = await waiting({ headers: { ...PROGRAM.headers, 'x-forwarded-for': '203.0.113.9' } });
    const { rows } =
      await sql`select 1 from device_logins where to_jsonb(device_logins)::text ~ ${`${program.key}|${program.code.replace('-', '')}`}`.execute(
        server.db,
      );
    expect(rows).toEqual([]);
    const api = createApi({ origin: server.url, cookies: createCookieJar() });
    const answers = [];
    for (let n = 0; n < 31; n += 1)
      answers.push((await api.post(URL, undefined, { headers: { 'x-forwarded-for': '203.0.113.10' } })).status);
    expect([answers[0], answers[30]]).toEqual([201, 429]);
    const browser = await confirmedBrowser(await person());
    const looked = [];
    for (let n = 0; n < 31; n += 1) looked.push((await browser.get(`${URL}ZZZZ-ZZZZ/`)).status);
    expect([looked[0], looked[30]]).toEqual([404, 429]);
  });
});

describe('somebody at the SSH door who is confirmed in a browser', () => {
  const component = forThisFile(() => registerComponent(server));
  const HERE = '203.0.113.21';
  const set = (category: string, values: Json) => admin.patch(`settings/setting/?category=${category}`, values);
  /** Asked for by a component, as the gateway does, for whoever named themselves so. */
  async function atTheDoor(username: string, from = HERE) {
    const waits = await createComponentClient(signedRequest(server.url, component.key)).personLogin(from).byBrowser(username);
    if ('step' in waits) throw new Error(JSON.stringify(waits));
    return waits;
  }

  test('is in, from where they are, once', async () => {
    await set('basic', { SITE_URL: 'https://gate.example/' });
    const username = await person();
    const waits = await atTheDoor(username);
    expect(waits.url).toBe(`https://gate.example/ui/profile/program?code=${waits.code}`);
    expect(await waits.state()).toBeUndefined();
    const browser = await confirmedBrowser(username);
    expect((await browser.get(`${URL}${waits.code}/`)).body).toMatchObject({ address: HERE, user_agent: 'SSH' });
    expect((await browser.post(`${URL}${waits.code}/approve/`)).status).toBe(204);
    const step = await waits.state();
    expect(step).toMatchObject({ step: 'in', user: { username }, login: expect.any(String) });
    const { rows } =
      await sql`select backend, ip, type from login_logs where username = ${username} and status and backend = 'Browser'`.execute(
        server.db,
      );
    expect(rows).toEqual([{ backend: 'Browser', ip: HERE, type: 'T' }]);
    expect(await waits.state()).toMatchObject({ step: 'refused', code: 'device_over' });
  });

  test('is not let in by somebody else’s browser, whether or not the name exists', async () => {
    for (const named of [await person(), uniqueName('nobody')]) {
      const [waits, other] = [await atTheDoor(named), await person()];
      const browser = await confirmedBrowser(other);
      expect((await browser.post(`${URL}${waits.code}/approve/`)).status).toBe(204);
      expect(await waits.state()).toMatchObject({
        step: 'refused',
        code: 'device_other',
        detail: expect.stringContaining('Somebody else'),
      });
      const { rows } = await sql`select reason, status, ip from login_logs where username = ${named} and ip = ${HERE}`.execute(server.db);
      expect(rows).toEqual([{ reason: 'device_other', status: false, ip: HERE }]);
      expect(await waits.state()).toMatchObject({ step: 'refused', code: 'device_over' });
    }
  });

  test('is asked for a second factor where that browser has shown none, and held to the login rules of where they are', async () => {
    const [strict, barred] = [await createUser(admin), await createUser(admin)];
    const rule = await admin.post('acls/login-acls/', {
      name: uniqueName('rule'),
      priority: 9,
      users: { type: 'ids', ids: [barred.id] },
      rules: { ip_group: ['203.0.113.0/24'], time_period: [] },
      action: 'reject',
    });
    expect(rule.status).toBe(201);
    const waits = await atTheDoor(String(barred.username));
    await (await confirmedBrowser(String(barred.username))).post(`${URL}${waits.code}/approve/`);
    expect(await waits.state()).toMatchObject({ step: 'refused', code: 'acl_not_allow' });

    const second = await atTheDoor(String(strict.username));
    await (await confirmedBrowser(String(strict.username))).post(`${URL}${second.code}/approve/`);
    expect((await admin.patch(`users/users/${strict.id}/`, { mfa_level: 2 })).status).toBe(200);
    expect(await second.state()).toMatchObject({ step: 'refused', code: 'mfa_unset' });
  });

  test('has the limit of their own address, which only a component may name', async () => {
    const from = '203.0.113.77';
    for (let n = 0; n < 30; n += 1) await atTheDoor('flood', from);
    await expect(atTheDoor('flood', from)).rejects.toThrow('throttled');
    await atTheDoor('flood', '203.0.113.78');
    const stranger = createApi({ origin: server.url, cookies: createCookieJar() });
    const own = await stranger.post<Json>(URL, { remote_addr: '203.0.113.79', program: 'SSH' }, PROGRAM);
    const browser = await confirmedBrowser(await person());
    expect((await browser.get(`${URL}${own.body.code}/`)).body).toMatchObject({
      address: '198.51.100.7',
      user_agent: PROGRAM.headers['user-agent'],
    });
  });

  test('by a component for somebody at the SSH door only where the setting allows it', async () => {
    const early = await atTheDoor('early');
    expect((await set('terminal', { TERMINAL_BROWSER_AUTH: false })).status).toBe(200);
    await expect(atTheDoor('late')).rejects.toThrow('permission_denied');
    expect(await early.state()).toMatchObject({ step: 'refused', code: 'permission_denied' });
    // Programs are no terminal.
    const program = await waiting();
    expect((await program.ask()).body.error).toBe('device_pending');
    expect((await set('terminal', { TERMINAL_BROWSER_AUTH: true })).status).toBe(200);
    await atTheDoor('late');
  });
});
