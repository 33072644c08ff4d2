import { ORG, ROLE } from '@postern/contract/ids';
import { createApi, createCookieJar, type Json } from '@postern/testkit/api';
import { createOrganisation } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { dnOf, type Person, personOf, READER, SUFFIX, startSlapd } from '@postern/testkit/slapd';
import { sql } from 'kysely';
import { Attribute, Change, Client } from 'ldapts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { worked } from '../../../test/worked.ts';

// What rules of admission make of people of a real OpenLDAP server, at logins and syncs; and its groups within groups.

const PASSWORD = 'a-word-of-the-directory';
const RULES = 'settings/admission-rules/';
const group = (name: string, ou = 'groups'): string => `cn=${name},ou=${ou},${SUFFIX}`;
const person = (uid: string, given: Partial<Person> = {}): Person => personOf(uid, { ou: 'staff', password: PASSWORD, ...given });

let client: Client;
let branch: Json;

const server = serverOfFile({ settings: { outboundAllow: ['127.0.0.1'] } });
const admin = forThisFile(() => server.as('admin'));
const slapd = forThisFile(
  () =>
    startSlapd({
      people: [
        ...['ann', 'bob', 'cat', 'dan'].map((uid) => person(uid, { groups: ['ops'] })),
        person('eve', { groups: ['team'] }),
        // A group of the same short name, below a place where somebody else may write.
        person('mal', { groups: [] }),
      ],
    }),
  (it) => it.stop(),
);
beforeAll(async () => {
  branch = await createOrganisation(admin, { name: 'Branch' });
  client = new Client({ url: `ldap://127.0.0.1:${slapd.port}` });
  await client.bind(READER.dn, READER.password);
  await client.modify(dnOf(person('mal')), [change('add', 'memberOf', group('ops', 'people'))]);
  const made = (name: string, member: string, more: Record<string, string> = {}) =>
    client.add(group(name), { objectClass: ['groupOfNames', ...(more.memberOf ? ['accountLikeAd'] : [])], cn: name, member, ...more });
  // team is in division, as its own entry says; division is in company, as that says; and company is in team: a circle.
  await made('team', dnOf(person('eve')), { memberOf: group('division') });
  await made('division', group('team'));
  await made('company', group('division'));
  await client.modify(group('team'), [change('add', 'member', group('company'))]);
});
afterAll(async () => {
  await client?.unbind();
});
const change = (operation: 'add' | 'delete' | 'replace', type: string, value: string): Change =>
  new Change({ operation, modification: new Attribute({ type, values: [value] }) });

const set = (values: Json): Promise<void> => server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, values));
beforeEach(async () => {
  await set({
    AUTH_LDAP: true,
    AUTH_LDAP_SERVER_URI: `ldap://127.0.0.1:${slapd.port}`,
    AUTH_LDAP_START_TLS: false,
    AUTH_LDAP_BIND_DN: READER.dn,
    AUTH_LDAP_BIND_PASSWORD: READER.password,
    AUTH_LDAP_SEARCH_OU: `ou=staff,${SUFFIX}`,
    AUTH_LDAP_SEARCH_FILTER: '(&(objectClass=inetOrgPerson)(uid=%(user)s))',
    AUTH_LDAP_USER_ATTR_MAP: { username: 'uid', name: 'cn', email: 'mail' },
    AUTH_LDAP_NESTED_GROUPS: false,
    AUTH_LDAP_SYNC_ORG_IDS: [ORG.DEFAULT],
  });
  await sql`delete from admission_rules`.execute(server.db);
  await sql`delete from users where source = 'ldap'`.execute(server.db);
});

const logIn = async (username: string): Promise<Json> => {
  const answer = await createApi({ origin: server.url, cookies: createCookieJar() }).post<Json>('authentication/tokens/', {
    username,
    password: PASSWORD,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.user;
};
async function follow(): Promise<void> {
  const started = await admin.post<Json>('settings/ldap/sync/', { force: true });
  expect(started.status, JSON.stringify(started.body)).toBe(201);
  await worked(server, started.body.task);
}
const write = async (given: Json): Promise<void> => {
  const made = await admin.post<Json>(RULES, { name: `rule ${given.values}`, source: 'ldap', organization: branch.id, ...given });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
};
/** Usernames of the people of the directory in an organisation. */
async function members(orgId: string): Promise<string[]> {
  const { rows } = await sql<{ username: string }>`
    select distinct u.username from users u join role_bindings b on b.user_id = u.id
    where b.org_id = ${orgId} and u.source = 'ldap' order by 1`.execute(server.db);
  return rows.map(({ username }) => username);
}

test('whoever is in a group of the directory gets what the rule says, at the first login and at syncs; a group of the same short name elsewhere is another', async () => {
  await write({ values: [group('ops').toUpperCase()], org_roles: [ROLE.ORG_AUDITOR], system_role: ROLE.SYSTEM_AUDITOR });
  await logIn('ann');
  expect([await members(branch.id), await members(ORG.DEFAULT)]).toEqual([['ann'], []]);
  await follow();
  expect([await members(branch.id), await members(ORG.DEFAULT)]).toEqual([
    ['ann', 'bob', 'cat', 'dan'],
    ['eve', 'mal'],
  ]);
});

test('who leaves the group loses at the next sync what the rule gave, and who joins it gets it', async () => {
  await write({ values: [group('ops')] });
  await follow();
  await client.modify(dnOf(person('dan')), [change('delete', 'memberOf', group('ops'))]);
  await client.modify(dnOf(person('eve')), [change('add', 'memberOf', group('ops'))]);
  await follow();
  expect(await members(branch.id)).toEqual(['ann', 'bob', 'cat', 'eve']);
  await client.modify(dnOf(person('dan')), [change('add', 'memberOf', group('ops'))]);
  await client.modify(dnOf(person('eve')), [change('delete', 'memberOf', group('ops'))]);
});

test('an attribute that a rule names is asked for, and what holds secrets never is', async () => {
  await write({ attribute: 'MAIL', match: 'regex', values: ['(ann|bob)@corp\\.example'] });
  await write({ name: 'a secret', attribute: 'userPassword', match: 'regex', values: ['.*'] });
  await follow();
  expect(await members(branch.id)).toEqual(['ann', 'bob']);
  const { rows } = await sql<{ attributes: unknown }>`select attributes from directory_people`.execute(server.db);
  expect(JSON.stringify(rows)).toContain('ann@corp.example');
  expect(JSON.stringify(rows)).not.toMatch(/userPassword/i);
});

test('somebody of the directory is tried by name, as the directory has them now', async () => {
  await write({ name: 'of ops', values: [group('ops')] });
  const { body } = await admin.post<Json>(`${RULES}try/`, { source: 'ldap', username: 'ann' });
  expect(body).toMatchObject({
    attributes: { groups: [group('ops')] },
    rules: [{ name: 'of ops' }],
    org_roles: ['Branch: Organisation user'],
  });
  const nobody = await admin.post<Json>(`${RULES}try/`, { source: 'ldap', username: 'nobody' });
  expect([nobody.status, Object.keys(nobody.body)]).toEqual([400, ['username']]);
  expect(await members(branch.id)).toEqual([]);
});

test('who is in a group is in those that it is in, where the settings say so, and circles end', async () => {
  await write({ values: [group('company')] });
  await logIn('eve');
  expect(await members(branch.id)).toEqual([]);
  await set({ AUTH_LDAP_NESTED_GROUPS: true });
  await logIn('eve');
  expect(await members(branch.id)).toEqual(['eve']);
  await follow();
  expect(await members(branch.id)).toEqual(['eve']);
  const { rows } = await sql<{ groups: string[] }>`
    select attributes -> 'groups' as groups from directory_people where username = 'eve'`.execute(server.db);
  expect(rows[0]?.groups.map((dn) => dn.toLowerCase()).sort()).toEqual(['company', 'division', 'team'].map((name) => group(name)));
});
