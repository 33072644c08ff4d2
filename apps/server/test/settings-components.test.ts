import { generateKeyPairSync } from 'node:crypto';
import { type AccessKey, signedRequest } from '@postern/client/component-request';
import type { Json } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { BOOTSTRAP_TOKEN, serverOfFile } from './harness.ts';

/** Settings that components obey are told to them; those about their logins the core keeps itself. */

let call: ReturnType<typeof signedRequest>;

const register = () =>
  server.anyone.post<Json>(
    'terminal/terminal-registrations/',
    { name: uniqueName('koko'), type: 'koko', comment: '' },
    { headers: { authorization: `BootstrapToken ${BOOTSTRAP_TOKEN}` } },
  );

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
beforeAll(async () => {
  const { body } = await register();
  const { rows } = await sql<{ id: string }>`select id from terminals where user_id = ${body.service_account.id}`.execute(server.db);
  expect((await admin.post(`terminal/terminals/${rows[0]?.id}/approve/`, {})).status).toBe(200);
  const key: AccessKey = body.service_account.access_key;
  call = signedRequest(server.url, key);
});

const set = async (category: string, values: Json) =>
  expect((await admin.patch(`settings/setting/?category=${category}`, values)).status).toBe(200);

test.each([
  ['terminal', 'TERMINAL_ASSET_LIST_SORT_BY', 'ip'],
  ['terminal', 'TERMINAL_ASSET_LIST_PAGE_SIZE', '25'],
  ['terminal', 'TERMINAL_TELNET_REGEX', 'welcome'],
  ['terminal', 'TERMINAL_KOKO_SSH_ENABLED', false],
  ['terminal', 'TERMINAL_RECONNECT_SECONDS', 30],
  ['terminal', 'TERMINAL_WATCH_NOTICE', true],
  ['security', 'SECURITY_SESSION_SHARE', false],
  ['security', 'SECURITY_MAX_IDLE_TIME', 7],
  ['security', 'SECURITY_MAX_SESSION_TIME', 8],
  ['clean', 'TERMINAL_SESSION_KEEP_DURATION', 365],
])('%s: components are told %s', async (category, key, value) => {
  const config = () => call<Json>({ method: 'GET', path: '/api/v1/terminal/terminals/config/' });
  expect((await config())[key]).not.toEqual(value);
  await set(category, { [key]: value });
  expect((await config())[key]).toEqual(value);
});

const login = (given: Json): Promise<Json> =>
  call<Json>({
    method: 'POST',
    path: '/api/v1/authentication/tokens/',
    body: { login_type: 'T', remote_addr: '198.51.100.9', ...given },
  }).catch((error: unknown) => ({ refused: JSON.stringify(error instanceof Error ? { ...error, message: error.message } : error) }));

test('terminals take passwords only where the setting allows it; the refusal counts as no guess', async () => {
  const { username } = await createUser(admin);
  expect(await login({ username, password: TEST_PASSWORD })).toHaveProperty('token');
  await set('terminal', { TERMINAL_PASSWORD_AUTH: false });
  for (let n = 0; n < 9; n += 1) expect(await login({ username, password: TEST_PASSWORD })).not.toHaveProperty('token');
  const { rows } = await sql<{
    reason: string;
  }>`select distinct reason from login_logs where username = ${username} and not status`.execute(server.db);
  expect(rows).toEqual([{ reason: 'password_not_taken' }]);
  // The page is no terminal.
  await server.browser(username);
  await set('terminal', { TERMINAL_PASSWORD_AUTH: true });
  expect(await login({ username, password: TEST_PASSWORD })).toHaveProperty('token');
});

/** The line of a new Ed25519 key, as people paste it (RFC 8709 §4). */
function publicKeyLine(): string {
  const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  const part = (bytes: Buffer) => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes]);
  return `ssh-ed25519 ${Buffer.concat([part(Buffer.from('ssh-ed25519')), part(Buffer.from(x, 'base64url'))]).toString('base64')}`;
}

test('terminals take keys only where the setting allows it, and then people cannot lay one down', async () => {
  const line = publicKeyLine();
  const { username } = await createUser(admin, { public_key: line });
  expect(await login({ username, public_key: line })).toHaveProperty('token');
  await set('terminal', { TERMINAL_PUBLIC_KEY_AUTH: false });
  expect(await login({ username, public_key: line })).not.toHaveProperty('token');
  await set('terminal', { TERMINAL_PUBLIC_KEY_AUTH: true });
});

test('components register only where the setting allows it', async () => {
  await set('security', { SECURITY_SERVICE_ACCOUNT_REGISTRATION: false });
  const refused = await register();
  expect([refused.status, refused.body]).toEqual([403, { error: 'registration is disabled' }]);
  await set('security', { SECURITY_SERVICE_ACCOUNT_REGISTRATION: true });
  expect((await register()).status).toBe(201);
});
