import { type Api, createApi, createCookieJar, type Json } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startOpenidProvider } from '@postern/testkit/openid-provider';
import { ownCertificate } from '@postern/testkit/own-certificate';
import { until } from '@postern/testkit/until';
import { createWalker } from '@postern/testkit/walker';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import pg from 'pg';
import { expect, test } from 'vitest';
import { loginChain } from '../src/platform/audit/login-log.ts';
import { verifyChain } from '../src/platform/audit/verify.ts';
import { unwatched } from '../src/platform/feature.ts';
import { serverOfFile } from './harness.ts';
import { type Event, httpsReceiver } from './receivers.ts';
import { startRsyslog } from './rsyslog.ts';
import { signOnOf } from './sign-on.ts';

/** How somebody was proved to be who they are: in the log, under its chain, and with every receiver (docs/audit-forwarding.md#events). */

const certificate = ownCertificate();
const server = serverOfFile({ settings: { outboundAllow: ['127.0.0.1'] } });
const admin = forThisFile(() => server.as('admin'));

const code = (secret: string, steps: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Somebody with an authenticator, who logs in with it in a browser that they had used before. */
async function loggedInTwice(): Promise<{ username: string; browser: Api }> {
  const { username } = await createUser(admin, { mfa_level: 2 });
  const browser = createApi({ origin: server.url, cookies: createCookieJar() });
  await browser.get('/core/auth/login/');
  const password = () => browser.post('/core/auth/login/', { username, password: TEST_PASSWORD });
  expect((await password()).body.error).toBe('mfa_unset');
  const { body } = await browser.post('/core/auth/login/otp/start/', {});
  const secret = String(body.secret);
  expect((await browser.post('/core/auth/login/otp/', { code: code(secret, 0) })).status).toBe(200);
  await browser.get('/core/auth/logout/');
  await browser.get('/core/auth/login/');
  expect((await password()).body.error).toBe('mfa_required');
  const wrong = await browser.post('/core/auth/login/mfa/', { mfa_type: 'otp', code: '000000' });
  expect(wrong.body.error, JSON.stringify([wrong.status, wrong.body])).toBe('mfa_failed');
  expect((await browser.post('/core/auth/login/mfa/', { mfa_type: 'otp', code: code(secret, 1) })).status).toBe(200);
  return { username: String(username), browser };
}

test('receivers are told of a login by what method, factor and browser, and which login came of it', async () => {
  const siem = await httpsReceiver(certificate);
  const rsyslog = await startRsyslog(certificate);
  try {
    const receiver = { events: ['login'], ca: certificate.cert };
    const places: Json[] = [
      { name: 'siem', type: 'https', address: siem.url, token: 'Canary-login-facts-51c2!' },
      { name: 'syslog', type: 'syslog', address: `tls://127.0.0.1:${rsyslog.port}` },
    ];
    for (const place of places) expect((await admin.post('settings/audit-receivers/', { ...receiver, ...place })).status).toBe(201);
    const { username, browser } = await loggedInTwice();
    const [own] = (await browser.get<Json[]>('authentication/own-logins/')).body;
    await server.assembly.jobs.find(({ name }) => name === 'audit-forward')?.run(server.platform.systemContext('test'), {}, unwatched());
    const theirs = (events: readonly Event[]) => events.filter((event) => (event as unknown as Json).user?.name === username);
    const told = theirs(siem.taken.flatMap(({ events }) => events));
    expect(told.at(-1)).toMatchObject({
      class_uid: 3002,
      status: 'Success',
      is_mfa: true,
      auth_protocol: 'Password',
      auth_factors: [
        { factor_type_id: 11, factor_type: 'Password' },
        { factor_type_id: 7, factor_type: 'OTP' },
      ],
      session: { uid: own?.id, is_mfa: true },
      unmapped: { known_browser: true },
    });
    expect(told.at(-2)).toMatchObject({ status: 'Failure', status_detail: 'mfa_failed', auth_protocol: 'Password' });
    const written = await until('rsyslog has written it down', 10_000, () => {
      const all = rsyslog.received().map(({ text }) => JSON.parse(text.trim()) as Event);
      return theirs(all).length === told.length && theirs(all);
    });
    expect(written).toEqual(told);
    const [row] = (await admin.get<Json[]>('audits/login-logs/', { query: { username } })).body;
    expect(row).toMatchObject({ factor: 'One-time code', provider: '', login_id: own?.id, is_known: true });
  } finally {
    await rsyslog.stop();
    await siem.close();
  }
});

test('receivers are told which provider has proved somebody, and of which kind it is', async () => {
  const siem = await httpsReceiver(certificate);
  const provider = await startOpenidProvider(server.url);
  const { set } = signOnOf(() => server, 'OpenID Connect');
  try {
    await set({
      ...{ SITE_URL: server.url, AUTH_OPENID: true, AUTH_OPENID_PROVIDER_ENDPOINT: provider.issuer },
      ...{ AUTH_OPENID_CLIENT_ID: provider.clientId, AUTH_OPENID_CLIENT_SECRET: provider.clientSecret },
    });
    const receiver = { name: 'idp', type: 'https', address: siem.url, token: 'Canary-idp-77aa!', events: ['login'], ca: certificate.cert };
    expect((await admin.post('settings/audit-receivers/', receiver)).status).toBe(201);
    provider.people.set('pat', { name: 'Pat Doe', email: 'pat@corp.example' });
    const walker = createWalker();
    const page = await walker.go(`${server.url}/core/auth/openid/login/`);
    await walker.go(page.url.href, { login: 'pat' });
    await server.assembly.jobs.find(({ name }) => name === 'audit-forward')?.run(server.platform.systemContext('test'), {}, unwatched());
    const told = siem.taken.flatMap(({ events }) => events).findLast((event) => (event as unknown as Json).user?.name === 'pat');
    const [row] = (await admin.get<Json[]>('audits/login-logs/', { query: { username: 'pat' } })).body;
    expect(told).toMatchObject({ status: 'Success', actor: { idp: { name: 'openid' } } });
    expect(told).toMatchObject({ actor: { idp: { uid: expect.stringMatching(/^openid/) } } });
    expect(row?.backend).toBe('OpenID Connect');
  } finally {
    await set({ AUTH_OPENID: false });
    await provider.close();
    await siem.close();
  }
});

test('a key or a token that a program was given is a login without a second factor', async () => {
  const { username } = await createUser(admin);
  const { body } = await createApi({ origin: server.url }).post('authentication/auth/', { username, password: TEST_PASSWORD });
  expect(body.keyword).toBe('Bearer');
  const [row] = (await admin.get<Json[]>('audits/login-logs/', { query: { username } })).body;
  expect(row).toMatchObject({ factor: '', login_id: expect.stringMatching(/^[0-9a-f-]{36}$/), is_known: null });
});

test('facts are under the chain of the log: a row that loses or gains them is found, and rows without them hold', async () => {
  const owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  const alter = async (set: string): Promise<void> => {
    await owner.query('alter table login_logs disable trigger all');
    await owner.query(`update login_logs set ${set}`);
    await owner.query('alter table login_logs enable trigger all');
  };
  const broken = async () => (await verifyChain(server.db, loginChain)).broken?.kind;
  try {
    await server.anyone.post('authentication/auth/', { username: 'nobody-here', password: 'Wrong-password-1!' });
    const { rows } = await sql<{
      with: number;
      without: number;
      last: string;
    }>`select count(facts)::int as with, (count(*) - count(facts))::int as without,
      max(seq) as last from login_logs`.execute(server.db);
    expect(rows[0]?.with).toBeGreaterThan(0);
    expect(rows[0]?.without).toBeGreaterThan(0);
    expect(await broken()).toBeUndefined();
    await alter(`facts = facts || '{"factor": "passkey"}' where facts is not null`);
    expect(await broken()).toBe('altered');
    await alter(`facts = facts - 'factor' where facts->>'factor' = 'passkey' and seq > 0`);
    await alter(`facts = '{"factor": "otp"}' where facts is null`);
    expect(await broken()).toBe('altered');
  } finally {
    await owner.end();
  }
});
