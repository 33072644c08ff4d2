import { ORG, ROLE } from '@postern/contract/ids';
import type { Json } from '@postern/testkit/api';
import { createGroup, createOrganisation, createUser, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { describe, expect, it } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));

const list = (answer: { body: unknown }) => answer.body as Json[];

describe('organisations', () => {
  it('come with Default and SYSTEM, and tell the current one', async () => {
    expect(
      list(await admin.get('orgs/orgs/'))
        .map((org) => org.id)
        .sort(),
    ).toEqual([ORG.DEFAULT, ORG.SYSTEM]);
    expect((await admin.get('orgs/orgs/current/')).body).toEqual({
      id: ORG.DEFAULT,
      name: 'Default',
      is_default: true,
      is_root: false,
      comment: '',
    });
    expect((await admin.get(`orgs/orgs/current/?oid=${ORG.ROOT}`)).body).toMatchObject({ id: ORG.ROOT, is_root: true });
    expect((await admin.inOrg('nobody knows').get('orgs/orgs/current/')).body.id).toBe(ORG.DEFAULT);
  });

  it('are chosen by id, by name and by query', async () => {
    const org = await createOrganisation(admin);
    for (const api of [admin.inOrg(org.id), admin.inOrg(org.name)]) expect((await api.get('orgs/orgs/current/')).body.id).toBe(org.id);
    expect((await admin.inOrg(ORG.ROOT).get(`orgs/orgs/current/?oid=${org.id}`)).body.id).toBe(org.id);
  });

  it('count what they hold', async () => {
    const org = await createOrganisation(admin);
    const there = admin.inOrg(org.id);
    await createUser(there);
    await createGroup(there);
    const { resource_statistics: counts } = (await admin.get(`orgs/orgs/${org.id}/`)).body;
    expect(counts).toMatchObject({ users_amount: 1, groups_amount: 1, assets_amount: 0, nodes_amount: 1 });
  });

  it('refuse a name that is taken or that means another organisation', async () => {
    const org = await createOrganisation(admin);
    for (const name of [org.name, 'ROOT', 'default', 'Global'])
      expect((await admin.post('orgs/orgs/', { name })).body, name).toHaveProperty('name');
    expect((await admin.patch(`orgs/orgs/${ORG.DEFAULT}/`, { comment: 'first' })).status).toBe(200);
  });

  it('go only when empty, and never the current or a built-in one, nor several at once', async () => {
    const org = await createOrganisation(admin);
    const there = admin.inOrg(org.id);
    expect((await there.delete(`orgs/orgs/${org.id}/`)).status).toBe(403);
    const user = await createUser(there);
    const refused = await admin.delete(`orgs/orgs/${org.id}/`);
    expect([refused.status, refused.body.code]).toEqual([403, 'permission_denied']);
    await there.post(`users/users/${user.id}/remove/`);
    const group = await createGroup(there);
    expect((await admin.delete(`orgs/orgs/${org.id}/`)).status).toBe(403);
    await there.delete(`users/groups/${group.id}/`);
    expect((await admin.delete(`orgs/orgs/?ids=${org.id}`)).status).toBe(400);
    expect((await admin.delete(`orgs/orgs/${org.id}/`)).status).toBe(204);
    expect((await admin.inOrg(org.id).delete(`orgs/orgs/${ORG.SYSTEM}/`)).status).toBe(403);
  });

  it('are listed in the profile by what their roles open', async () => {
    const org = await createOrganisation(admin);
    const member = await createUser(admin.inOrg(org.id), { username: uniqueName('auditor'), org_roles: [ROLE.ORG_AUDITOR] });
    const profile = (await (await server.as(member.username)).inOrg(org.id).get('users/profile/')).body;
    expect(profile.console_orgs).toEqual([]);
    expect(profile.audit_orgs).toEqual([{ id: org.id, name: org.name, is_default: false, is_root: false }]);
    expect(profile.workbench_orgs.map((one: Json) => one.id)).toEqual([ORG.ROOT, org.id]);
    const own = (await admin.get('users/profile/')).body;
    expect(own.console_orgs.slice(0, 3).map((one: Json) => one.id)).toEqual([ORG.ROOT, ORG.DEFAULT, ORG.SYSTEM]);
  });
});
