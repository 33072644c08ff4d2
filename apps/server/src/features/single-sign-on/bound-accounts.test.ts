import { ROLE } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import { createOrganisation, createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startHostileProvider } from '@postern/testkit/hostile-provider';
import { createWalker } from '@postern/testkit/walker';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { signOnOf } from '../../../test/sign-on.ts';

// Accounts at other places that are bound to people: each sees their own, administrators those of people they may look at, and either takes one away
// where another way in is left.

const server = serverOfFile({ settings: { outboundAllow: ['127.0.0.1'] } });
const admin = forThisFile(() => server.as('admin'));
const forge = forThisFile(startHostileProvider, (it) => it.close());
const { profile, set } = signOnOf(() => server, 'OAuth2');

const OWN = 'authentication/bound-accounts/';
const of = ({ id }: Json) => `users/users/${id}/bound-accounts/`;
const OPENID = 'openid https://idp.example/realms/a b';
const confirm = (api: Api) => api.post('authentication/confirm/', { confirm_type: 'password', secret_key: TEST_PASSWORD });
const bind = (user: Json, provider: string, subject = `of ${user.username}`) =>
  sql`insert into external_identities (provider, subject, user_id) values (${provider}, ${subject}, ${user.id})`.execute(server.db);
const boundTo = async (user: Json): Promise<string[]> => {
  const { rows } = await sql<{ provider: string }>`select provider from external_identities where user_id = ${user.id} order by 1`.execute(
    server.db,
  );
  return rows.map(({ provider }) => provider);
};
const told = async (user: Json): Promise<string[]> => {
  const { rows } = await sql<{ subject: string }>`select c.subject ->> 'en' as subject from site_messages c
    join site_message_copies m on m.content_id = c.id where m.user_id = ${user.id}`.execute(server.db);
  return rows.map(({ subject }) => subject);
};
const noted = async (user: Json) =>
  (
    await sql<{ user_id: string; diff: Json }>`select user_id, diff from operate_logs
      where resource_id = ${user.id} and diff::text like '%bound_account%'`.execute(server.db)
  ).rows;

beforeEach(() => set({ ONLY_ALLOW_AUTH_FROM_SOURCE: true, AUTH_OPENID: false, AUTH_LDAP: true }));

describe('the own accounts', () => {
  test('are listed with the place, its word for the person and when they were used; those of others, of SCIM and of chat services are not', async () => {
    const [ann, bob] = [await createUser(admin), await createUser(admin)];
    await bind(ann, OPENID);
    await bind(ann, 'ldap', 'a1b2');
    await bind(ann, 'scim', 'record 7');
    await bind(ann, 'wecom ww4711', 'ann');
    await bind(bob, 'ldap', 'b1');
    const api = await server.as(ann.username);
    const { status, body } = await api.get<Json[]>(OWN);
    expect(status).toBe(200);
    const date = expect.stringMatching(/^\d{4}\/\d\d\/\d\d /);
    const common = { date_created: date, date_last_used: date, only_way_in: false };
    expect(body).toEqual([
      { provider: 'ldap', name: 'LDAP', where: '', subject: 'a1b2', ...common },
      { provider: OPENID, name: 'OpenID', where: 'https://idp.example/realms/a b', subject: `of ${ann.username}`, ...common },
    ]);
    expect((await server.anyone.get(OWN)).status).toBe(401);
  });

  test('are taken away by whoever has shown again that it is they, who is told, and the log has it', async () => {
    const [ann, bob] = [await createUser(admin), await createUser(admin)];
    await bind(ann, OPENID);
    await bind(bob, 'ldap', 'b2');
    const browser = await server.browser(ann.username);
    const refused = await browser.post<Json>(`${OWN}unbind/`, { provider: OPENID });
    expect([refused.status, refused.body.code]).toEqual([400, 'password']);
    expect(await boundTo(ann)).toEqual([OPENID]);
    await confirm(browser);
    expect((await browser.post<Json>(`${OWN}unbind/`, { provider: 'ldap' })).body.code).toBe('account_not_bound');
    expect((await browser.post<Json>(`${OWN}unbind/`, {})).status).toBe(400);
    expect((await browser.post(`${OWN}unbind/`, { provider: OPENID })).status).toBe(200);
    expect([await boundTo(ann), await boundTo(bob)]).toEqual([[], ['ldap']]);
    expect((await browser.get('users/profile/')).status).toBe(200);
    expect(JSON.stringify((await noted(ann)).map(({ diff }) => diff))).toContain(`of ${ann.username}`);
    expect(await told(ann)).toEqual(['OpenID account no longer bound']);
  });
});

describe('of somebody else', () => {
  test('whoever may look at people of the organisation sees them, and nobody else does', async () => {
    const org = await createOrganisation(admin);
    const [ann, stranger, nobody] = [
      await createUser(admin),
      await createUser(admin.inOrg(org.id), { org_roles: [ROLE.ORG_ADMIN] }),
      await createUser(admin),
    ];
    await bind(ann, 'ldap', 'c1');
    expect((await admin.get<Json[]>(of(ann))).body).toMatchObject([{ provider: 'ldap', subject: 'c1', only_way_in: false }]);
    expect((await (await server.as(nobody.username)).get(of(ann))).status).toBe(403);
    const other = (await server.as(stranger.username)).inOrg(org.id);
    for (const answer of [await other.get(of(ann)), await other.post(`${of(ann)}unbind/`, { provider: 'ldap' })])
      expect(answer.status).toBe(404);
    expect(await boundTo(ann)).toEqual(['ldap']);
  });

  test('whoever may change people takes one away after showing who they are; the sessions that it began end', async () => {
    await set({
      SITE_URL: server.url,
      AUTH_OAUTH2: true,
      AUTH_OAUTH2_CLIENT_ID: forge.clientId,
      AUTH_OAUTH2_CLIENT_SECRET: forge.clientSecret,
      AUTH_OAUTH2_PROVIDER_AUTHORIZATION_ENDPOINT: `${forge.issuer}/auth`,
      AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT: `${forge.issuer}/token`,
      AUTH_OAUTH2_PROVIDER_USERINFO_ENDPOINT: `${forge.issuer}/userinfo`,
      AUTH_OAUTH2_USER_ATTR_MAP: { name: 'name', username: 'preferred_username', email: 'email' },
    });
    const walker = createWalker();
    await walker.go(`${server.url}/core/auth/oauth2/login/`);
    const pat = (await profile(walker)).body;
    const [{ provider }] = (await admin.get<[{ provider: string }]>(of(pat))).body;
    const boss = await createUser(admin, { system_roles: [ROLE.SYSTEM_ADMIN] });
    const browser = await server.browser(boss.username);
    const url = `${of(pat)}unbind/`;
    expect((await browser.post(url, { provider })).status).toBe(412);
    await confirm(browser);
    // They came by it, and have no other way in.
    expect((await browser.get<Json[]>(of(pat))).body).toMatchObject([{ provider, only_way_in: true }]);
    expect((await browser.post<Json>(url, { provider })).body.code).toBe('last_way_in');
    // One that opens nothing, because its kind is switched off, is no way in.
    await bind(pat, OPENID);
    expect((await browser.post<Json>(url, { provider })).body.code).toBe('last_way_in');
    await set({ AUTH_OPENID: true, AUTH_OPENID_PROVIDER_ENDPOINT: 'https://idp.example', AUTH_OPENID_CLIENT_ID: 'postern' });
    // Neither is a password of a directory for whoever comes from elsewhere, while people log in where they come from alone.
    await set({ AUTH_OPENID: false });
    await bind(pat, 'ldap', 'p1');
    expect((await browser.post<Json>(url, { provider })).body.code).toBe('last_way_in');
    expect(await boundTo(pat)).toHaveLength(3);
    expect((await profile(walker)).status).toBe(200);
    await set({ ONLY_ALLOW_AUTH_FROM_SOURCE: false });
    expect((await browser.post(url, { provider })).status).toBe(200);
    expect(await boundTo(pat)).toEqual(['ldap', OPENID]);
    expect((await profile(walker)).status).toBe(401);
    expect((await noted(pat)).map(({ user_id }) => user_id)).toEqual([boss.id]);
    expect(await told(pat)).toEqual(['OAuth2 account no longer bound']);
  });

  test('who has two at once taken away keeps the one that is left', async () => {
    const ann = await createUser(admin, { source: 'ldap' });
    await set({ ONLY_ALLOW_AUTH_FROM_SOURCE: false, AUTH_RADIUS: true });
    await bind(ann, 'ldap', 'd1');
    await bind(ann, 'radius', 'd1');
    const answers = await Promise.all(['ldap', 'radius'].map((provider) => admin.post(`${of(ann)}unbind/`, { provider })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await boundTo(ann)).toHaveLength(1);
  });
});
