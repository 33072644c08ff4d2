import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROLE } from '@postern/contract/ids';
import { type Api, createApi, type Json } from '@postern/testkit/api';
import { createOrganisation, createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { pythonTool } from '@postern/testkit/python-tool';
import { beforeAll, describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { printScimReport, readScimReport } from '../../../test/scim-report.ts';

// People and groups by SCIM: what a published tester says of us, what real providers send, and what nobody may do by it.

let token: string;
let scim: Api;

/** The private token of a person, made as people make it. */
async function tokenOf(username: string): Promise<string> {
  const browser = await server.browser(username, TEST_PASSWORD);
  await browser.post('authentication/confirm/', { confirm_type: 'password', secret_key: TEST_PASSWORD });
  const { status, body } = await browser.post<{ token: string }>('users/profile/private-token/', {});
  expect(status).toBe(201);
  return body.token;
}
const over = (bearer: string): Api =>
  createApi({ origin: server.url, headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/scim+json' } });
const set = (values: Record<string, unknown>): Promise<void> =>
  server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, values));

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
beforeAll(async () => {
  await set({ SCIM_ENABLED: true, SCIM_USER_SOURCE: 'openid' });
  const { body: role } = await admin.post('rbac/system-roles/', { scope: 'system', name: 'Provisioning', permissions: [] });
  const { body: codes } = await admin.get('rbac/permissions/', { query: { scope: 'system' } });
  const wanted = codes.filter(({ codename }: Json) => ['delete_user', 'view_user', 'add_user', 'change_user'].includes(codename));
  await admin.patch(`rbac/system-roles/${role.id}/`, { permissions: wanted.map(({ id }: Json) => id) });
  await createUser(admin, { username: 'provisioner', system_roles: [ROLE.USER, role.id], org_roles: [ROLE.ORG_ADMIN] });
  token = await tokenOf('provisioner');
  scim = over(token);
});

const USERS = '/scim/v2/Users';
const GROUPS = '/scim/v2/Groups';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const patch = (...Operations: object[]): object => ({ schemas: [PATCH], Operations });
let count = 0;
async function person(more: Json = {}): Promise<Json> {
  count += 1;
  const { status, body } = await scim.post<Json>(USERS, { userName: `sam${count}`, displayName: `Sam ${count}`, ...more });
  expect(status).toBe(201);
  return body;
}
const found = async (filter: string, path = USERS): Promise<unknown[]> =>
  (await scim.get<{ Resources: Json[] }>(path, { query: { filter } })).body.Resources.map((one) => one.userName ?? one.displayName);

const TESTER = 'scim2-cli==0.6.0';
test('a published tester finds nothing wrong, and what it said is the page of the docs', async () => {
  const program = await pythonTool('scim2', TESTER);
  const env = { ...process.env, SCIM_CLI_URL: `${server.url}/scim/v2`, SCIM_CLI_HEADERS: `Authorization: Bearer ${token}` };
  const { stdout } = await promisify(execFile)(program, ['test', '-v'], { env, timeout: 120_000 }).catch(
    (error: { stdout: string }) => error,
  );
  const outcomes = readScimReport(stdout);
  expect(outcomes.filter(({ verdict }) => !['SUCCESS', 'SKIPPED', 'ACCEPTABLE'].includes(verdict))).toEqual([]);
  expect(outcomes.filter(({ verdict }) => verdict === 'SUCCESS').length).toBeGreaterThan(50);
  await expect(printScimReport(TESTER, outcomes)).toMatchFileSnapshot('../../../../../docs/scim-conformance.md');
});

describe('people', () => {
  test('are made, found, changed and removed as Entra ID and Okta do it', async () => {
    const made = await person({
      externalId: 'ext-1',
      displayName: undefined,
      name: { givenName: 'Ada', familyName: 'Byron' },
      emails: [{ value: 'ada@corp.example', type: 'work', primary: true }],
      active: 'True',
    });
    expect(made).toMatchObject({
      externalId: 'ext-1',
      displayName: 'Ada Byron',
      active: true,
      emails: [{ value: 'ada@corp.example' }],
      meta: { resourceType: 'User', location: `${server.url}${USERS}/${made.id}` },
    });
    expect(await found('externalId eq "ext-1"')).toEqual([made.userName]);
    expect(await found('emails[type eq "work" and value eq "ADA@corp.example"]')).toEqual([made.userName]);
    expect(await found('emails[type eq "home"]')).toEqual([]);
    expect(await found('emails.value eq "ADA@corp.example" and active eq true')).toEqual([made.userName]);
    const { body: renamed } = await scim.patch<Json>(
      `${USERS}/${made.id}`,
      patch(
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'ada.lovelace@corp.example' },
        { op: 'Add', value: { displayName: 'Ada Lovelace' } },
      ),
    );
    expect(renamed).toMatchObject({ displayName: 'Ada Lovelace', emails: [{ value: 'ada.lovelace@corp.example' }] });
    const user = (await admin.get<Json>(`users/users/${made.id}/`)).body;
    expect(user).toMatchObject({ source: { value: 'openid' }, name: 'Ada Lovelace', is_superuser: false });
    expect((await scim.delete(`${USERS}/${made.id}`)).status).toBe(204);
    expect((await scim.get(`${USERS}/${made.id}`)).status).toBe(404);
  });

  test('who are switched off lose everything at once', async () => {
    await set({ SCIM_USER_SOURCE: 'local' });
    const made = await person();
    await set({ SCIM_USER_SOURCE: 'openid' });
    await admin.patch(`users/users/${made.id}/`, { password: TEST_PASSWORD });
    const browser = await server.browser(String(made.userName), TEST_PASSWORD);
    expect((await browser.get('users/profile/')).status).toBe(200);
    const off = await scim.patch<Json>(`${USERS}/${made.id}`, patch({ op: 'Replace', path: 'active', value: 'False' }));
    expect(off.body.active).toBe(false);
    expect((await browser.get('users/profile/')).status).toBe(401);
  });

  test('with a name, an address or an identifier of somebody else are refused, and nothing is left of them', async () => {
    const one = await person({ externalId: 'ext-2', emails: [{ value: 'one@corp.example' }] });
    for (const body of [
      { userName: one.userName },
      { userName: 'twin', emails: [{ value: 'one@corp.example' }] },
      { userName: 'twin', externalId: 'ext-2' },
    ]) {
      const refused = await scim.post<Json>(USERS, body);
      expect([refused.status, refused.body.scimType]).toEqual([409, 'uniqueness']);
    }
    expect(await found('userName eq "twin"')).toEqual([]);
  });

  test('are changed only in the version that was seen', async () => {
    const made = await person();
    const path = `${USERS}/${made.id}`;
    const { version } = made.meta as { version: string };
    const seen = await scim.get(path, { headers: { 'if-none-match': version } });
    expect([seen.status, seen.headers.get('etag')]).toEqual([304, version]);
    const body = patch({ op: 'replace', path: 'displayName', value: 'Changed' });
    expect((await scim.patch(path, body, { headers: { 'if-match': 'W/"another"' } })).status).toBe(412);
    expect((await scim.patch(path, body, { headers: { 'if-match': version } })).status).toBe(200);
    expect((await scim.delete(path, { headers: { 'if-match': version } })).status).toBe(412);
  });

  test('are paged, and shown as far as asked', async () => {
    const names = [await person(), await person()].map((one) => one.userName);
    const filter = `userName eq "${names[0]}" or userName eq "${names[1]}"`;
    const page = (await scim.get<Json>(USERS, { query: { filter, startIndex: '2', count: '1', attributes: 'userName' } })).body;
    expect(page).toMatchObject({ totalResults: 2, startIndex: 2, itemsPerPage: 1 });
    expect(Object.keys((page.Resources as Json[])[0] ?? {}).toSorted()).toEqual(['id', 'meta', 'schemas', 'userName']);
    expect((await scim.get<Json>(USERS, { query: { filter, count: '0' } })).body).toMatchObject({ totalResults: 2, Resources: [] });
  });
});

describe('groups', () => {
  test('have members that come and go', async () => {
    const [one, other] = [await person(), await person()];
    const { body: made } = await scim.post<Json>(GROUPS, { displayName: 'Crew', members: [{ value: one.id }] });
    const path = `${GROUPS}/${made.id}`;
    const members = async (): Promise<unknown[]> =>
      (((await scim.get<Json>(path)).body.members as Json[] | undefined) ?? []).map((member) => member.value).toSorted();
    expect(await members()).toEqual([one.id]);
    await scim.patch(path, patch({ op: 'add', path: 'members', value: [{ value: other.id }, { value: one.id }] }));
    expect(await members()).toEqual([one.id, other.id].toSorted());
    expect((await scim.get<Json>(`${USERS}/${one.id}`)).body.groups).toMatchObject([{ value: made.id, display: 'Crew' }]);
    await scim.patch(path, patch({ op: 'remove', path: `members[value eq "${one.id}"]` }));
    expect(await members()).toEqual([other.id]);
    await scim.patch(path, patch({ op: 'Remove', path: 'members', value: [{ value: other.id }] }));
    expect(await members()).toEqual([]);
    expect(await found('displayName eq "crew"', GROUPS)).toEqual(['Crew']);
  });

  test('take nobody of another organisation', async () => {
    const foreign = await createOrganisation(admin, { name: 'Elsewhere' });
    const stranger = await createUser(admin.inOrg(foreign.id), { org_roles: [ROLE.ORG_USER] });
    const { status } = await scim.post(GROUPS, { displayName: 'Mixed', members: [{ value: stranger.id }] });
    expect(status).toBe(400);
    expect((await scim.get(`${USERS}/${stranger.id}`)).status).toBe(404);
    expect(await found('displayName eq "Mixed"', GROUPS)).toEqual([]);
  });
});

describe('nobody', () => {
  test('gets in where it is off, without a token, or without the right', async () => {
    expect((await server.anyone.get(USERS)).status).toBe(401);
    await createUser(admin, { username: 'plain' });
    const plain = over(await tokenOf('plain'));
    expect((await plain.get(USERS)).status).toBe(403);
    expect((await plain.post(USERS, { userName: 'x' })).status).toBe(403);
    await set({ SCIM_ENABLED: false });
    expect((await scim.get(USERS)).status).toBe(404);
    expect((await scim.get('/scim/v2/Schemas')).status).toBe(404);
    await set({ SCIM_ENABLED: true });
  });

  test('makes an administrator, or changes one who is above them', async () => {
    const { body } = await scim.get<{ Resources: Json[] }>(USERS, { query: { filter: 'userName eq "admin"' } });
    const [root] = body.Resources;
    const refused = await scim.patch(`${USERS}/${root?.id}`, patch({ op: 'replace', path: 'active', value: false }));
    expect(refused.status).toBe(403);
    const made = await person({ roles: [{ value: ROLE.SYSTEM_ADMIN }], system_roles: [ROLE.SYSTEM_ADMIN], is_superuser: true });
    expect((await admin.get<Json>(`users/users/${made.id}/`)).body.is_superuser).toBe(false);
  });

  test.each([
    ['userName eq', 'invalidFilter'],
    [`${'('.repeat(40)}active eq true${')'.repeat(40)}`, 'invalidFilter'],
    [`userName eq "${'x'.repeat(3000)}"`, undefined],
    [Array.from({ length: 80 }, () => 'active eq true').join(' or '), 'invalidFilter'],
    ['active gt true', 'invalidFilter'],
    ['userName co "a" ; drop table users', 'invalidFilter'],
  ])('is answered with more than a refusal to the filter %s', async (filter, scimType) => {
    const { status, body } = await scim.get<Json>(USERS, { query: { filter } });
    expect(status).toBe(400);
    if (scimType) expect(body.scimType).toBe(scimType);
  });

  test('finds more than they asked for by signs of a pattern', async () => {
    await person({ userName: 'per%cent' });
    expect(await found('userName sw "per%"')).toEqual(['per%cent']);
    expect(await found('userName sw "p_r"')).toEqual([]);
    expect(await found('userName ew "%cent"')).toEqual(['per%cent']);
  });

  test.each([
    [{}, 'invalidSyntax'],
    [patch({ op: 'explode', path: 'active' }), 'invalidSyntax'],
    [patch({ op: 'replace', path: 'id', value: 'x' }), 'mutability'],
    [patch({ op: 'remove' }), 'noTarget'],
    [patch({ op: 'replace', path: 'emails[', value: 'x' }), 'invalidPath'],
    [patch({ op: 'replace', path: 'active', value: 'perhaps' }), 'invalidValue'],
    [patch({ op: 'replace', path: 'userName', value: '' }), 'invalidValue'],
  ])('changes anything by %j', async (body, scimType) => {
    const made = await person();
    const refused = await scim.patch<Json>(`${USERS}/${made.id}`, body);
    expect([refused.status, refused.body.scimType]).toEqual([400, scimType]);
    expect((await scim.get<Json>(`${USERS}/${made.id}`)).body).toEqual(made);
  });
});
