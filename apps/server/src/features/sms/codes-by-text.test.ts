import { signedHeaders } from '@postern/contract/signature';
import { type Api, createApi, createCookieJar, type Json } from '@postern/testkit/api';
import { TEST_PASSWORD } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { serverOfFile, type TestServer } from '../../../test/harness.ts';
import { registerComponent } from '../../../test/matrix/actors.ts';
import { browserOf, codesRunOut, halfway, LOGIN, needy } from '../../../test/sent-codes.ts';
import { withTexts } from '../../../test/sent-texts.ts';

/** A code by text message as second factor. What holds for every code that is sent is tried in `codes-by-mail.test.ts` and `factor-guessing.test.ts`. */

const server = serverOfFile({ settings: { outboundAllow: ['127.0.0.1'] } });
const texts = forThisFile(
  () => withTexts(server),
  (it) => it.stop(),
);
let numbers = 0;
beforeEach(async () => {
  texts.requests.length = 0;
  texts.status = 200;
  await sql`delete from login_counters`.execute(server.db);
});

const set = (values: Parameters<TestServer['platform']['systemSettings']['set']>[1]) =>
  server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, values));
/** Somebody with a number that nobody else has. */
const called = (given: Json = {}) => {
  numbers += 1;
  return needy(server, { phone: `+86138001380${String(numbers).padStart(2, '0')}`, ...given });
};
const send = (browser: Api, more: Json = {}) => browser.post('authentication/mfa/select/', { type: 'sms', ...more });
const show = (browser: Api, code: string) => browser.post(`${LOGIN}mfa/`, { mfa_type: 'sms', code });
const code = () => texts.sent().at(-1)?.code ?? '';

test('a login by page is sent a code, told where it went, and ended by it, once', async () => {
  const user = await called({ phone: '+447400123456' });
  const browser = await halfway(server, user);
  const sent = await send(browser);
  expect([sent.status, sent.body]).toEqual([201, { type: 'sms', target: '•••3456', seconds: 60 }]);
  expect(texts.sent()).toEqual([{ phone: '447400123456', code: expect.stringMatching(/^\d{6}$/) }]);
  const right = code();
  expect((await show(browser, right)).body).toEqual({});
  expect((await browser.get('users/profile/')).body.username).toBe(user.username);
  expect((await show(await halfway(server, user), right)).body.error).toBe('mfa_failed');
});

test('a login at the SSH door is offered it, chooses it and is in', async () => {
  const user = await called();
  const { key } = await registerComponent(server);
  let second = 0;
  const ssh = createApi({
    origin: server.url,
    cookies: createCookieJar(),
    headers: { 'x-jms-login-type': 'T', 'x-jms-org': 'ROOT' },
    sign: (method: string, path: string) => {
      second += 1;
      return signedHeaders(key, method, path, new Date(Date.now() - 200_000 + second * 1_000).toUTCString());
    },
  });
  const asked = { username: user.username, password: TEST_PASSWORD, public_key: '', remote_addr: '198.51.100.20', login_type: 'T' };
  const first = await ssh.post<Json>('authentication/tokens/', asked);
  expect(first.body.data.choices).toEqual(['sms']);
  expect((await send(ssh)).status).toBe(201);
  expect((await ssh.post(first.body.data.url, { code: code(), type: 'sms', remote_addr: '198.51.100.20' })).body).toEqual({ msg: 'ok' });
  expect((await ssh.post('authentication/tokens/', asked)).status).toBe(201);
  // Those who log in at one door share its address: they are not counted as one.
  const { rows } = await sql<{ kind: string }>`select kind from login_counters where kind like 'sms-%'`.execute(server.db);
  expect(rows).toEqual([{ kind: 'sms-number' }]);
});

test('whoever is logged in confirms by a code', async () => {
  const user = await called();
  const browser = await halfway(server, user);
  await send(browser);
  await show(browser, code());
  const ways = await browser.get('authentication/confirm/?confirm_type=mfa');
  expect(ways.body.content[0]).toMatchObject({ name: 'sms', disabled: false });
  expect((await send(browser)).status).toBe(201);
  const confirmed = await browser.post('authentication/confirm/', { confirm_type: 'mfa', mfa_type: 'sms', secret_key: code() });
  expect(confirmed.body).toBe('ok');
  expect((await browser.patch('users/profile/', { phone: '+447400999999' })).status).toBe(200);
});

test('a message that could not be sent is told of, and its code is not there: another one may be asked for at once', async () => {
  texts.status = 500;
  const browser = await halfway(server, await called());
  const failed = await send(browser);
  expect([failed.status, failed.body.code]).toEqual([500, 'unexpect_error']);
  expect((await show(browser, code())).body.error).toBe('mfa_failed');
  texts.status = 200;
  expect((await send(browser)).status).toBe(201);
  expect((await show(browser, code())).body).toEqual({});
});

test('a number gets ten messages an hour, whoever they are for and by whichever login', async () => {
  const phone = '+8613900139000';
  const [one, other] = [await called({ phone }), await called({ phone })];
  const answers: number[] = [];
  for (let count = 0; count < 6; count += 1)
    for (const user of [one, other]) {
      answers.push((await send(await halfway(server, user))).status);
      await codesRunOut(server);
    }
  expect(answers.filter((status) => status === 201)).toHaveLength(10);
  expect(answers.slice(10)).toEqual([400, 400]);
  expect(texts.requests).toHaveLength(10);
});

test('an address has a hundred sent an hour, to whomever', async () => {
  const browser = await halfway(server, await called());
  await send(browser);
  await codesRunOut(server);
  const { numUpdatedRows } = await server.db
    .updateTable('login_counters')
    .set({ count: 100 })
    .where('kind', '=', 'sms-address')
    .executeTakeFirst();
  expect(numUpdatedRows).toBe(1n);
  texts.requests.length = 0;
  const refused = await send(await halfway(server, await called()));
  expect([refused.status, refused.body.code]).toEqual([400, 'code_send_too_frequently']);
  expect(texts.requests).toEqual([]);
});

test('a code for a number that was changed since is worth nothing', async () => {
  const user = await called();
  const browser = await halfway(server, user);
  await send(browser);
  await (await server.as('admin')).patch(`users/users/${user.id}/`, { phone: '+447400777777' });
  expect((await show(browser, code())).body.error).toBe('mfa_failed');
});

test('a name alone is told nothing and sent nothing', async () => {
  const user = await called();
  const anybody = await browserOf(server);
  const [known, unknown] = [await send(anybody, { username: user.username }), await send(anybody, { username: 'nobody-at-all' })];
  expect([known.status, known.body]).toEqual([400, unknown.body]);
  expect(texts.requests).toEqual([]);
});

test('where it is off, or not set up, or there is no number, nobody has it', async () => {
  const refusal = async (user: Json) =>
    (await (await browserOf(server)).post(LOGIN, { username: user.username, password: TEST_PASSWORD })).body.error;
  expect(await refusal(await needy(server))).toBe('mfa_unset');
  await set({ SMS_ENABLED: false });
  expect(await refusal(await called())).toBe('mfa_unset');
  await set({ SMS_ENABLED: true, SMS_BACKEND: 'alibaba' });
  expect(await refusal(await called())).toBe('mfa_unset');
  await set({ SMS_BACKEND: 'custom' });
  expect(await refusal(await called())).toBe('mfa_required');
});
