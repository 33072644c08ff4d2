import { sign } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { forThisFile } from '@postern/testkit/for-this-file';
import { samlKey, startSamlProvider } from '@postern/testkit/saml-provider';
import { until } from '@postern/testkit/until';
import { createWalker, type Walker } from '@postern/testkit/walker';
import { beforeEach, expect, test } from 'vitest';
import { serverOfFile } from '../../../../test/harness.ts';
import { signOnOf } from '../../../../test/sign-on.ts';
import { LOGIN_ENDED } from '../../../platform/auth/live-logins.ts';

// The provider ends what it has opened: by requests of a library of its own kind, and by every one that nobody must believe.

const own = samlKey();
const server = serverOfFile({ settings: { outboundAllow: ['127.0.0.1'] } });
const idp = forThisFile(startSamlProvider, (it) => it.close());

const { profile, set } = signOnOf(() => server, 'SAML2');
let count = 0;
beforeEach(async () => {
  count += 1;
  Object.assign(idp, { nameId: `name-${count}`, attributes: { uid: `out${count}` }, over: { sessionIndex: `_s${count}` }, answers: [] });
  await set({
    SITE_URL: server.url,
    AUTH_SAML2: true,
    SAML2_IDP_METADATA_URL: idp.entityId,
    SAML2_SP_KEY_CONTENT: own.key,
    SAML2_SP_CERT_CONTENT: own.cert,
    SAML2_RENAME_ATTRIBUTES: { uid: 'username' },
    SAML2_LOGOUT_COMPLETELY: true,
  });
});

const LOGOUT = '/core/auth/saml2/logout/';
const input = (html: unknown, name: string): string => new RegExp(`name="${name}" value="([^"]*)"`).exec(String(html))?.[1] ?? '';
async function signedIn(): Promise<Walker> {
  const walker = createWalker();
  const { body } = await walker.go(`${server.url}/core/auth/saml2/login/`);
  const answer = { SAMLResponse: input(body, 'SAMLResponse'), RelayState: input(body, 'RelayState') };
  await walker.go(`${server.url}/core/auth/saml2/callback/`, answer);
  expect((await profile(walker)).body.username).toBe(`out${count}`);
  return walker;
}
const me = (session = `_s${count}`) => ({
  serviceProviderId: `${server.url}/core/auth/saml2/metadata/`,
  serviceProviderLogoutURL: `${server.url}${LOGOUT}`,
  nameId: `name-${count}`,
  sessionIndex: session,
  cert: own.cert,
});
const isIn = async (walker: Walker): Promise<boolean> => (await profile(walker)).status === 200;

test('our metadata say that log-outs are taken by redirect and by POST', async () => {
  const metadata = String((await server.anyone.get('/core/auth/saml2/metadata/')).body);
  for (const binding of ['HTTP-Redirect', 'HTTP-POST'])
    expect(metadata).toContain(
      `<SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${server.url}${LOGOUT}"/>`,
    );
});

test.each(['HTTP-Redirect', 'HTTP-POST'] as const)(
  '%s: what the provider ends is over here, and it has our signed answer',
  async (binding) => {
    const walker = await signedIn();
    idp.over = { sessionIndex: `_other${count}` };
    const other = await signedIn();
    const { url, form } = await idp.logouts.begin({ ...me(), binding });
    // Another browser carries it: the provider's pages come without our cookie.
    const back = await createWalker().go(url, form);
    expect([back.status, back.url.origin, idp.answers]).toEqual([200, idp.url, ['']]);
    expect(back.url.searchParams.get('SigAlg')).toContain('rsa-sha256');
    expect([await isIn(walker), await isIn(other)]).toEqual([false, true]);
  },
);

test('a request without sessions ends all of that person, and nobody else', async () => {
  const mine = [await signedIn(), await signedIn()];
  const nameId = idp.nameId;
  Object.assign(idp, { nameId: `${nameId}-other`, attributes: { uid: `out${count}` } });
  const { url } = await idp.logouts.begin({ ...me(''), binding: 'HTTP-Redirect' });
  await createWalker().go(url);
  expect(await Promise.all(mine.map(isIn))).toEqual([false, false]);
});

test('what was opened with the login hears of its end at once', async () => {
  const walker = await signedIn();
  const { id } = (await profile(walker)).body;
  const told: string[] = [];
  const deaf = server.platform.events.subscribe(LOGIN_ENDED, ({ user }) => void told.push(String(user)));
  const { url } = await idp.logouts.begin({ ...me(), binding: 'HTTP-Redirect' });
  await createWalker().go(url);
  await until('sockets and terminals are told', 20_000, async () => told.includes(String(id)));
  deaf();
});

test('whoever is logged out here by the provider comes back to the login page where it has no address for answers', async () => {
  await set({
    SAML2_IDP_METADATA_URL: '',
    SAML2_IDP_METADATA_XML: idp.metadata().replace(/<md:SingleLogoutService[^>]*>/, ''),
  });
  const walker = await signedIn();
  const { url } = await idp.logouts.begin({ ...me(), binding: 'HTTP-Redirect' });
  expect((await walker.go(url)).url.pathname).toBe('/core/auth/login/');
  expect(await isIn(walker)).toBe(false);
});

/** A request as the provider makes it, in parts that a test may change. */
const asked = (change: Partial<Record<'id' | 'issuer' | 'instant' | 'destination' | 'end' | 'name' | 'inner', string>> = {}): string => {
  const { id = `_r${Math.trunc(performance.now() * 1000)}`, issuer = idp.entityId, instant = new Date().toISOString() } = change;
  const { destination = `${server.url}${LOGOUT}`, end = '', name = `name-${count}`, inner = '' } = change;
  return `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${instant}" Destination="${destination}"${end && ` NotOnOrAfter="${end}"`}><saml:Issuer>${issuer}</saml:Issuer><saml:NameID>${name}</saml:NameID>${inner}</samlp:LogoutRequest>`;
};
const SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
function address(xml: string, { key = idp.key().key, algorithm = SHA256, digest = 'sha256' } = {}): string {
  const query = new URLSearchParams({ SAMLRequest: deflateRawSync(xml).toString('base64'), SigAlg: algorithm }).toString();
  const signature = sign(digest, Buffer.from(query), key).toString('base64');
  return `${server.url}${LOGOUT}?${query}&Signature=${encodeURIComponent(signature)}`;
}
const ago = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString();

/** Nobody is out by it, and it is said so. */
async function ignored(walker: Walker, url: string, form?: Record<string, string>): Promise<void> {
  const { status, body, url: at } = await createWalker().go(url, form);
  expect([status, body.code, at.origin]).toEqual([400, 'logout_refused', server.url]);
  expect(await isIn(walker)).toBe(true);
}

test('a request that is signed by hand is taken, so that what is refused below is refused for what it says', async () => {
  const walker = await signedIn();
  await createWalker().go(address(asked()));
  expect(await isIn(walker)).toBe(false);
});

test.each<[string, () => string]>([
  ['that is not signed', () => address(asked()).replace(/&SigAlg=.*$/, '')],
  ['without the way it is signed', () => address(asked()).replace(/&SigAlg=[^&]*/, '')],
  ['signed by somebody else', () => address(asked(), samlKey())],
  ['signed by SHA-1', () => address(asked(), { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1', digest: 'sha1' })],
  [
    'that was changed',
    () =>
      address(asked()).replace(/SAMLRequest=[^&]*/, () => `SAMLRequest=${encodeURIComponent(deflateRawSync(asked()).toString('base64'))}`),
  ],
  [
    'that says two things',
    () => `${address(asked({ name: 'somebody' }))}&SAMLRequest=${encodeURIComponent(deflateRawSync(asked()).toString('base64'))}`,
  ],
  ['of another provider', () => address(asked({ issuer: 'https://other.example/' }))],
  ['for another address', () => address(asked({ destination: 'https://other.example/logout/' }))],
  ['that has expired', () => address(asked({ end: ago(60) }))],
  ['of an hour ago', () => address(asked({ instant: ago(3_600) }))],
  ['of the future', () => address(asked({ instant: ago(-3_600) }))],
  ['about nobody', () => address(asked({ name: '' }))],
  ['that declares types', () => address(`<!DOCTYPE x [<!ENTITY e "a">]>${asked()}`)],
  ['that is no XML', () => address('log out')],
  ['about more sessions than anybody has', () => address(asked({ inner: '<samlp:SessionIndex>s</samlp:SessionIndex>'.repeat(101) }))],
  ['that grows', () => address(asked({ inner: ' '.repeat(2_000_000) }))],
])('a request %s ends nothing', async (_what, lie) => {
  const walker = await signedIn();
  await ignored(walker, lie());
});

test.each<[string, (xml: string) => string]>([
  ['without its signature', (xml) => xml.replace(/<Signature[\s\S]*<\/Signature>/, '')],
  ['whose person was written over', (xml) => xml.replace('>nobody<', `>name-${count}<`)],
  ['that has the signed one in it', (xml) => asked({ inner: `<samlp:Extensions>${xml.replace(/^<\?xml[^>]*>/, '')}</samlp:Extensions>` })],
  [
    'whose signature is that of another within',
    (xml) => {
      const [signature = ''] = /<Signature[\s\S]*<\/Signature>/.exec(xml) ?? [];
      const inside = xml.replace(signature, '');
      return asked({ inner: `${signature}<samlp:Extensions>${inside}</samlp:Extensions>` });
    },
  ],
])('a form with a request %s ends nothing', async (_what, change) => {
  const walker = await signedIn();
  const { url, form } = await idp.logouts.begin({ ...me(), nameId: 'nobody', binding: 'HTTP-POST' });
  const xml = Buffer.from(form?.SAMLRequest ?? '', 'base64').toString();
  expect(change(xml)).not.toBe(xml);
  await ignored(walker, url, { SAMLRequest: Buffer.from(change(xml)).toString('base64'), RelayState: '' });
});

test('a request comes once', async () => {
  await signedIn();
  const url = address(asked());
  await createWalker().go(url);
  await ignored(await signedIn(), url);
});

test('where the way is off, nothing is ended by it', async () => {
  const walker = await signedIn();
  await set({ AUTH_SAML2: false });
  await ignored(walker, address(asked()));
});

test('the answer is about the request, and takes back what came with it', async () => {
  await signedIn();
  const query = new URLSearchParams({
    SAMLRequest: deflateRawSync(asked({ id: '_request' })).toString('base64'),
    RelayState: "it's & theirs",
    SigAlg: SHA256,
  }).toString();
  const signature = sign('sha256', Buffer.from(query), idp.key().key).toString('base64');
  const away = await createWalker().until(
    `${server.url}${LOGOUT}?${query}&Signature=${encodeURIComponent(signature)}`,
    (url) => url.origin === idp.url,
  );
  const answer = inflateRawSync(Buffer.from(away.searchParams.get('SAMLResponse') ?? '', 'base64')).toString();
  expect(answer).toContain('InResponseTo="_request"');
  expect(answer).toContain('status:Success');
  expect(away.searchParams.get('RelayState')).toBe("it's & theirs");
});
