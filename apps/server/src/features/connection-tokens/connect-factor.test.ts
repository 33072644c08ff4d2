import { signedRequest } from '@postern/client/component-request';
import type { Api, Json } from '@postern/testkit/api';
import {
  createAccount,
  createHost,
  createOrganisation,
  createPermission,
  createUser,
  TEST_PASSWORD,
  uniqueName,
} from '@postern/testkit/factories';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { beforeAll, describe, expect, test } from 'vitest';
import { BOOTSTRAP_TOKEN, LOCAL_PROOF, serverOfFile } from '../../../test/harness.ts';

/** Asset login rules that ask for a second factor: who connects shows one now, and nothing gets around it. */

const TOKENS = 'authentication/connection-token/';
const SUPER = 'authentication/super-connection-token/';
const SECRET = new Secret({ size: 20 }).base32;
/** Of this moment, or of so many steps later. */
const code = (steps = 0) => new TOTP({ secret: Secret.fromBase32(SECRET) }).generate({ timestamp: Date.now() + steps * 30_000 });
const MINUTE = 60_000;
const codes = ({ status, body }: { status: number; body: Json }) => [status, body.code];

let admin: Api;
let orgId: string;
let component: (method: 'POST' | 'PATCH', path: string, body: unknown) => Promise<{ status: number; body: Json }>;

const server = serverOfFile();
beforeAll(async () => {
  const root = await server.as('admin');
  orgId = (await createOrganisation(root)).id;
  admin = root.inOrg(orgId);
  const made = await server.anyone.post(
    'terminal/terminal-registrations/',
    { name: uniqueName('koko'), type: 'koko', comment: '' },
    { headers: { authorization: `BootstrapToken ${BOOTSTRAP_TOKEN}`, 'x-postern-local': LOCAL_PROOF } },
  );
  const request = signedRequest(server.url, made.body.service_account.access_key);
  component = (method, path, body) =>
    request<Json>({ method, path: `/api/v1/${path}`, body }).then(
      (answer) => ({ status: 200, body: answer }),
      (error: { status: number; code: string; detail: string }) => ({
        status: error.status,
        body: { code: error.code, detail: error.detail },
      }),
    );
});

/** Somebody in a browser, who may log in as root on a host of their own. */
async function somebody({ factor = true, rule = true }: { factor?: boolean; rule?: boolean } = {}) {
  const user = await createUser(admin);
  const host = await createHost(admin);
  await createAccount(admin, host.id, { username: 'root', name: 'root', secret: 'canary-of-root' });
  await createPermission(admin, { users: [user.id], assets: [host.id], accounts: ['@ALL'], actions: ['connect'] });
  const browser = (await server.browser(user.username)).inOrg(orgId);
  const other = (await server.browser(user.username)).inOrg(orgId);
  const program = (await server.as(user.username)).inOrg(orgId);
  // Whoever has one would be asked for it at the login.
  if (factor) await enrol(user.id);
  const about = { asset: host.id, account: 'root', protocol: 'ssh', connect_method: 'web_cli' };
  const who = {
    user,
    host,
    about,
    browser,
    other,
    program,
    ask: (by: Api = browser, query: Json = {}) => by.post<Json>(TOKENS, about, { query }),
    prove: async () =>
      expect((await browser.post('authentication/confirm/', { confirm_type: 'mfa', mfa_type: 'otp', secret_key: code() })).body).toBe('ok'),
    rule: async (more: Json = {}) => {
      const made = await admin.post<Json>('acls/login-asset-acls/', {
        name: uniqueName('factor'),
        priority: 50,
        action: 'mfa',
        users: { type: 'ids', ids: [user.id] },
        assets: { type: 'ids', ids: [host.id] },
        accounts: ['@ALL'],
        rules: { ip_group: ['*'], time_period: [] },
        ...more,
      });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      return made.body;
    },
  };
  if (rule) await who.rule();
  return who;
}

const enrol = (id: string) =>
  sql`update users set otp_secret = ${server.platform.secrets.encrypt(SECRET)} where id = ${id}`.execute(server.db);

describe('who connects in a browser', () => {
  test('is let in once a second factor was shown there, for a few minutes, and in no other browser', async () => {
    const who = await somebody();
    const refused = await who.ask();
    expect([refused.status, refused.body]).toMatchObject([412, { type: 'user_confirm_required', code: 'mfa' }]);
    // Agreeing to a review is no second factor.
    expect((await who.ask(who.browser, { create_ticket: 1 })).status).toBe(412);
    await who.prove();
    const made = await who.ask();
    expect(made.status).toBe(201);
    expect((await who.ask(who.other)).status).toBe(412);
    await sql`update login_sessions set data = jsonb_set(data, '{confirm,at}', to_jsonb(${Date.now() - 6 * MINUTE}::bigint))
      where user_id = ${who.user.id} and data ? 'confirm'`.execute(server.db);
    expect((await who.ask()).status).toBe(412);
    // A new one like an earlier one is asked about like a new one.
    expect((await who.browser.post(`${TOKENS}exchange/`, { id: made.body.id })).status).toBe(412);
  });

  test('and has no factor is told to set one up, and a password is none', async () => {
    const who = await somebody({ factor: false });
    expect(codes(await who.ask())).toEqual([403, 'second_factor_missing']);
    const proof = { confirm_type: 'password', secret_key: TEST_PASSWORD };
    expect((await who.browser.post('authentication/confirm/', proof)).body).toBe('ok');
    expect(codes(await who.ask())).toEqual([403, 'second_factor_missing']);
  });

  test('is asked whatever setting spares confirmations elsewhere', async () => {
    const who = await somebody();
    const spare = (on: boolean) =>
      server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, { SECURITY_VIEW_AUTH_NEED_MFA: on }));
    await spare(false);
    const answer = await who.ask();
    await spare(true);
    expect(answer.status).toBe(412);
  });

  test('is not asked where a rule that is looked at first decides, and refused where that refuses', async () => {
    const who = await somebody();
    await who.rule({ action: 'accept', priority: 60 });
    expect((await who.ask()).status).toBe(201);
    await who.rule({ action: 'reject', priority: 70 });
    await who.prove();
    expect(codes(await who.ask())).toEqual([400, 'acl_reject']);
  });
});

describe('whoever has nobody to ask', () => {
  test('a key or a token of the API is refused, also while the browser of the same person has confirmed', async () => {
    const who = await somebody();
    await who.prove();
    const refused = await who.ask(who.program);
    expect(codes(refused)).toEqual([403, 'acl_factor']);
    expect(refused.body.detail).toMatch(/second factor/);
  });

  test('a component that asks for somebody is refused, with and without tokens, until it brings a code of theirs, for one connection', async () => {
    const who = await somebody();
    await who.prove();
    const answer = await component('POST', SUPER, { ...who.about, user: who.user.id, remote_addr: '192.0.2.7' });
    expect(codes(answer)).toEqual([403, 'acl_factor_code']);
    const brought = (factor: string) => component('POST', SUPER, { ...who.about, user: who.user.id, remote_addr: '192.0.2.7', factor });
    expect(codes(await brought('000000'))).toEqual([403, 'second_factor_wrong']);
    const used = code(1);
    expect((await brought(used)).body).toMatchObject({ user: { id: who.user.id }, is_active: true });
    // A code is good once, and for the one connection that it came with.
    expect(codes(await brought(used))).toEqual([403, 'second_factor_wrong']);
    expect(codes(await component('POST', SUPER, { ...who.about, user: who.user.id }))).toEqual([403, 'acl_factor_code']);
    const check = { user_id: who.user.id, asset_id: who.host.id, account_username: 'root' };
    expect(codes(await component('POST', 'acls/login-asset/check/', check))).toEqual([403, 'acl_factor']);
  });
});

describe('what was made before the rule', () => {
  test('a token opens its one session, like where a review is asked for since; one that is reusable opens none', async () => {
    const who = await somebody({ rule: false });
    await server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, { CONNECTION_TOKEN_REUSABLE: true }));
    const [once, kept, later] = [(await who.ask()).body, (await who.ask()).body, (await who.ask()).body];
    const reuse = ({ id }: Json) => who.browser.patch<Json>(`${TOKENS}${id}/reuse/`, { is_reusable: true });
    expect((await reuse(kept)).status).toBe(200);
    await who.rule();
    expect((await component('POST', `${SUPER}secret/`, { id: once.id, expire_now: true })).status).toBe(200);
    expect(codes(await component('POST', `${SUPER}secret/`, { id: kept.id }))).toEqual([403, 'permission_denied']);
    // Nor is a confirmation of five minutes made one of thirty days.
    await who.prove();
    expect(codes(await reuse(later))).toEqual([403, 'permission_denied']);
    expect(codes(await reuse((await who.ask()).body))).toEqual([403, 'permission_denied']);
  });
});
