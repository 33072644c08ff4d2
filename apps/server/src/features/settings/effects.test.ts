import type { Api, Json } from '@postern/testkit/api';
import { createUser } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

let server: TestServer;
let admin: Api;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  for (let n = 0; n < 3; n += 1) await createUser(admin);
});
afterAll(() => server?.close());

const effects = async (body: Json): Promise<Json[]> => {
  const { status, body: answer } = await admin.post('settings/effects/', body);
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
      message: '3 of 4 people have no second factor and will have to set one up at their next log-in.',
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

test('values that could not be saved, and people without the right, are refused', async () => {
  expect((await admin.post('settings/effects/', { SECURITY_MFA_AUTH: 7 })).status).toBe(400);
  expect((await admin.post('settings/effects/', { SITE_URL: 'http://a' })).status).toBe(400);
  const { username } = await createUser(admin);
  expect((await (await server.as(String(username))).post('settings/effects/', {})).status).toBe(403);
});
