import type { Api, Json } from '@postern/testkit/api';
import { TEST_PASSWORD } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { serverOfFile, type TestServer } from '../../../test/harness.ts';
import { browserOf, codesRunOut, halfway, LOGIN, mailedCode, needy, withMail } from '../../../test/sent-codes.ts';

/** A code by mail as second factor, against a mail server that speaks the protocol. */

const server = serverOfFile();
const smtp = forThisFile(
  () => withMail(server),
  (it) => it.stop(),
);
beforeEach(async () => {
  smtp.mails.length = 0;
  await sql`delete from login_counters`.execute(server.db);
  await sql`delete from mails`.execute(server.db);
});

const set = (values: Parameters<TestServer['platform']['systemSettings']['set']>[1]) =>
  server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, values));
const send = (browser: Api, more: Json = {}) => browser.post('authentication/mfa/select/', { type: 'email', ...more });
const show = (browser: Api, code: string) => browser.post(`${LOGIN}mfa/`, { mfa_type: 'email', code });
const code = () => mailedCode(server, smtp);

test('a login by page is sent a code, told where it went, and ended by it, once', async () => {
  const user = await needy(server, { email: 'ada@example.org' });
  const browser = await halfway(server, user);
  expect((await show(browser, '000000')).body.error).toBe('mfa_failed');
  const sent = await send(browser);
  expect([sent.status, sent.body]).toEqual([201, { type: 'email', target: 'a•••@example.org', seconds: 60 }]);
  const right = await code();
  expect(smtp.mails.map(({ to }) => to)).toEqual([['ada@example.org']]);
  const { rows } = await sql<{ row: string }>`select row_to_json(verification_codes)::text as row from verification_codes`.execute(
    server.db,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.row).not.toContain(right);
  expect((await show(browser, right)).body).toEqual({});
  expect((await browser.get('users/profile/')).body.username).toBe(user.username);
  expect((await show(await halfway(server, user), right)).body.error).toBe('mfa_failed');
});

test('a login by API is, too', async () => {
  const user = await needy(server);
  const api = await browserOf(server);
  const given = { username: user.username, password: TEST_PASSWORD };
  expect((await api.post('authentication/auth/', given)).body.data.choices).toEqual(['email']);
  expect((await api.post('authentication/mfa/send-code/', { type: 'email', username: user.username })).status).toBe(201);
  const shown = await api.post('authentication/mfa/verify/', { type: 'email', code: await code() });
  expect([shown.status, shown.body]).toEqual([200, { msg: 'ok' }]);
  expect((await api.post('authentication/auth/', given)).status).toBe(201);
});

test('whoever is logged in confirms by a code, which is good for no login, nor the other way round', async () => {
  const user = await needy(server);
  const browser = await halfway(server, user);
  await send(browser);
  await show(browser, await code());
  const ways = await browser.get('authentication/confirm/?confirm_type=mfa');
  expect(ways.body.content[0]).toMatchObject({ name: 'email', disabled: false });
  const confirm = (secret_key: string) => browser.post('authentication/confirm/', { confirm_type: 'mfa', mfa_type: 'email', secret_key });
  const other = await halfway(server, user);
  await send(other);
  const ofLogin = await code();
  smtp.mails.length = 0;
  expect((await send(browser)).status).toBe(201);
  const ofConfirm = await code();
  expect((await show(other, ofConfirm)).body.error).toBe('mfa_failed');
  expect((await confirm(ofLogin)).status).toBe(400);
  expect((await confirm(ofConfirm)).body).toBe('ok');
  expect((await confirm(ofConfirm)).status).toBe(400);
});

test('while a code is alive no other one is sent, to whichever login of the person', async () => {
  const user = await needy(server);
  const browser = await halfway(server, user);
  await send(browser);
  for (const one of [browser, await halfway(server, user)]) {
    const again = await send(one);
    expect([again.status, again.body.code]).toEqual([400, 'code_send_too_frequently']);
  }
  await code();
  expect(smtp.mails).toHaveLength(1);
  await codesRunOut(server);
  expect((await send(browser)).status).toBe(201);
});

test('a person is sent ten codes an hour', async () => {
  const browser = await halfway(server, await needy(server));
  const answers: number[] = [];
  for (let sent = 0; sent < 11; sent += 1) {
    answers.push((await send(browser)).status);
    await codesRunOut(server);
  }
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 201), 400]);
});

test('a code is good for the time of the setting', async () => {
  await set({ VERIFY_CODE_TTL: 300 });
  const browser = await halfway(server, await needy(server));
  expect((await send(browser)).body.seconds).toBe(300);
  const left = await sql<{ s: number }>`select extract(epoch from max(date_expired) - now())::int as s from verification_codes`.execute(
    server.db,
  );
  expect(left.rows[0]?.s).toBeGreaterThan(240);
  const right = await code();
  await codesRunOut(server);
  expect((await show(browser, right)).body.error).toBe('mfa_failed');
  await set({ VERIFY_CODE_TTL: 60 });
});

test('a code for an address that was changed since is worth nothing', async () => {
  const user = await needy(server);
  const browser = await halfway(server, user);
  await send(browser);
  const right = await code();
  await (await server.as('admin')).patch(`users/users/${user.id}/`, { email: `moved-${user.email}` });
  expect((await show(browser, right)).body.error).toBe('mfa_failed');
});

test('a code does not come along with the password', async () => {
  const user = await needy(server);
  const browser = await halfway(server, user);
  await send(browser);
  const ahead = { username: user.username, password: TEST_PASSWORD, code: await code(), mfa_type: 'email' };
  expect((await (await browserOf(server)).post(LOGIN, ahead)).body.error).toBe('mfa_required');
});

test('a name alone is told nothing and sent nothing', async () => {
  const user = await needy(server);
  const anybody = await browserOf(server);
  const [known, unknown] = [await send(anybody, { username: user.username }), await send(anybody, { username: 'nobody-at-all' })];
  expect([known.status, known.body]).toEqual([400, unknown.body]);
  expect((await send(await halfway(server, await needy(server)), { username: user.username })).body).toEqual(unknown.body);
  await expect(code()).rejects.toThrow('no code in 0 mails');
});

test('where it is off, nobody has it', async () => {
  await set({ SECURITY_MFA_BY_EMAIL: false });
  const user = await needy(server);
  const browser = await browserOf(server);
  expect((await browser.post(LOGIN, { username: user.username, password: TEST_PASSWORD })).body.error).toBe('mfa_unset');
  expect((await send(browser)).status).toBe(400);
  await set({ SECURITY_MFA_BY_EMAIL: true });
});
