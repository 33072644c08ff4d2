import { ORG, ROLE } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import { createHost, createNode, createOrganisation, createUser, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';

/** Access that people ask for: from asking to the permission that lapses by itself. */

let orgId: string;
let admin: Api;

interface Somebody {
  id: string;
  username: string;
  api: Api;
}

const server = serverOfFile();
const root = forThisFile(async () => (await server.as('admin')).inOrg(ORG.ROOT));
beforeAll(async () => {
  orgId = (await createOrganisation(root)).id;
  admin = root.inOrg(orgId);
});

const REQUESTS = 'tickets/apply-asset-tickets/';
const HOUR = 3_600_000;
const at = (ms: number): string => new Date(Date.now() + ms).toISOString();
const codes = (answer: { status: number; body: Json }) => [answer.status, answer.body?.code];

async function person(role: string = ROLE.ORG_USER, home = admin): Promise<Somebody> {
  const user = await createUser(home, { org_roles: [role] });
  return { id: user.id, username: user.username, api: (await server.as(user.username)).inOrg(orgId) };
}

/** Gives the organisation a flow of its own. */
async function flow(...rules: { strategy: string; assignees?: readonly string[] }[]): Promise<Json> {
  const [known] = (await admin.get<Json[]>('tickets/flows/')).body;
  const answer = await admin.put<Json>(`tickets/flows/${known?.id}/`, {
    type: 'apply_asset',
    approval_level: rules.length,
    rules: rules.map((rule) => ({ assignees: [], ...rule })),
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

const wanted = (more: object = {}) => ({
  title: uniqueName('need'),
  org_id: orgId,
  comment: 'a disk is full',
  apply_nodes: [],
  apply_assets: [],
  apply_accounts: ['root'],
  apply_actions: ['connect', 'upload'],
  apply_date_start: at(0),
  apply_date_expired: at(HOUR),
  ...more,
});

async function asked(who: Somebody, more: object): Promise<Json> {
  const answer = await who.api.post<Json>(`${REQUESTS}open/`, wanted(more));
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

/** What a person reaches of an asset. */
const reaches = async (who: Somebody, assetId: string): Promise<Json[]> => {
  const { body } = await who.api.get<Json[]>(`perms/users/self/assets/${assetId}/accounts/`);
  return Array.isArray(body) ? body : [];
};

describe('a request', () => {
  test('is decided level by level, and becomes a permission of the same id', async () => {
    const [asker, first, second] = [await person(), await person(), await person(ROLE.ORG_ADMIN)];
    const host = await createHost(admin);
    await flow({ strategy: 'custom_user', assignees: [first.id] }, { strategy: 'org_admin' });
    const ticket = await asked(asker, { apply_assets: [host.id] });
    expect(ticket).toMatchObject({
      type: { value: 'apply_asset' },
      state: { value: 'pending' },
      approval_step: { value: 1 },
      apply_assets: [{ id: host.id, name: host.name }],
      apply_accounts: ['root'],
      comment: 'a disk is full',
      applicant: `${asker.username}(${asker.username})`,
    });
    expect(ticket.process_map.map((step: Json) => step.assignees)).toEqual([[first.id], expect.arrayContaining([second.id])]);
    expect(await reaches(asker, host.id)).toEqual([]);

    // The second level waits for the first.
    expect((await second.api.get<Json>(`tickets/tickets/?assignees__id=${second.id}&limit=15&offset=0`)).body.count).toBe(0);
    expect(codes(await second.api.put<Json>(`tickets/tickets/${ticket.id}/approve/`))).toEqual([403, 'permission_denied']);
    expect((await first.api.put(`tickets/tickets/${ticket.id}/approve/`)).body).toBe('ok');
    const between = (await asker.api.get<Json>(`${REQUESTS}${ticket.id}/`)).body;
    expect(between).toMatchObject({ state: { value: 'pending' }, status: { value: 'open' }, approval_step: { value: 2 } });
    expect(between.process_map[0]).toMatchObject({ state: 'approved', processor: first.id });
    expect(codes(await first.api.put<Json>(`tickets/tickets/${ticket.id}/approve/`))).toEqual([403, 'permission_denied']);
    const [told] = (await second.api.get<Json[]>('notifications/site-messages/')).body.filter((one) =>
      JSON.stringify(one).includes(ticket.id),
    );
    expect(JSON.stringify(told)).toContain(`${host.name}(127.0.0.1) · root · `);
    // Whoever asks is told no address of what they may not see.
    const own = (await asker.api.get<Json>(`${REQUESTS}${ticket.id}/`)).body;
    expect(own.rel_snapshot.apply_assets).toBe(host.name);
    expect(JSON.stringify(own)).not.toContain('127.0.0.1');
    expect(JSON.stringify(told)).not.toMatch(/\{\w+\}/);

    expect((await second.api.put(`tickets/tickets/${ticket.id}/approve/`)).body).toBe('ok');
    const permission = (await admin.get<Json>(`perms/asset-permissions/${ticket.id}/`)).body;
    expect(permission).toMatchObject({
      from_ticket: true,
      name: ticket.apply_permission_name,
      created_by: `ApplyAssetTicket:${ticket.id}`,
      users: [{ id: asker.id }],
      assets: [{ id: host.id }],
      accounts: ['root'],
      is_valid: true,
    });
    expect(permission.actions.map((one: Json) => one.value)).toEqual(['connect', 'upload']);
    expect(codes(await second.api.put<Json>(`tickets/tickets/${ticket.id}/reject/`))).toEqual([400, 'ticket_closed']);
    const events = await admin.get<Json>(`audits/operate-logs/?resource_type=asset%20permission&limit=50&offset=0`);
    expect(events.status).toBe(200);
  });

  test('is narrowed by who was asked, and widened by nobody but who writes permissions there', async () => {
    const [asker, reviewer, writer] = [await person(), await person(), await person(ROLE.ORG_ADMIN)];
    const [asked1, other] = [await createHost(admin), await createHost(admin)];
    await flow({ strategy: 'custom_user', assignees: [reviewer.id, writer.id] });
    const ticket = await asked(asker, { apply_assets: [asked1.id], apply_accounts: ['root', 'deploy'], apply_date_expired: at(8 * HOUR) });
    const approve = (who: Somebody, more: object) =>
      who.api.patch<Json>(`${REQUESTS}${ticket.id}/approve/`, {
        apply_nodes: [],
        apply_assets: [asked1.id],
        apply_accounts: ['root', 'deploy'],
        apply_actions: ['connect', 'upload'],
        apply_date_start: ticket.apply_date_start,
        apply_date_expired: ticket.apply_date_expired,
        ...more,
      });
    for (const more of [
      { apply_assets: [asked1.id, other.id] },
      { apply_nodes: [(await createNode(admin)).id] },
      { apply_accounts: ['root', 'admin'] },
      { apply_accounts: ['@ALL'] },
      { apply_accounts: ['@INPUT'] },
      { apply_actions: ['connect', 'download'] },
      { apply_date_start: at(-HOUR) },
      { apply_date_expired: at(48 * HOUR) },
    ])
      expect(codes(await approve(reviewer, more)), JSON.stringify(more)).toEqual([403, 'beyond_request']);
    // Nothing of it was kept.
    expect((await asker.api.get<Json>(`${REQUESTS}${ticket.id}/`)).body).toMatchObject({
      state: { value: 'pending' },
      apply_accounts: ['root', 'deploy'],
    });
    for (const [more, field] of [
      [{ apply_accounts: [] }, 'apply_accounts'],
      [{ apply_assets: [] }, 'apply_assets'],
      [{ apply_assets: [ORG.SYSTEM] }, 'apply_assets'],
      [{ apply_date_expired: at(-HOUR) }, 'apply_date_expired'],
    ] as const) {
      const refused = await approve(reviewer, more);
      expect([refused.status, Object.keys(refused.body)], JSON.stringify(more)).toEqual([400, expect.arrayContaining([field])]);
    }
    expect((await approve(reviewer, { apply_accounts: ['deploy'], apply_actions: ['connect'] })).status).toBe(200);
    const given = (await admin.get<Json>(`perms/asset-permissions/${ticket.id}/`)).body;
    expect([given.accounts, given.actions.map((one: Json) => one.value)]).toEqual([['deploy'], ['connect']]);
    const history = (await asker.api.get<Json[]>(`tickets/comments/?ticket_id=${ticket.id}`)).body.map((one) => one.body);
    expect(history.join('\n')).toContain('Accounts: root, deploy → deploy');

    const more = await asked(asker, { apply_assets: [asked1.id] });
    const wide = await writer.api.patch<Json>(`${REQUESTS}${more.id}/approve/`, {
      ...wanted({ apply_assets: [asked1.id, other.id], apply_date_expired: at(48 * HOUR) }),
    });
    expect(wide.status, JSON.stringify(wide.body)).toBe(200);
    expect((await admin.get<Json>(`perms/asset-permissions/${more.id}/`)).body.assets).toHaveLength(2);
  });

  test('for a node is narrowed to assets and nodes below it', async () => {
    const [asker, reviewer] = [await person(), await person()];
    const node = await createNode(admin);
    const child = (await admin.post<Json>(`assets/nodes/${node.id}/children/`, { value: uniqueName('child') })).body;
    const [inside, outside] = [await createHost(admin, { nodes: [child.id] }), await createHost(admin)];
    await flow({ strategy: 'custom_user', assignees: [reviewer.id] });
    const ticket = await asked(asker, { apply_nodes: [node.id] });
    const approve = (more: object) =>
      reviewer.api.patch<Json>(`${REQUESTS}${ticket.id}/approve/`, {
        ...wanted({ apply_date_start: ticket.apply_date_start, apply_date_expired: ticket.apply_date_expired }),
        ...more,
      });
    expect(codes(await approve({ apply_assets: [outside.id] }))).toEqual([403, 'beyond_request']);
    expect((await approve({ apply_assets: [inside.id], apply_nodes: [child.id] })).status).toBe(200);
    const given = (await admin.get<Json>(`perms/asset-permissions/${ticket.id}/`)).body;
    expect([given.assets.map((one: Json) => one.id), given.nodes.map((one: Json) => one.id)]).toEqual([[inside.id], [child.id]]);
  });

  test('is decided once, whoever is quicker', async () => {
    const [asker, one, two] = [await person(), await person(), await person()];
    const host = await createHost(admin);
    await flow({ strategy: 'custom_user', assignees: [one.id, two.id] });
    const ticket = await asked(asker, { apply_assets: [host.id] });
    const answers = await Promise.all([
      one.api.put<Json>(`tickets/tickets/${ticket.id}/approve/`),
      two.api.put<Json>(`tickets/tickets/${ticket.id}/reject/`),
      asker.api.put<Json>(`tickets/tickets/${ticket.id}/close/`),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { state } = (await asker.api.get<Json>(`${REQUESTS}${ticket.id}/`)).body;
    const permission = await admin.get(`perms/asset-permissions/${ticket.id}/`);
    expect(permission.status).toBe(state.value === 'approved' ? 200 : 404);
  });

  test('that nobody decided lapses with what it asks for', async () => {
    const [asker, reviewer] = [await person(), await person()];
    await flow({ strategy: 'custom_user', assignees: [reviewer.id] });
    const ticket = await asked(asker, { apply_assets: [(await createHost(admin)).id] });
    const { rows } = await sql<{ same: boolean }>`
      select date_lapses = apply_date_expired as same from tickets where id = ${ticket.id}`.execute(server.db);
    expect(rows[0]?.same).toBe(true);
    await sql`update tickets set date_lapses = now() - interval '1 second' where id = ${ticket.id}`.execute(server.db);
    expect(codes(await reviewer.api.put<Json>(`tickets/tickets/${ticket.id}/approve/`))).toEqual([400, 'ticket_closed']);
  });

  test('is decided by administrators of the system and of the organisation where a level says both', async () => {
    const [asker, member, ofOrg, ofSystem] = [
      await person(),
      await person(),
      await person(ROLE.ORG_ADMIN),
      await createUser(root, { system_roles: [ROLE.SYSTEM_ADMIN] }),
    ];
    const host = await createHost(admin);
    const levelOf = async (strategy: string): Promise<string[]> => {
      await flow({ strategy });
      return (await asked(asker, { apply_assets: [host.id] })).process_map[0].assignees;
    };
    const people = [ofOrg.id, ofSystem.id, member.id];
    const among = async (strategy: string) => {
      const level = await levelOf(strategy);
      return people.map((id) => level.includes(id));
    };
    expect(await among('super_org_admin')).toEqual([true, true, false]);
    expect(await among('org_admin')).toEqual([true, false, false]);
    expect(await among('super_admin')).toEqual([false, true, false]);
  });

  test('is for members, for what is there, and for a time that comes', async () => {
    const asker = await person();
    const elsewhere = (await createOrganisation(root)).id;
    const foreign = await createHost(root.inOrg(elsewhere));
    const host = await createHost(admin);
    await flow({ strategy: 'super_admin' });
    const open = (more: object) => asker.api.post<Json>(`${REQUESTS}open/`, wanted({ apply_assets: [host.id], ...more }));
    for (const [more, field, code] of [
      [{ org_id: elsewhere }, 'org_id', 'does_not_exist'],
      [{ org_id: ORG.ROOT }, 'org_id', 'does_not_exist'],
      [{ org_id: 'nothing' }, 'org_id', 'does_not_exist'],
      [{ apply_assets: [foreign.id] }, 'apply_assets', 'does_not_exist'],
      [{ apply_nodes: [ORG.SYSTEM] }, 'apply_nodes', 'does_not_exist'],
      [{ apply_accounts: ['@NOBODY'] }, 'apply_accounts', 'invalid_choice'],
      [{ apply_date_expired: at(-HOUR), apply_date_start: at(-2 * HOUR) }, 'apply_date_expired', 'in_the_past'],
      [{ apply_date_expired: at(0), apply_date_start: at(HOUR) }, 'apply_date_expired', 'ends_before_it_starts'],
    ] as const) {
      const refused = await open(more);
      expect([refused.status, JSON.stringify(refused.body)], JSON.stringify(more)).toEqual([400, expect.stringContaining(`"${field}"`)]);
      expect(code).toBeTruthy();
    }
    const offered = (path: string, api: Api, org: string) => api.get<Json[]>(`${REQUESTS}${path}/?org_id=${org}&search=${host.name}`);
    expect((await offered('offered-assets', asker.api, orgId)).body).toEqual([{ id: host.id, name: host.name }]);
    expect((await offered('offered-assets', asker.api, elsewhere)).status).toBe(400);
    expect((await asker.api.get(`assets/assets/${host.id}/`)).status).toBe(403);
  });
});

describe('flows', () => {
  test('of all hold where there are none of its own, and are copied by who changes them there', async () => {
    const here = (await createOrganisation(root)).id;
    const common = (await root.get<Json[]>('tickets/flows/')).body;
    expect(common.map((one) => [one.type.value, one.org_id, one.rules[0].strategy.value])).toEqual([
      ['apply_asset', ORG.ROOT, 'super_admin'],
    ]);
    const inherited = (await root.inOrg(here).get<Json[]>('tickets/flows/')).body;
    expect(inherited.map((one) => one.id)).toEqual([common[0]?.id]);
    const own = await root.inOrg(here).put<Json>(`tickets/flows/${common[0]?.id}/`, {
      type: 'apply_asset',
      approval_level: 1,
      rules: [{ strategy: 'org_admin', assignees: [] }],
    });
    expect([own.status, own.body.org_id, own.body.rules]).toEqual([
      200,
      here,
      [{ level: 1, strategy: { value: 'org_admin', label: expect.any(String) }, assignees_read_only: [], assignees_display: [] }],
    ]);
    expect(own.body.id).not.toBe(common[0]?.id);
    expect((await root.inOrg(here).get<Json[]>('tickets/flows/')).body.map((one) => one.id)).toEqual([own.body.id]);
    expect((await root.get<Json[]>('tickets/flows/')).body).toEqual(common);
    expect((await root.inOrg(here).delete(`tickets/flows/${own.body.id}/`)).status).toBe(405);
    // One that names nobody able is told before it is needed.
    const member = await createUser(root.inOrg(here), { org_roles: [ROLE.ORG_USER] });
    const api = (await server.as(member.username)).inOrg(here);
    expect((await api.get<Json[]>(`${REQUESTS}deciders/?org_id=${here}`)).body).toEqual([{ level: 1, people: [] }]);
    const host = await createHost(root.inOrg(here));
    const refused = await api.post<Json>(`${REQUESTS}open/`, wanted({ org_id: here, apply_assets: [host.id] }));
    expect(codes(refused)).toEqual([400, 'request_impossible']);
    const gone = (await createOrganisation(root)).id;
    await root
      .inOrg(gone)
      .put(`tickets/flows/${common[0]?.id}/`, { type: 'apply_asset', approval_level: 1, rules: [{ strategy: 'org_admin' }] });
    expect((await root.delete(`orgs/orgs/${gone}/`)).status).toBe(204);
    const { rows } = await sql`select id from ticket_flows where org_id = ${gone}`.execute(server.db);
    expect(rows).toEqual([]);
  });

  test('say who decides each level, and are for administrators of the system', async () => {
    const someone = await person(ROLE.ORG_ADMIN);
    expect((await someone.api.get('tickets/flows/')).status).toBe(403);
    const [known] = (await admin.get<Json[]>('tickets/flows/')).body;
    const change = (body: object) => admin.patch<Json>(`tickets/flows/${known?.id}/`, body);
    for (const body of [
      { approval_level: 2, rules: [{ strategy: 'super_admin' }] },
      { approval_level: 1, rules: [{ strategy: 'custom_user', assignees: [] }] },
      { approval_level: 1, rules: [{ strategy: 'custom_user', assignees: [ORG.SYSTEM] }] },
      { approval_level: 1, rules: [{ strategy: 'everybody' }] },
      { approval_level: 3, rules: [] },
    ]) {
      const refused = await change(body);
      expect([refused.status, Object.keys(refused.body).length], JSON.stringify(body)).toEqual([400, 1]);
    }
    const named = await flow({ strategy: 'custom_user', assignees: [someone.id] });
    expect(named.rules[0]).toMatchObject({
      assignees_read_only: [someone.id],
      assignees_display: [`${someone.username}(${someone.username})`],
    });
  });
});
