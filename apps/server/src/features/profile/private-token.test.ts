import { ROLE } from '@postern/contract/ids';
import { type Api, createApi, type Json } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';

/** A private token is held to less than its owner, as an access key is. */

const TOKEN = 'users/profile/private-token/';
const server = serverOfFile({ settings: { trustedProxies: ['127.0.0.1'] } });
const admin = forThisFile(() => server.as('admin'));

async function owner(): Promise<{ user: Json; browser: Api }> {
  const user = await createUser(admin, { org_roles: [ROLE.ORG_ADMIN] });
  const browser = await server.browser(user.username);
  await browser.post('authentication/confirm/', { confirm_type: 'password', secret_key: TEST_PASSWORD });
  return { user, browser };
}
async function made(browser: Api, terms?: object): Promise<string> {
  const answer = await browser.post<{ token: string }>(TOKEN, terms);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.token;
}
/** A program with a token, by either scheme. */
const by = (token: string, from = '198.51.100.7', scheme = 'Token'): Api =>
  createApi({ origin: server.url, headers: { authorization: `${scheme} ${token}`, 'x-forwarded-for': from } });

describe('a private token', () => {
  test('is held to nothing where nothing is said', async () => {
    const { browser } = await owner();
    const token = await made(browser);
    expect((await browser.get(TOKEN)).body).toMatchObject({ ip_group: ['*'], date_expired: null, is_read_only: false, permissions: [] });
    expect((await by(token).get('users/users/')).status).toBe(200);
    expect((await by(token).patch('users/profile/', { comment: 'by a program' })).status).toBe(200);
  });

  test.each(['Token', 'Bearer'])('opens from its addresses alone (%s)', async (scheme) => {
    const { browser } = await owner();
    const token = await made(browser, { ip_group: ['10.0.0.0/8'] });
    expect((await by(token, '10.1.2.3', scheme).get('users/profile/')).status).toBe(200);
    expect((await by(token, '198.51.100.7', scheme).get('users/profile/')).status).toBe(401);
    // One with terms makes nothing that has none.
    expect((await by(token, '10.1.2.3', scheme).post(TOKEN)).status).toBe(403);
    expect((await by(token, '10.1.2.3', scheme).post('authentication/access-keys/')).status).toBe(403);
  });

  test('reads only, and only by the rights it was given', async () => {
    const { user, browser } = await owner();
    const token = await made(browser, { is_read_only: true, permissions: ['users.view_user'] });
    expect((await browser.get(TOKEN)).body).toMatchObject({ is_read_only: true, permissions: ['users.view_user'] });
    const program = by(token);
    expect((await program.get('users/users/')).status).toBe(200);
    expect((await program.get('users/groups/')).status).toBe(403);
    expect((await program.patch(`users/users/${user.id}/`, { comment: 'x' })).status).toBe(403);
    // Held to reading alone it has no right less, and changes nothing all the same.
    const reader = by(await made(browser, { is_read_only: true }));
    expect((await reader.get('users/groups/')).status).toBe(200);
    expect((await reader.patch(`users/users/${user.id}/`, { comment: 'x' })).status).toBe(403);
  });

  test('ends by itself, and an end that has passed is refused', async () => {
    const { user, browser } = await owner();
    expect((await browser.post(TOKEN, { date_expired: '2020-01-01T00:00:00Z' })).status).toBe(400);
    const token = await made(browser, { date_expired: '2099-01-01T00:00:00Z' });
    expect((await by(token).get('users/profile/')).status).toBe(200);
    await sql`update private_tokens set date_expired = now() - interval '1 second' where user_id = ${user.id}`.execute(server.db);
    expect((await by(token).get('users/profile/')).status).toBe(401);
    // The next one is held to what was said of it, not to what the former was.
    expect((await by(await made(browser)).get('users/profile/')).status).toBe(200);
  });

  test('gets no rights that its owner does not hold', async () => {
    const { browser } = await owner();
    expect((await browser.post(TOKEN, { permissions: ['settings.change_security'] })).status).toBe(400);
  });
});
