import { ORG } from '@postern/contract/ids';
import type { Json } from '@postern/testkit/api';
import { createUser } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { settingsHolder } from '../../../test/settings-holder.ts';

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
beforeAll(async () => {
  for (let n = 0; n < 3; n += 1) await createUser(admin);
});

const effects = async (body: Json): Promise<Json[]> => {
  const { status, body: answer } = await admin.post('settings/effects/?category=security', body);
  expect(status, JSON.stringify(answer)).toBe(200);
  return answer.effects;
};

test('who would have to set up a second factor is counted: everybody, or administrators', async () => {
  await sql`update users set otp_secret = 'x' where username <> 'admin' and id = (select id from users where username <> 'admin' and not is_service_account limit 1)`.execute(
    server.db,
  );
  expect(await effects({ SECURITY_MFA_AUTH: 1 })).toEqual([
    {
      key: 'SECURITY_MFA_AUTH',
      level: 'warning',
      message: '3 of 4 people have no second factor and will have to set one up at their next login.',
    },
  ]);
  expect((await effects({ SECURITY_MFA_AUTH: 2 }))[0]?.message).toContain('1 of 1 people');
  expect(await effects({ SECURITY_MFA_AUTH: 0 })).toEqual([]);
});

test('whose password would be too old is counted, and it is said when it is the own one', async () => {
  await sql`update users set date_password_last_updated = now() - interval '40 days' where username = 'admin'`.execute(server.db);
  const [effect] = await effects({ SECURITY_PASSWORD_EXPIRATION_TIME: 30 });
  expect(effect).toMatchObject({ level: 'warning' });
  expect(effect?.message).toMatch(/^1 of 4 local passwords are older .* Yours is one of them\.$/);
  expect((await effects({ SECURITY_PASSWORD_EXPIRATION_TIME: 60 }))[0]).toMatchObject({ level: 'info' });
});

test('whoever would lock themselves out is told; nothing is stored by asking', async () => {
  expect(await effects({ SECURITY_LOGIN_IP_BLACK_LIST: ['10.0.0.0/8'] })).toEqual([]);
  expect((await effects({ SECURITY_LOGIN_IP_BLACK_LIST: ['127.0.0.0/8'] }))[0]).toMatchObject({
    level: 'warning',
    message: 'Your own address 127.0.0.1 is on it: you could not log in from here again.',
  });
  const { body } = await admin.get('settings/setting/', { query: { category: 'security' } });
  expect(body.SECURITY_LOGIN_IP_BLACK_LIST).toEqual([]);
});

test('a code by mail counts where it would be switched on, and is missed where it would be switched off', async () => {
  const mail = { EMAIL_HOST: 'mail.example', EMAIL_HOST_USER: 'postern' };
  expect((await admin.patch('settings/setting/?category=email', mail)).status).toBe(200);
  const [told] = await effects({ SECURITY_MFA_AUTH: 1, SECURITY_MFA_BY_EMAIL: true });
  expect(told).toMatchObject({ key: 'SECURITY_MFA_AUTH', level: 'info', message: 'All 4 people this is about have a second factor.' });
  await admin.patch('settings/setting/?category=security', { SECURITY_MFA_AUTH: 1, SECURITY_MFA_BY_EMAIL: true });
  expect(await effects({ SECURITY_MFA_AUTH: 1, SECURITY_MFA_BY_EMAIL: false })).toEqual([
    {
      key: 'SECURITY_MFA_BY_EMAIL',
      level: 'warning',
      message: '3 of 4 people have no other second factor and will have to set one up at their next login.',
    },
  ]);
  await admin.patch('settings/setting/?category=security', { SECURITY_MFA_AUTH: 0, SECURITY_MFA_BY_EMAIL: false });
});

test('so does a code of RADIUS, but not for whom the same servers let in by a password', async () => {
  const radius = { OTP_IN_RADIUS: true, RADIUS_SERVER: 'radius.example', RADIUS_SECRET: 'shared-secret-1' };
  expect((await admin.patch('settings/setting/?category=radius', radius)).status).toBe(200);
  expect((await effects({ SECURITY_MFA_AUTH: 1 }))[0]).toMatchObject({ level: 'info' });
  await sql`update users set source = 'radius' where username <> 'admin' and otp_secret is null and not is_service_account`.execute(
    server.db,
  );
  await admin.patch('settings/setting/?category=radius', { AUTH_RADIUS: true });
  expect((await effects({ SECURITY_MFA_AUTH: 1 }))[0]?.message).toContain('2 of 4 people');
  await sql`update users set source = 'local' where source = 'radius'`.execute(server.db);
  await admin.patch('settings/setting/?category=radius', { AUTH_RADIUS: false, OTP_IN_RADIUS: false });
});

test('a shorter limit of idleness says how many sessions run', async () => {
  expect(await effects({ SECURITY_MAX_IDLE_TIME: 5 })).toEqual([]);
  await sql`
    insert into sessions (id, org_id, "user", asset, account, account_id, protocol, is_finished)
    select gen_random_uuid(), ${ORG.DEFAULT}, 'Ann(ann)', 'web', 'root', '', 'ssh', n = 3 from generate_series(1, 3) n`.execute(server.db);
  expect((await effects({ SECURITY_MAX_IDLE_TIME: 5 }))[0]).toMatchObject({
    level: 'info',
    message: 'Of 2 open sessions, those without input for 5 minutes will be ended.',
  });
  expect(await effects({ SECURITY_MAX_IDLE_TIME: 60 })).toEqual([]);
  expect(await effects({ SECURITY_MAX_SESSION_TIME: 8 })).toEqual([]);
  await sql`update sessions set date_start = now() - interval '9 hours' where not is_finished`.execute(server.db);
  expect(await effects({ SECURITY_MAX_SESSION_TIME: 8 })).toEqual([
    { key: 'SECURITY_MAX_SESSION_TIME', level: 'info', message: 'Open sessions that would be ended at once: 2.' },
  ]);
  expect(await effects({ SECURITY_MAX_SESSION_TIME: 10 })).toEqual([]);
  await sql`update sessions set user_id = 'ann'`.execute(server.db);
  expect(await effects({ SECURITY_MAX_SESSION_COUNT: 3 })).toEqual([]);
  expect(await effects({ SECURITY_MAX_SESSION_COUNT: 2 })).toEqual([
    {
      key: 'SECURITY_MAX_SESSION_COUNT',
      level: 'info',
      message: 'People who have as many sessions open already and could open no other: 1.',
    },
  ]);
});

test('a shorter time of logins says how many would end at once, and that the own one would', async () => {
  const other = await server.browser('admin');
  const own = await server.browser('admin');
  const ask = async (body: Json) => (await own.post<Json>('settings/effects/?category=security', body)).body.effects;
  const short = { SECURITY_LOGIN_IDLE_MINUTES: 30, SECURITY_LOGIN_MAX_HOURS: 24 };
  expect(await ask(short)).toEqual([]);
  // The one that asks is in use by that, and old all the same; the other one is idle.
  await sql`update login_sessions set date_seen = now() - interval '40 minutes' where user_id is not null`.execute(server.db);
  expect((await own.get('users/profile/')).status).toBe(200);
  expect(await ask(short)).toEqual([{ key: 'SECURITY_LOGIN_IDLE_MINUTES', level: 'info', message: 'Logins that would end at once: 1.' }]);
  await sql`update login_sessions set date_created = now() - interval '25 hours' where user_id is not null`.execute(server.db);
  expect(await ask({ SECURITY_LOGIN_MAX_HOURS: 24 })).toEqual([
    {
      key: 'SECURITY_LOGIN_MAX_HOURS',
      level: 'warning',
      message: 'Logins that would end at once: 2. Yours is one of them: you would have to log in again.',
    },
  ]);
  expect((await other.get('users/profile/')).status).toBe(200);
});

const ask = async (category: string, body: Json): Promise<Json[]> => {
  const { status, body: answer } = await admin.post(`settings/effects/?category=${category}`, body);
  expect(status, JSON.stringify(answer)).toBe(200);
  return answer.effects;
};

describe('a way in that is switched off', () => {
  const set = (values: Json) => server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, values));
  const link = (userId: string, place: string) =>
    sql`insert into external_identities (provider, subject, user_id) values (${place}, gen_random_uuid()::text, ${userId})`.execute(
      server.db,
    );
  const only = (count: number) => [
    { key: expect.any(String), level: 'warning', message: `People who log in by it alone and could not log in again: ${count}.` },
  ];
  /** Somebody who comes from a place. */
  const from = async (source: string): Promise<string> => {
    const { id } = await createUser(admin);
    await sql`update users set source = ${source} where id = ${id}`.execute(server.db);
    return String(id);
  };
  beforeEach(async () => {
    await sql`update users set source = 'local'`.execute(server.db);
    await sql`delete from external_identities`.execute(server.db);
    await set({ AUTH_LDAP: true, AUTH_OPENID: true, AUTH_FEISHU: true, ONLY_ALLOW_AUTH_FROM_SOURCE: false, AUTH_PASSKEY: true });
  });
  afterAll(() => set({ AUTH_LDAP: false, AUTH_OPENID: false, AUTH_FEISHU: false }));

  test('says who comes in by it alone: not who has a password here, a passkey, or another place', async () => {
    expect(await ask('ldap', { AUTH_LDAP: false })).toEqual([]);
    const [ann, bob, eve] = [await from('ldap'), await from('ldap'), await from('ldap')];
    await link((await createUser(admin)).id as string, 'ldap');
    expect(await ask('ldap', { AUTH_LDAP: false })).toEqual(only(3));
    await link(ann, 'openid https://idp.example');
    await sql`
      insert into passkeys (id, user_id, name, credential_id, public_key, rp_id, backed_up)
      values (gen_random_uuid(), ${bob}, 'key', 'c-bob', 'k', 'localhost', false)`.execute(server.db);
    expect(await ask('ldap', { AUTH_LDAP: false })).toEqual(only(1));
    // Where people come in from their own source alone, a passkey is none, and an account at a chat service neither.
    await link(eve, 'feishu app');
    expect(await ask('ldap', { AUTH_LDAP: false })).toEqual([]);
    await set({ ONLY_ALLOW_AUTH_FROM_SOURCE: true });
    expect(await ask('ldap', { AUTH_LDAP: false })).toEqual(only(2));
    expect(await ask('ldap', { AUTH_LDAP: true })).toEqual([]);
    await sql`update users set is_active = false where id = ${eve}`.execute(server.db);
    expect(await ask('ldap', { AUTH_LDAP: false })).toEqual(only(1));
  });

  test('is judged with the others that are entered', async () => {
    const ann = await from('openid');
    await link(ann, 'openid https://idp.example');
    await link(ann, 'feishu app');
    expect(await ask('auth', { AUTH_OPENID: false })).toEqual([]);
    const both = await ask('auth', { AUTH_OPENID: false, AUTH_FEISHU: false });
    expect(both.map(({ key }) => key)).toEqual(['AUTH_OPENID', 'AUTH_FEISHU']);
  });

  test('is asked about by whoever may change it, and by nobody with another right', async () => {
    const keeper = await settingsHolder(server, 'settings.change_auth');
    expect((await keeper.post('settings/effects/?category=ldap', { AUTH_LDAP: false })).status).toBe(200);
    expect((await keeper.post('settings/effects/?category=security', { SECURITY_MFA_AUTH: 1 })).status).toBe(403);
    expect((await keeper.post('settings/effects/?category=sms', { SMS_ENABLED: false })).status).toBe(403);
  });
});

test('who has what by mail or text message is told when its server is another, or it is switched off', async () => {
  const text = { SMS_BACKEND: 'smpp', SMPP_HOST: 'smpp.example', SMPP_SYSTEM_ID: 'id' };
  const set = (values: Json) => server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, values));
  await set({ EMAIL_HOST: 'mail.example', EMAIL_HOST_USER: 'postern', SMS_ENABLED: true, ...text });
  const user = await createUser(admin, { phone: '+8613800138099' });
  const api = await server.as(String(user.username));
  await api.patch(`notifications/user-msg-subscription/${user.id}/`, { receive_backends: ['sms', 'email'] });
  expect(await ask('email', { EMAIL_HOST: 'other.example' })).toEqual([
    {
      key: 'EMAIL_HOST',
      level: 'info',
      message:
        'Everything that goes by mail will go by this server: links for forgotten passwords, codes, and the notifications of 1 people.',
    },
  ]);
  expect(await ask('email', { EMAIL_HOST: 'mail.example' })).toEqual([]);
  expect(await ask('sms', { SMS_ENABLED: false })).toEqual([
    { key: 'SMS_ENABLED', level: 'info', message: 'People who want notifications by text message and would get none: 1.' },
  ]);
  await set({ SECURITY_MFA_AUTH: 1 });
  const before = (await effects({ SECURITY_MFA_AUTH: 2 })).length;
  expect(before).toBe(1);
  expect((await ask('sms', { SMS_ENABLED: false }))[0]).toMatchObject({
    level: 'warning',
    message: expect.stringMatching(/no other second factor/),
  });
  // A way to send that is not set up sends no codes either.
  expect((await ask('sms', { SMS_BACKEND: 'huawei' })).map(({ key }) => key)).toEqual(['SMS_BACKEND']);
  await set({ SECURITY_MFA_AUTH: 0, SMS_ENABLED: false, EMAIL_HOST: '' });
});

test('one login at a time, and no more shares: how many people and sessions that is about', async () => {
  await sql`delete from login_sessions`.execute(server.db);
  expect(await effects({ USER_LOGIN_SINGLE_MACHINE_ENABLED: true })).toEqual([]);
  await server.browser('admin');
  await server.browser('admin');
  expect((await effects({ USER_LOGIN_SINGLE_MACHINE_ENABLED: true }))[0]?.message).toBe(
    'People who are logged in at several places: 1. Their next login ends the others.',
  );
  await sql`
    insert into session_sharings (id, org_id, session_id, creator_id, sealed_code)
    select gen_random_uuid(), org_id, id, gen_random_uuid(), '' from sessions`.execute(server.db);
  expect((await effects({ SECURITY_SESSION_SHARE: false }))[0]?.message).toBe(
    'Open sessions that are shared and could be joined no more: 2.',
  );
});

test('what the clean-up would remove tonight is counted by the entered days, for whoever may clean', async () => {
  const cleaner = await settingsHolder(server, 'settings.change_clean');
  const ask = async (body: Json) => (await cleaner.post<Json>('settings/effects/?category=clean', body)).body.effects;
  expect(await ask({ TERMINAL_SESSION_KEEP_DURATION: 200, TASK_LOG_KEEP_DAYS: 90 })).toEqual([]);
  await sql`update sessions set date_start = now() - interval '250 days' where is_finished`.execute(server.db);
  expect(await ask({ TERMINAL_SESSION_KEEP_DURATION: 200 })).toEqual([
    {
      key: 'TERMINAL_SESSION_KEEP_DURATION',
      level: 'warning',
      message: expect.stringMatching(/: up to 1 older records would be removed tonight\.$/),
    },
  ]);
  expect(await ask({ TERMINAL_SESSION_KEEP_DURATION: 300 })).toEqual([]);
  expect((await cleaner.post('settings/effects/', { SECURITY_MFA_AUTH: 1 })).status).toBe(403);
  const everything = Object.fromEntries(Object.entries((await cleaner.get<Json>('settings/setting/?category=clean')).body));
  expect((await cleaner.post('settings/effects/?category=clean', everything)).status).toBe(200);
});

test('values that could not be saved, and people without the right, are refused', async () => {
  expect((await admin.post('settings/effects/?category=security', { SECURITY_MFA_AUTH: 7 })).status).toBe(400);
  expect((await admin.post('settings/effects/?category=security', { SITE_URL: 'http://a' })).status).toBe(400);
  const { username } = await createUser(admin);
  expect((await (await server.as(String(username))).post('settings/effects/', {})).status).toBe(403);
});
