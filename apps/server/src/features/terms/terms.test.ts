import { type Api, createApi, createCookieJar, type Json } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';

/** Terms of use at the login, and the announcement before it. */

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
afterEach(() => set({ TERMS_OF_USE_ENABLED: null, TERMS_OF_USE_VERSION: null, TERMS_OF_USE_EN: null, TERMS_OF_USE_ZH: null }));

const set = (values: Readonly<Record<string, unknown>>) =>
  server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, values));
const LOGIN = '/core/auth/login/';

async function page(language = 'en'): Promise<Api> {
  const api = createApi({ origin: server.url, cookies: createCookieJar(), headers: { 'accept-language': language } });
  await api.get(LOGIN);
  return api;
}
const logIn = async (browser: Api, { username }: Json) => (await browser.post<Json>(LOGIN, { username, password: TEST_PASSWORD })).body;
const accept = (browser: Api, version: string) => browser.post<Json>(`${LOGIN}terms/`, { version });
const inside = async (browser: Api) => (await browser.get('/api/v1/users/profile/')).status;

describe('terms of use', () => {
  test('are accepted at the login before anything else, once', async () => {
    const user = await createUser(admin);
    await set({ TERMS_OF_USE_ENABLED: true, TERMS_OF_USE_EN: 'Be kind to the machines.' });
    const browser = await page();
    expect(await logIn(browser, user)).toMatchObject({ error: 'terms_required', data: { version: '1', text: 'Be kind to the machines.' } });
    expect(await inside(browser)).toBe(401);
    // Nobody accepts who has not shown who they are, nor a version that does not hold.
    expect((await accept(await page(), '1')).body.error).toBe('session_empty');
    expect((await accept(browser, '0')).body.error).toBe('terms_required');
    expect(await inside(browser)).toBe(401);
    expect((await accept(browser, '1')).body).toEqual({});
    expect(await inside(browser)).toBe(200);
    expect(await logIn(await page(), user)).toEqual({});
    const { rows } = await sql<Json>`select version, date_accepted, remote_addr from terms_acceptances where user_id = ${user.id}`.execute(
      server.db,
    );
    expect(rows).toEqual([{ version: '1', date_accepted: expect.any(Date), remote_addr: '127.0.0.1' }]);
    const query = { resource_type: 'terms accepted', limit: 20, offset: 0, oid: 'ROOT' };
    const { results } = (await admin.get<Json>('audits/operate-logs/', { query })).body;
    expect(results.map(({ resource }: Json) => resource)).toContain(`${user.name}(${user.username}): 1`);
  });

  test('are asked for again when their version changes, and read in the language of the person', async () => {
    const user = await createUser(admin);
    await set({ TERMS_OF_USE_ENABLED: true, TERMS_OF_USE_EN: 'English', TERMS_OF_USE_ZH: '中文' });
    const first = await page('zh');
    expect((await logIn(first, user)).data.text).toBe('中文');
    await accept(first, '1');
    await set({ TERMS_OF_USE_VERSION: '2' });
    const second = await page('ja');
    expect((await logIn(second, user)).data).toMatchObject({ version: '2', text: 'English' });
    expect((await accept(second, '2')).body).toEqual({});
    // Without a text there is nothing to accept.
    await set({ TERMS_OF_USE_VERSION: '3', TERMS_OF_USE_EN: '', TERMS_OF_USE_ZH: ' ' });
    expect(await logIn(await page(), user)).toEqual({});
  });

  test('keep a program out until they are accepted on the page, and say where', async () => {
    const user = await createUser(admin);
    await set({ TERMS_OF_USE_ENABLED: true, TERMS_OF_USE_EN: 'Be kind.' });
    const ask = () => server.anyone.post<Json>('authentication/auth/', { username: user.username, password: TEST_PASSWORD });
    const refused = await ask();
    expect([refused.status, refused.body.error]).toEqual([400, 'terms_required']);
    expect(refused.body.data).toEqual({ url: expect.stringMatching(/^http.*\/core\/auth\/login\/$/), version: '1' });
    expect(refused.body.msg).toContain(refused.body.data.url);
    const browser = await page();
    await logIn(browser, user);
    await accept(browser, '1');
    expect((await ask()).status).toBe(201);
  });
});

test('an announcement stands on the login page where the setting says so, and nowhere else', async () => {
  const open = async () => (await server.anyone.get<Json>('settings/public/open/')).body.ANNOUNCEMENT;
  const message = { SUBJECT: 'Closed on Sunday', CONTENT: 'The gate is painted.' };
  await set({ ANNOUNCEMENT: message, ANNOUNCEMENT_ENABLED: true });
  expect(await open()).toEqual({});
  await set({ ANNOUNCEMENT_AT_LOGIN: true });
  expect(await open()).toMatchObject(message);
  await set({ ANNOUNCEMENT_ENABLED: false });
  expect(await open()).toEqual({});
});
