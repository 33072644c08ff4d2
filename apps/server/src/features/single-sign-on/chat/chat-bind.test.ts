import type { Api } from '@postern/testkit/api';
import { CHAT_APPS } from '@postern/testkit/chat-services';
import { createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { createWalker, type Walker } from '@postern/testkit/walker';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { type ChatService, chatsOfFile, SERVICES, SUBJECT } from '../../../../test/chats-of-file.ts';
import { signOnOf } from '../../../../test/sign-on.ts';

// Accounts at chat services that people bind to their own: by a browser that confirmed who sits there, and taken away by them or an administrator.

const { chat, server, admin } = chatsOfFile();

const { profile, set, refused } = signOnOf(() => server, 'WeCom');
beforeEach(() =>
  set({
    SITE_URL: server.url,
    ...CHAT_APPS.wecom,
    ...CHAT_APPS.dingtalk,
    ...CHAT_APPS.feishu,
    ...CHAT_APPS.slack,
    SECURITY_VIEW_AUTH_NEED_MFA: true,
    ONLY_ALLOW_AUTH_FROM_SOURCE: true,
  }),
);

let count = 0;
const name = (): string => {
  count += 1;
  return `b${count}`;
};
const unbind = (service: ChatService, id = '') => `authentication/${service}/qr/unbind/${id && `${id}/`}`;

/** A person with a browser of theirs, which may walk to other places and back. */
async function person(): Promise<{ id: string; username: string; api: Api; walker: Walker }> {
  const made = await createUser(admin);
  const username = String(made.username);
  const api = await server.browser(username);
  const walker = createWalker();
  walker.cookies(server.url).store(api.cookies.text().split('; '));
  return { id: String(made.id), username, api, walker };
}
const confirm = (api: Api) => api.post('authentication/confirm/', { confirm_type: 'password', secret_key: TEST_PASSWORD });
/** Where a browser ends up that goes to bind what somebody has at a service. */
async function binding(walker: Walker, service: ChatService, who: string, path = 'qr/bind'): Promise<URL> {
  chat.sits = { id: who, name: who };
  return walker.until(`${server.url}/core/auth/${service}/${path}/?redirect_url=/ui/profile/info`, (url) =>
    url.pathname.startsWith('/ui/'),
  );
}
const told = (url: URL) => [url.pathname, url.searchParams.get('chat'), url.searchParams.get('told')];
const changes = async (field: string) =>
  (
    await sql<{ user: string; resource: string; diff: unknown }>`
      select user_text as "user", resource, diff from operate_logs where diff::text like ${`%${field}%`} order by seq`.execute(server.db)
  ).rows;

test.each(SERVICES)(
  '%s: an account is bound by who confirmed, is theirs alone, logs them in where the settings let it, and is unbound',
  async (service) => {
    const field = `${service}_id`;
    const [ann, bob, at] = [await person(), await person(), name()];
    expect(told(await binding(ann.walker, service, at))).toEqual(['/ui/profile/info', service, 'confirm']);
    expect((await ann.api.get('authentication/confirm-oauth/')).status).toBe(400);
    expect((await confirm(ann.api)).status).toBe(200);
    expect((await ann.api.post(unbind(service))).body.code).toBe(`${service}_not_bound`);
    expect(told(await binding(ann.walker, service, at))).toEqual(['/ui/profile/info', service, 'bound']);
    expect((await ann.api.get('users/profile/')).body[field]).toBe(SUBJECT[service](at));
    expect((await admin.get(`users/users/${ann.id}/`)).body[field]).toBe(SUBJECT[service](at));
    expect((await ann.api.get('notifications/site-messages/')).body).toHaveLength(1);
    // What is somebody's is nobody else's, and everybody has one.
    await confirm(bob.api);
    expect(told(await binding(bob.walker, service, at))[2]).toBe('taken');
    expect((await bob.api.get('users/profile/')).body[field]).toBeNull();
    expect(told(await binding(ann.walker, service, name()))[2]).toBe('already');
    // It opens the account where accounts may be opened by another way than their own.
    chat.sits = { id: at, name: at };
    const visitor = createWalker();
    const { told: refusal } = signOnOf(() => server, '');
    await visitor.go(`${server.url}/core/auth/${service}/qr/login/`);
    expect([(await profile(visitor)).status, await refusal(visitor)]).toEqual([401, 'external_source']);
    await set({ ONLY_ALLOW_AUTH_FROM_SOURCE: false });
    await visitor.go(`${server.url}/core/auth/${service}/qr/login/`);
    expect((await profile(visitor)).body.username).toBe(ann.username);
    expect((await ann.api.post(unbind(service))).status).toBe(200);
    expect((await ann.api.get('users/profile/')).body[field]).toBeNull();
    expect((await changes(field)).map(({ resource }) => resource)).toEqual([ann.username, ann.username]);
  },
);

test('whoever has come by an account cannot take it away, and nobody but the one who went off comes back with one', async () => {
  await set({ ONLY_ALLOW_AUTH_FROM_SOURCE: false });
  const newcomer = createWalker();
  chat.sits = { id: name(), name: 'New' };
  await newcomer.go(`${server.url}/core/auth/wecom/qr/login/`);
  const { id } = (await profile(newcomer)).body;
  expect((await admin.post(unbind('wecom', id))).body.code).toBe('chat_is_source');
  const [ann, bob] = [await person(), await person()];
  await confirm(ann.api);
  await confirm(bob.api);
  chat.sits = { id: name(), name: 'Ann there' };
  const back = await ann.walker.until(`${server.url}/core/auth/wecom/qr/bind/`, (url) => url.pathname.endsWith('/callback/'));
  const ui = (url: URL) => url.pathname.startsWith('/ui/');
  expect(told(await bob.walker.until(back.href, ui))[2]).toBe('refused');
  // The way of binding logs nobody in, and that of logging in binds nothing.
  const other = back.href.replace('/qr/bind/callback/', '/qr/login/callback/');
  const stranger = createWalker();
  await refused(stranger, () => stranger.go(other));
  expect(told(await ann.walker.until(back.href, ui))[2]).toBe('bound');
  expect(told(await ann.walker.until(back.href, ui))[2]).toBe('refused');
  expect((await bob.api.get('users/profile/')).body.wecom_id).toBeNull();
});

test('a page that is none of ours is not gone back to, a service that is off is said to be, and one that answers an error binds nothing', async () => {
  const ann = await person();
  await confirm(ann.api);
  chat.sits = { id: name(), name: 'Ann' };
  const evil = `${server.url}/core/auth/feishu/bind/start/?redirect_url=${encodeURIComponent('//evil.example/')}`;
  chat.next('/open-apis/authen/v2/oauth/token', { status: 400, body: { code: 20003 } });
  const end = await ann.walker.until(evil, (url) => url.pathname.startsWith('/ui/'));
  expect([end.origin, ...told(end)]).toEqual([server.url, '/ui/profile/info', 'feishu', 'refused']);
  chat.next('/open-apis/authen/v2/oauth/token', 'drop');
  expect(told(await binding(ann.walker, 'feishu', name()))[2]).toBe('unreachable');
  await set({ AUTH_FEISHU: false });
  expect(told(await binding(ann.walker, 'feishu', name()))[2]).toBe('unreachable');
  expect((await ann.api.get('users/profile/')).body.feishu_id).toBeNull();
  expect((await server.anyone.get('/core/auth/feishu/qr/bind/')).status).toBe(401);
});

test('an administrator takes one away: what began by it ends, it is in the log, and only whoever may change people may', async () => {
  await set({ ONLY_ALLOW_AUTH_FROM_SOURCE: false });
  const [ann, at] = [await person(), name()];
  await confirm(ann.api);
  await binding(ann.walker, 'wecom', at);
  const away = createWalker();
  await away.go(`${server.url}/core/auth/wecom/qr/login/`);
  expect((await profile(away)).status).toBe(200);
  const other = await server.as(String((await createUser(admin)).username));
  expect((await other.post(unbind('wecom', ann.id))).status).toBe(403);
  const { body } = await admin.get<{ id: string }[]>('users/users/', { query: { username: 'admin' } });
  expect((await admin.post(unbind('wecom', String(body[0]?.id)))).body.code).toBe('wecom_not_bound');
  expect((await admin.post(unbind('wecom', ann.id))).status).toBe(200);
  expect((await profile(away)).status).toBe(401);
  expect((await ann.api.get('users/profile/')).body.wecom_id).toBeNull();
  const last = (await changes('wecom_id')).at(-1);
  expect([last?.user, last?.resource, JSON.stringify(last?.diff)]).toEqual([
    expect.stringContaining('admin'),
    ann.username,
    expect.stringContaining(at),
  ]);
  expect((await ann.api.get<unknown[]>('notifications/site-messages/')).body).toHaveLength(2);
});

test('what rules gave on the word of a service goes with the account', async () => {
  await set({ ONLY_ALLOW_AUTH_FROM_SOURCE: false });
  const place = await admin.post('orgs/orgs/', { name: 'Given by WeCom' });
  const rule = { name: 'given', source: 'wecom', attribute: 'department', match: 'exact', values: ['7'] };
  await admin.post('settings/admission-rules/', { ...rule, organization: place.body.id, org_roles: [], groups: [] });
  const [ann, at] = [await person(), name()];
  await confirm(ann.api);
  await binding(ann.walker, 'wecom', at);
  await createWalker().go(`${server.url}/core/auth/wecom/qr/login/`);
  const orgs = async () => ((await ann.api.get('users/profile/')).body.workbench_orgs as { name: string }[]).map((org) => org.name);
  expect(await orgs()).toContain('Given by WeCom');
  expect((await ann.api.post(unbind('wecom'))).status).toBe(200);
  expect(await orgs()).not.toContain('Given by WeCom');
});
