import { ORG } from '@postern/contract/ids';
import { type Api, createApi, createCookieJar, type Json } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';

/** What is kept about a person, told to them alone. */

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));

const DATA = 'users/profile/data/';
async function person() {
  const user = await createUser(admin);
  const browser = await server.browser(String(user.username));
  return { user, browser };
}
/** One of each thing that lists of somebody hold, named after them. */
async function leaveTraces({ id, username }: Json): Promise<void> {
  const { db } = server;
  await sql`insert into ssh_keys (id, name, user_id, line) values (gen_random_uuid(), ${username}, ${id}, 'line')`.execute(db);
  await sql`insert into sessions (id, org_id, "user", user_id, asset, asset_id, account, account_id, protocol, is_finished, is_success, date_start)
    values (gen_random_uuid(), ${ORG.DEFAULT}, ${username}, ${id}, ${username}, gen_random_uuid(), 'root', '', 'ssh', true, true, now())`.execute(
    db,
  );
  await sql`insert into tickets (id, org_id, title, type, applicant_id, date_lapses)
    values (gen_random_uuid(), ${ORG.DEFAULT}, ${username}, 'apply_asset', ${id}, now() + interval '1 day')`.execute(db);
}
const confirm = (browser: Api) => browser.post('authentication/confirm/', { confirm_type: 'password', secret_key: TEST_PASSWORD });

test('a person has what is kept about them in one file, after a confirmation, and nothing of others', async () => {
  const [{ user, browser }, other] = [await person(), await person()];
  for (const { user: one } of [other, { user }]) await leaveTraces(one);
  // Whoever has one confirms by it.
  await sql`insert into passkeys (id, name, user_id, credential_id, public_key, rp_id, backed_up)
    values (gen_random_uuid(), 'theirs', ${other.user.id}, 'theirs', 'key', 'localhost', false)`.execute(server.db);
  await sql`insert into access_keys (id, user_id, sealed_secret) values (gen_random_uuid(), ${other.user.id}, 'sealed')`.execute(server.db);
  const refused = await browser.post(DATA);
  expect([refused.status, refused.body.type]).toEqual([412, 'user_confirm_required']);
  await confirm(browser);
  const key = (await browser.post('authentication/access-keys/', {})).body;
  await createApi({ origin: server.url, cookies: createCookieJar() }).post('authentication/auth/', {
    username: user.username,
    password: 'Wrong-word-1!',
  });
  const answer = await browser.post<Json>(DATA);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="postern-my-data.json"');
  expect(answer.body.profile).toMatchObject({ username: user.username, email: user.email });
  expect(answer.body.access_keys).toMatchObject([{ id: key.id, is_active: true }]);
  expect(answer.body.log_ins.map(({ status }: Json) => status)).toEqual([false, true]);
  expect(answer.body.live_log_ins).toMatchObject([{ kind: 'browser' }]);
  expect(answer.body.operations.map(({ resource_type }: Json) => resource_type)).toContain('accesskey');
  const { ssh_keys, passkeys, sessions, tickets } = answer.body;
  const name = String(user.username);
  expect({ ssh_keys, passkeys, sessions, tickets }).toMatchObject({
    ssh_keys: [{ name }],
    passkeys: [],
    sessions: [{ asset: name }],
    tickets: [{ title: name }],
  });
  expect(JSON.stringify(answer.body)).not.toContain(String(other.user.username));
});

test('nothing in it opens anything', async () => {
  const { user, browser } = await person();
  await confirm(browser);
  const { secret } = (await browser.post('authentication/access-keys/', {})).body;
  const text = JSON.stringify((await browser.post(DATA)).body);
  expect(text).not.toContain(String(secret));
  const { rows } = await sql<{ h: string }>`select sealed_secret as h from access_keys union select key_hash from login_sessions
    union select password_hash from users where id = ${user.id}`.execute(server.db);
  expect(rows.length).toBeGreaterThan(1);
  for (const { h } of rows) expect(text).not.toContain(h);
});

test('it stands in the log, and is told five times an hour at most; programs are not told', async () => {
  const { user, browser } = await person();
  await confirm(browser);
  const told = [];
  for (let n = 0; n < 6; n += 1) told.push((await browser.post(DATA)).status);
  expect(told).toEqual([200, 200, 200, 200, 200, 429]);
  const { rows } = await sql`select 1 from operate_logs where resource_type = 'owndata' and user_id = ${user.id}`.execute(server.db);
  expect(rows).toHaveLength(5);
  expect((await (await server.as(String(user.username))).post(DATA)).status).toBe(412);
});
