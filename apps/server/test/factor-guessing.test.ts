import { signedHeaders } from '@postern/contract/signature';
import { type Api, createApi, createCookieJar, type Json } from '@postern/testkit/api';
import { TEST_PASSWORD } from '@postern/testkit/factories';
import { type FreeRadius, RADIUS_SECRET, startFreeRadius } from '@postern/testkit/freeradius';
import type { SmtpTarget } from '@postern/testkit/smtp';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tokenHash } from '../src/platform/auth/random.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { registerComponent } from './matrix/actors.ts';
import { codesRunOut, LOGIN, mailedCode, needy, withMail, wrong } from './sent-codes.ts';
import { type Texts, withTexts } from './sent-texts.ts';

/**
 * Guessing second factors: every factor that is typed, by every way in. A new factor is a line of `FACTORS`, whose names are held against
 * those of the product.
 */

let server: TestServer;
/** Another node on the same database. */
let node: TestServer;
let smtp: SmtpTarget;
let texts: Texts;
let radius: FreeRadius;
/** What the SSH door signs with. */
let component: { id: string; secret: string };
/** As a token of the RADIUS server shows it to everybody. */
const SHOWN = '975310';
beforeAll(async () => {
  const settings = { outboundAllow: ['127.0.0.1'] };
  [server, radius] = await Promise.all([startTestServer({ settings }), startFreeRadius({}, { everybody: SHOWN })]);
  smtp = await withMail(server);
  texts = await withTexts(server);
  const there = { OTP_IN_RADIUS: true, RADIUS_SERVER: '127.0.0.1', RADIUS_PORT: radius.port, RADIUS_SECRET, RADIUS_RETRIES: 0 };
  await server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, there));
  node = await startTestServer({ besides: server, settings });
  component = (await registerComponent(server)).key;
});
afterAll(async () => {
  await node?.close();
  await smtp?.stop();
  await texts?.stop();
  await radius?.stop();
  await server?.close();
});
beforeEach(async () => {
  smtp.mails.length = 0;
  await sql`delete from login_counters`.execute(server.db);
  await sql`delete from mails`.execute(server.db);
});

/** Wrong tries of a name until its codes are locked (SECURITY_LOGIN_LIMIT_COUNT). */
const LOCK = 7;
/** Wrong tries until a code that was sent is worth nothing (CVE-2023-43650). */
const TRIES = 5;
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const KEPT = 'ABCDEFGHJKLMNPQR';
const GUESSED = 'RQPNMLKJHGFEDCBA';

const send = async (type: string, browser: Api): Promise<void> => {
  const answer = await browser.post('authentication/mfa/select/', { type });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
};
const bindApp = (user: Json) =>
  sql`update users set otp_secret = ${server.platform.secrets.encrypt(SECRET)} where id = ${user.id}`.execute(server.db);
const called = (user: Json) => sql`update users set phone = '8613800138000' where id = ${user.id}`.execute(server.db);
const keepCode = (user: Json) =>
  sql`insert into recovery_codes (user_id, code_hash) values (${user.id}, ${tokenHash(KEPT)})`.execute(server.db);

interface Tested {
  /** Gives it to somebody. */
  arm(user: Json): Promise<unknown>;
  /** What is right now; what is sent is sent to this browser. */
  right(browser: Api): Promise<string>;
  wrong(code: string): string;
  sent?: true;
  /** Whether a code is right a second time is for another server to say. */
  judgedElsewhere?: true;
}
const FACTORS: Readonly<Record<string, Tested>> = {
  otp: { arm: bindApp, right: async () => new TOTP({ secret: Secret.fromBase32(SECRET) }).generate(), wrong },
  recovery: { arm: (user) => bindApp(user).then(() => keepCode(user)), right: async () => KEPT, wrong: () => GUESSED },
  email: {
    arm: async () => undefined,
    async right(browser) {
      await send('email', browser);
      return mailedCode(server, smtp);
    },
    wrong,
    sent: true,
  },
  sms: {
    arm: called,
    async right(browser) {
      await send('sms', browser);
      return texts.sent().at(-1)?.code ?? '';
    },
    wrong,
    sent: true,
  },
  otp_radius: { arm: async () => undefined, right: async () => SHOWN, wrong, judgedElsewhere: true },
};

interface Way {
  /** A component speaks, for somebody at its door. */
  signed?: true;
  /** A session of the person that is to show a factor: the password is given, and where `before` is said, before the factor was there. */
  before?: true;
  open(browser: Api, user: Json): Promise<unknown>;
  show(browser: Api, factor: string, code: string): Promise<{ status: number; body: Json }>;
}
type Door = 'page' | 'api' | 'ssh' | 'confirmation';
const given = ({ username }: Json) => ({ username, password: TEST_PASSWORD });
const WAYS: Readonly<Record<Door, Way>> = {
  page: {
    open: (browser, user) => browser.post(LOGIN, given(user)),
    show: (browser, mfa_type, code) => browser.post(`${LOGIN}mfa/`, { mfa_type, code }),
  },
  api: {
    open: (browser, user) => browser.post('authentication/auth/', given(user)),
    show: (browser, type, code) => browser.post('authentication/mfa/verify/', { type, code }),
  },
  ssh: {
    signed: true,
    open: (door, user) => door.post('authentication/tokens/', { ...given(user), public_key: '', login_type: 'T' }),
    show: (door, type, code) => door.post('authentication/mfa/challenge/', { type, code }),
  },
  confirmation: {
    before: true,
    open: (browser, user) => browser.post(LOGIN, given(user)),
    show: (browser, mfa_type, secret_key) => browser.post('authentication/confirm/', { confirm_type: 'mfa', mfa_type, secret_key }),
  },
};

/** Each comes from an address of its own. */
async function browserAt({ url }: TestServer, cookies = createCookieJar()): Promise<Api> {
  addresses += 1;
  const api = createApi({ origin: url, cookies, headers: { 'x-forwarded-for': `198.51.100.${addresses}` } });
  await api.get(LOGIN);
  return api;
}
/** A connection to the SSH door: its component keeps the cookies, and says where the person is. */
function connectionAt({ url }: TestServer): Api {
  addresses += 1;
  const headers = { 'x-forwarded-for': `198.51.100.${addresses}`, 'x-jms-login-type': 'T', 'x-jms-org': 'ROOT' };
  const sign = (method: string, path: string) => signedHeaders(component, method, path, new Date().toUTCString(), { once: true });
  return createApi({ origin: url, cookies: createCookieJar(), headers, sign });
}
let addresses = 0;

/**
 * Somebody with this factor, in two browsers at two nodes, where the next thing is to show it. `guesser` is the one at the other node whose tries
 * count with those of `here`: any that never logged in, or the same device, as devices that did are counted by themselves (decision 0065).
 */
async function standing(factor: Tested, way: Way): Promise<{ user: Json; here: Api; there: Api; guesser: Api }> {
  const user = await needy(server, { mfa_level: 0 });
  const cookies = createCookieJar();
  const [here, there] = way.signed ? [connectionAt(server), connectionAt(node)] : [await browserAt(server, cookies), await browserAt(node)];
  const arm = async () => {
    await sql`update users set mfa_level = 1 where id = ${user.id}`.execute(server.db);
    await factor.arm(user);
  };
  if (!way.before) await arm();
  for (const one of [here, there]) await way.open(one, user);
  if (way.before) await arm();
  return { user, here, there, guesser: way.before ? await browserAt(node, cookies) : there };
}

const cases = Object.keys(FACTORS).flatMap((factor) => Object.keys(WAYS).map((way) => [factor, way as Door] as const));
const at = (factor: string, way: Door) => {
  const [tested, door] = [FACTORS[factor] as Tested, WAYS[way]];
  return { tested, door, guess: (browser: Api, code: string) => door.show(browser, factor, code) };
};

describe.each(cases)('%s by %s', (factor, way) => {
  test('a right code gets on, once', async () => {
    const { tested, door, guess } = at(factor, way);
    const { user, here, there } = await standing(tested, door);
    const right = await tested.right(here);
    expect((await guess(here, right)).status).toBe(200);
    if (!door.before) await door.open(there, user);
    expect((await guess(there, right)).status).toBe(tested.judgedElsewhere ? 200 : 400);
  });

  test('wrong ones count for the person, whatever session, address and node they come by, and then a right one is not looked at', async () => {
    const { tested, door, guess } = at(factor, way);
    const { here, guesser } = await standing(tested, door);
    const bad = tested.wrong(tested.sent ? '123456' : await tested.right(here));
    for (let tries = 0; tries < LOCK; tries += 1) expect((await guess(tries % 2 ? guesser : here, bad)).status).toBe(400);
    const right = await tested.right(here);
    const refused = await guess(here, right);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining('locked')]);
    await sql`delete from login_counters`.execute(server.db);
    expect((await guess(here, right)).status).toBe(200);
  });
});

const sent = cases.filter(([factor]) => FACTORS[factor]?.sent);
describe.each(sent)('%s by %s is sent, and', (factor, way) => {
  test('a code is dead after five wrong tries, whatever the lock allows', async () => {
    const { tested, door, guess } = at(factor, way);
    const { here } = await standing(tested, door);
    const right = await tested.right(here);
    for (let tries = 0; tries < TRIES; tries += 1) await guess(here, tested.wrong(right));
    await sql`delete from login_counters`.execute(server.db);
    expect((await guess(here, right)).status).toBe(400);
    await codesRunOut(server);
    expect((await guess(here, await tested.right(here))).status).toBe(200);
  });

  test('a code is only good in the session that asked for it, whose tries others do not use up', async () => {
    const { tested, door, guess } = at(factor, way);
    const { here, there } = await standing(tested, door);
    const right = await tested.right(here);
    for (let tries = 0; tries < TRIES; tries += 1) expect((await guess(there, right)).status).toBe(400);
    await sql`delete from login_counters`.execute(server.db);
    expect((await guess(here, right)).status).toBe(200);
  });

  test('of many right ones at once a single one gets on', async () => {
    const { tested, door, guess } = at(factor, way);
    const { here } = await standing(tested, door);
    const right = await tested.right(here);
    const answers = await Promise.all(Array.from({ length: 4 }, () => guess(here, right)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

test.each(Object.keys(FACTORS))('guesses of %s count together, whichever door they come by', async (factor) => {
  const doors: readonly Door[] = ['page', 'api', 'ssh'];
  const tested = FACTORS[factor] as Tested;
  const { user, here } = await standing(tested, WAYS.page);
  const others: Readonly<Record<string, Api>> = { page: here, api: await browserAt(node), ssh: connectionAt(node) };
  for (const door of doors) if (door !== 'page') await WAYS[door].open(others[door] as Api, user);
  const bad = tested.wrong(tested.sent ? '123456' : await tested.right(here));
  for (let tries = 0; tries < LOCK; tries += 1) {
    const door = doors[tries % doors.length] as Door;
    expect((await WAYS[door].show(others[door] as Api, factor, bad)).status).toBe(400);
  }
  const right = await tested.right(here);
  for (const door of doors) {
    const refused = await WAYS[door].show(others[door] as Api, factor, right);
    expect([door, refused.status, JSON.stringify(refused.body)]).toEqual([door, 400, expect.stringContaining('locked')]);
  }
});

test('wrong passwords count together, whichever door they come by, and then a right one opens none', async () => {
  const user = await needy(server, { mfa_level: 0 });
  const doors = ['page', 'api', 'ssh'] as const;
  const come = async (door: (typeof doors)[number], password: string): Promise<string> => {
    const at = door === 'ssh' ? connectionAt(node) : await browserAt(server);
    const asked = { username: user.username, password };
    const { body } =
      door === 'page'
        ? await at.post<Json>(LOGIN, asked)
        : door === 'api'
          ? await at.post<Json>('authentication/auth/', asked)
          : await at.post<Json>('authentication/tokens/', { ...asked, public_key: '', login_type: 'T' });
    return String(body.error);
  };
  for (let tries = 0; tries < LOCK; tries += 1)
    expect(['password_failed', 'block_login']).toContain(await come(doors[tries % 3] ?? 'page', 'wrong'));
  for (const door of doors) expect([door, await come(door, TEST_PASSWORD)]).toEqual([door, 'block_login']);
});

test('all factors that are typed are tried here', async () => {
  const user = await needy(server, { mfa_level: 0 });
  const browser = await browserAt(server);
  await browser.post(LOGIN, given(user));
  const { content } = (await browser.get('authentication/confirm/?confirm_type=mfa')).body;
  const names = (content as { name: string }[]).map(({ name }) => name).filter((name) => name !== 'passkey');
  expect(names.sort()).toEqual(Object.keys(FACTORS).sort());
});
