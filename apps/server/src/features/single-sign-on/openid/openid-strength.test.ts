import { forThisFile } from '@postern/testkit/for-this-file';
import { startHostileProvider } from '@postern/testkit/hostile-provider';
import { type OpenidProvider, startOpenidProvider } from '@postern/testkit/openid-provider';
import { createWalker, type Walker } from '@postern/testkit/walker';
import { beforeEach, expect, test } from 'vitest';
import { serverOfFile } from '../../../../test/harness.ts';
import { signOnOf } from '../../../../test/sign-on.ts';

// How strongly a provider has proved somebody: asked for, required, and taken for our second factor, as its signed token says it.

const server = serverOfFile({ settings: { outboundAllow: ['127.0.0.1'] } });
const provider = forThisFile(
  () => startOpenidProvider(server.url),
  (it) => it.close(),
);
const liar = forThisFile(startHostileProvider, (it) => it.close());

const { confirmed, profile, refused, set } = signOnOf(() => server, 'OpenID Connect');
const [PASSWORD, MFA] = ['urn:example:password', 'urn:example:mfa'];
const at = ({ issuer, clientId, clientSecret }: Pick<OpenidProvider, 'issuer' | 'clientId' | 'clientSecret'>) => ({
  AUTH_OPENID_PROVIDER_ENDPOINT: issuer,
  AUTH_OPENID_CLIENT_ID: clientId,
  AUTH_OPENID_CLIENT_SECRET: clientSecret,
});
beforeEach(async () => {
  liar.says = {};
  await set({
    SITE_URL: server.url,
    AUTH_OPENID: true,
    ...at(provider),
    AUTH_OPENID_ACR_VALUES: '',
    AUTH_OPENID_ACR_REQUIRED: false,
    AUTH_OPENID_MFA_VALUES: '',
    SECURITY_MFA_AUTH: 0,
    SECURITY_MFA_AUTH_ENABLED_FOR_THIRD_PARTY: true,
  });
});

const START = '/core/auth/openid/login/';
let count = 0;
/** Somebody new, of whom the provider says that it proved them so. */
function person(shown: { acr?: string; amr?: string[] }): string {
  count += 1;
  provider.shown.set(`strong${count}`, shown);
  return `strong${count}`;
}
async function signIn(walker: Walker, name: string) {
  const page = await walker.go(`${server.url}${START}`);
  return walker.go(page.url.href, { login: name });
}
const row = async (username: string) => {
  const admin = await server.as('admin');
  return (await admin.get('audits/login-logs/', { query: { username, oid: 'ROOT', limit: 1 } })).body.results[0];
};

test('a strength that is required is asked for, and nobody gets in by less', async () => {
  await signIn(createWalker(), person({}));
  expect(provider.asked.at(-1)?.has('acr_values')).toBe(false);
  await set({ AUTH_OPENID_ACR_VALUES: `${MFA}, ${PASSWORD}` });
  const free = createWalker();
  const name = person({});
  await signIn(free, name);
  expect(provider.asked.at(-1)?.get('acr_values')).toBe(`${MFA} ${PASSWORD}`);
  // Asked for and not required: it is as the provider likes.
  expect((await profile(free)).body.username).toBe(name);
  await set({ AUTH_OPENID_ACR_VALUES: MFA, AUTH_OPENID_ACR_REQUIRED: true });
  for (const shown of [{}, { acr: PASSWORD }, { acr: PASSWORD, amr: [MFA] }]) {
    const walker = createWalker();
    await refused(walker, () => signIn(walker, person(shown)), 'external_weak');
  }
  const strong = createWalker();
  const other = person({ acr: MFA });
  await signIn(strong, other);
  expect((await profile(strong)).body.username).toBe(other);
});

test('a requirement that names nothing lets nobody in, and the test says so', async () => {
  await set({ AUTH_OPENID_ACR_REQUIRED: true });
  const walker = createWalker();
  await refused(walker, () => signIn(walker, person({ acr: MFA })), 'external_weak');
  const { body } = await (await server.as('admin')).post('settings/oidc/testing/');
  expect([body.ok, body.steps.at(-1).detail]).toEqual([false, 'AUTH_OPENID_ACR_VALUES']);
});

test('whoever shows a second factor there is not asked for ours, and the log says what they showed', async () => {
  await set({ SECURITY_MFA_AUTH: 1, AUTH_OPENID_MFA_VALUES: `otp hwk ${MFA}` });
  for (const shown of [{}, { acr: PASSWORD, amr: ['pwd'] }]) {
    const walker = createWalker();
    await signIn(walker, person(shown));
    expect([(await profile(walker)).status, (await confirmed(walker)).error]).toEqual([401, 'mfa_unset']);
  }
  for (const [shown, assurance] of [
    [{ acr: MFA }, MFA],
    [{ amr: ['pwd', 'otp'] }, 'pwd otp'],
    [{ acr: PASSWORD, amr: ['pwd', 'hwk'] }, `${PASSWORD}; pwd hwk`],
  ] as const) {
    const walker = createWalker();
    const name = person({ ...shown, ...('amr' in shown ? { amr: [...shown.amr] } : {}) } as { acr?: string; amr?: string[] });
    await signIn(walker, name);
    expect((await profile(walker)).body.username).toBe(name);
    expect(await row(name)).toMatchObject({ assurance, factor: 'Asked for by the identity provider', mfa: { value: 1 } });
  }
  // Nothing counts unless somebody has said that it does.
  await set({ AUTH_OPENID_MFA_VALUES: '' });
  const walker = createWalker();
  await signIn(walker, person({ acr: MFA, amr: ['otp'] }));
  expect((await confirmed(walker)).error).toBe('mfa_unset');
});

test('what the user information says of it does not count, nor what only looks like it', async () => {
  await set({ ...at(liar), SECURITY_MFA_AUTH: 1, AUTH_OPENID_MFA_VALUES: 'otp', AUTH_OPENID_ACR_VALUES: 'otp' });
  const answers = (claims: object, userinfo = {}) => {
    count += 1;
    const who = { sub: `s${count}`, preferred_username: `answered${count}`, email: `s${count}@corp.example` };
    liar.says = { claims: { ...who, ...claims }, userinfo: { ...who, ...userinfo } };
  };
  for (const [claims, userinfo] of [
    [{}, { acr: 'otp', amr: ['otp'] }],
    [{ acr: ['otp'], amr: 'otp' }],
    [{ acr: 'otp2', amr: ['not otp', { value: 'otp' }] }],
  ] as const) {
    answers(claims, userinfo);
    const walker = createWalker();
    await walker.go(`${server.url}${START}`);
    expect([(await profile(walker)).status, (await confirmed(walker)).error]).toEqual([401, 'mfa_unset']);
  }
  await set({ AUTH_OPENID_ACR_REQUIRED: true });
  answers({ acr: null }, { acr: 'otp' });
  const walker = createWalker();
  await refused(walker, () => walker.go(`${server.url}${START}`), 'external_weak');
});
