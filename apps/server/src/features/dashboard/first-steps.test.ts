import { ROLE } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import { createHost, createOrganisation, createUser } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';

let admin: Api;
let org: string;
let elsewhere: Api;

const server = serverOfFile();
beforeAll(async () => {
  const root = await server.as('admin');
  org = String((await createOrganisation(root)).id);
  admin = root.inOrg(org);
  elsewhere = root.inOrg((await createOrganisation(root)).id);
});

const STEPS = 'index/first-steps/';
const told = async (api: Api): Promise<Json> => (await api.get<Json>(STEPS)).body;
const ticked = async (api: Api, what: 'done' | 'settled' = 'done') =>
  (await told(api)).steps.filter((step: Json) => step[what]).map(({ name }: Json) => name);

test('each step is done by what there is, in this organisation alone, and settles after a day', async () => {
  expect((await told(admin)).steps.map(({ name }: Json) => name)).toEqual(['machine', 'person', 'session', 'watch']);
  expect(await ticked(admin)).toEqual([]);
  const host = await createHost(admin);
  expect(await ticked(admin)).toEqual(['machine']);

  const maker = await createUser(admin, { org_roles: [ROLE.ORG_ADMIN] });
  const makers = (await server.as(String(maker.username))).inOrg(org);
  const grant = { accounts: ['@ALL'], actions: ['connect'], assets: [host.id] };
  expect((await makers.post('perms/asset-permissions/', { ...grant, name: 'mine', users: [maker.id] })).status).toBe(201);
  expect(await ticked(admin)).toEqual(['machine']);
  const other = await createUser(admin);
  expect((await makers.post('perms/asset-permissions/', { ...grant, name: 'theirs', users: [other.id] })).status).toBe(201);
  expect(await ticked(admin)).toEqual(['machine', 'person']);

  await sql`
    insert into sessions (id, org_id, "user", user_id, asset, asset_id, account, account_id, protocol, is_finished, date_start)
    values (gen_random_uuid(), ${org}, 'Ann(ann)', gen_random_uuid(), ${host.name}, ${host.id}, 'root', '', 'ssh', true, now() - interval '2 days')`.execute(
    server.db,
  );
  expect(await ticked(admin)).toEqual(['machine', 'person', 'session']);
  expect(await ticked(admin, 'settled')).toEqual(['machine', 'session']);
  expect(await ticked(elsewhere)).toEqual([]);
});

test('whoever puts them away does so for themselves and for this organisation', async () => {
  expect((await admin.patch<Json>(STEPS, { put_away: true })).body.put_away).toBe(true);
  expect((await admin.patch(STEPS, { put_away: true })).status).toBe(200);
  expect((await told(admin)).put_away).toBe(true);
  expect((await told(elsewhere)).put_away).toBe(false);
  const { username } = await createUser(admin, { org_roles: [ROLE.ORG_ADMIN] });
  const other = (await server.as(String(username))).inOrg(org);
  expect((await told(other)).put_away).toBe(false);
  await other.patch(STEPS, { put_away: false });
  expect((await told(admin)).put_away).toBe(true);
  expect((await admin.patch<Json>(STEPS, { put_away: false })).body.put_away).toBe(false);
  expect((await admin.patch(STEPS, {})).status).toBe(400);
});
