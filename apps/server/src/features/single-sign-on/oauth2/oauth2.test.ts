import { OAUTH2_PRESETS } from '@postern/contract/oauth2-presets';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startHostileProvider } from '@postern/testkit/hostile-provider';
import { startOpenidProvider } from '@postern/testkit/openid-provider';
import { createWalker, type Walker } from '@postern/testkit/walker';
import { beforeEach, expect, test } from 'vitest';
import { serverOfFile } from '../../../../test/harness.ts';
import { signOnOf } from '../../../../test/sign-on.ts';

// A provider that speaks OAuth 2.0 and nothing more: a code becomes a token, and the token tells who it is. And one that lies.

const server = serverOfFile({ settings: { outboundAllow: ['127.0.0.1'] } });
const provider = forThisFile(startHostileProvider, (it) => it.close());

const { methods, profile, reasons, set, told } = signOnOf(() => server, 'OAuth2');
beforeEach(async () => {
  provider.says = {};
  await set({
    SITE_URL: server.url,
    AUTH_OAUTH2: true,
    AUTH_OAUTH2_PROVIDER: 'Forge',
    AUTH_OAUTH2_CLIENT_ID: provider.clientId,
    AUTH_OAUTH2_CLIENT_SECRET: provider.clientSecret,
    AUTH_OAUTH2_SCOPE: 'read:user',
    AUTH_OAUTH2_PROVIDER_AUTHORIZATION_ENDPOINT: `${provider.issuer}/auth`,
    AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT: `${provider.issuer}/token`,
    AUTH_OAUTH2_ACCESS_TOKEN_METHOD: 'POST',
    AUTH_OAUTH2_PROVIDER_USERINFO_ENDPOINT: `${provider.issuer}/userinfo`,
    AUTH_OAUTH2_PROVIDER_END_SESSION_ENDPOINT: `${provider.issuer}/end`,
    AUTH_OAUTH2_LOGOUT_COMPLETELY: true,
    AUTH_OAUTH2_USER_ATTR_MAP: { name: 'name', username: 'preferred_username', email: 'email' },
    AUTH_OAUTH2_ALWAYS_UPDATE_USER: true,
  });
});

const START = '/core/auth/oauth2/login/';
const isCallback = (url: URL): boolean => url.pathname === '/core/auth/oauth2/callback/';
const isProvider = (url: URL): boolean => url.origin === provider.issuer;
const signIn = (walker: Walker, next = '') => walker.go(`${server.url}${START}${next}`);

test('the login page is told of the provider by its name, while it is switched on and set up', async () => {
  expect(await methods()).toEqual([{ source: 'oauth2', name: 'Forge', icon: null, url: START }]);
  await set({ AUTH_OAUTH2: false });
  expect(await methods()).toEqual([]);
});

test('somebody signs in there and is in here: a code becomes a token, and the token tells who it is', async () => {
  const walker = createWalker();
  const away = await walker.until(`${server.url}${START}?next=/ui/console`, isProvider);
  expect(Object.fromEntries(away.searchParams)).toMatchObject({
    response_type: 'code',
    client_id: provider.clientId,
    redirect_uri: `${server.url}/core/auth/oauth2/callback/`,
    scope: 'read:user',
    code_challenge_method: 'S256',
  });
  expect((await walker.go(away.href)).url.pathname).toBe('/ui/console');
  expect((await profile(walker)).body).toMatchObject({ username: 'pat', source: { value: 'oauth2' } });
  expect(provider.asked.at(-1)?.get('client_secret')).toBe(provider.clientSecret);
  expect((await reasons()).at(-1)).toBe('');
});

test('somebody signs in at a provider that others wrote, once per code, and is out there with the log-out', async () => {
  const theirs = await startOpenidProvider(server.url, '', 'oauth2');
  try {
    theirs.people.set('noor', { name: 'Noor Aziz', preferred_username: 'noor', email: 'noor@corp.example' });
    await set({
      AUTH_OAUTH2_CLIENT_ID: theirs.clientId,
      AUTH_OAUTH2_CLIENT_SECRET: theirs.clientSecret,
      AUTH_OAUTH2_SCOPE: 'openid profile email',
      AUTH_OAUTH2_PROVIDER_AUTHORIZATION_ENDPOINT: `${theirs.issuer}/auth`,
      AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT: `${theirs.issuer}/token`,
      AUTH_OAUTH2_PROVIDER_USERINFO_ENDPOINT: `${theirs.issuer}/me`,
      AUTH_OAUTH2_PROVIDER_END_SESSION_ENDPOINT: `${theirs.issuer}/session/end`,
    });
    const walker = createWalker();
    const page = await signIn(walker, '?next=/ui/console');
    const back = await walker.until(page.url.href, isCallback, { login: 'noor' });
    expect((await walker.go(back.href)).url.pathname).toBe('/ui/console');
    expect((await profile(walker)).body).toMatchObject({ username: 'noor', name: 'Noor Aziz', source: { value: 'oauth2' } });
    const thief = createWalker();
    await thief.go(back.href);
    expect((await profile(thief)).status).toBe(401);
    const out = await walker.until(`${server.url}/core/auth/logout/`, (url) => url.origin === theirs.issuer);
    expect([out.pathname, (await profile(walker)).status]).toEqual(['/session/end', 401]);
  } finally {
    await theirs.close();
  }
});

test('tokens are asked for by GET where the provider wants that', async () => {
  await set({ AUTH_OAUTH2_ACCESS_TOKEN_METHOD: 'GET' });
  const walker = createWalker();
  await signIn(walker);
  expect((await profile(walker)).body.username).toBe('pat');
  expect(provider.methods.at(-1)).toBe('GET');
});

test('attributes have the names of the map, and are taken over at each login where the setting says so', async () => {
  await set({ AUTH_OAUTH2_USER_ATTR_MAP: { username: 'login', name: 'label', email: 'mail' } });
  const about = (label: string) => ({ userinfo: { sub: null, id: 4711, login: 'kim', label, mail: 'kim@corp.example' } });
  provider.says = about('Kim');
  await signIn(createWalker());
  provider.says = about('Kim Renamed');
  await set({ AUTH_OAUTH2_ALWAYS_UPDATE_USER: false });
  const walker = createWalker();
  await signIn(walker);
  expect((await profile(walker)).body).toMatchObject({ username: 'kim', name: 'Kim', email: 'kim@corp.example' });
  await set({ AUTH_OAUTH2_ALWAYS_UPDATE_USER: true });
  const again = createWalker();
  await signIn(again);
  expect((await profile(again)).body.name).toBe('Kim Renamed');
});

test('a name that the provider gives to somebody else does not open the account of the former', async () => {
  provider.says = { userinfo: { sub: null, id: 1, preferred_username: 'lee', email: 'lee@corp.example' } };
  await signIn(createWalker());
  provider.says = { userinfo: { sub: null, id: 2, preferred_username: 'lee', email: 'other@corp.example' } };
  const walker = createWalker();
  await signIn(walker);
  expect(await told(walker)).toBe('external_taken');
});

test('logging out leads there as well where the settings say so', async () => {
  const walker = createWalker();
  await signIn(walker);
  const out = await walker.until(`${server.url}/core/auth/logout/`, isProvider);
  expect([out.pathname, out.searchParams.get('post_logout_redirect_uri')]).toEqual(['/end', `${server.url}/core/auth/oauth2/logout/`]);
  expect((await profile(walker)).status).toBe(401);
  await set({ AUTH_OAUTH2_LOGOUT_COMPLETELY: false });
  const stays = createWalker();
  await signIn(stays);
  expect((await stays.go(`${server.url}/core/auth/logout/`)).url.pathname).toBe('/core/auth/login/');
});

test('an answer without a code, of another browser, for a second time, or to a way that is off, lets nobody in, and is in the login log', async () => {
  const mine = createWalker();
  const back = await mine.until(`${server.url}${START}`, isCallback);
  const cases: [string, Walker, string][] = [['another browser', createWalker(), back.href]];
  for (const [name, says] of [
    ['no code', { code: null }],
    ['an error', { error: 'access_denied' }],
    ['a state that was made up', { state: 'made up' }],
  ] as const) {
    const walker = createWalker();
    provider.says = { back: says };
    cases.push([name, walker, (await walker.until(`${server.url}${START}`, isCallback)).href]);
  }
  for (const [name, walker, address] of cases) {
    const before = (await reasons()).length;
    await walker.go(address);
    expect([await told(walker), (await profile(walker)).status], name).toEqual(['external_refused', 401]);
    expect((await reasons()).slice(before), name).toEqual(['external_refused']);
  }
  await mine.go(back.href);
  expect((await profile(mine)).body.username).toBe('pat');
  const before = (await reasons()).length;
  await mine.go(back.href);
  expect((await reasons()).slice(before)).toEqual(['external_refused']);
  await set({ AUTH_OAUTH2: false });
  const off = createWalker();
  await signIn(off);
  expect(await told(off)).toBe('external_unreachable');
});

test('a test says which addresses answer', async () => {
  const admin = await server.as('admin');
  const { body } = await admin.post('settings/oauth2/testing/');
  expect([body.ok, body.steps.length]).toEqual([true, 4]);
  await set({ AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT: 'http://127.0.0.1:1/token' });
  const failed = (await admin.post('settings/oauth2/testing/')).body;
  expect([failed.ok, failed.steps.at(-1).detail]).toEqual([false, 'unreachable ECONNREFUSED']);
});

test('a secret goes nowhere else: whoever changes where it is sent has to bring it', async () => {
  const admin = await server.as('admin');
  const change = await admin.patch('settings/setting/?category=oauth2', {
    AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT: `${provider.issuer}/token?other`,
  });
  expect(change.status).toBe(200);
  const walker = createWalker();
  await signIn(walker);
  expect(provider.asked.at(-1)?.get('client_secret')).toBe('');
});

/** What these providers tell of a person, as their documentation shows it. */
const TOLD: Readonly<Record<string, { about: Record<string, unknown>; username: string; name: string; email: string }>> = {
  github: {
    about: { login: 'octocat', id: 583231, node_id: 'MDQ6', name: 'The Octocat', email: 'octocat@corp.example', type: 'User' },
    username: 'octocat',
    name: 'The Octocat',
    email: 'octocat@corp.example',
  },
  gitlab: {
    about: { id: 2, username: 'john_smith', name: 'John Smith', state: 'active', email: 'john@corp.example' },
    username: 'john_smith',
    name: 'John Smith',
    email: 'john@corp.example',
  },
  google: {
    about: { sub: '1103', name: 'Jane Doe', email: 'jane@corp.example', email_verified: true, picture: 'https://x.example/p' },
    username: 'jane@corp.example',
    name: 'Jane Doe',
    email: 'jane@corp.example',
  },
  microsoft: {
    about: { id: '87d349ed-44d7', displayName: 'Adele Vance', mail: 'adele@corp.example', userPrincipalName: 'adelev@corp.example' },
    username: 'adelev@corp.example',
    name: 'Adele Vance',
    email: 'adele@corp.example',
  },
  gitee: {
    about: { id: 7, login: 'li', name: 'Li Lei', email: 'li@corp.example', url: 'https://x.example/api/v5/users/li' },
    username: 'li',
    name: 'Li Lei',
    email: 'li@corp.example',
  },
};

test.each(OAUTH2_PRESETS.map((preset) => [preset.label, preset] as const))(
  '%s as it is filled in can be saved, and what it tells of a person is understood',
  async (_label, { name, values, own }) => {
    const admin = await server.as('admin');
    const saved = await admin.patch('settings/setting/?category=oauth2', values);
    expect([saved.status, saved.body]).toEqual([200, expect.objectContaining(values)]);
    const addresses = Object.values(values).filter((value) => String(value).startsWith('http'));
    expect(addresses).toHaveLength(3);
    for (const address of addresses) expect(new URL(String(address)).protocol).toBe('https:');
    expect(JSON.stringify(values).includes(own ?? 'no company of its own')).toBe(own !== undefined);
    const { about, ...person } = TOLD[name] ?? { about: {} };
    provider.says = { userinfo: { sub: null, preferred_username: null, email: null, name: null, ...about } };
    await set({
      AUTH_OAUTH2_PROVIDER_AUTHORIZATION_ENDPOINT: `${provider.issuer}/auth`,
      AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT: `${provider.issuer}/token`,
      AUTH_OAUTH2_PROVIDER_USERINFO_ENDPOINT: `${provider.issuer}/userinfo`,
      AUTH_OAUTH2_CLIENT_SECRET: provider.clientSecret,
    });
    const walker = createWalker();
    await signIn(walker);
    expect((await profile(walker)).body).toMatchObject(person);
  },
);

test('a mail address that nobody has verified is nobody’s username', async () => {
  await set({ AUTH_OAUTH2_USER_ATTR_MAP: { username: 'email', name: 'name', email: 'email' } });
  const about = { id: 99, email: 'boss@corp.example', email_verified: false };
  provider.says = { userinfo: { sub: null, ...about } };
  const walker = createWalker();
  await signIn(walker);
  expect([await told(walker), (await profile(walker)).status]).toEqual(['external_refused', 401]);
});
