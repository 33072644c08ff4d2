import { ORG } from '@postern/contract/ids';
import { CHAT_APPS, type ChatSomebody } from '@postern/testkit/chat-services';
import { createUser } from '@postern/testkit/factories';
import { createWalker, type Walker } from '@postern/testkit/walker';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { type ChatService, chatsOfFile } from '../../../../test/chats-of-file.ts';
import { signOnOf } from '../../../../test/sign-on.ts';

// WeCom, DingTalk, Feishu and Slack: one code for all of them, asked of each. The services are stand-ins that take nothing but what theirs take.

const SERVICES: readonly [service: ChatService, door: string, backend: string][] = [
  ['wecom', 'qr', 'WeCom'],
  ['wecom', 'oauth', 'WeCom'],
  ['dingtalk', 'qr', 'DingTalk'],
  ['dingtalk', 'oauth', 'DingTalk'],
  ['feishu', 'qr', 'FeiShu'],
  ['slack', 'qr', 'Slack'],
];
const ONE_DOOR = SERVICES.filter(([, door]) => door === 'qr');

const { chat, server } = chatsOfFile();

const of = (backend: string) => signOnOf(() => server, backend);
const { methods, profile, set } = of('WeCom');
const USUAL = { ONLY_ALLOW_EXIST_USER_AUTH: false, SECURITY_NEW_PEOPLE_APPROVAL: false, ONLY_ALLOW_AUTH_FROM_SOURCE: true };
beforeEach(() =>
  set({ SITE_URL: server.url, ...USUAL, ...CHAT_APPS.wecom, ...CHAT_APPS.dingtalk, ...CHAT_APPS.feishu, ...CHAT_APPS.slack }),
);

let count = 0;
/** Somebody nobody has seen. */
const somebody = (more: Partial<ChatSomebody> = {}): ChatSomebody => {
  count += 1;
  return { id: `p${count}`, name: `Person ${count}`, email: `p${count}@corp.example`, ...more };
};
const start = (service: ChatService, door = 'qr') => `${server.url}/core/auth/${service}/${door}/login/`;
const isBack = (url: URL): boolean => url.pathname.endsWith('/callback/');
/** A browser in front of which somebody sits, on its way back with a code. */
async function onTheWay(service: ChatService, door = 'qr', who = somebody()): Promise<{ walker: Walker; back: URL; who: ChatSomebody }> {
  chat.sits = who;
  const walker = createWalker();
  return { walker, back: await walker.until(start(service, door), isBack), who };
}
async function signIn(service: ChatService, who: ChatSomebody, next = ''): Promise<Walker> {
  chat.sits = who;
  const walker = createWalker();
  await walker.go(`${start(service)}${next}`);
  return walker;
}

test('the login page offers those that are switched on and set up, by their names', async () => {
  const all = [
    ['wecom', 'WeCom'],
    ['dingtalk', 'DingTalk'],
    ['feishu', 'Feishu'],
    ['slack', 'Slack'],
  ].map(([source, name]) => ({ source, name, icon: null, url: `/core/auth/${source}/qr/login/` }));
  expect(await methods()).toEqual(all);
  await set({ FEISHU_VERSION: 'lark' });
  expect((await methods())[2].name).toBe('Lark');
  await set({ AUTH_WECOM: false, DINGTALK_APPSECRET: '', FEISHU_APP_ID: '' });
  expect((await methods()).map(({ source }: { source: string }) => source)).toEqual(['slack']);
});

describe.each(SERVICES)('%s, by its page %s', (service, door, backend) => {
  test('somebody signs in there and is in here, at the page that was asked for, and the login log says by what', async () => {
    const who = somebody();
    chat.sits = who;
    const walker = createWalker();
    expect((await walker.go(`${start(service, door)}?next=/ui/console`)).url.pathname).toBe('/ui/console');
    const { body } = await profile(walker);
    expect(body).toMatchObject({ name: who.name, email: who.email, source: { value: service } });
    expect((await of(backend).reasons()).at(-1)).toBe('');
    // The same person again is the same account, whatever they are called by now.
    const again = createWalker();
    chat.sits = { ...who, name: 'Another name', email: 'another@corp.example' };
    await again.go(start(service, door));
    expect((await profile(again)).body).toMatchObject({ id: body.id, name: who.name });
  });

  test('what came back is good for the browser that asked, at the door that it asked at, and once', async () => {
    const { refused } = of(backend);
    const { walker, back, who } = await onTheWay(service, door);
    const stranger = createWalker();
    await refused(stranger, () => stranger.go(back.href));
    const forged = new URL(back);
    forged.searchParams.set('state', 'made up');
    const lured = createWalker();
    await lured.until(start(service, door), isBack);
    await refused(lured, () => lured.go(forged.href));
    await walker.go(back.href);
    expect((await profile(walker)).body.name).toBe(who.name);
    const before = await of(backend).reasons();
    await walker.go(back.href);
    expect(await of(backend).reasons()).toEqual([...before, 'external_refused']);
  });

  test('a browser that comes back with no code, or with one that the service does not know, is refused', async () => {
    const { refused } = of(backend);
    for (const change of [
      (url: URL) => url.searchParams.delete(service === 'dingtalk' ? 'authCode' : 'code'),
      (url: URL) => url.searchParams.set('error', 'access_denied'),
      (url: URL) => url.searchParams.set(service === 'dingtalk' ? 'authCode' : 'code', 'made-up'),
    ]) {
      const { walker, back } = await onTheWay(service, door);
      change(back);
      await refused(walker, () => walker.go(back.href));
    }
  });
});

describe.each(ONE_DOOR)('%s', (service, _door, backend) => {
  test('whoever is not of the company gets no account', async () => {
    const { refused } = of(backend);
    const { walker, back } = await onTheWay(service, 'qr', somebody({ member: false }));
    await refused(walker, () => walker.go(back.href));
  });

  test('a person that the service refuses to tell of, a service that says nothing, and one that is broken', async () => {
    const { refused } = of(backend);
    const token = {
      wecom: '/cgi-bin/auth/getuserinfo',
      dingtalk: '/v1.0/oauth2/userAccessToken',
      feishu: '/open-apis/authen/v2/oauth/token',
      slack: '/api/openid.connect.token',
    }[service];
    for (const answer of [
      { body: { errcode: 45009, code: 'Throttling', error: 'ratelimited' }, status: 400 },
      { status: 502 },
      { body: {} },
    ]) {
      const { walker, back } = await onTheWay(service);
      chat.next(token, answer);
      await refused(walker, () => walker.go(back.href));
    }
    const { walker, back } = await onTheWay(service);
    chat.next(token, 'drop');
    await refused(walker, () => walker.go(back.href), 'external_unreachable');
  });

  test('nobody is found by a name or an address: an account that is there already stays its owner’s', async () => {
    const { refused } = of(backend);
    await set({ ONLY_ALLOW_AUTH_FROM_SOURCE: false });
    const admin = await server.as('admin');
    const who = somebody();
    await createUser(admin, { username: service === 'slack' ? String(who.email) : who.id, email: `other-${who.id}@corp.example` });
    const namesake = await onTheWay(service, 'qr', who);
    await refused(namesake.walker, () => namesake.walker.go(namesake.back.href), 'external_taken');
    const other = somebody();
    await createUser(admin, { email: String(other.email) });
    const neighbour = await onTheWay(service, 'qr', other);
    await refused(neighbour.walker, () => neighbour.walker.go(neighbour.back.href), 'external_taken');
  });

  test('people of another company are others, whatever they are called there', async () => {
    const who = somebody();
    const before = (await profile(await signIn(service, who))).body.id;
    const [key] = { wecom: ['WECOM_CORPID'], dingtalk: ['DINGTALK_APPKEY'], feishu: ['FEISHU_APP_ID'], slack: ['SLACK_TEAM_ID'] }[service];
    const { rows } = await sql<{ provider: string }>`select provider from external_identities where user_id = ${before}`.execute(server.db);
    expect(rows.map(({ provider }) => provider)).toEqual([expect.stringContaining(String(CHAT_APPS[service][key as never]))]);
  });

  test('a page that is none of ours is not gone to', async () => {
    for (const next of ['https://evil.example/', '//evil.example/', '/\\evil.example']) {
      chat.sits = somebody();
      const walker = createWalker();
      const end = await walker.go(`${start(service)}?next=${encodeURIComponent(next)}`);
      expect(end.url.origin).toBe(server.url);
      expect((await profile(walker)).status).toBe(200);
    }
  });

  test('while it is switched off, a browser that was on its way is refused', async () => {
    const { refused } = of(backend);
    const { walker, back } = await onTheWay(service);
    await set({ [`AUTH_${service.toUpperCase()}`]: false });
    await refused(walker, () => walker.go(back.href), 'external_unreachable');
  });
});

test('a new person, and one who is disabled, come as far as the settings and administrators say', async () => {
  const { refused } = of('WeCom');
  await set({ ONLY_ALLOW_EXIST_USER_AUTH: true });
  const unknown = await onTheWay('wecom');
  await refused(unknown.walker, () => unknown.walker.go(unknown.back.href), 'external_unknown');
  await set({ ONLY_ALLOW_EXIST_USER_AUTH: false, SECURITY_NEW_PEOPLE_APPROVAL: true });
  const waiting = await onTheWay('wecom');
  await refused(waiting.walker, () => waiting.walker.go(waiting.back.href), 'external_waiting');
  await set({ SECURITY_NEW_PEOPLE_APPROVAL: false });
  const again = await onTheWay('wecom', 'qr', waiting.who);
  await refused(again.walker, () => again.walker.go(again.back.href), 'external_waiting');
  const admin = await server.as('admin');
  const { body } = await admin.get<{ id: string }[]>('users/users/', { query: { is_waiting: 'true', oid: 'ROOT' } });
  await admin.post(`users/users/${body[0]?.id}/turn-away/`, {}, { query: { oid: 'ROOT' } });
  const disabled = await onTheWay('wecom', 'qr', waiting.who);
  await refused(disabled.walker, () => disabled.walker.go(disabled.back.href), 'user_inactive');
  const gone = await onTheWay('wecom', 'qr', somebody({ gone: true }));
  await refused(gone.walker, () => gone.walker.go(gone.back.href));
});

test('somebody whose name nobody may read, and whose address nobody has given them, has an account all the same', async () => {
  chat.next('/cgi-bin/user/get', { body: { errcode: 60011, errmsg: 'no privilege' } });
  const who = somebody();
  expect((await profile(await signIn('wecom', who))).body).toMatchObject({
    username: who.id,
    name: who.id,
    email: `${who.id}@example.com`,
  });
  // An address that somebody wrote into their profile is not taken for theirs.
  const { email: _none, ...without } = somebody();
  expect((await profile(await signIn('slack', without))).body).toMatchObject({ email: `U${without.id.toUpperCase()}@example.com` });
  const private_ = somebody();
  delete private_.email;
  expect((await profile(await signIn('feishu', private_))).body.email).toBe(`${private_.id}@example.com`);
});

test('the code of another browser is worth nothing in this one, where the service ties it', async () => {
  for (const [service, backend] of [
    ['feishu', 'FeiShu'],
    ['slack', 'Slack'],
  ] as const) {
    const victim = await onTheWay(service);
    const thief = await onTheWay(service);
    thief.back.searchParams.set('code', victim.back.searchParams.get('code') ?? '');
    await of(backend).refused(thief.walker, () => thief.walker.go(thief.back.href));
  }
});

test('the token of the application is asked for once, and anew when it is refused or the secret is another', async () => {
  const tokens = () => chat.asked.filter((one) => one === 'GET /cgi-bin/gettoken').length;
  await set({ WECOM_SECRET: 'wrong' });
  const wrong = await onTheWay('wecom');
  await of('WeCom').refused(wrong.walker, () => wrong.walker.go(wrong.back.href));
  await set({ WECOM_SECRET: CHAT_APPS.wecom.WECOM_SECRET });
  const before = tokens();
  await signIn('wecom', somebody());
  await signIn('wecom', somebody());
  expect(tokens() - before).toBe(1);
  chat.endTokens();
  expect((await profile(await signIn('wecom', somebody()))).status).toBe(200);
  expect(tokens() - before).toBe(2);
});

test('rules of admission are met by what the service says of somebody', async () => {
  const admin = await server.as('admin');
  const rule = { name: 'department 7', source: 'dingtalk', attribute: 'dept_id_list', match: 'exact', values: ['7'] };
  const auditors = await admin.post('orgs/orgs/', { name: 'Department seven' });
  const made = await admin.post('settings/admission-rules/', { ...rule, organization: auditors.body.id, org_roles: [], groups: [] });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { body } = await profile(await signIn('dingtalk', somebody()));
  expect(body.workbench_orgs.map(({ name }: { name: string }) => name)).toContain('Department seven');
  expect(body.workbench_orgs.map(({ id }: { id: string }) => id)).not.toContain(ORG.DEFAULT);
});

test.each(ONE_DOOR)(
  'a test of %s says step by step what was found, of what is typed or else saved, to administrators alone',
  async (service) => {
    const admin = await server.as('admin');
    const path = `settings/${service}/testing/`;
    const right = await admin.post(path);
    expect([right.status, right.body.ok, right.body.steps.length, typeof right.body.msg]).toEqual([200, true, 4, 'string']);
    expect(right.body.steps.slice(2).map(({ detail }: { detail: string }) => detail)).toEqual([
      `${server.url}/core/auth/${service}/qr/login/callback/`,
      `${server.url}/core/auth/${service}/qr/bind/callback/`,
    ]);
    const secret = { wecom: 'WECOM_SECRET', dingtalk: 'DINGTALK_APPSECRET', feishu: 'FEISHU_APP_SECRET', slack: 'SLACK_BOT_TOKEN' }[
      service
    ];
    const typed = await admin.post(path, { ...CHAT_APPS[service], [secret]: 'another' });
    expect([typed.status, typed.body.ok, typed.body.steps.map(({ ok }: { ok: boolean }) => ok)]).toEqual([400, false, [true, false]]);
    expect(typed.body.error).toContain(service);
    expect(JSON.stringify([right.body, typed.body])).not.toMatch(/wecom secret|dingtalk secret|feishu secret|slack secret|xoxb-1|another/);
    const nobody = await server.as(String((await createUser(admin)).username));
    expect((await nobody.post(path)).status).toBe(403);
  },
);

test('a saved secret is not shown to another service than it was given for', async () => {
  const admin = await server.as('admin');
  const before = chat.asked.length;
  const { body } = await admin.post('settings/feishu/testing/', { FEISHU_VERSION: 'lark', FEISHU_APP_SECRET: '' });
  expect([body.ok, body.steps.length, chat.asked.length]).toEqual([false, 1, before]);
  await admin.patch('settings/setting/?category=feishu', { FEISHU_VERSION: 'lark' });
  expect(server.platform.systemSettings.get('FEISHU_APP_SECRET')).toBe('');
});

test('nothing listens to events of a service', async () => {
  expect((await server.anyone.post('authentication/feishu/event/subscription/callback/', { challenge: 'x' })).status).toBe(404);
});
