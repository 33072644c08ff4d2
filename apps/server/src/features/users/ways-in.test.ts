import { ROLE } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import { createOrganisation, createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { newSshKey } from '@postern/testkit/ssh-keys';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';

/** What an administrator does to the ways in of somebody else: a browser that was left open must not be enough for it. */

const server = serverOfFile();
type BrowserApi = Awaited<ReturnType<typeof server.browser>>;
const admin = forThisFile(() => server.as('admin'));

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f ada';
const confirm = (browser: Api) => browser.post('authentication/confirm/', { confirm_type: 'password', secret_key: TEST_PASSWORD });
const csrf = (browser: BrowserApi) => ({ headers: { 'x-csrftoken': browser.cookies.get('jms_csrftoken') ?? '' } });
const told = async (user: Json) =>
  (await (await server.as(user.username)).get<Json>('notifications/site-messages/?limit=10&offset=0')).body.results.map(
    (one: Json) => one.content.subject,
  );
const isOpen = async ({ id }: Json) =>
  (await sql<{ bound: boolean }>`select otp_secret is null as bound from users where id = ${id}`.execute(server.db)).rows[0]?.bound;
const bind = (user: Json) => sql`update users set otp_secret = 'sealed', mfa_level = 1 where id = ${user.id}`.execute(server.db);

async function boss() {
  const user = await createUser(admin, { system_roles: [ROLE.SYSTEM_ADMIN] });
  return { user, browser: await server.browser(user.username) };
}

describe('the second factors of somebody else', () => {
  test('are taken off once the administrator has shown who they are, and both the log and the person hear of it', async () => {
    const [{ user: actor, browser }, user] = [await boss(), await createUser(admin)];
    await bind(user);
    const url = `users/users/${user.id}/mfa/reset/`;
    const refused = await browser.get<Json>(url, csrf(browser));
    expect([refused.status, refused.body.type]).toEqual([412, 'user_confirm_required']);
    expect(await isOpen(user)).toBe(false);
    await confirm(browser);
    expect((await browser.get(url, csrf(browser))).status).toBe(200);
    expect(await isOpen(user)).toBe(true);
    const { rows } = await sql<{ user_id: string }>`
      select user_id from operate_logs where resource_id = ${user.id} and diff::text like '%is_otp_secret_key_bound%'`.execute(server.db);
    expect(rows).toEqual([{ user_id: actor.id }]);
    expect(await told(user)).toContain('Your second factors were reset');
  });

  test('are asked for whatever the settings say of other confirmations; a program, which nobody can ask, does as the contract says', async () => {
    const [{ browser }, user] = [await boss(), await createUser(admin)];
    const set = (on: boolean) =>
      server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, { SECURITY_VIEW_AUTH_NEED_MFA: on }));
    await set(false);
    expect((await browser.get(`users/users/${user.id}/mfa/reset/`, csrf(browser))).status).toBe(412);
    await set(true);
    expect((await admin.get(`users/users/${user.id}/mfa/reset/`)).status).toBe(200);
  });

  test('are those of nobody for an administrator of another organisation, who is not asked either', async () => {
    const org = await createOrganisation(admin);
    const stranger = await createUser(admin.inOrg(org.id), { org_roles: [ROLE.ORG_ADMIN] });
    const user = await createUser(admin);
    const browser = await server.browser(stranger.username);
    expect((await browser.inOrg(org.id).get(`users/users/${user.id}/mfa/reset/`, csrf(browser))).status).toBe(404);
  });
});

describe('other ways in of somebody else', () => {
  const WRITES: readonly [string, (browser: Api, url: string, user: Json) => Promise<{ status: number }>, string?][] = [
    ['a password that is set', (b, url) => b.put(`${url}password/`, { password: 'Fresh-Gate-77!' }), 'An administrator set your password'],
    ['a password of the form', (b, url) => b.patch(url, { password: 'Fresh-Gate-78!' }), 'An administrator set your password'],
    ['a password of many at once', (b, _url, user) => b.patch('users/users/', [{ id: user.id, password: 'Fresh-Gate-79!' }])],
    ['an SSH key of the form', (b, url) => b.patch(url, { public_key: KEY }), 'An administrator set your SSH key'],
    ['SSH keys that are taken away', (b, url) => b.patch(`${url}pubkey/reset/`, {}), 'Your SSH keys were removed'],
  ];
  test.each(WRITES)('%s: the administrator shows first who they are', async (_what, write, subject) => {
    const [{ browser }, user] = [await boss(), await createUser(admin, { public_key: newSshKey('ed25519').public })];
    const before = await sql`select password_hash, (select count(*)::int from ssh_keys where user_id = ${user.id}) from users
      where id = ${user.id}`.execute(server.db);
    const url = `users/users/${user.id}/`;
    expect((await write(browser, url, user)).status).toBe(412);
    const after = await sql`select password_hash, (select count(*)::int from ssh_keys where user_id = ${user.id}) from users
      where id = ${user.id}`.execute(server.db);
    expect(after.rows).toEqual(before.rows);
    // Everything else of the form asks nothing, and forms send back what they were shown.
    expect((await browser.patch(url, { comment: 'from a form', password: '' })).status).toBe(200);
    await confirm(browser);
    expect((await write(browser, url, user)).status).toBe(200);
    if (subject === undefined) return;
    const subjects = await sql<{ subject: Json }>`select c.subject from site_messages c join site_message_copies m on m.content_id = c.id
      where m.user_id = ${user.id}`.execute(server.db);
    expect(JSON.stringify(subjects.rows)).toContain(subject);
  });

  test('a password that is taken away by a link', async () => {
    const [{ browser }, user] = [await boss(), await createUser(admin)];
    const mail = { EMAIL_HOST: '127.0.0.1', EMAIL_HOST_USER: 'postern' };
    await server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, mail));
    const url = `users/users/${user.id}/password/reset/`;
    expect((await browser.patch(url, {})).status).toBe(412);
    await confirm(browser);
    expect((await browser.patch(url, {})).status).toBe(200);
  });
});
