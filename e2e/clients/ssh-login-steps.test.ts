import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Api, createApi, createCookieJar, type Json } from '@postern/testkit/api';
import { clientOf } from '@postern/testkit/client';
import { createPermission, createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { type HttpCatcher, startHttpCatcher } from '@postern/testkit/http-catcher';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionOf } from '../support/actors.ts';
import { createApp } from '../support/authenticator.ts';
import { confirmTerms, type NativeScene, setNativeScene } from '../support/scene.ts';
import type { SshLogin } from '../support/ssh.ts';

// What is due at the SSH door besides the password, with OpenSSH's client: terms of use, codes by text message (docs/wire/authentication.md#terms-of-use).

const NAME = 'steps-target';
const ECHO = 'echo in-$((40 + 2))';
const METHODS = ['password', 'keyboard-interactive'] as const;

let scene: NativeScene;
let admin: ReturnType<typeof clientOf>;
let dir: string;
/** Takes text messages. What it was sent is what a phone would show. */
let service: HttpCatcher;
/** The file that a client reads its codes from. */
let codes: string;

beforeAll(async () => {
  service = await startHttpCatcher(({ path }, response) => {
    const code = new URL(path, 'http://phone').searchParams.get('code');
    // Before it is answered: the door asks for the code right after.
    appendFile(codes, `${code}\n`).then(() => response.end());
  });
  scene = await setNativeScene(NAME, { env: { POSTERN_OUTBOUND_ALLOW: '127.0.0.1' } });
  admin = clientOf(scene.api);
  dir = await mkdtemp(join(tmpdir(), 'postern-e2e-steps-'));
  codes = join(dir, 'codes');
  await admin.setting.patch({ CUSTOM_SMS_URL: `${service.origin}/send` }, { query: { category: 'custom' } });
  await admin.setting.patch({ SMS_ENABLED: true, SMS_BACKEND: 'custom' }, { query: { category: 'sms' } });
});
afterAll(async () => {
  await scene?.stop();
  await service?.stop();
  await rm(dir, { recursive: true, force: true });
});

async function person(given: Json): Promise<Json> {
  const user = await createUser(scene.api, given);
  await confirmTerms(scene.postern.origin, user.username, TEST_PASSWORD);
  await createPermission(scene.api, { users: [user.id], assets: [scene.host.id], accounts: ['@ALL'] });
  return user;
}

async function enter({ username }: Json, given: Partial<SshLogin> = {}): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const login = { name: `${username}@${scene.sshd.user}@${NAME}`, password: TEST_PASSWORD, tells: true, ...given };
  const { code, stdout, stderr } = await scene.client.runAs(login, ['127.0.0.1', ECHO], '').ended;
  return { code, stdout: stdout.text.trim(), stderr };
}
const IN = { code: 0, stdout: 'in-42' };

/** The login page of somebody, up to the terms. */
async function page({ username }: Json): Promise<{ api: Api; answer: Json }> {
  const api = createApi({ origin: scene.postern.origin, cookies: createCookieJar() });
  await api.get('/core/auth/login/');
  const { body } = await api.post<Json>('/core/auth/login/', { username, password: TEST_PASSWORD });
  return { api, answer: body };
}

test('terms that are not accepted: the login says where to; accepted it goes on; a new version asks again', async () => {
  const url = `${scene.postern.origin}/core/auth/login/`;
  await admin.setting.patch({ SITE_URL: scene.postern.origin }, { query: { category: 'basic' } });
  const hanna = await person({ name: 'Hanna', username: 'hanna' });
  const terms = (values: Json) => admin.setting.patch(values, { query: { category: 'basic' } });
  await terms({ TERMS_OF_USE_ENABLED: true, TERMS_OF_USE_EN: 'Be kind to the machines.', TERMS_OF_USE_VERSION: '1' });
  for (const version of ['1', '2']) {
    await terms({ TERMS_OF_USE_VERSION: version });
    for (const methods of METHODS) {
      const { code, stdout, stderr } = await enter(hanna, { methods });
      expect([methods, code, stdout]).toEqual([methods, 255, '']);
      expect(stderr).toContain(`Terms of use have to be accepted first. Open ${url} in a browser`);
    }
    // Who has not shown the password learns nothing of it.
    expect((await enter(hanna, { password: 'not-this-one' })).stderr).toMatch(/^Warning: .*\s+hanna@.*: Permission denied \(.*\)\.\s+$/);
    const { api, answer } = await page(hanna);
    expect(answer).toMatchObject({ error: 'terms_required', data: { version } });
    expect((await api.post<Json>('/core/auth/login/terms/', { version })).body).toEqual({});
    for (const methods of METHODS) expect(await enter(hanna, { methods })).toMatchObject(IN);
  }
  await terms({ TERMS_OF_USE_ENABLED: false });
});

test('a password that has to be replaced, and a second factor that is not set up: the login says so', async () => {
  const due = await person({ name: 'Dora', username: 'dora' });
  await admin.users.partialUpdate(due.id, { need_update_password: true });
  expect(await enter(due)).toMatchObject({ code: 255, stderr: expect.stringContaining('Choose a new password') });
  const bare = await person({ name: 'Bea', username: 'bea' });
  await admin.users.partialUpdate(bare.id, { mfa_level: 2 });
  expect(await enter(bare)).toMatchObject({ code: 255, stderr: expect.stringContaining('Log in through the web page') });
});

test('a code by text message: a wrong one is asked for again, without another message', async () => {
  const vera = await person({ name: 'Vera', username: 'vera', phone: '+447400123456' });
  await admin.users.partialUpdate(vera.id, { mfa_level: 1 });
  const talk = { methods: 'keyboard-interactive', codes };
  await writeFile(codes, '');
  expect(await enter(vera, talk)).toMatchObject(IN);
  await writeFile(codes, '000000\n');
  const second = await enter(vera, talk);
  expect(second).toMatchObject({ ...IN, stderr: expect.stringContaining('This code is wrong.') });
  expect(service.requests.length).toBe(2);
  // One is under way that another connection has asked for: this one is told why it gets none.
  await writeFile(codes, '000000\n000000\n000000\n');
  const given = await enter(vera, talk);
  expect(given).toMatchObject({ code: 255, stderr: expect.stringContaining('Permission denied') });
  const early = await enter(vera, talk);
  expect(early).toMatchObject({ code: 255, stderr: expect.stringContaining('A code was sent already.') });
  expect(service.requests.length).toBe(3);
});

test('who has an app as well chooses', async () => {
  const paul = await person({ name: 'Paul', username: 'paul' });
  const own = clientOf(await sessionOf(scene.postern.origin, 'paul', TEST_PASSWORD));
  await own.confirm.prove({ confirm_type: 'password', secret_key: TEST_PASSWORD });
  const { secret } = await own.profile.otpStart();
  const next = createApp(secret);
  await own.profile.otpBind({ code: await next() });
  await admin.users.partialUpdate(paul.id, { phone: '+447400123457' });
  const before = service.requests.length;
  await writeFile(codes, '');
  expect(await enter(paul, { methods: 'keyboard-interactive', codes, factor: 'sms' })).toMatchObject({
    ...IN,
    stderr: expect.stringMatching(/second factor\?\r?\n.*otp\r?\n.*sms/),
  });
  expect(service.requests.length).toBe(before + 1);
  expect(await enter(paul, { methods: 'keyboard-interactive', code: await next(), factor: 'otp' })).toMatchObject(IN);
  expect(service.requests.length).toBe(before + 1);
});
