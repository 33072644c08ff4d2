import type { Json } from '@postern/testkit/api';
import { createHost, createOrganisation, createUser, uniqueName } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ADMIN_PASSWORD } from '../../../test/harness.ts';
import { organisationOfFile } from '../../../test/in-organisation.ts';

const { server, org, admin, as } = organisationOfFile();

const TEMPLATES = 'accounts/account-templates/';
const SECRETS = 'accounts/account-template-secrets/';

const createTemplate = async (body: Json = {}) =>
  (await admin.post(TEMPLATES, { name: uniqueName('template'), username: 'deploy', secret: 'shared-1', ...body })).body;
const made = async (template: Json): Promise<Json> =>
  (await admin.post('accounts/accounts/', { asset: (await createHost(admin)).id, template: template.id, username: '' })).body;

test('a new secret reaches the accounts that follow the template, when it is told to', async () => {
  const template = await createTemplate();
  const [follows, left] = [await made(template), await made(template)];
  await admin.patch(`accounts/accounts/${left.id}/`, { comment: 'on its own' });
  expect((await admin.patch(`${TEMPLATES}${template.id}/`, { secret: 'shared-2' })).status).toBe(200);
  expect((await admin.get(`accounts/accounts/${follows.id}/`)).body.version).toBe(1);
  expect((await admin.patch(`${TEMPLATES}${template.id}/`, { secret: 'shared-3', is_sync_account: true })).status).toBe(200);
  const browser = (await server.browser('admin')).inOrg(org.id);
  await browser.post('authentication/confirm/', { confirm_type: 'password', secret_key: ADMIN_PASSWORD });
  const secretOf = async (account: Json) => (await browser.get(`accounts/account-secrets/${account.id}/`)).body.secret;
  expect([await secretOf(follows), await secretOf(left)]).toEqual(['shared-3', 'shared-1']);
  expect((await admin.get(`accounts/accounts/${follows.id}/`)).body).toMatchObject({ version: 2, source_id: template.id });
  const { rows } = await sql<Json>`
    select (select count(*)::int from accounts_history where account_id = ${follows.id}) as states,
      (select count(*)::int from operate_logs where resource_id = ${follows.id} and action = 'update') as events`.execute(server.db);
  expect(rows).toEqual([{ states: 2, events: 1 }]);
  // Another login is another template: nothing follows it any more.
  await admin.patch(`${TEMPLATES}${template.id}/`, { username: 'release', secret: 'shared-4', is_sync_account: true });
  expect((await admin.get(`accounts/accounts/${follows.id}/`)).body).toMatchObject({ version: 2, source_id: null });
});

test('templates to switch from are all but itself and those that switch from it', async () => {
  const [a, b, c] = [await createTemplate(), await createTemplate(), await createTemplate()];
  await admin.patch(`${TEMPLATES}${b.id}/`, { su_from: a.id });
  const ids = async (query: string) =>
    (await admin.get<Json[]>(`${TEMPLATES}su-from-account-templates/${query}`)).body.map((one) => one.id);
  const offered = await ids(`?template_id=${a.id}`);
  expect(offered).toContain(c.id);
  expect(offered).not.toContain(a.id);
  expect(offered).not.toContain(b.id);
  expect(await ids('')).toEqual(expect.arrayContaining([a.id, b.id, c.id]));
});

test('templates are narrowed to what protocols take', async () => {
  const [password, key] = [await createTemplate(), await createTemplate({ secret_type: 'token', secret: 'x' })];
  const ids = async (protocols: string) =>
    (await admin.get<Json[]>(`${TEMPLATES}?protocols=${protocols}`)).body
      .map((one) => one.id)
      .filter((id) => [password.id, key.id].includes(id));
  expect(await ids('ssh')).toEqual([password.id]);
  expect(await ids('k8s')).toEqual([key.id]);
  expect(await ids('nonsense')).toEqual([password.id]);
});

test('the secret of a template needs its right and a fresh confirmation, and each view is written down', async () => {
  const template = await createTemplate();
  expect(await admin.get(`${SECRETS}${template.id}/`)).toMatchObject({
    status: 400,
    body: { code: expect.stringMatching(/mfa|password/) },
  });
  const user = await createUser(admin);
  expect((await (await as(user.username)).get(`${SECRETS}${template.id}/`)).status).toBe(403);
  const browser = (await server.browser('admin')).inOrg(org.id);
  await browser.post('authentication/confirm/', { confirm_type: 'password', secret_key: ADMIN_PASSWORD });
  expect((await browser.get(`${SECRETS}${template.id}/`)).body).toMatchObject({ id: template.id, secret: 'shared-1' });
  expect((await browser.get<Json[]>(`${SECRETS}?name=${template.name}&fields=name`)).body).toMatchObject([{ secret: 'shared-1' }]);
  const root = await server.as('admin');
  const other = (await createOrganisation(root)).id;
  expect((await browser.inOrg(other).get(`${SECRETS}${template.id}/`)).status).toBe(404);
  const { rows } = await sql<Json>`select 1 from operate_logs where resource_id = ${template.id} and action = 'view'`.execute(server.db);
  expect(rows).toHaveLength(2);
});
