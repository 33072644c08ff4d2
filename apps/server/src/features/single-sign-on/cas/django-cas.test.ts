import { startDjangoCas } from '@postern/testkit/django-cas';
import { forThisFile } from '@postern/testkit/for-this-file';
import { createWalker, type Walker } from '@postern/testkit/walker';
import { beforeAll, expect, test } from 'vitest';
import { serverOfFile } from '../../../../test/harness.ts';
import { signOnOf } from '../../../../test/sign-on.ts';

// A CAS server of others' making: what it sends and takes is the protocol as they read it, not as we do.

const server = serverOfFile({ settings: { outboundAllow: ['127.0.0.1'] } });
const cas = forThisFile(
  () => startDjangoCas({ site: server.url, people: ['ann', 'bob', 'cleo', 'dora', 'eva'] }),
  (it) => it.stop(),
);
beforeAll(async () => {
  await set({
    SITE_URL: server.url,
    AUTH_CAS: true,
    CAS_SERVER_URL: cas.url,
    CAS_VERSION: 3,
    CAS_LOGOUT_COMPLETELY: true,
    CAS_APPLY_ATTRIBUTES_TO_USER: true,
    CAS_RENAME_ATTRIBUTES: { uid: 'username', mail: 'email', displayName: 'name' },
    CAS_CREATE_USER: true,
  });
}, 180_000);

const { profile, refused, set } = signOnOf(() => server, 'CAS');
const START = '/core/auth/cas/login/';
const isCallback = (url: URL): boolean => url.pathname === '/core/auth/cas/callback/';
/** As far as the address that brings the ticket, which is not opened yet. */
const ticketFor = (walker: Walker, username: string) => cas.signIn(walker, `${server.url}${START}`, username, isCallback);
async function signedIn(username: string): Promise<Walker> {
  const walker = createWalker();
  await walker.go((await ticketFor(walker, username)).href);
  expect((await profile(walker)).body.username).toBe(username);
  return walker;
}
/** What the server itself says of a ticket. */
const validated = async (service: string, ticket: string): Promise<string> =>
  (await fetch(`${cas.url}p3/serviceValidate?${new URLSearchParams({ service, ticket })}`)).text();
const without = (back: URL): string => {
  const service = new URL(back);
  service.searchParams.delete('ticket');
  return service.href;
};

test('somebody signs in there and is in here, with what it tells of them', async () => {
  const walker = await signedIn('ann');
  expect((await profile(walker)).body).toMatchObject({ name: 'Ann', email: 'ann@cas.example', source: { value: 'cas' } });
});

test.each([1, 2])('version %s of the protocol tells who it is', async (version) => {
  await set({ CAS_VERSION: version });
  await signedIn('bob');
  await set({ CAS_VERSION: 3 });
});

test('logging out here logs out there, and comes back: the next login asks for the password again', async () => {
  const walker = await signedIn('cleo');
  // While they are logged in there, nobody is asked.
  const again = createWalker();
  expect((await walker.until(`${server.url}${START}`, isCallback)).searchParams.get('ticket')).toMatch(/^ST-/);
  expect((await walker.go(`${server.url}/core/auth/logout/`)).url.pathname).toBe('/core/auth/login/');
  expect((await profile(walker)).status).toBe(401);
  expect((await walker.go(`${server.url}${START}`)).url.href).toContain(`${cas.url}login`);
  expect((await profile(again)).status).toBe(401);
});

test('logging out there ends what its tickets opened here, and nothing else', async () => {
  const [walker, stays] = [await signedIn('dora'), await signedIn('bob')];
  const other = await signedIn('dora');
  expect((await walker.go(`${cas.url}logout`)).status).toBe(200);
  expect([(await profile(walker)).status, (await profile(other)).status, (await profile(stays)).status]).toEqual([401, 200, 200]);
  // All of a person's at once.
  const third = await signedIn('dora');
  expect((await third.go(`${cas.url}logout?all=1`)).status).toBe(200);
  expect([(await profile(third)).status, (await profile(other)).status, (await profile(stays)).status]).toEqual([401, 401, 200]);
});

test('a ticket that was shown to the server before lets nobody in', async () => {
  const walker = createWalker();
  const back = await ticketFor(walker, 'eva');
  expect(await validated(without(back), back.searchParams.get('ticket') ?? '')).toContain('authenticationSuccess');
  await refused(walker, () => walker.go(back.href));
});

test('a ticket of another service, or of another browser, lets nobody in', async () => {
  const [mine, other] = [createWalker(), createWalker()];
  const back = await ticketFor(mine, 'eva');
  const ticket = back.searchParams.get('ticket') ?? '';
  await refused(other, () => other.go(back.href));
  // Bound to the service, which is ours and that browser's: under the other browser's own way it is none.
  const theirs = await ticketFor(other, 'bob');
  theirs.searchParams.set('ticket', ticket);
  await refused(other, () => other.go(theirs.href));
});

test('the server sends nobody to a service that it does not know, and so with no ticket', async () => {
  await set({ CAS_ROOT_PROXIED_AS: 'https://elsewhere.example' });
  const walker = createWalker();
  const shown = await walker.go(`${server.url}${START}`);
  expect(shown.url.href).toContain(`${cas.url}login`);
  await expect(cas.signIn(walker, shown.url.href, 'ann', (url) => url.searchParams.has('ticket'))).rejects.toThrow('was the end');
  await set({ CAS_ROOT_PROXIED_AS: '' });
});
