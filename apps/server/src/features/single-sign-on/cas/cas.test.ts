import { startCasServer } from '@postern/testkit/cas-server';
import { forThisFile } from '@postern/testkit/for-this-file';
import { createWalker, type Walker } from '@postern/testkit/walker';
import { beforeEach, expect, test } from 'vitest';
import { serverOfFile } from '../../../../test/harness.ts';
import { signOnOf } from '../../../../test/sign-on.ts';

// A server that speaks CAS over HTTP as the protocol has it: in, out, put out by the server, and what is refused.

const server = serverOfFile({ settings: { outboundAllow: ['127.0.0.1'] } });
const cas = forThisFile(startCasServer, (it) => it.close());

const { methods, profile, refused, set, told } = signOnOf(() => server, 'CAS');
let count = 0;
beforeEach(async () => {
  count += 1;
  Object.assign(cas, { user: `person${count}`, attributes: {}, says: undefined });
  await set({
    SITE_URL: server.url,
    AUTH_CAS: true,
    CAS_SERVER_URL: `${cas.url}/`,
    CAS_ROOT_PROXIED_AS: '',
    CAS_VERSION: 3,
    CAS_LOGOUT_COMPLETELY: true,
    CAS_USERNAME_ATTRIBUTE: 'uid',
    CAS_APPLY_ATTRIBUTES_TO_USER: false,
    CAS_RENAME_ATTRIBUTES: { uid: 'username' },
    CAS_CREATE_USER: true,
  });
});

const START = '/core/auth/cas/login/';
const isCallback = (url: URL): boolean => url.pathname === '/core/auth/cas/callback/';
const isServer = (url: URL): boolean => url.href.startsWith(cas.url);
const signIn = (walker: Walker, next = '') => walker.go(`${server.url}${START}${next}`);

test('the login page is told of the server while it is switched on and set up', async () => {
  expect(await methods()).toEqual([{ source: 'cas', name: 'CAS', icon: null, url: START }]);
  await set({ CAS_SERVER_URL: '' });
  expect(await methods()).toEqual([]);
  await set({ CAS_SERVER_URL: cas.url, AUTH_CAS: false });
  expect(await methods()).toEqual([]);
});

test.each([1, 2, 3])('version %s: somebody signs in there and is in here', async (version) => {
  await set({ CAS_VERSION: version });
  const walker = createWalker();
  expect((await signIn(walker, '?next=/ui/console')).url.pathname).toBe('/ui/console');
  expect((await profile(walker)).body).toMatchObject({ username: cas.user, source: { value: 'cas' } });
});

test('attributes are taken over where the settings say so, under our names', async () => {
  const name = `p${count}`;
  cas.attributes = { uid: name, displayName: 'Kim <Doe> & Co', mail: `${name}@corp.example` };
  await set({ CAS_RENAME_ATTRIBUTES: { displayName: 'name', mail: 'email', login: 'username' } });
  const walker = createWalker();
  await signIn(walker);
  expect((await profile(walker)).body).toMatchObject({ username: name, name });
  await set({ CAS_APPLY_ATTRIBUTES_TO_USER: true });
  const again = createWalker();
  await signIn(again);
  expect((await profile(again)).body).toMatchObject({ username: name, name: 'Kim <Doe> & Co', email: `${name}@corp.example` });
});

test('where this server makes no accounts, strangers get none', async () => {
  await set({ CAS_CREATE_USER: false });
  const walker = createWalker();
  await signIn(walker);
  expect(await told(walker)).toBe('external_unknown');
});

test('logging out leads to the server where the settings say so, and browsers come back where they say', async () => {
  const walker = createWalker();
  await signIn(walker);
  const out = await walker.until(`${server.url}/core/auth/logout/`, isServer);
  expect(out.searchParams.get('service')).toBe(`${server.url}/core/auth/cas/logout/`);
  expect((await profile(walker)).status).toBe(401);
  await set({ CAS_LOGOUT_COMPLETELY: false });
  const stays = createWalker();
  await signIn(stays);
  expect((await stays.go(`${server.url}/core/auth/logout/`)).url.pathname).toBe('/core/auth/login/');
  await set({ CAS_ROOT_PROXIED_AS: 'https://gate.example' });
  const away = await createWalker().until(`${server.url}${START}`, isServer);
  expect(away.searchParams.get('service')).toMatch(/^https:\/\/gate\.example\/core\/auth\/cas\/callback\/\?state=/);
});

test('the server that ends a session ends it here, by its ticket and no other', async () => {
  const [walker, stays] = [createWalker(), createWalker()];
  await signIn(walker);
  const ticket = cas.tickets.at(-1) ?? '';
  await signIn(stays);
  expect(await cas.end(ticket)).toBe(200);
  expect([(await profile(walker)).status, (await profile(stays)).status]).toEqual([401, 200]);
  const send = (logoutRequest: string) => server.anyone.post('/core/auth/cas/callback/', new URLSearchParams({ logoutRequest }));
  const about = (index: string) => `<LogoutRequest><SessionIndex>${index}</SessionIndex></LogoutRequest>`;
  for (const bad of ['', 'no xml', about(''), about('ST-%'), `<!DOCTYPE a [<!ENTITY b "c">]>${about('&b;')}`, '<a>'.repeat(2_000)])
    expect((await send(bad)).status, bad.slice(0, 40)).toBe(400);
  expect((await send(about('ST-unknown-ticket'))).status).toBe(200);
  expect((await profile(stays)).status).toBe(200);
});

test('a ticket is good once, in the browser it was for', async () => {
  const [mine, other] = [createWalker(), createWalker()];
  const back = await mine.until(`${server.url}${START}`, isCallback);
  await refused(other, () => other.go(back.href));
  await mine.go(back.href);
  expect((await profile(mine)).status).toBe(200);
  await other.until(`${server.url}${START}`, isCallback);
  const second = await other.until(`${server.url}${START}`, isCallback);
  second.searchParams.set('ticket', back.searchParams.get('ticket') ?? '');
  await refused(other, () => other.go(second.href));
});

test.each([
  ['a ticket of another service', 'ST-1-made-up-by-somebody'],
  ['no ticket', ''],
  ['a ticket that is an address', 'https://evil.example/'],
])('%s', async (_what, ticket) => {
  const walker = createWalker();
  const back = await walker.until(`${server.url}${START}`, isCallback);
  back.searchParams.set('ticket', ticket);
  await refused(walker, () => walker.go(back.href));
});

const wrapped = (inner: string) => `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">${inner}</cas:serviceResponse>`;
test.each([
  ['a failure', wrapped('<cas:authenticationFailure code="INVALID_TICKET">no</cas:authenticationFailure>')],
  ['a name outside of a success', wrapped('<cas:user>admin</cas:user>')],
  [
    'a failure that holds a success',
    wrapped(
      '<cas:authenticationFailure><cas:authenticationSuccess><cas:user>admin</cas:user></cas:authenticationSuccess></cas:authenticationFailure>',
    ),
  ],
  [
    'entities',
    `<!DOCTYPE x [<!ENTITY e "admin">]>${wrapped('<cas:authenticationSuccess><cas:user>&e;</cas:user></cas:authenticationSuccess>')}`,
  ],
  [
    'a success and a failure',
    wrapped(
      '<cas:authenticationSuccess><cas:user>x</cas:user></cas:authenticationSuccess><cas:authenticationFailure>no</cas:authenticationFailure>',
    ),
  ],
  ['no XML', 'yes\nadmin\n'],
  ['nothing', ''],
])('an answer with %s vouches for nobody', async (_what, says) => {
  cas.says = says;
  const walker = createWalker();
  await refused(walker, () => signIn(walker));
});

test('a comment in a name does not cut it short', async () => {
  cas.says = wrapped('<cas:authenticationSuccess><cas:user>admin<!-- -->istrator9</cas:user></cas:authenticationSuccess>');
  const walker = createWalker();
  await signIn(walker);
  expect((await profile(walker)).body.username).toBe('administrator9');
});

test('a test says whether the server answers, and what to register there', async () => {
  const admin = await server.as('admin');
  const { body } = await admin.post('settings/cas/testing/');
  expect([body.ok, body.steps.at(-1).detail]).toEqual([true, `${server.url}/core/auth/cas/callback/`]);
  await set({ CAS_SERVER_URL: `${cas.url}/nothing` });
  expect((await admin.post('settings/cas/testing/')).body.ok).toBe(false);
});
