import { createApi, createCookieJar, type Json } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';

const server = serverOfFile({ settings: { trustedProxies: ['127.0.0.1'] } });
const admin = forThisFile(() => server.as('admin'));

const logIn = async (user: Json, ip = '198.51.100.30'): Promise<string> => {
  const api = createApi({ origin: server.url, cookies: createCookieJar(), headers: { 'x-forwarded-for': ip } });
  const answer = await api.post<Json>('authentication/auth/', { username: user.username, password: TEST_PASSWORD });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.token;
};
const works = async (token: string): Promise<boolean> =>
  (await createApi({ origin: server.url, headers: { authorization: `Bearer ${token}` } }).get('users/profile/')).status === 200;
const kept = async (user: Json): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from bearer_tokens where user_id = ${user.id}`.execute(server.db)).rows[0]?.n ?? 0;

test('no login takes away the token of another, and their number stays bounded', async () => {
  const user = await createUser(admin);
  const tokens: string[] = [];
  for (let at = 0; at < 12; at += 1) tokens.push(await logIn(user));
  for (const token of tokens) expect(await works(token)).toBe(true);
  expect(await kept(user)).toBe(8);
  // From the eighth on it is the same one, for as long again.
  expect(new Set(tokens).size).toBe(8);
  const { rows } = await sql<{ left: number }>`select extract(epoch from max(expires_at) - now())::int as left
    from bearer_tokens where user_id = ${user.id}`.execute(server.db);
  expect(rows[0]?.left).toBeGreaterThan(0);
});

test('many logins at the same moment keep to the bound', async () => {
  const user = await createUser(admin);
  const tokens = await Promise.all(Array.from({ length: 14 }, () => logIn(user, '198.51.100.31')));
  for (const token of new Set(tokens)) expect(await works(token)).toBe(true);
  expect(await kept(user)).toBe(8);
});

test('another address, and another person, have tokens of their own', async () => {
  const [user, other] = [await createUser(admin), await createUser(admin)];
  for (let at = 0; at < 8; at += 1) await logIn(user);
  const own = new Set([await logIn(user), await logIn(user, '198.51.100.32'), await logIn(other)]);
  expect(own.size).toBe(3);
});

test('what is stored opens nothing', async () => {
  const user = await createUser(admin);
  const token = await logIn(user);
  const { rows } = await sql<{ id: string; all: string }>`select id, row_to_json(b)::text as all from bearer_tokens b
    where user_id = ${user.id}`.execute(server.db);
  expect(rows[0]?.all).not.toContain(token);
  expect(token).toMatch(/^[A-Za-z0-9]{36}$/);
});

test('a new password ends the token that was handed out again', async () => {
  const user = await createUser(admin);
  let last = '';
  for (let at = 0; at < 10; at += 1) last = await logIn(user);
  expect((await admin.put(`users/users/${user.id}/password/`, { password: 'Fresh-Gate-7788!' })).status).toBe(200);
  expect(await works(last)).toBe(false);
  expect(await kept(user)).toBe(0);
});
