import { ORG, ROLE } from '@postern/contract/ids';
import type { Json } from '@postern/testkit/api';
import { createGroup, createOrganisation, createUser } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { admit, type ExternalPerson } from './index.ts';

// Rules that say what people of other places get here: whom they are about, what they give and take again, and what nobody gets by them.

const RULES = 'settings/admission-rules/';
let branch: Json;
let dba: Json;
let elsewhere: Json;
const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
beforeAll(async () => {
  branch = await createOrganisation(admin, { name: 'Branch' });
  dba = (await admin.post('users/groups/', { name: 'DBA' }, { query: { oid: branch.id } })).body;
  elsewhere = await createGroup(admin, { name: 'Staff of the default organisation' });
});
beforeEach(async () => {
  for (const { id } of (await admin.get<Json[]>(RULES)).body) await admin.delete(`${RULES}${id}/`);
});

let count = 0;
function person(given: Partial<ExternalPerson> = {}): ExternalPerson {
  count += 1;
  const username = given.username ?? `ruled${count}`;
  return { provider: 'openid', source: 'openid', subject: `r-${username}`, username, name: 'Pat', email: '', update: true, ...given };
}
const come = async (given: ExternalPerson): Promise<string> => {
  const { platform } = server;
  const newcomer = { identityChanged: () => undefined, leaving: [], joined: async () => undefined };
  const admission = await admit({ settings: platform.systemSettings, system: platform, newcomer, waits: async () => undefined }, given);
  if ('refused' in admission) throw new Error(`refused: ${admission.refused}`);
  return admission.userId;
};
const write = async (given: Json): Promise<Json> => {
  const rule = { name: `rule ${given.values}`, values: ['admins'], organization: branch.id, ...given };
  const made = await admin.post<Json>(RULES, rule);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body;
};
const refusal = async (given: Json): Promise<Json> => {
  const made = await admin.post<Json>(RULES, { name: 'not taken', values: ['admins'], organization: branch.id, ...given });
  expect(made.status, JSON.stringify(made.body)).toBe(400);
  return made.body;
};
/** What somebody holds: system roles, and roles and groups in the branch and in the default organisation. */
async function holds(id: string): Promise<Json> {
  const of = async (oid: string) => (await admin.get<Json>(`users/users/${id}/`, { query: { oid } })).body;
  const [all, there, here] = [await of('ROOT'), await of(String(branch.id)), await of(ORG.DEFAULT)];
  const names = (list: Json[] | undefined): string[] => (list ?? []).map((one) => one.display_name ?? one.name).sort();
  return { system: names(all.system_roles), branch: names(there.org_roles), groups: names(there.groups), default: names(here.org_roles) };
}

test('somebody of a group gets roles and groups of an organisation, and has no place elsewhere; whom no rule is about comes into the default one', async () => {
  await write({ org_roles: [ROLE.ORG_AUDITOR], groups: [dba.id], system_role: ROLE.SYSTEM_AUDITOR });
  const id = await come(person({ attributes: { groups: ['staff', 'admins'] } }));
  expect(await holds(id)).toEqual({ system: ['System auditor', 'User'], branch: ['Organisation auditor'], groups: ['DBA'], default: [] });
  const other = await come(person({ attributes: { groups: ['administrators'] } }));
  expect(await holds(other)).toEqual({ system: ['User'], branch: [], groups: [], default: ['Organisation user'] });
});

test('what no longer holds is taken again at the next login, and what somebody was given by hand stays', async () => {
  await write({ org_roles: [ROLE.ORG_AUDITOR], groups: [dba.id], system_role: ROLE.SYSTEM_AUDITOR });
  const given = person({ attributes: { groups: ['admins'] } });
  const id = await come(given);
  const byHand = { org_roles: [ROLE.ORG_AUDITOR, ROLE.ORG_USER] };
  expect((await admin.patch(`users/users/${id}/`, byHand, { query: { oid: branch.id } })).status).toBe(200);
  await come({ ...given, attributes: { groups: [] } });
  expect(await holds(id)).toEqual({ system: ['User'], branch: ['Organisation user'], groups: [], default: [] });
  await come(given);
  expect(await holds(id)).toMatchObject({ system: ['System auditor', 'User'], groups: ['DBA'] });
});

test('a role that somebody had before a rule gave it is never taken by one', async () => {
  const given = person();
  const id = await come(given);
  await admin.patch(`users/users/${id}/`, { system_roles: [ROLE.USER, ROLE.SYSTEM_AUDITOR] }, { query: { oid: 'ROOT' } });
  await write({ organization: null, system_role: ROLE.SYSTEM_AUDITOR });
  await come({ ...given, attributes: { groups: ['admins'] } });
  await come({ ...given, attributes: {} });
  expect((await holds(id)).system).toEqual(['System auditor', 'User']);
});

test('whose last role in an organisation is taken leaves its groups as well, those given by hand included', async () => {
  await write({});
  const given = person({ attributes: { groups: ['admins'] } });
  const id = await come(given);
  expect((await holds(id)).branch).toEqual(['Organisation user']);
  await come({ ...given, attributes: {} });
  expect((await holds(id)).branch).toEqual([]);
});

test('what two places give stays until neither says so', async () => {
  await write({ system_role: ROLE.SYSTEM_AUDITOR });
  const one = person({ attributes: { groups: ['admins'] } });
  const id = await come(one);
  const two = { ...one, provider: 'saml2 x', source: 'saml2' as const };
  await server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, { ONLY_ALLOW_AUTH_FROM_SOURCE: false }));
  expect(await come(two)).toBe(id);
  await come({ ...one, attributes: {} });
  expect((await holds(id)).system).toEqual(['System auditor', 'User']);
  await come({ ...two, attributes: {} });
  expect((await holds(id)).system).toEqual(['User']);
});

test('a rule that gives once gives to new accounts alone, and takes nothing', async () => {
  const before = person({ attributes: { groups: ['admins'] } });
  const old = await come(before);
  await write({ keep: false, groups: [dba.id] });
  await come(before);
  expect((await holds(old)).groups).toEqual([]);
  const given = person({ attributes: { groups: ['admins'] } });
  const id = await come(given);
  await come({ ...given, attributes: {} });
  expect((await holds(id)).groups).toEqual(['DBA']);
});

test('the higher number is asked first, and a rule may be the last that is asked', async () => {
  await write({ name: 'first', priority: 90, stop: true });
  await write({ name: 'second', priority: 10, groups: [dba.id] });
  const id = await come(person({ attributes: { groups: ['admins'] } }));
  expect(await holds(id)).toMatchObject({ branch: ['Organisation user'], groups: [] });
});

test.each<[string, Json, Json, boolean]>([
  ['a value that only begins so', {}, { groups: ['admins2'] }, false],
  ['another case', {}, { groups: ['Admins'] }, false],
  ['one of several values', { match: 'in', values: ['x', 'admins'] }, { groups: ['admins'] }, true],
  ['a pattern', { match: 'regex', values: ['adm.*'] }, { groups: ['admins'] }, true],
  ['what only contains what a pattern fits', { match: 'regex', values: ['admins'] }, { groups: ['not-admins-at-all'] }, false],
  ['alternatives of a pattern, each as a whole', { match: 'regex', values: ['a|admins'] }, { groups: ['admins-of-nothing'] }, false],
  ['a second line', { match: 'regex', values: ['admins'] }, { groups: ['nobody\nadmins'] }, false],
  ['another attribute', { attribute: 'team' }, { groups: ['admins'] }, false],
  ['an attribute that every object has', { attribute: 'constructor', match: 'regex', values: ['.*'] }, {}, false],
  ['a rule about another place', { source: 'saml2' }, { groups: ['admins'] }, false],
  ['a rule that is off', { is_active: false }, { groups: ['admins'] }, false],
])('a rule is asked about %s', async (_, rule, attributes, fits) => {
  await write({ ...rule, groups: [dba.id] });
  const id = await come(person({ attributes }));
  expect((await holds(id)).groups).toEqual(fits ? ['DBA'] : []);
});

test('names of directories are compared as directories do: capitals and blanks between their parts are no difference', async () => {
  await write({ values: ['CN=Admins, OU=Groups,DC=corp'], source: 'ldap', groups: [dba.id] });
  const ldap = { provider: 'ldap', source: 'ldap' as const };
  const id = await come(person({ ...ldap, attributes: { groups: ['cn=admins,ou=groups,dc=corp'] } }));
  expect((await holds(id)).groups).toEqual(['DBA']);
  const other = await come(person({ ...ldap, attributes: { groups: ['cn=admins,ou=mine,dc=corp'] } }));
  expect((await holds(other)).groups).toEqual([]);
});

test('nobody is made a system administrator or a component by a rule, and no rule gives groups of another organisation, or nothing', async () => {
  expect(await refusal({ system_role: ROLE.SYSTEM_ADMIN })).toHaveProperty('system_role');
  expect(await refusal({ system_role: ROLE.SYSTEM_COMPONENT })).toHaveProperty('system_role');
  expect(await refusal({ system_role: ROLE.ORG_ADMIN })).toHaveProperty('system_role');
  expect(await refusal({ org_roles: [ROLE.SYSTEM_ADMIN] })).toHaveProperty('org_roles');
  expect(await refusal({ groups: [elsewhere.id] })).toHaveProperty('groups');
  expect(await refusal({ organization: null, groups: [dba.id] })).toHaveProperty('organization');
  expect(await refusal({ organization: null })).toHaveProperty('organization');
  expect(await refusal({ values: [] })).toHaveProperty('values');
  expect(await refusal({ match: 'regex', values: ['(?=a)b'] })).toHaveProperty('values');
  expect(await refusal({ match: 'regex', values: ['a)|(b'] })).toHaveProperty('values');
  const rule = await write({ groups: [dba.id] });
  expect((await admin.patch(`${RULES}${rule.id}/`, { organization: ORG.DEFAULT })).status).toBe(400);
  expect((await admin.patch(`${RULES}${rule.id}/`, { system_role: ROLE.SYSTEM_ADMIN })).status).toBe(400);
});

test('only system administrators see, write and try rules, whatever else somebody may', async () => {
  const role = await admin.post<Json>('rbac/system-roles/', {
    name: 'Of logins',
    scope: 'system',
    permissions: ['settings.change_auth', 'settings.view_setting'],
  });
  expect(role.status, JSON.stringify(role.body)).toBe(201);
  const user = await createUser(admin, { system_roles: [role.body.id] });
  const someone = await server.as(String(user.username));
  const rule = await write({});
  const answers = [
    await someone.get(RULES),
    await someone.post(RULES, { name: 'mine', values: ['x'], system_role: ROLE.SYSTEM_AUDITOR }),
    await someone.patch(`${RULES}${rule.id}/`, { is_active: false }),
    await someone.delete(`${RULES}${rule.id}/`),
    await someone.post(`${RULES}try/`, { source: 'openid', attributes: {} }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
});

test('what somebody would get is shown before anybody gets it', async () => {
  await write({ name: 'of admins', org_roles: [ROLE.ORG_AUDITOR], groups: [dba.id], system_role: ROLE.SYSTEM_AUDITOR });
  const tried = await admin.post<Json>(`${RULES}try/`, { source: 'openid', attributes: { realm: { roles: ['x'] }, groups: ['admins'] } });
  expect(tried.body).toMatchObject({
    attributes: { 'realm.roles': ['x'], groups: ['admins'] },
    rules: [{ name: 'of admins' }],
    system_roles: ['System auditor'],
    org_roles: ['Branch: Organisation auditor'],
    groups: ['Branch: DBA'],
  });
  const nobody = await admin.post<Json>(`${RULES}try/`, { source: 'openid', attributes: { groups: ['x'] } });
  expect(nobody.body).toMatchObject({ rules: [], system_roles: [], org_roles: [], groups: [] });
});

test('what rules give and take is in the log of operations, with what it was', async () => {
  await write({ groups: [dba.id], system_role: ROLE.SYSTEM_AUDITOR });
  const given = person({ attributes: { groups: ['admins'] } });
  await come(given);
  await come({ ...given, attributes: {} });
  const all = { oid: 'ROOT', resource_type: 'user', search: given.username, limit: 50 };
  const { results } = (await admin.get<{ results: Json[] }>('audits/operate-logs/', { query: all })).body;
  const detail = { oid: 'ROOT', type: 'action_detail' };
  const told = await Promise.all(
    results.map(async ({ id }) => JSON.stringify((await admin.get(`audits/operate-logs/${id}/`, { query: detail })).body)),
  );
  for (const words of ['+System auditor', '-System auditor', '+Branch: DBA', '-Branch: DBA', '+Branch: Organisation user'])
    expect(
      told.filter((one) => one.includes(words)),
      words,
    ).toHaveLength(1);
});
