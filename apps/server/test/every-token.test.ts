import { ORG, ROLE } from '@postern/contract/ids';
import { signedHeaders } from '@postern/contract/signature';
import { type Api, createApi, createCookieJar, type Json } from '@postern/testkit/api';
import { createHost, createOrganisation, createPermission, createUser, TEST_PASSWORD, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { serverOfFile } from './harness.ts';
import { registerComponent } from './matrix/actors.ts';

/**
 * Everything that stands for a person without their password: none of it opens anything for somebody who was switched off, whose time is over or who is
 * gone, after it has lapsed, or where its owner has no right. A new kind is a line of `TOKENS`.
 */

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
let component: { id: string; secret: string };
let elsewhere: string;
beforeAll(async () => {
  await server.platform.asSystem('test', (ctx) =>
    server.platform.systemSettings.set(ctx, { AUTH_TEMP_TOKEN: true, AUTH_SSO: true, SCIM_ENABLED: true, SITE_URL: server.url }),
  );
  component = (await registerComponent(server)).key;
  elsewhere = String((await createOrganisation(admin)).id);
});

interface Owner {
  user: Json;
  /** Logged in, and confirmed to be them a moment ago. */
  browser: Api;
}
interface Held {
  /** Whether it opens what it is for. */
  opens(): Promise<boolean>;
  /** Lets its time run out. */
  lapse(): Promise<unknown>;
  /** Calls by it, of those that last: what it answers in an organisation. */
  in?(org: string): Promise<number>;
}

const PROFILE = '/api/v1/users/profile/';
const USERS = '/api/v1/users/users/';
const LOGIN = '/core/auth/login/';
const PROGRAMS = 'users/service-accounts/';
/** Its owner is no person. */
const PROGRAM_KEY = 'a key of a service account';
const bearing = (authorization: string): Api => createApi({ origin: server.url, headers: { authorization } });
const signed = (key: { id: string; secret: string }): Api =>
  createApi({
    origin: server.url,
    cookies: createCookieJar(),
    sign: (method, path) => signedHeaders(key, method, path, new Date().toUTCString(), { once: true }),
  });
/** Something that is shown with each call. */
const lasting = (api: Api, lapse: () => Promise<unknown>, path = PROFILE): Held => ({
  opens: async () => (await api.get(path)).status === 200,
  lapse,
  in: async (org) => (await api.inOrg(org).get(USERS)).status,
});
const run = (statement: ReturnType<typeof sql>): Promise<unknown> => statement.execute(server.db);
const made = async <T>(answer: Promise<{ status: number; body: unknown }>): Promise<T> => {
  const { status, body } = await answer;
  expect([200, 201], JSON.stringify(body)).toContain(status);
  return body as T;
};
const stranger = async (): Promise<Api> => {
  const browser = createApi({ origin: server.url, cookies: createCookieJar() });
  await browser.get(LOGIN);
  return browser;
};

async function privateToken({ browser, user }: Owner, scheme: string, path?: string): Promise<Held> {
  const { token } = await made<{ token: string }>(browser.post('users/profile/private-token/', {}));
  const over = () => run(sql`update private_tokens set date_expired = now() - interval '1 second' where user_id = ${user.id}`);
  return lasting(bearing(`${scheme} ${token}`), over, path);
}

/** A program with an account of its own; what happens to accounts of people happens to it at its own address. */
async function programOwner(): Promise<Owner> {
  const sponsor = (await createUser(admin)).id;
  const asked = { name: uniqueName('program'), org_roles: [ROLE.ORG_ADMIN], sponsor, date_expired: null };
  const user = await made<Json>(admin.post(PROGRAMS, asked));
  return { user, browser: admin };
}

const TOKENS: Readonly<Record<string, (owner: Owner) => Promise<Held>>> = {
  'the session of a browser': async ({ browser, user }) =>
    lasting(browser, () => run(sql`update login_sessions set expires_at = now() - interval '1 second' where user_id = ${user.id}`)),
  'a bearer token': async ({ user }) => {
    const asked = { username: user.username, password: TEST_PASSWORD };
    const { token } = await made<{ token: string }>((await stranger()).post('authentication/auth/', asked));
    return lasting(bearing(`Bearer ${token}`), () =>
      run(sql`update bearer_tokens set expires_at = now() - interval '1 second' where user_id = ${user.id}`),
    );
  },
  'a private token': (owner) => privateToken(owner, 'Token'),
  'a private token as bearer': (owner) => privateToken(owner, 'Bearer'),
  'a private token at SCIM': (owner) => privateToken(owner, 'Bearer', '/scim/v2/Users'),
  'an access key': async ({ browser, user }) => {
    const key = await made<{ id: string; secret: string }>(browser.post('authentication/access-keys/', {}));
    return lasting(signed(key), () =>
      run(sql`update access_keys set date_expired = now() - interval '1 second' where user_id = ${user.id}`),
    );
  },
  [PROGRAM_KEY]: async ({ user }) => {
    const key = await made<{ id: string; secret: string }>(admin.post(`${PROGRAMS}${user.id}/keys/`, {}));
    return lasting(signed(key), () =>
      run(sql`update access_keys set date_expired = now() - interval '1 second' where user_id = ${user.id}`),
    );
  },
  'a temporary password': async ({ browser, user }) => {
    const { secret } = await made<{ secret: string }>(browser.post('authentication/temp-tokens/', {}));
    return {
      opens: async () => (await (await stranger()).post(LOGIN, { username: user.username, password: secret })).status === 200,
      lapse: () => run(sql`update temp_tokens set date_expired = now() - interval '1 second' where user_id = ${user.id}`),
    };
  },
  'a temporary password at the SSH door': async ({ browser, user }) => {
    const { secret } = await made<{ secret: string }>(browser.post('authentication/temp-tokens/', {}));
    const asked = { username: user.username, password: secret, public_key: '', remote_addr: '198.51.100.20', login_type: 'T' };
    return {
      opens: async () => (await signed(component).post('authentication/tokens/', asked)).status === 201,
      lapse: () => run(sql`update temp_tokens set date_expired = now() - interval '1 second' where user_id = ${user.id}`),
    };
  },
  'a link that logs in': async ({ user }) => {
    const { login_url: link } = await made<{ login_url: string }>(admin.post('authentication/sso/login-url/', { username: user.username }));
    const { pathname, search } = new URL(link);
    return {
      async opens() {
        const browser = await stranger();
        await browser.get(`${pathname}${search}`, { redirect: 'manual' } as never);
        return (await browser.get(PROFILE)).status === 200;
      },
      lapse: () => run(sql`update login_links set expires_at = now() - interval '1 second' where user_id = ${user.id}`),
    };
  },
  'a program that was let in': async ({ browser, user }) => {
    const program = await stranger();
    const { key, code } = await made<{ key: string; code: string }>(program.post('authentication/device-logins/'));
    expect((await browser.post(`authentication/device-logins/${code}/approve/`)).status).toBe(204);
    return {
      opens: async () => (await program.post('authentication/device-logins/token/', { key })).status === 201,
      lapse: () => run(sql`update device_logins set expires_at = now() - interval '1 second' where user_id = ${user.id}`),
    };
  },
  'a connection token': async ({ browser, user }) => {
    const host = await createHost(admin);
    await createPermission(admin, { users: [user.id], assets: [host.id], accounts: ['@INPUT'], actions: ['connect'] });
    const asked = {
      asset: host.id,
      account: '@INPUT',
      protocol: 'ssh',
      connect_method: 'web_cli',
      input_username: 'me',
      input_secret: 'x',
    };
    const { id } = await made<{ id: string }>(browser.inOrg(ORG.DEFAULT).post('authentication/connection-token/', asked));
    return {
      opens: async () => (await signed(component).post('authentication/super-connection-token/secret/', { id })).status < 300,
      lapse: () => run(sql`update connection_tokens set date_expired = now() - interval '1 second' where user_id = ${user.id}`),
    };
  },
};

async function owner(kind: string): Promise<Owner> {
  if (kind === PROGRAM_KEY) return programOwner();
  const user = await createUser(admin, { org_roles: [ROLE.ORG_ADMIN] });
  const browser = await server.browser(String(user.username));
  await browser.post('authentication/confirm/', { confirm_type: 'password', secret_key: TEST_PASSWORD });
  return { user, browser };
}

/** Nothing was revoked: whoever is shown the token has to find it out. Who somebody is, is believed for fifteen seconds, unless it is told. */
async function only(statement: ReturnType<typeof sql>): Promise<void> {
  await run(statement);
  await server.platform.asSystem('test', async (ctx) => server.platform.identityChanged(ctx));
}

/** What may happen to an owner. */
const ENDS: Readonly<Record<string, (user: Json, accounts: string) => Promise<unknown>>> = {
  'switched off': async ({ id }, accounts) => expect((await admin.patch(`${accounts}${id}/`, { is_active: false })).status).toBe(200),
  deleted: async ({ id }, accounts) => expect((await admin.delete(`${accounts}${id}/`)).status).toBe(204),
  'switched off in the table alone': ({ id }) => only(sql`update users set is_active = false where id = ${id}`),
  'of yesterday': ({ id }) => only(sql`update users set date_expired = now() - interval '1 second' where id = ${id}`),
};

describe.each(Object.keys(TOKENS))('%s', (kind) => {
  const of = async (one: Owner): Promise<Held> => (TOKENS[kind] as (given: Owner) => Promise<Held>)(one);

  test('opens for its owner, and nothing after its time', async () => {
    const one = await owner(kind);
    const held = await of(one);
    expect(await held.opens()).toBe(true);
    const late = await of(one);
    await late.lapse();
    expect(await late.opens()).toBe(false);
  });

  test.each(Object.keys(ENDS))('opens nothing for an owner who is %s', async (how) => {
    const one = await owner(kind);
    const held = await of(one);
    await ENDS[how]?.(one.user, kind === PROGRAM_KEY ? PROGRAMS : 'users/users/');
    expect(await held.opens()).toBe(false);
  });

  test('where it lasts, opens no organisation that its owner is none of', async () => {
    const held = await of(await owner(kind));
    if (!held.in) return;
    expect(await held.in(ORG.DEFAULT)).toBe(200);
    expect([403, 404]).toContain(await held.in(elsewhere));
  });
});
