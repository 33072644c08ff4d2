import { signedHeaders } from '@postern/contract/signature';
import { type Answer, type Api, createApi, createCookieJar, type Json } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { newSshKey } from '@postern/testkit/ssh-keys';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { beforeAll, describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { registerComponent } from '../../../test/matrix/actors.ts';

// Somebody who logs in through the SSH server of a component, which signs with its key, keeps the cookies of one connection, and says who is asking.

let accessKey: { id: string; secret: string };
const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
beforeAll(async () => {
  accessKey = (await registerComponent(server)).key;
});

const CLIENT = '198.51.100.20';
const TOKENS = 'authentication/tokens/';
const STATUS = 'authentication/login-confirm-ticket/status/';
let second = 0;

/** One SSH connection. Dates differ, as they do when people type: the same write is not signed twice. */
function connection(sign = true): Api {
  return createApi({
    origin: server.url,
    cookies: createCookieJar(),
    headers: { 'x-forwarded-for': CLIENT, 'x-jms-login-type': 'T', 'x-jms-org': 'ROOT' },
    ...(sign
      ? {
          sign: (method: string, path: string) => {
            second += 1;
            return signedHeaders(accessKey, method, path, new Date(Date.now() - 200_000 + second * 1_000).toUTCString());
          },
        }
      : {}),
  });
}

const asked = (user: Json, given: Json = {}): Json => ({
  username: user.username,
  password: '',
  public_key: '',
  remote_addr: CLIENT,
  login_type: 'T',
  ...given,
});
const byPassword = (user: Json): Json => asked(user, { password: TEST_PASSWORD });
const log = (at: Api, body: Json): Promise<Answer<Json>> => at.post<Json>(TOKENS, body);

const person = (given: Json = {}): Promise<Json> => createUser(admin, given);

type Kind = 'ed25519' | 'rsa' | 'ecdsa';
/** A key as its owner keeps it: one line of `authorized_keys`, and what is inside. */
function keyOf(kind: Kind): { line: string; wire: string } {
  const made = newSshKey(kind, { comment: 'me@home' }).public;
  return { line: made, wire: made.split(' ')[1] ?? '' };
}
async function withKey(kind: Kind, given: Json = {}): Promise<{ user: Json; key: ReturnType<typeof keyOf> }> {
  const key = keyOf(kind);
  return { key, user: await person({ ...given, public_key: key.line }) };
}

/** Somebody with an authenticator, and the code of a step that was not used. */
async function withFactor(given: Json = {}) {
  const user = await person(given);
  const browser = await server.browser(user.username as string);
  await browser.post('authentication/confirm/', { confirm_type: 'password', secret_key: TEST_PASSWORD });
  const { secret } = (await browser.post('users/profile/otp/start/')).body as Json;
  const code = (steps: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
  expect((await browser.post('users/profile/otp/', { code: code(-1) })).status).toBe(201);
  return { user, code };
}

const settings = (values: Record<string, never>) =>
  server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, values));
const withSettings = async (values: Json, work: () => Promise<void>): Promise<void> => {
  const before = Object.fromEntries(Object.keys(values).map((name) => [name, server.platform.systemSettings.get(name as never)]));
  await settings(values as Record<string, never>);
  try {
    await work();
  } finally {
    await settings(before as Record<string, never>);
  }
};

/** A login rule about one person, from the address that the component names. */
async function rule(user: Json, given: Json): Promise<Json> {
  const answer = await admin.post<Json>('acls/login-acls/', {
    name: uniqueName('door'),
    users: { type: 'ids', ids: [user.id] },
    rules: { ip_group: [CLIENT], time_period: [] },
    ...given,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

describe('a public key', () => {
  test.each<[Kind, 'line' | 'wire']>([
    ['ed25519', 'wire'],
    ['ed25519', 'line'],
    ['rsa', 'wire'],
    ['rsa', 'line'],
    ['ecdsa', 'wire'],
    ['ecdsa', 'line'],
  ])('opens as %s, sent as %s', async (kind, form) => {
    const { user, key } = await withKey(kind);
    const answer = await log(connection(), asked(user, { public_key: key[form] }));
    expect([answer.status, answer.body.keyword], JSON.stringify(answer.body)).toEqual([201, 'Bearer']);
    expect(answer.body.user).toMatchObject({ id: user.id, username: user.username });
    const own = createApi({ origin: server.url, headers: { authorization: `Bearer ${answer.body.token}` } });
    expect((await own.get<Json>('users/profile/')).body.username).toBe(user.username);
  });

  test.each<[string, (key: ReturnType<typeof keyOf>) => string]>([
    ['of somebody else', () => keyOf('ed25519').wire],
    ['of somebody else, as a line', () => keyOf('rsa').line],
    ['cut short', (key) => key.wire.slice(0, -8)],
    ['that says it is of another type', (key) => `ssh-rsa ${key.wire}`],
    ['that is no key', () => 'AAAA'],
    ['that is not even base64', () => 'not a key'],
  ])('%s opens nothing', async (_, form) => {
    const { user, key } = await withKey('ed25519');
    const answer = await log(connection(), asked(user, { public_key: form(key) }));
    expect([answer.status, answer.body.error]).toEqual([400, 'password_failed']);
  });

  test('opens for a component alone, and only where keys may be used', async () => {
    const { user, key } = await withKey('ed25519');
    const body = asked(user, { public_key: key.wire });
    expect((await log(connection(false), body)).body.error).toBe('password_failed');
    await withSettings({ TERMINAL_PUBLIC_KEY_AUTH: false }, async () => {
      expect((await log(connection(), body)).body.error).toBe('password_failed');
    });
    expect((await log(connection(), body)).status).toBe(201);
  });

  test('that is offered is known to components alone, and a name that is none is answered like a foreign key', async () => {
    const { user, key } = await withKey('ed25519');
    const ask = async (at: Api, username: string, public_key: string) => {
      const { status, body } = await at.post<Json>('authentication/public-keys/known/', { username, public_key });
      return status === 200 ? body.known : status;
    };
    expect(await ask(connection(), user.username, key.wire)).toBe(true);
    expect(await ask(connection(), user.username, keyOf('ed25519').wire)).toBe(false);
    expect(await ask(connection(), uniqueName('nobody'), key.wire)).toBe(false);
    expect(await ask(connection(), user.username, 'not a key')).toBe(false);
    for (const other of [connection(false), admin, await server.as(user.username)])
      expect([401, 403]).toContain(await ask(other, user.username, key.wire));
    await withSettings({ TERMINAL_PUBLIC_KEY_AUTH: false }, async () => {
      expect(await ask(connection(), user.username, key.wire)).toBe(false);
    });
    await admin.patch(`users/users/${user.id}/`, { is_active: false });
    expect(await ask(connection(), user.username, key.wire)).toBe(false);
  });

  test('does not stand in for the second factor', async () => {
    const { user, code } = await withFactor();
    const key = keyOf('ed25519');
    await admin.patch(`users/users/${user.id}/`, { public_key: key.line });
    const ssh = connection();
    const body = asked(user, { public_key: key.wire });
    expect((await log(ssh, body)).body.error).toBe('mfa_required');
    expect((await ssh.post('authentication/mfa/challenge/', { code: code(1), type: 'otp' })).body).toEqual({ msg: 'ok' });
    expect((await log(ssh, body)).status).toBe(201);
  });
});

interface State {
  /** Who asks, and with what. */
  given(): Promise<{ user: Json; body?: Json; settings?: Json }>;
  answer: [status: number, error: string];
}

const STATES: Record<string, State> = {
  'a wrong password': {
    given: async () => {
      const user = await person();
      return { user, body: asked(user, { password: 'wrong' }) };
    },
    answer: [400, 'password_failed'],
  },
  'nobody of this name': {
    given: async () => ({ user: { username: uniqueName('nobody') } }),
    answer: [400, 'password_failed'],
  },
  'too many wrong ones': {
    given: async () => {
      const user = await person();
      for (let at = 0; at < 7; at += 1) await log(connection(), asked(user, { password: 'wrong' }));
      return { user };
    },
    answer: [400, 'block_login'],
  },
  'an address that is blocked': {
    given: async () => ({ user: await person(), settings: { SECURITY_LOGIN_IP_BLACK_LIST: [CLIENT] } }),
    answer: [400, 'block_global_ip_login'],
  },
  'a person who is switched off': {
    given: async () => {
      const user = await person();
      await admin.patch(`users/users/${user.id}/`, { is_active: false });
      return { user };
    },
    answer: [400, 'user_inactive'],
  },
  'a person whose time is over': {
    given: async () => {
      const user = await person();
      await admin.patch(`users/users/${user.id}/`, { date_expired: '2020-01-01T00:00:00Z' });
      return { user };
    },
    answer: [400, 'user_expired'],
  },
  'a rule that keeps them out of that address': {
    given: async () => {
      const user = await person();
      await rule(user, { action: 'reject' });
      return { user };
    },
    answer: [400, 'acl_not_allow'],
  },
  'a rule that wants a review': {
    given: async () => {
      const [user, reviewer] = [await person(), await person()];
      await rule(user, { action: 'review', reviewers: [reviewer.id] });
      return { user };
    },
    answer: [200, 'login_confirm_wait'],
  },
  'a password that is too old': {
    given: async () => {
      const user = await person();
      await sql`update users set date_password_last_updated = now() - interval '3 days' where id = ${user.id}`.execute(server.db);
      return { user, settings: { SECURITY_PASSWORD_EXPIRATION_TIME: 2 } };
    },
    answer: [400, 'passwd_has_expired'],
  },
  'a password that has to be replaced': {
    given: async () => ({ user: await person({ need_update_password: true }) }),
    answer: [400, 'passwd_need_update'],
  },
  'a second factor that is wanted': {
    given: async () => ({ user: (await withFactor()).user }),
    answer: [200, 'mfa_required'],
  },
  'a second factor that is wanted and was never set up': {
    given: async () => ({ user: await person({ mfa_level: 2 }) }),
    answer: [400, 'mfa_unset'],
  },
};

describe('the answer to a component', () => {
  test.each(Object.entries(STATES))('about %s', async (_, { given, answer }) => {
    const { user, body, settings: during } = await given();
    const ask = async () => {
      const got = await log(connection(), body ?? byPassword(user));
      expect([got.status, got.body.error], JSON.stringify(got.body)).toEqual(answer);
      expect(got.body.msg).toEqual(expect.stringMatching(/\w/));
    };
    await (during ? withSettings(during, ask) : ask());
  });

  test('to a right password is a token, and the log says where from and how', async () => {
    const user = await person();
    const answer = await log(connection(), byPassword(user));
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.body).sort()).toEqual(['date_expired', 'keyword', 'login', 'token', 'user']);
    const [row] = (await admin.get<Json[]>('audits/login-logs/', { query: { username: user.username } })).body;
    expect(row).toMatchObject({ ip: CLIENT, type: { value: 'T' }, status: { value: true }, backend: 'Password' });
  });
});

describe('the steps of one connection', () => {
  test('a code: the kind is chosen, a wrong one is counted, a right one leads on', async () => {
    const { user, code } = await withFactor();
    const ssh = connection();
    const first = await log(ssh, byPassword(user));
    expect(first.body).toMatchObject({
      error: 'mfa_required',
      data: { choices: ['otp'], url: '/api/v1/authentication/mfa/challenge/' },
    });
    const chosen = await ssh.post<Json>('authentication/mfa/select/', { type: 'otp' });
    expect([chosen.status, chosen.body]).toEqual([201, { type: 'otp' }]);
    const challenge = (text: string) =>
      ssh.post<Json>(first.body.data.url, { code: text, type: 'otp', remote_addr: CLIENT, login_type: 'T' });
    const wrong = await challenge('000000');
    expect([wrong.status, wrong.body.error]).toEqual([400, 'mfa_failed']);
    expect((await log(ssh, byPassword(user))).body.error).toBe('mfa_required');
    expect((await challenge(code(1))).body).toEqual({ msg: 'ok' });
    expect((await log(ssh, byPassword(user))).status).toBe(201);
    // Another connection has shown nothing.
    expect((await log(connection(), byPassword(user))).body.error).toBe('mfa_required');
  });

  test('too many wrong codes lock', async () => {
    const { user, code } = await withFactor();
    const ssh = connection();
    await log(ssh, byPassword(user));
    const challenge = (text: string) => ssh.post<Json>('authentication/mfa/challenge/', { code: text, type: 'otp', remote_addr: CLIENT });
    for (let at = 0; at < 6; at += 1) expect((await challenge(`00000${at}`)).body.error).toBe('mfa_failed');
    expect((await challenge('000009')).body.error).toBe('block_mfa');
    expect((await challenge(code(1))).body.error).toBe('block_mfa');
  });

  test('a kind of code that the person does not have is refused, and so is one without a login', async () => {
    const { user } = await withFactor();
    const ssh = connection();
    expect((await ssh.post<Json>('authentication/mfa/select/', { type: 'otp' })).status).toBe(400);
    await log(ssh, byPassword(user));
    expect((await ssh.post<Json>('authentication/mfa/select/', { type: 'otp', username: user.username })).body).toEqual({
      type: 'otp',
      username: user.username,
    });
    expect((await ssh.post<Json>('authentication/mfa/select/', { type: 'otp', username: 'admin' })).status).toBe(400);
    for (const type of ['sms', 'passkey', 'otp_radius', '']) {
      const answer = await ssh.post<Json>('authentication/mfa/select/', { type });
      expect([type, answer.status, typeof answer.body.error]).toEqual([type, 400, 'string']);
    }
  });

  async function waiting() {
    const [user, reviewer] = [await person(), await person()];
    await rule(user, { action: 'review', reviewers: [reviewer.id] });
    const ssh = connection();
    const first = await log(ssh, byPassword(user));
    expect(first.body.data.ticket_id).toMatch(/^[0-9a-f-]{36}$/);
    const decide = async (verb: 'approve' | 'reject') =>
      (await server.as(reviewer.username as string)).put(`tickets/tickets/${first.body.data.ticket_id}/${verb}/`, {});
    return { user, ssh, decide };
  }

  test('a review that is approved leads on', async () => {
    const { user, ssh, decide } = await waiting();
    expect((await ssh.get<Json>(STATUS)).body).toMatchObject({ error: 'login_confirm_wait' });
    expect((await decide('approve')).status).toBe(200);
    expect((await ssh.get(STATUS)).body).toEqual({ msg: 'ok' });
    expect((await log(ssh, byPassword(user))).status).toBe(201);
  });

  test('a review that is rejected ends it', async () => {
    const { user, ssh, decide } = await waiting();
    expect((await decide('reject')).status).toBe(200);
    const told = await log(ssh, byPassword(user));
    expect([told.status, told.body.error]).toEqual([200, 'login_confirm_error']);
  });

  test('a review that is called off is over', async () => {
    const { ssh } = await waiting();
    expect((await ssh.delete(STATUS)).status).toBe(200);
    expect((await ssh.get<Json>(STATUS)).body.error).toBe('login_confirm_error');
  });
});
