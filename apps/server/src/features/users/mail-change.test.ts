import { ROLE } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';

/** A forgotten password is answered by mail: whoever changes an address changes a way in. */

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
const SUBJECT = 'Your mail address was changed';

beforeEach(async () => {
  const mail = { EMAIL_HOST: '127.0.0.1', EMAIL_HOST_USER: 'postern' };
  await server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, mail));
  await sql`delete from mails`.execute(server.db);
});

let count = 0;
const fresh = (): string => {
  count += 1;
  return `moved${count}@corp.example`;
};
const stored = async ({ id }: Json) =>
  (await sql<{ email: string }>`select email from users where id = ${id}`.execute(server.db)).rows[0]?.email;
const confirm = (browser: Api) => browser.post('authentication/confirm/', { confirm_type: 'password', secret_key: TEST_PASSWORD });
/** To whom mails about a changed address go. */
async function mailed(): Promise<string[]> {
  const { rows } = await sql<{ content: string }>`select content from mails order by date_created`.execute(server.db);
  const mails = rows.map(({ content }) => JSON.parse(server.platform.secrets.decrypt(content)) as { to: string; subject: string });
  return mails.filter(({ subject }) => subject.includes(SUBJECT)).map(({ to }) => to);
}
async function boss() {
  const user = await createUser(admin, { system_roles: [ROLE.SYSTEM_ADMIN] });
  return { user, browser: await server.browser(user.username) };
}
const at = ({ id }: Json) => `users/users/${id}/`;

describe('the address of somebody else', () => {
  const WRITES: readonly [string, (browser: Api, user: Json, email: string) => Promise<{ status: number }>][] = [
    ['by the form', (browser, user, email) => browser.patch(at(user), { email })],
    ['with others at once', (browser, user, email) => browser.patch('users/users/', [{ id: user.id, email }])],
  ];
  test.each(WRITES)('changes %s once the administrator has shown who they are, and the former address is told', async (_how, write) => {
    const [{ browser }, user, email] = [await boss(), await createUser(admin), fresh()];
    expect((await write(browser, user, email)).status).toBe(412);
    expect([await stored(user), await mailed()]).toEqual([user.email, []]);
    // Forms send back what they were shown.
    expect((await browser.patch(at(user), { email: user.email, comment: 'Moved desks' })).status).toBe(200);
    await confirm(browser);
    expect((await write(browser, user, email)).status).toBe(200);
    expect([await stored(user), await mailed()]).toEqual([email, [user.email]]);
  });

  test('changes by a program, which nobody can ask, and the former address is told', async () => {
    const [user, email] = [await createUser(admin), fresh()];
    expect((await admin.patch(at(user), { email })).status).toBe(200);
    expect([await stored(user), await mailed()]).toEqual([email, [user.email]]);
  });

  test('changes by a file without a question, and each former address gets one mail', async () => {
    const { browser } = await boss();
    const people = [await createUser(admin), await createUser(admin)];
    const rows = people.map(({ id }, n) => ({ n: n + 1, values: { id, email: fresh() } }));
    const { body } = await browser.post<Json>('users/users/import-rows/', { mode: 'update', source: 'a'.repeat(64), rows });
    expect(body.results.map((one: Json) => one.errors ?? one.status)).toEqual(['ok', 'ok']);
    expect((await mailed()).sort()).toEqual(people.map(({ email }) => email).sort());
  });

  test('is told to nobody where it stays as it is because the new one is somebody else’s', async () => {
    const [user, other] = [await createUser(admin), await createUser(admin)];
    expect((await admin.patch(at(user), { email: other.email })).status).toBe(400);
    expect(await mailed()).toEqual([]);
  });
});

describe('the own address', () => {
  test('changes once the person has shown who they are; a token alone does not do', async () => {
    const [{ user, browser }, email] = [await boss(), fresh()];
    expect((await browser.patch(at(user), { email })).status).toBe(412);
    expect((await (await server.as(user.username)).patch(at(user), { email })).status).toBe(412);
    expect([await stored(user), await mailed()]).toEqual([user.email, []]);
    await confirm(browser);
    expect((await browser.patch(at(user), { email })).status).toBe(200);
    expect([await stored(user), await mailed()]).toEqual([email, [user.email]]);
  });
});
