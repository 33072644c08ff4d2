import type { Api, Json } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';

/** Codes are sent to a number: whoever changes it changes a second factor. */

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));

const OLD = '+8613800138000';
const NEW = '+447400123456';
const stored = async ({ id }: Json) =>
  (await sql<{ phone: string | null }>`select phone from users where id = ${id}`.execute(server.db)).rows[0]?.phone;
const confirm = (browser: Api) => browser.post('authentication/confirm/', { confirm_type: 'password', secret_key: TEST_PASSWORD });
const told = async (user: Json) =>
  (await (await server.as(user.username)).get<Json>('notifications/site-messages/?limit=10&offset=0')).body.results.map(
    (one: Json) => one.content.subject,
  );

describe('the own number', () => {
  test('changes once the person has shown who they are', async () => {
    const user = await createUser(admin, { phone: OLD });
    const browser = await server.browser(user.username);
    const refused = await browser.patch('users/profile/', { phone: NEW });
    expect([refused.status, refused.body.type]).toEqual([412, 'user_confirm_required']);
    expect(await stored(user)).toBe('8613800138000');
    // Forms send back what they were shown.
    expect((await browser.patch('users/profile/', { phone: OLD, wechat: 'ada' })).status).toBe(200);
    await confirm(browser);
    expect((await browser.patch('users/profile/', { phone: NEW })).body.phone).toEqual({ code: '+44', phone: '7400123456' });
    expect(await told(user)).toContain('Your phone number was changed');
  });

  test.each([
    ['removed', ''],
    ['set for the first time', NEW],
  ])('is %s no more easily', async (what, phone) => {
    const user = await createUser(admin, what === 'removed' ? { phone: OLD } : {});
    const browser = await server.browser(user.username);
    expect((await browser.patch('users/profile/', { phone })).status).toBe(412);
    expect((await browser.put('users/profile/', { phone })).status).toBe(412);
  });

  test('does not change by a token alone, which nobody can ask', async () => {
    const user = await createUser(admin, { phone: OLD });
    const token = await server.as(user.username);
    expect((await token.patch('users/profile/', { phone: NEW })).status).toBe(412);
    expect(await stored(user)).toBe('8613800138000');
  });

  test('asks whatever the settings say of other confirmations', async () => {
    const set = (on: boolean) =>
      server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, { SECURITY_VIEW_AUTH_NEED_MFA: on }));
    const browser = await server.browser((await createUser(admin, { phone: OLD })).username);
    await set(false);
    expect((await browser.patch('users/profile/', { phone: NEW })).status).toBe(412);
    await set(true);
  });

  test('of an administrator does not change by the way around, one by one or in bulk', async () => {
    const browser = await server.browser('admin');
    const { body: own } = await browser.get<Json>('users/profile/');
    for (const write of [
      () => browser.patch(`users/users/${own.id}/`, { phone: NEW }),
      () => browser.patch('users/users/', [{ id: own.id, phone: NEW }]),
      () => admin.patch(`users/users/${own.id}/`, { phone: NEW }),
    ])
      expect((await write()).status).toBe(412);
    expect(await stored(own)).toBeNull();
  });
});

describe('the number of somebody else', () => {
  test('changes by an administrator, is in the operation log, and the person is told there and by mail', async () => {
    const user = await createUser(admin, { phone: OLD });
    const mail = { EMAIL_HOST: '127.0.0.1', EMAIL_HOST_USER: 'postern' };
    await server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, mail));
    await sql`delete from mails`.execute(server.db);
    expect((await admin.patch(`users/users/${user.id}/`, { phone: NEW, email: 'thief@example.org' })).status).toBe(200);
    expect(await told(user)).toContain('Your phone number was changed');
    const { rows } = await sql<{ content: string }>`select content from mails`.execute(server.db);
    const mails = rows.map(({ content }) => JSON.parse(server.platform.secrets.decrypt(content)) as { to: string; lines: string[] });
    // To the address of before: whoever changes both is not the only one to hear of it, of each.
    expect(mails.map(({ to }) => to)).toEqual([user.email, user.email]);
    expect(JSON.stringify(mails)).toContain('•••3456');
    expect(JSON.stringify(mails)).not.toContain('7400123456');
    const logs = (await admin.get<Json>('audits/operate-logs/', { query: { resource: user.username, limit: 20, offset: 0 } })).body.results;
    const diffs = await Promise.all(
      logs.map(async ({ id }: Json) => (await admin.get<Json>(`audits/operate-logs/${id}/?type=action_detail`)).body),
    );
    expect(JSON.stringify(diffs)).toContain('Phone');
  });
});
