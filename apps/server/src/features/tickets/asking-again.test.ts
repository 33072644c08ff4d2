import { ORG, ROLE } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import { createHost, createNode, createOrganisation, createUser, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { runJob } from '../../app.ts';

/** Asking once more: from an earlier request, and before what was given ends. */

let admin: Api;
let orgId: string;
let asker: Api;
let other: Api;

const REQUESTS = 'tickets/apply-asset-tickets/';
const HOUR = 3_600_000;
const at = (ms: number): string => new Date(Date.now() + ms).toISOString();
const person = async (): Promise<Api> => {
  const user = await createUser(admin, { org_roles: [ROLE.ORG_USER] });
  return (await server.as(user.username)).inOrg(orgId);
};

const server = serverOfFile();
const root = forThisFile(async () => (await server.as('admin')).inOrg(ORG.ROOT));
beforeAll(async () => {
  orgId = (await createOrganisation(root)).id;
  admin = root.inOrg(orgId);
  [asker, other] = [await person(), await person()];
});

const ask = (more: object, who = asker) =>
  who.post<Json>(`${REQUESTS}open/`, {
    title: uniqueName('need'),
    org_id: orgId,
    apply_accounts: ['root'],
    apply_date_start: at(0),
    apply_date_expired: at(4 * HOUR),
    apply_nodes: [],
    apply_assets: [],
    ...more,
  });
const approve = async (id: string) => expect((await root.put(`tickets/tickets/${id}/approve/`)).body).toBe('ok');
const again = async (id: string, who = asker) => (await who.get<Json>(`${REQUESTS}${id}/again/`)).body;

async function given(more: object = {}): Promise<Json> {
  const answer = await ask({ apply_assets: [(await createHost(admin)).id], ...more });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  await approve(answer.body.id);
  return answer.body;
}
const endOf = async (id: string): Promise<number> =>
  Date.parse((await admin.get<Json>(`perms/asset-permissions/${id}/`)).body.date_expired.replaceAll('/', '-'));
const endAt = (id: string, interval: string) =>
  sql`update asset_permissions set date_start = now() - interval '4 hours', date_expired = now() + ${interval}::interval where id = ${id}`.execute(
    server.db,
  );

test('an earlier request says what can be asked for again, and what is gone', async () => {
  const node = await createNode(admin);
  const [kept, closed, deleted] = [await createHost(admin, { nodes: [node.id] }), await createHost(admin), await createHost(admin)];
  const ticket = (await ask({ apply_assets: [kept.id, closed.id, deleted.id], apply_nodes: [node.id] })).body;
  expect(await again(ticket.id)).toMatchObject({ gone: [], date_expired: null });
  await admin.delete(`assets/assets/${deleted.id}/`);
  await root.patch('settings/setting/?category=basic', { TICKET_OFFERED: 'nodes', TICKET_OFFERED_NODES: [node.id] });
  const left = await again(ticket.id);
  await root.patch('settings/setting/?category=basic', { TICKET_OFFERED: 'all' });
  expect(left.nodes.map((one: Json) => one.id)).toEqual([node.id]);
  expect(left.assets).toEqual([{ id: kept.id, name: kept.name }]);
  expect(left.gone).toEqual([closed.name, deleted.name]);
  // Nobody else's, not even of who was asked.
  expect((await other.get(`${REQUESTS}${ticket.id}/again/`)).status).toBe(404);
  expect((await root.get(`${REQUESTS}${ticket.id}/again/`)).status).toBe(404);
});

test('what an approver left out is not told as gone', async () => {
  const [one, two] = [await createHost(admin), await createHost(admin)];
  const ticket = (await ask({ apply_assets: [one.id, two.id] })).body;
  const narrowed = await root.patch<Json>(`${REQUESTS}${ticket.id}/approve/`, {
    apply_nodes: [],
    apply_assets: [one.id],
    apply_accounts: ['root'],
    apply_actions: ['connect'],
    apply_date_start: ticket.apply_date_start,
    apply_date_expired: ticket.apply_date_expired,
  });
  expect(narrowed.status, JSON.stringify(narrowed.body)).toBe(200);
  expect(await again(ticket.id)).toMatchObject({ assets: [{ id: one.id }], gone: [] });
});

describe('a renewal', () => {
  test('follows what was given without a gap, says so to those who decide, and is decided like any request', async () => {
    const ticket = await given();
    const end = await endOf(ticket.id);
    expect(Date.parse((await again(ticket.id)).date_expired.replaceAll('/', '-'))).toBe(end);
    const renewal = await ask({
      apply_assets: ticket.apply_assets.map((one: Json) => one.id),
      renews: ticket.id,
      apply_date_start: new Date(end).toISOString(),
      apply_date_expired: new Date(end + 4 * HOUR).toISOString(),
    });
    expect([renewal.status, renewal.body.rel_snapshot?.renews]).toEqual([201, ticket.serial_num]);
    await approve(renewal.body.id);
    const { rows } = await sql<{ overlaps: boolean; hours: number }>`
      select n.date_start < o.date_expired - interval '1 minute' and n.date_start > o.date_expired - interval '5 minutes' as overlaps,
        extract(epoch from n.date_expired - o.date_expired) / 3600 as hours
      from asset_permissions o, asset_permissions n where o.id = ${ticket.id} and n.id = ${renewal.body.id}`.execute(server.db);
    expect(rows[0]?.overlaps).toBe(true);
    expect(Number(rows[0]?.hours)).toBeCloseTo(4, 2);
  });

  test('is no longer than what was given, and of nothing but a grant of one’s own', async () => {
    const ticket = await given();
    const end = await endOf(ticket.id);
    const assets = ticket.apply_assets.map((one: Json) => one.id);
    const renew = (more: object, who = asker) =>
      ask({ apply_assets: assets, renews: ticket.id, apply_date_expired: new Date(end + HOUR).toISOString(), ...more }, who);
    const long = await renew({ apply_date_expired: new Date(end + 5 * HOUR).toISOString() });
    expect([long.status, Object.keys(long.body)]).toEqual([400, ['apply_date_expired']]);
    for (const [more, who] of [
      [{}, other],
      [{ renews: (await ask({ apply_assets: assets })).body.id }, asker],
      [{ renews: ORG.SYSTEM }, asker],
    ] as const) {
      const refused = await renew(more, who);
      expect([refused.status, Object.keys(refused.body)], JSON.stringify(more)).toEqual([400, ['renews']]);
    }
    await admin.patch(`perms/asset-permissions/${ticket.id}/`, { is_active: false });
    expect((await renew({})).status).toBe(400);
  });
});

test('people are told once before what they were given ends, unless they have asked to go on', async () => {
  const job = server.assembly.jobs.find(({ name }) => name === 'tickets.ends');
  if (!job) throw new Error('There is no such job');
  const [ending, renewed, later] = [await given(), await given(), await given()];
  const told = async (): Promise<string[]> =>
    (await asker.get<Json>('notifications/site-messages/?limit=100&offset=0')).body.results
      .map((one: Json) => JSON.stringify(one.content))
      .filter((one: string) => one.includes('?renew='));
  await runJob(server.platform, job, {});
  expect(await told()).toEqual([]);
  for (const { id } of [ending, renewed]) await endAt(id, '30 minutes');
  await ask({
    apply_assets: renewed.apply_assets.map((one: Json) => one.id),
    renews: renewed.id,
    apply_date_expired: at(3 * HOUR),
  });
  for (const _round of [1, 2]) await runJob(server.platform, job, {});
  const messages = await told();
  expect(messages).toHaveLength(1);
  expect(messages[0]).toContain(`?renew=${ending.id}`);
  expect(messages[0]).toContain(ending.title);
  expect(later.id).not.toBe(ending.id);
});
