import { type Api, createApi, createCookieJar, type Json } from '@postern/testkit/api';
import { createAccount, createHost, createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { beforeAll, describe, expect, it } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { createAuthenticator, type SoftAuthenticator } from '../../../test/soft-authenticator.ts';

/** Browsers know passkeys at domains only, so the tests come by name. */
let origin: string;
const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
beforeAll(async () => {
  origin = server.url.replace('127.0.0.1', 'localhost');
});

const LOGIN = '/core/auth/login/';
const person = (given: Json = {}): Promise<Json> => createUser(admin, given);

/** A browser that has the login page open. */
async function page(): Promise<Api> {
  const cookies = createCookieJar();
  const api = createApi({ origin, cookies });
  await api.get(LOGIN);
  return api;
}
async function loggedIn(user: Json, password = TEST_PASSWORD): Promise<Api> {
  const browser = await page();
  const answer = await browser.post(LOGIN, { username: user.username, password });
  if (answer.status !== 200 || answer.body.error) throw new Error(JSON.stringify(answer.body));
  return browser;
}
const confirmByPassword = (browser: Api) =>
  browser.post('authentication/confirm/', { confirm_type: 'password', secret_key: TEST_PASSWORD });

const asking = (on: boolean) =>
  server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, { SECURITY_VIEW_AUTH_NEED_MFA: on }));

/** An authenticator app: the code of now, or of steps before and after it. */
const appOf =
  (secret: string) =>
  (steps = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Somebody with an authenticator bound; `code` gives codes that were not used yet. */
async function enrolled(given: Json = {}) {
  const user = await person(given);
  const browser = await loggedIn(user);
  await confirmByPassword(browser);
  const { secret } = (await browser.post('users/profile/otp/start/')).body;
  const app = appOf(secret);
  const bound = await browser.post('users/profile/otp/', { code: app(-1) });
  expect(bound.status, JSON.stringify(bound.body)).toBe(201);
  return { user, browser, app, codes: bound.body.recovery_codes as string[] };
}
/** The password step of another login. */
async function second(user: Json): Promise<Api> {
  const browser = await page();
  expect((await browser.post(LOGIN, { username: user.username, password: TEST_PASSWORD })).body.error).toBe('mfa_required');
  return browser;
}
const mfa = (browser: Api, code: string, mfa_type = 'otp') => browser.post(`${LOGIN}mfa/`, { mfa_type, code });

describe('enrolment', () => {
  it('needs a fresh confirmation, even while viewing secrets asks for none', async () => {
    const user = await person();
    const browser = await loggedIn(user);
    const refused = await browser.post('users/profile/otp/start/');
    expect([refused.status, refused.body.code]).toEqual([400, 'password']);
    expect((await browser.post('users/profile/passkeys/start/')).body.code).toBe('password');
    expect((await (await server.as(user.username)).post('users/profile/otp/start/')).status).toBe(400);
    await asking(false);
    expect((await browser.post('users/profile/otp/start/')).status).toBe(400);
    await asking(true);
  });

  it('tells the secret once, binds by a code made from it, and ends the other logins', async () => {
    const user = await person();
    const elsewhere = await loggedIn(user);
    const token = await server.as(user.username);
    const browser = await loggedIn(user);
    await confirmByPassword(browser);
    const start = (await browser.post('users/profile/otp/start/')).body;
    expect(start.uri).toMatch(new RegExp(`^otpauth://totp/.*${user.username}.*secret=${start.secret}`));
    const app = appOf(start.secret);
    const { rows } = await sql<{ data: string }>`select data::text as data from login_sessions where data ? 'enrolment'`.execute(server.db);
    expect(rows.map((row) => row.data).join()).not.toContain(start.secret);
    expect((await browser.post('users/profile/otp/', { code: '000000' })).body).toHaveProperty('code');
    const bound = await browser.post('users/profile/otp/', { code: app() });
    expect(bound.body.recovery_codes).toHaveLength(10);
    expect((await browser.get('users/profile/mfa/')).body).toMatchObject({
      otp: true,
      recovery_codes: { left: 10, total: 10 },
      passkeys: [],
    });
    expect((await browser.get('users/profile/')).body).toMatchObject({ is_otp_secret_key_bound: true, mfa_level: { value: 1 } });
    expect((await elsewhere.get('users/profile/')).status).toBe(401);
    expect((await token.get('users/profile/')).status).toBe(401);
    // What bound it is spent.
    const next = await second(user);
    expect((await mfa(next, app())).body.error).toBe('mfa_failed');
    const stored = await sql<{ t: string }>`select otp_secret as t from users where id = ${user.id}`.execute(server.db);
    expect(stored.rows[0]?.t).not.toContain(start.secret);
  });

  it('cannot be finished by anybody else, nor without having begun', async () => {
    const user = await person();
    const browser = await loggedIn(user);
    expect((await browser.post('users/profile/otp/', { code: '123456' })).status).toBe(400);
    await confirmByPassword(browser);
    const { secret } = (await browser.post('users/profile/otp/start/')).body;
    const other = await loggedIn(await person());
    expect((await other.post('users/profile/otp/', { code: appOf(secret)() })).status).toBe(400);
    expect((await other.get('users/profile/mfa/')).body.otp).toBe(false);
  });

  it('happens on the way in when a factor is wanted and none is there', async () => {
    const user = await person({ mfa_level: 2, need_update_password: true });
    const browser = await page();
    expect((await browser.post(`${LOGIN}otp/start/`)).body.error).toBe('session_empty');
    expect((await browser.post(LOGIN, { username: user.username, password: TEST_PASSWORD })).body.error).toBe('mfa_unset');
    expect((await browser.get('users/profile/')).status).toBe(401);
    const { secret } = (await browser.post(`${LOGIN}otp/start/`)).body;
    expect((await browser.post(`${LOGIN}otp/`, { code: '000000' })).body.error).toBe('mfa_failed');
    const done = await browser.post(`${LOGIN}otp/`, { code: appOf(secret)() });
    expect(done.status).toBe(200);
    expect(done.body).toMatchObject({ error: 'passwd_need_update' });
    expect(done.body.recovery_codes).toHaveLength(10);
    const changed = await browser.post(`${LOGIN}password/`, { new_password: 'Another-Gate-43!', new_password_again: 'Another-Gate-43!' });
    expect(changed.status).toBe(200);
    expect((await browser.get('users/profile/')).body.is_otp_secret_key_bound).toBe(true);
    // Bound now, so it is no way to bind another.
    expect((await browser.post(`${LOGIN}otp/start/`)).body.error).toBe('session_empty');
    const rows = await sql<{ status: boolean }>`select status from login_logs where username = ${user.username} order by seq`.execute(
      server.db,
    );
    expect(rows.rows.map((row) => row.status)).toEqual([true]);
  });

  it('is found where older consoles send people', async () => {
    const browser = await loggedIn(await person());
    const page = await browser.get('/core/auth/profile/mfa/');
    expect([page.status, page.headers.get('location')]).toEqual([302, '/ui/profile/setting?activeTab=MFAUpdate']);
  });

  it('is not offered to somebody who has a factor', async () => {
    const { user } = await enrolled();
    const browser = await second(user);
    expect((await browser.post(`${LOGIN}otp/start/`)).body.error).toBe('session_empty');
    expect((await browser.post(`${LOGIN}otp/`, { code: '123456' })).body.error).toBe('session_empty');
  });
});

describe('one-time codes', () => {
  it('of two answers with one code at once, one gets in', async () => {
    const { user, app } = await enrolled();
    const [one, two, three] = [await second(user), await second(user), await second(user)];
    const code = app();
    const answers = await Promise.all([one, two, three].map((browser) => mfa(browser, code)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  });

  it('a code of before the last used one is refused, and so is one from far away', async () => {
    const { user, app } = await enrolled();
    expect((await mfa(await second(user), app(1))).status).toBe(200);
    const browser = await second(user);
    expect((await mfa(browser, app(0))).body.error).toBe('mfa_failed');
    expect((await mfa(browser, app(9))).body.error).toBe('mfa_failed');
  });

  it('are guessed seven times at most, however many ask at once and from wherever', async () => {
    const { user, app, browser } = await enrolled();
    const open = await second(user);
    const answers = await Promise.all(Array.from({ length: 24 }, (_, n) => mfa(open, String(100_000 + n))));
    expect(answers.filter((answer) => answer.body.error === 'mfa_failed').length).toBeLessThanOrEqual(6);
    expect((await mfa(open, app())).body.error).toBe('block_mfa');
    // The lock is the person's: another login meets it too. A browser they have logged in with does not.
    expect((await mfa(await second(user), app())).body.error).toBe('block_mfa');
    const confirm = await browser.post('authentication/confirm/', { confirm_type: 'mfa', mfa_type: 'otp', secret_key: app() });
    expect(confirm.status).toBe(200);
    await admin.patch(`users/users/${user.id}/unblock/`, {});
    expect((await mfa(await second(user), app(1))).status).toBe(200);
  });
});

describe('recovery codes', () => {
  it('open once each, written as people write them, and their use is recorded', async () => {
    const { user, codes, browser } = await enrolled();
    const [code = ''] = codes;
    // Nothing that could be read as something else: no 0, 1, I, O and Z, and capitals only.
    for (const one of codes) expect(one).toMatch(/^[2-9A-HJ-NP-Y]{4}(-[2-9A-HJ-NP-Y]{4}){3}$/);
    const stored = await sql<{ n: number }>`select count(*)::int as n from recovery_codes where code_hash = any(${codes})`.execute(
      server.db,
    );
    expect(stored.rows[0]?.n).toBe(0);
    expect((await mfa(await second(user), code.toLowerCase().replaceAll('-', ' '), 'recovery')).status).toBe(200);
    expect((await mfa(await second(user), code, 'recovery')).body.error).toBe('mfa_failed');
    expect((await browser.get('users/profile/mfa/')).body.recovery_codes.left).toBe(9);
    const log = await sql<{ diff: unknown }>`
      select diff from operate_logs where resource_id = ${user.id} order by datetime desc limit 1`.execute(server.db);
    expect(log.rows[0]?.diff).toEqual([{ field: 'recovery_codes', before: '10', after: '9' }]);
  });

  it('of two uses at once one counts; another person’s opens nothing', async () => {
    const [mine, theirs] = [await enrolled(), await enrolled()];
    const [one, two] = [await second(mine.user), await second(mine.user)];
    const code = mine.codes[3] ?? '';
    const answers = await Promise.all([mfa(one, code, 'recovery'), mfa(two, code, 'recovery')]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
    expect((await mfa(await second(mine.user), theirs.codes[0] ?? '', 'recovery')).status).toBe(400);
  });

  it('are made anew after a confirmation, and the old ones end', async () => {
    const { user, codes, browser, app } = await enrolled();
    expect((await loggedInWith(user, app())).status).toBe(200);
    const refused = await browser.post('users/profile/recovery-codes/');
    expect(refused.status).toBe(400);
    expect((await browser.post('authentication/confirm/', { confirm_type: 'mfa', mfa_type: 'otp', secret_key: app(1) })).body).toBe('ok');
    const made = await browser.post('users/profile/recovery-codes/');
    expect(made.body.recovery_codes).toHaveLength(10);
    expect((await mfa(await second(user), codes[5] ?? '', 'recovery')).status).toBe(400);
    expect((await mfa(await second(user), made.body.recovery_codes[0], 'recovery')).status).toBe(200);
  });

  const loggedInWith = async (user: Json, code: string) => mfa(await second(user), code);
});

describe('passkeys', () => {
  async function register(browser: Api, name: string, device: SoftAuthenticator = createAuthenticator()) {
    const options = await browser.post('users/profile/passkeys/start/');
    expect(options.status, JSON.stringify(options.body)).toBe(200);
    const answer = await browser.post('users/profile/passkeys/', { name, response: device.create(options.body as never, origin) });
    return { device, answer };
  }
  async function withPasskey() {
    const user = await person();
    const browser = await loggedIn(user);
    await confirmByPassword(browser);
    const { device, answer } = await register(browser, 'Laptop');
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return { user, browser, device, id: answer.body.id as string, codes: answer.body.recovery_codes as string[] };
  }
  const challenge = async (browser: Api) => (await browser.post(`${LOGIN}mfa/passkey/`)).body as never;
  const show = (browser: Api, credential: unknown) => browser.post(`${LOGIN}mfa/`, { mfa_type: 'passkey', credential });

  it('are registered, log in, and are renamed and removed by their owner alone', async () => {
    const { user, browser, device, id } = await withPasskey();
    expect((await browser.get('users/profile/mfa/')).body.passkeys).toMatchObject([{ id, name: 'Laptop', domain: 'localhost' }]);
    const next = await page();
    const asked = await next.post(LOGIN, { username: user.username, password: TEST_PASSWORD });
    expect(asked.body.data.choices).toEqual(['passkey', 'recovery']);
    expect((await show(next, device.get(await challenge(next), origin))).status).toBe(200);
    expect((await next.get('users/profile/')).status).toBe(200);
    const other = await loggedIn(await person());
    expect((await other.patch(`users/profile/passkeys/${id}/`, { name: 'Mine' })).status).toBe(404);
    expect((await other.delete(`users/profile/passkeys/${id}/`)).status).toBe(404);
    expect((await browser.patch(`users/profile/passkeys/${id}/`, { name: 'Desk' })).body.name).toBe('Desk');
    expect((await browser.patch(`users/profile/passkeys/${id}/`, { name: ' ' })).body).toHaveProperty('name');
    // A password is not enough any more to take it away.
    expect((await browser.delete(`users/profile/passkeys/${id}/`)).body.code).toBe('mfa');
    const options = (await browser.post('authentication/confirm/passkey/')).body as never;
    const confirm = { confirm_type: 'mfa', mfa_type: 'passkey', secret_key: '', credential: device.get(options, origin) };
    expect((await browser.post('authentication/confirm/', confirm)).body).toBe('ok');
    expect((await browser.delete(`users/profile/passkeys/${id}/`)).status).toBe(204);
    expect((await browser.get('users/profile/')).body.mfa_level.value).toBe(0);
    expect((await loggedIn(user)).get).toBeTypeOf('function');
  });

  it('an answer opens once, in its session, for its purpose, at its address', async () => {
    const { user, device, browser } = await withPasskey();
    const [one, two] = [await second(user), await second(user)];
    const signed = device.get(await challenge(one), origin);
    expect((await show(two, signed)).body.error).toBe('mfa_failed');
    const [first, again] = await Promise.all([show(one, signed), show(one, signed)]);
    // The second may also find that the session it came with is no more.
    expect([first.status, again.status].filter((status) => status === 200)).toHaveLength(1);
    // A challenge made for confirming does not log in, and the other way round.
    const options = (await browser.post('authentication/confirm/passkey/')).body as never;
    const three = await second(user);
    await challenge(three);
    expect((await show(three, device.get(options, origin))).status).toBe(400);
    expect((await show(three, device.get(await challenge(three), 'http://evil.example'))).status).toBe(400);
    expect((await show(three, device.get({ ...((await challenge(three)) as object), rpId: 'evil.example' } as never, origin))).status).toBe(
      400,
    );
    for (const broken of [undefined, null, 7, [], {}, { id: device.id }, { id: device.id, response: 'x' }]) {
      const four = await second(user);
      await challenge(four);
      expect((await show(four, broken)).status).toBe(400);
      await admin.patch(`users/users/${user.id}/unblock/`, {});
    }
  });

  it('another person’s key or a copied one opens nothing', async () => {
    const [mine, theirs] = [await withPasskey(), await withPasskey()];
    const browser = await second(mine.user);
    expect((await show(browser, theirs.device.get(await challenge(browser), origin))).status).toBe(400);
    const device = createAuthenticator();
    expect((await show(browser, { ...device.get(await challenge(browser), origin), id: mine.device.id })).status).toBe(400);
    expect((await show(browser, mine.device.get(await challenge(browser), origin, 9))).status).toBe(200);
    // The count of the device goes up; a copy that lags behind is found out.
    const next = await second(mine.user);
    expect((await show(next, mine.device.get(await challenge(next), origin, 9))).status).toBe(400);
    expect((await show(next, mine.device.get(await challenge(next), origin, 10))).status).toBe(200);
  });

  it('registration cannot be replayed, taken over, or done at a bare address', async () => {
    const { browser, device } = await withPasskey();
    const other = await loggedIn(await person());
    await confirmByPassword(other);
    const options = (await other.post('users/profile/passkeys/start/')).body as never;
    // The key of somebody else, under the same id.
    expect((await other.post('users/profile/passkeys/', { name: 'Copy', response: device.create(options, origin) })).body).toHaveProperty(
      'response',
    );
    expect(
      (await other.post('users/profile/passkeys/', { name: 'Again', response: createAuthenticator().create(options, origin) })).status,
    ).toBe(400);
    expect((await browser.get('users/profile/mfa/')).body.passkeys).toHaveLength(1);
    const bare = await server.browser((await person()).username);
    await confirmByPassword(bare);
    expect((await bare.get('users/profile/mfa/')).body.passkeys_possible).toBe(false);
    expect((await bare.post('users/profile/passkeys/start/')).body).toHaveProperty('non_field_errors');
  });
});

it('broken input is refused on every address, also by somebody who has confirmed, and changes nothing', async () => {
  const { user, browser, app } = await enrolled();
  await browser.post('authentication/confirm/', { confirm_type: 'mfa', mfa_type: 'otp', secret_key: app() });
  const waiting = await second(user);
  const wide = { id: 'x'.repeat(9000), response: { clientDataJSON: '!', authenticatorData: '', signature: '' } };
  const bodies = [
    null,
    7,
    'x',
    [],
    [[]],
    {},
    { code: 5 },
    { code: 'x'.repeat(9000) },
    { name: {}, response: 7 },
    { name: 'a\u0000b' },
    wide,
  ];
  const calls: [Api, string, string][] = [
    [waiting, 'POST', `${LOGIN}mfa/`],
    [waiting, 'POST', `${LOGIN}otp/`],
    [browser, 'POST', 'users/profile/otp/'],
    [browser, 'POST', 'users/profile/passkeys/'],
    [browser, 'PATCH', 'users/profile/passkeys/nothing/'],
    [browser, 'DELETE', 'users/profile/passkeys/nothing/'],
    [browser, 'POST', 'authentication/confirm/'],
    [browser, 'POST', 'authentication/password/verify/'],
    [browser, 'PUT', 'users/profile/password/'],
  ];
  for (const [api, method, path] of calls)
    for (const body of bodies) {
      const answer = await api.send(method, path, body === null ? 'null' : body, { headers: { 'content-type': 'application/json' } });
      expect([400, 404, 413], `${method} ${path} ${JSON.stringify(body)?.slice(0, 60)}: ${answer.status}`).toContain(answer.status);
    }
  expect((await browser.get('users/profile/mfa/')).body).toMatchObject({ otp: true, passkeys: [], recovery_codes: { left: 10 } });
});

describe('taking a factor away', () => {
  it('asks for the factor itself, and the last one takes everything along', async () => {
    const { user, browser, app } = await enrolled();
    expect((await browser.delete('users/profile/otp/')).body.code).toBe('mfa');
    expect((await confirmByPassword(browser)).body).toBe('ok');
    expect((await browser.delete('users/profile/otp/')).body.code).toBe('mfa');
    expect((await browser.post('authentication/confirm/', { confirm_type: 'mfa', mfa_type: 'otp', secret_key: app() })).body).toBe('ok');
    expect((await browser.delete('users/profile/otp/')).status).toBe(204);
    expect((await browser.get('users/profile/mfa/')).body).toMatchObject({ otp: false, recovery_codes: { left: 0 } });
    expect((await loggedIn(user)).get).toBeTypeOf('function');
  });

  it('is refused while a second factor is forced', async () => {
    const { user, browser, app } = await enrolled();
    await admin.patch(`users/users/${user.id}/`, { mfa_level: 2 });
    await browser.post('authentication/confirm/', { confirm_type: 'mfa', mfa_type: 'otp', secret_key: app() });
    expect((await browser.delete('users/profile/otp/')).status).toBe(400);
    expect((await browser.get('users/profile/mfa/')).body).toMatchObject({ otp: true, forced: true });
  });

  it('an administrator’s reset takes all of them', async () => {
    const { user } = await enrolled();
    expect((await admin.get(`users/users/${user.id}/mfa/reset/`)).body).toEqual({ msg: 'success' });
    const left = await sql`select 1 from recovery_codes where user_id = ${user.id}`.execute(server.db);
    expect(left.rows).toEqual([]);
    expect((await loggedIn(user)).get).toBeTypeOf('function');
  });
});

describe('confirmation', () => {
  let secretOf: string;
  beforeAll(async () => {
    const host = await createHost(admin);
    secretOf = `accounts/account-secrets/${(await createAccount(admin, host.id)).id}/`;
  });
  const boss = () => enrolled({ system_roles: ['00000000-0000-0000-0000-000000000001'], password: TEST_PASSWORD });

  it('names what is asked for, offers what there is, and lets the secret be seen', async () => {
    const { browser, app } = await boss();
    const refused = await browser.get(secretOf);
    expect([refused.status, refused.body.code]).toEqual([400, 'mfa']);
    const ways = (await browser.get('authentication/confirm/?confirm_type=mfa')).body;
    expect(ways.confirm_type).toBe('mfa');
    expect(ways.content.map((way: Json) => [way.name, way.disabled])).toEqual([
      ['otp', false],
      ['recovery', false],
      ['passkey', true],
      ['email', true],
      ['sms', true],
      ['otp_radius', true],
    ]);
    expect((await browser.post('authentication/mfa/select/', { type: 'sms' })).status).toBe(400);
    expect((await browser.post('authentication/confirm/', { confirm_type: 'mfa', mfa_type: 'sms', secret_key: '1234' })).status).toBe(400);
    expect((await browser.post('authentication/confirm/', { confirm_type: 'mfa', mfa_type: 'otp', secret_key: app() })).body).toBe('ok');
    expect((await browser.get(secretOf)).body.secret).toBe('open sesame 1');
  });

  it('ends with its time, and holds in its own session alone', async () => {
    const { user, browser, app, codes } = await boss();
    await browser.post('authentication/confirm/', { confirm_type: 'mfa', mfa_type: 'otp', secret_key: app() });
    expect((await browser.get(secretOf)).status).toBe(200);
    const other = await second(user);
    expect((await mfa(other, codes[0] ?? '', 'recovery')).status).toBe(200);
    expect((await other.get(secretOf)).status).toBe(400);
    await sql`update login_sessions set data = jsonb_set(data, '{confirm,at}', to_jsonb((data #>> '{confirm,at}')::bigint - 3600000))
      where user_id = ${user.id} and data ? 'confirm'`.execute(server.db);
    expect((await browser.get(secretOf)).body.code).toBe('mfa');
  });

  // Whoever logs in by one of these has no password that could be asked for, here or there.
  it.each(['openid', 'oauth2', 'saml2', 'cas', 'wecom', 'slack'])(
    'relogin asks people of %s for a login of the last five minutes',
    async (source) => {
      const user = await person();
      const browser = await loggedIn(user);
      await sql`update users set source = ${source} where id = ${user.id}`.execute(server.db);
      expect((await browser.get('authentication/confirm-oauth/')).body).toMatchObject({ code: 'relogin' });
      expect((await browser.post('authentication/confirm/', { confirm_type: 'relogin', secret_key: '' })).body).toBe('ok');
      expect((await browser.get('authentication/confirm-oauth/')).body).toBe('ok');
      await sql`update login_sessions set data = (data - 'confirm') || jsonb_build_object('login_time', (data ->> 'login_time')::bigint - 301000)
      where user_id = ${user.id}`.execute(server.db);
      expect((await browser.post('authentication/confirm/', { confirm_type: 'relogin', secret_key: '' })).status).toBe(400);
    },
  );

  it('is asked before a browser makes an API key', async () => {
    const user = await person();
    const browser = await loggedIn(user);
    expect((await browser.post('authentication/access-keys/')).body.code).toBe('password');
    await confirmByPassword(browser);
    expect((await browser.post('authentication/access-keys/')).status).toBe(201);
    expect((await (await server.as(user.username)).post('authentication/access-keys/')).status).toBe(201);
  });
});

describe('a due password', () => {
  it('is replaced after the second factor, never before', async () => {
    const { user, app } = await enrolled();
    await admin.patch(`users/users/${user.id}/`, { need_update_password: true });
    const browser = await page();
    expect((await browser.post(LOGIN, { username: user.username, password: TEST_PASSWORD })).body.error).toBe('mfa_required');
    const wanted = { new_password: 'Another-Gate-43!', new_password_again: 'Another-Gate-43!' };
    expect((await browser.post(`${LOGIN}password/`, wanted)).body.error).toBe('session_empty');
    expect((await mfa(browser, app())).body.error).toBe('passwd_need_update');
    expect((await browser.post(`${LOGIN}password/`, wanted)).status).toBe(200);
  });

  it('is in the words of the log when a program comes to it', async () => {
    const user = await person({ need_update_password: true });
    const answer = await server.anyone.post('authentication/auth/', { username: user.username, password: TEST_PASSWORD });
    expect([answer.status, answer.body.error]).toEqual([400, 'passwd_need_update']);
    const rows = (await admin.get('audits/login-logs/', { query: { username: user.username } })).body as unknown as Json[];
    expect(rows.map((row) => row.reason_display)).toEqual(['The password has to be replaced']);
  });

  it('cannot be found out at the profile: wrong old ones lock', async () => {
    const user = await person();
    const browser = await loggedIn(user);
    const change = (old_password: string) =>
      browser.put('users/profile/password/', { old_password, new_password: 'Fresh-Gate-77!', new_password_again: 'Fresh-Gate-77!' });
    for (let at = 0; at < 7; at += 1) expect((await change('wrong')).body).toHaveProperty('old_password');
    expect((await change(TEST_PASSWORD)).body.old_password[0]).toMatch(/Too many/);
    await admin.patch(`users/users/${user.id}/unblock/`, {});
    expect((await change(TEST_PASSWORD)).body).toEqual({});
  });
});
