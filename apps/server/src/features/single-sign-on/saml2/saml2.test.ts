import { forThisFile } from '@postern/testkit/for-this-file';
import { type SamlProvider, samlKey, startSamlProvider } from '@postern/testkit/saml-provider';
import { createWalker, type Walker } from '@postern/testkit/walker';
import { beforeEach, expect, test } from 'vitest';
import { serverOfFile } from '../../../../test/harness.ts';
import { signOnOf } from '../../../../test/sign-on.ts';

// An identity provider by a library of its own kind, over HTTP: in, out, what may change, and every lie that XML allows.

const server = serverOfFile({ settings: { outboundAllow: ['127.0.0.1'] } });
const idp = forThisFile(startSamlProvider, (it) => it.close());

const { methods, profile, refused, set } = signOnOf(() => server, 'SAML2');
let count = 0;
beforeEach(async () => {
  count += 1;
  Object.assign(idp, { nameId: `name-id-${count}`, attributes: { uid: `person${count}` }, over: {}, change: (xml: string) => xml });
  await set({
    SITE_URL: server.url,
    AUTH_SAML2: true,
    SAML2_IDP_METADATA_URL: idp.entityId,
    SAML2_IDP_METADATA_XML: '',
    SAML2_SP_KEY_CONTENT: '',
    SAML2_SP_CERT_CONTENT: '',
    SAML2_RENAME_ATTRIBUTES: { uid: 'username', email: 'email', displayName: 'name' },
    SAML2_LOGOUT_COMPLETELY: true,
    AUTH_SAML2_ALWAYS_UPDATE_USER: true,
    SAML2_IDP_INITIATED: false,
  });
});

const START = '/core/auth/saml2/login/';
const CALLBACK = '/core/auth/saml2/callback/';
const person = (): string => `person${count}`;
const input = (html: unknown, name: string): string => new RegExp(`name="${name}" value="([^"]*)"`).exec(String(html))?.[1] ?? '';
/** What the provider gives the browser to bring us. */
async function answerOf(walker: Walker, next = ''): Promise<{ SAMLResponse: string; RelayState: string }> {
  const { body } = await walker.go(`${server.url}${START}${next}`);
  return { SAMLResponse: input(body, 'SAMLResponse'), RelayState: input(body, 'RelayState') };
}
const bring = (walker: Walker, answer: { SAMLResponse: string; RelayState: string }) => walker.go(`${server.url}${CALLBACK}`, answer);
const signIn = async (walker: Walker, next = '') => bring(walker, await answerOf(walker, next));

test('the login page is told of the provider while it is switched on and set up', async () => {
  expect(await methods()).toEqual([{ source: 'saml2', name: 'SAML', icon: null, url: START }]);
  await set({ SAML2_IDP_METADATA_URL: '' });
  expect(await methods()).toEqual([]);
  await set({ AUTH_SAML2: false, SAML2_IDP_METADATA_URL: idp.entityId });
  expect(await methods()).toEqual([]);
});

test('somebody signs in there and is in here, under the names of the settings', async () => {
  idp.attributes = { uid: person(), email: `${person()}@corp.example`, displayName: 'Kim Doe' };
  const walker = createWalker();
  expect((await signIn(walker, '?next=/ui/console')).url.pathname).toBe('/ui/console');
  expect((await profile(walker)).body).toMatchObject({
    username: person(),
    name: 'Kim Doe',
    email: `${person()}@corp.example`,
    source: { value: 'saml2' },
  });
  idp.attributes = { ...idp.attributes, displayName: 'Kim Renamed' };
  await set({ AUTH_SAML2_ALWAYS_UPDATE_USER: false });
  await signIn(createWalker());
  expect((await profile(walker)).body.name).toBe('Kim Doe');
  await set({ AUTH_SAML2_ALWAYS_UPDATE_USER: true });
  await signIn(createWalker());
  expect((await profile(walker)).body.name).toBe('Kim Renamed');
});

test('metadata by their address count before those in the settings, and either will do', async () => {
  await set({ SAML2_IDP_METADATA_URL: '', SAML2_IDP_METADATA_XML: idp.metadata() });
  const walker = createWalker();
  await signIn(walker);
  expect((await profile(walker)).body.username).toBe(person());
  await set({ SAML2_IDP_METADATA_URL: idp.entityId, SAML2_IDP_METADATA_XML: '<nonsense/>' });
  const other = createWalker();
  await signIn(other);
  expect((await profile(other)).body.username).toBe(person());
});

test('our metadata say where we are; with a key of ours requests are signed and assertions may be encrypted', async () => {
  const plain = String((await server.anyone.get('/core/auth/saml2/metadata/')).body);
  expect(plain).toContain(`entityID="${server.url}/core/auth/saml2/metadata/"`);
  expect(plain).toContain(`Location="${server.url}${CALLBACK}"`);
  expect(plain).not.toContain('X509Certificate');
  const own = samlKey();
  await set({ SAML2_SP_KEY_CONTENT: own.key, SAML2_SP_CERT_CONTENT: own.cert });
  const signed = String((await server.anyone.get('/core/auth/saml2/metadata/')).body);
  expect(signed).toContain(own.cert.split('\n')[1]);
  expect(signed).not.toContain('PRIVATE');
  const publicKey = own.cert;
  const away = await createWalker().until(`${server.url}${START}`, (url) => url.pathname === '/sso');
  expect(away.searchParams.get('SigAlg')).toContain('rsa-sha256');
  idp.over = {
    encryptionCert: publicKey,
    encryptionPublicKey: publicKey,
    encryptionAlgorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  };
  const walker = createWalker();
  await signIn(walker);
  expect((await profile(walker)).body.username).toBe(person());
});

test('a certificate that changes is taken from the metadata, the old one as long as it stands there', async () => {
  await set({ SAML2_IDP_METADATA_URL: '', SAML2_IDP_METADATA_XML: idp.metadata() });
  idp.rotate(true);
  const stranger = createWalker();
  await refused(stranger, () => signIn(stranger));
  await set({ SAML2_IDP_METADATA_XML: idp.metadata() });
  const walker = createWalker();
  await signIn(walker);
  expect((await profile(walker)).body.username).toBe(person());
});

test('logging out leads to the provider where the settings say so, and there is a session no more', async () => {
  const walker = createWalker();
  await signIn(walker);
  const out = await walker.until(`${server.url}/core/auth/logout/`, (url) => url.pathname === '/slo');
  expect(out.searchParams.get('SAMLRequest')).toBeTruthy();
  expect((await profile(walker)).status).toBe(401);
  await set({ SAML2_LOGOUT_COMPLETELY: false });
  const stays = createWalker();
  await signIn(stays);
  expect((await stays.go(`${server.url}/core/auth/logout/`)).url.pathname).toBe('/core/auth/login/');
});

const later = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();
test.each<[string, () => Partial<SamlProvider>]>([
  ['that is not signed', () => ({ over: { signAssertion: false } })],
  ['that is not signed in an answer that is', () => ({ over: { signAssertion: false, signResponse: true } })],
  ['signed by somebody else', () => ({ over: samlKey() })],
  ['for somebody else', () => ({ over: { audience: 'https://other.example/' } })],
  ['for another address', () => ({ over: { recipient: 'https://other.example/callback/' } })],
  ['that answers another request', () => ({ over: { inResponseTo: '_another' } })],
  ['that answers no request', () => ({ over: { inResponseTo: undefined } })],
  ['of another provider', () => ({ over: { issuer: 'https://other.example/' } })],
  ['that has expired', () => ({ over: { lifetimeInSeconds: -120 } })],
  [
    'whose end was moved',
    () => ({
      over: { lifetimeInSeconds: -120 },
      change: (xml: string) => xml.replaceAll(/NotOnOrAfter="[^"]+"/g, `NotOnOrAfter="${later(600)}"`),
    }),
  ],
  ['whose person was written over', () => ({ change: (xml: string) => xml.replaceAll(`person${count}`, 'admin') })],
  ['whose name was written over', () => ({ change: (xml: string) => xml.replaceAll(`name-id-${count}`, 'admin') })],
  ['that declares types', () => ({ change: (xml: string) => `<!DOCTYPE x [<!ENTITY e "admin">]>${xml}` })],
  ['that is no XML', () => ({ change: () => 'admin' })],
])('an assertion %s lets nobody in', async (_what, lie) => {
  Object.assign(idp, lie());
  const walker = createWalker();
  await refused(walker, () => signIn(walker));
});

/** Parts of an honest answer, to put together otherwise. */
function parts(xml: string): { head: string; assertion: string; tail: string; forged: string; signature: string } {
  const [assertion] = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml) ?? [''];
  const [signature] = /<Signature[\s\S]*?<\/Signature>/.exec(assertion) ?? [''];
  const at = xml.indexOf(assertion);
  const unsigned = assertion
    .replace(signature, '')
    .replaceAll(`person${count}`, 'admin')
    .replaceAll(`name-id-${count}`, 'name-id-of-admin');
  const forged = unsigned.replace(/\bID="[^"]+"/, 'ID="_forged"');
  return { head: xml.slice(0, at), assertion, tail: xml.slice(at + assertion.length), forged, signature };
}
const into = (element: string, inner: string): string => element.replace(/<\/saml:Assertion>$/, `${inner}</saml:Assertion>`);
test.each<[string, (xml: string) => string]>([
  [
    'a forged one before the signed',
    (xml) => {
      const { head, forged, assertion, tail } = parts(xml);
      return head + forged + assertion + tail;
    },
  ],
  [
    'a forged one after the signed',
    (xml) => {
      const { head, forged, assertion, tail } = parts(xml);
      return head + assertion + forged + tail;
    },
  ],
  [
    'the signed one within a forged one',
    (xml) => {
      const { head, forged, assertion, tail } = parts(xml);
      return head + into(forged, assertion) + tail;
    },
  ],
  [
    'a forged one that has the signature and the signed one in it',
    (xml) => {
      const { head, forged, assertion, signature, tail } = parts(xml);
      return head + into(forged, `${signature}<Object>${assertion.replace(signature, '')}</Object>`) + tail;
    },
  ],
  [
    'a forged one with the ID of the signed',
    (xml) => {
      const { head, forged, assertion, signature, tail } = parts(xml);
      const id = /\bID="([^"]+)"/.exec(assertion)?.[1] ?? '';
      return head + into(forged.replace('_forged', id), signature) + tail;
    },
  ],
  [
    'the signed one kept elsewhere in the answer',
    (xml) => {
      const { head, forged, assertion, tail } = parts(xml);
      return `${head}<samlp:Extensions>${assertion}</samlp:Extensions>${forged}${tail}`;
    },
  ],
  [
    'an answer within another',
    (xml) => {
      const { forged } = parts(xml);
      return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol">${forged}${xml.replace(/^<\?xml[^>]*>/, '')}</samlp:Response>`;
    },
  ],
])('wrapping: %s', async (_what, wrap) => {
  let wrapped = false;
  idp.change = (xml) => {
    const made = wrap(xml);
    wrapped = made !== xml && made.includes('admin') && made.includes('<Signature');
    return made;
  };
  const walker = createWalker();
  await refused(walker, () => signIn(walker));
  expect(wrapped).toBe(true);
});

test('a comment in a name does not cut it short', async () => {
  idp.nameId = `admin${count}.evil`;
  idp.attributes = { uid: `admin${count}.evil` };
  idp.change = (xml) => xml.replaceAll(`admin${count}.evil`, `admin${count}<!-- -->.evil`);
  const walker = createWalker();
  await signIn(walker);
  const { status, body } = await profile(walker);
  expect(status === 401 || body.username === `admin${count}.evil`).toBe(true);
});

test('an answer works once, and in the browser that asked', async () => {
  const [mine, other] = [createWalker(), createWalker()];
  const answer = await answerOf(mine);
  await answerOf(other);
  await refused(other, () => bring(other, answer));
  // It was shown already, in whichever browser.
  await refused(mine, () => bring(mine, answer));
  const again = createWalker();
  await signIn(again);
  expect((await profile(again)).body.username).toBe(person());
});

test('what was proved waits for the browser that asked, once', async () => {
  const [mine, other] = [createWalker(), createWalker()];
  const landing = await mine.until(`${server.url}${CALLBACK}`, (url) => url.pathname === '/core/auth/saml2/landing/', await answerOf(mine));
  await refused(other, () => other.go(landing.href));
  const late = createWalker();
  await refused(late, () => late.go(landing.href));
  await refused(mine, () => mine.go(landing.href));
});

test('people begin at the provider only where the settings say so', async () => {
  idp.over = { inResponseTo: undefined };
  const walker = createWalker();
  await refused(walker, () => signIn(walker));
  await set({ SAML2_IDP_INITIATED: true });
  const open = createWalker();
  const { SAMLResponse } = await answerOf(createWalker());
  await bring(open, { SAMLResponse, RelayState: '' });
  expect((await profile(open)).body.username).toBe(person());
});

test('a test says what the metadata hold, or what is wrong with them', async () => {
  const admin = await server.as('admin');
  const steps = async () => (await admin.post('settings/saml2/testing/')).body;
  const good = await steps();
  expect([good.ok, good.steps.length]).toEqual([true, 5]);
  await set({ SAML2_IDP_METADATA_URL: '' });
  const details: string[] = [];
  for (const xml of [
    '<a/>',
    idp.metadata().replaceAll(/<ds:X509Certificate>[^<]+/g, '<ds:X509Certificate>'),
    idp.metadata().replace('entityID=', 'validUntil="2020-01-01T00:00:00Z" entityID='),
  ]) {
    await set({ SAML2_IDP_METADATA_XML: xml });
    const { ok, steps: found } = await steps();
    expect(ok).toBe(false);
    details.push(found.at(-1).detail);
  }
  expect(details).toEqual(['IDPSSODescriptor: 0', 'X509Certificate', 'validUntil 2020-01-01T00:00:00Z']);
});
