import { RULES_TASK, TICKET_TASK } from '@postern/contract/component';
import { ORG, ROLE } from '@postern/contract/ids';
import { signedHeaders } from '@postern/contract/signature';
import type { Json } from '@postern/testkit/api';
import { createAccount, createHost, createOrganisation, createPermission, createUser } from '@postern/testkit/factories';
import { within } from '@postern/testkit/until';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { registerComponent } from '../../../test/matrix/actors.ts';
import { REQUESTS, requestsOfFile } from '../../../test/requests-world.ts';
import { codes, guard, type Person, TICKETS } from '../../../test/reviews-world.ts';
import { TICKET_ENDED } from './index.ts';

/** Who decides while somebody is away, and who does not. */

const world = requestsOfFile();
const { person } = world;

const PATH = 'tickets/delegations/';
const HOUR = 3_600_000;
const at = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString();
const shown = (who: Person): string => `${who.username}(${who.username})`;

const leave = (who: Person, delegate: { id: string }, from = -1, until = 1) =>
  who.api.post<Json>(PATH, { delegate: delegate.id, date_start: at(from), date_end: at(until) });
async function away(who: Person, delegate: Person, from?: number): Promise<Json> {
  const answer = await leave(who, delegate, from);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}
const approve = (who: Person, id: string) => who.api.put<Json>(`${TICKETS}${id}/approve/`, {});
const sees = async (who: Person, id: string) => (await who.api.get(`${REQUESTS}${id}/`)).status;
const waiting = async (who: Person) =>
  (await who.api.get<Json>(`${TICKETS}?assignees__id=${who.id}&status=open&limit=15&offset=0`)).body.results.map((one: Json) => one.id);

describe('while somebody is away', () => {
  test('whoever they named is asked, told and decides for them, and both names stand in the steps', async () => {
    const [asker, yan, xan, other] = [await person(), await person(), await person(), await person()];
    await world.flow([yan, other]);
    const early = await world.ask(asker);
    expect([await sees(xan, early.id), codes(await approve(xan, early.id))[0]]).toEqual([404, 404]);
    await away(yan, xan);
    expect(await world.subjects(xan)).toEqual([`You decide tickets for ${shown(yan)}`]);
    // What waits already is theirs, too.
    expect([await sees(xan, early.id), await waiting(xan)]).toEqual([200, [early.id]]);
    const late = await world.ask(asker);
    expect((await world.subjects(xan))[0]).toContain(shown(asker));
    expect((await world.subjects(yan))[0]).toContain(shown(asker));
    const [step] = (await xan.api.get<Json>(`${REQUESTS}${late.id}/`)).body.process_map;
    expect(step.assignees).toContain(xan.id);
    expect(step.assignees_display).toContain(`${shown(xan)} for ${shown(yan)}`);

    expect((await approve(xan, late.id)).status).toBe(200);
    const after = (await xan.api.get<Json>(`${REQUESTS}${late.id}/`)).body;
    expect([after.state.value, after.process_map[0].processor_display]).toEqual(['approved', `${shown(xan)} for ${shown(yan)}`]);
    const chinese = await asker.api.get<Json>(`${REQUESTS}${late.id}/`, { headers: { 'accept-language': 'zh' } });
    expect(chinese.body.process_map[0].processor_display).toBe(`${shown(xan)}（代 ${shown(yan)}）`);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from operate_logs o where resource_id = ${late.id}
      and o::text like ${`%${yan.username}%`}`.execute(world.server.db);
    expect(rows[0]?.n).toBe(1);
    expect((await approve(yan, early.id)).status).toBe(200);
  });

  test('nobody decides before it begins or after it ends; the delegator and administrators end it, all of it audited', async () => {
    const [asker, yan, xan, stranger] = [await person(), await person(), await person(), await person()];
    await world.flow([yan]);
    const ticket = await world.ask(asker);
    const soon = await away(yan, xan, 0.5);
    expect(codes(await approve(xan, ticket.id))[0]).toBe(404);
    expect((await yan.api.delete(`${PATH}${soon.id}/`)).status).toBe(204);
    const now = await away(yan, xan);
    expect(await sees(xan, ticket.id)).toBe(200);
    expect((await stranger.api.get<Json[]>(PATH)).body).toEqual([]);
    expect((await stranger.api.delete(`${PATH}${now.id}/`)).status).toBe(404);
    expect((await xan.api.get<Json[]>(PATH)).body).toMatchObject([{ id: now.id, is_mine: false, may_end: false }]);
    expect((await xan.api.delete(`${PATH}${now.id}/`)).status).toBe(403);
    expect((await world.root.delete(`${PATH}${now.id}/`)).status).toBe(204);
    expect(await sees(xan, ticket.id)).toBe(404);
    expect((await world.subjects(yan))[0]).toBe(`${shown(xan)} no longer decides for ${shown(yan)}`);

    const last = await away(yan, xan);
    await sql`update ticket_delegations set date_end = now() - interval '1 second' where id = ${last.id}`.execute(world.server.db);
    expect([await sees(xan, ticket.id), await waiting(xan), codes(await approve(xan, ticket.id))[0]]).toEqual([404, [], 404]);
    expect((await yan.api.get<Json[]>(PATH)).body).toEqual([]);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from operate_logs o where resource_id = ${yan.id}
      and o::text like '%ticket_delegate%'`.execute(world.server.db);
    expect(rows[0]?.n).toBe(5);
  });

  test('reminders go to both', async () => {
    const [asker, yan, xan] = [await person(), await person(), await person()];
    await world.flow([yan]);
    const ticket = await world.ask(asker);
    await away(yan, xan);
    await sql`update tickets set date_reminds = now() - interval '1 second' where id = ${ticket.id}`.execute(world.server.db);
    await world.run('tickets.remind');
    for (const who of [yan, xan]) expect((await world.subjects(who))[0]).toBe(`Still waits for you: ${ticket.title}`);
  });
});

describe('a delegation gives nobody more than they have', () => {
  test('not one’s own request, not the next in a chain, not the second of two levels', async () => {
    const [yan, xan, zoe] = [await person(), await person(), await person()];
    await world.flow([yan], [zoe]);
    await away(yan, xan);
    const own = await world.ask(xan);
    expect(await waiting(xan)).toEqual([]);
    expect(codes(await approve(xan, own.id))).toEqual([403, 'permission_denied']);
    expect((await xan.api.get<Json>(`${REQUESTS}${own.id}/`)).body.process_map[0].assignees).toEqual([yan.id]);

    const asker = await person();
    const chained = await person();
    await away(xan, chained);
    const ticket = await world.ask(asker);
    expect([await sees(chained, ticket.id), codes(await approve(chained, ticket.id))[0]]).toEqual([404, 404]);

    await away(zoe, xan);
    expect((await approve(xan, ticket.id)).status).toBe(200);
    expect(codes(await approve(xan, ticket.id))).toEqual([403, 'permission_denied']);
    expect(await waiting(xan)).toEqual([]);
    expect((await approve(zoe, ticket.id)).status).toBe(200);
  });

  test('not both levels, one as oneself and one for somebody else', async () => {
    const [asker, yan, xan] = [await person(), await person(), await person()];
    await world.flow([yan], [xan]);
    await away(yan, xan);
    const ticket = await world.ask(asker);
    expect(codes(await approve(xan, ticket.id))).toEqual([403, 'permission_denied']);
    expect((await approve(yan, ticket.id)).status).toBe(200);
    expect((await approve(xan, ticket.id)).status).toBe(200);
  });

  test('not more than was asked for, though whoever is away could', async () => {
    const [asker, xan] = [await person(), await person()];
    const chief = await createUser(world.admin, { org_roles: [ROLE.ORG_ADMIN] });
    const yan: Person = { id: chief.id, username: chief.username, api: await world.as(chief.username) };
    await world.flow([yan]);
    await away(yan, xan);
    const ticket = await world.ask(asker, 2);
    const asked = (await xan.api.get<Json>(`${REQUESTS}${ticket.id}/`)).body;
    const wider = {
      apply_assets: asked.apply_assets.map((one: Json) => one.id),
      apply_accounts: ['@ALL'],
      apply_date_start: at(0),
      apply_date_expired: at(2),
    };
    expect(codes(await xan.api.put<Json>(`${REQUESTS}${ticket.id}/approve/`, wider))).toEqual([403, 'beyond_request']);
    expect((await yan.api.put(`${REQUESTS}${ticket.id}/approve/`, wider)).status).toBe(200);
  });

  test('not what is about an organisation in which either of the two is not', async () => {
    const [asker, yan, xan] = [await person(), await person(), await person()];
    await world.flow([yan]);
    await away(yan, xan);
    const ticket = await world.ask(asker);
    expect(await sees(xan, ticket.id)).toBe(200);
    await world.leaves(yan);
    expect([await sees(xan, ticket.id), codes(await approve(xan, ticket.id))[0]]).toEqual([404, 404]);

    const [second, uma, vic] = [await person(), await person(), await person()];
    await world.flow([uma]);
    await away(uma, vic);
    const another = await world.ask(second);
    await world.leaves(vic);
    expect([await sees(vic, another.id), codes(await approve(vic, another.id))[0]]).toEqual([404, 404]);
  });
});

test('somebody of another organisation is named like nobody, and found as little', async () => {
  const yan = await person();
  const there = world.root.inOrg((await createOrganisation(world.root)).id);
  const foreign = await createUser(there);
  const gone = await createUser(world.admin, { is_active: false });
  const found = async (who: Json) => (await yan.api.get<Json[]>(`${PATH}offered/?search=${who.username}`)).body.map((one) => one.id);
  for (const id of [foreign.id, gone.id, yan.id, ORG.SYSTEM]) {
    const refused = await leave(yan, { id });
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['delegate']]);
    expect(JSON.stringify(refused.body).replaceAll(id, '')).toBe(
      JSON.stringify((await leave(yan, { id: ORG.SYSTEM })).body).replaceAll(ORG.SYSTEM, ''),
    );
  }
  expect([await found(foreign), await found(gone), await found(yan as unknown as Json)]).toEqual([[], [], []]);
  const colleague = await person();
  expect(await found(colleague as unknown as Json)).toEqual([colleague.id]);
  for (const [from, until] of [
    [1, 0.5],
    [-2, -1],
    [0, 24 * 91],
  ] as const)
    expect([(await leave(yan, colleague, from, until)).status, Object.keys((await leave(yan, colleague, from, until)).body)]).toEqual([
      400,
      ['date_end'],
    ]);
});

/** The line of a component on which it is told of changes; it has subscribed once this is there. */
async function taskLine(origin: string, key: Parameters<typeof signedHeaders>[0]) {
  const path = '/ws/terminal-task/';
  const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}${path}`, {
    headers: signedHeaders(key, 'GET', path, new Date().toUTCString()),
  });
  const orders: Json[] = [];
  socket.on('message', (data) => orders.push(...JSON.parse(String(data))));
  await new Promise((resolve, reject) => socket.once('message', resolve).once('error', reject));
  socket.send(JSON.stringify({ type: 'subscribe', payload: { rules: true } }));
  // A write that rules are made of is told of by the line that listens.
  await within(20_000, async () => {
    await createUser(world.admin);
    return orders.some(({ name }) => name === RULES_TASK);
  });
  expect(orders).toContainEqual(expect.objectContaining({ name: RULES_TASK }));
  return { orders, close: () => socket.close() };
}

test('a component that waits is told who decides, whose place they take, and for how long it is worth waiting', async () => {
  const { server, admin, org } = world;
  const [asker, yan, xan] = [await person(), await person(), await person()];
  await away(yan, xan);
  const host = await createHost(admin);
  await createAccount(admin, host.id, { username: 'root', name: 'root', secret: 'canary-of-root' });
  await createPermission(admin, { users: [asker.id], assets: [host.id], accounts: ['@ALL'], actions: ['connect'] });
  await guard(admin, host, yan);
  const [carrier, stranger] = [await registerComponent(server), await registerComponent(server)];
  const lines = [await taskLine(server.url, carrier.key), await taskLine(server.url, stranger.key)];
  const events: Json[] = [];
  const stop = server.platform.events.subscribe(TICKET_ENDED, (payload) => events.push(payload as Json));
  const body = { user: asker.id, asset: host.id, account: 'root', protocol: 'ssh', connect_method: 'ssh', remote_addr: '10.9.8.7' };
  const token = await carrier.api.inOrg(org.id).post<Json>('authentication/super-connection-token/?create_ticket=true', body);
  const { assignees, date_lapses } = token.body.from_ticket_info;
  expect(assignees).toEqual([shown(yan), `${shown(xan)} for ${shown(yan)}`]);
  expect(Math.abs(Date.parse(date_lapses) - Date.now() - HOUR)).toBeLessThan(60_000);
  // Whoever waits hears of the decision, and needs not ask.
  await approve(xan, token.body.from_ticket.id);
  await expect.poll(() => events).toEqual([{ component: expect.any(String), ticket: token.body.from_ticket.id }]);
  stop();
  // On the line of the component that asked, and of no other: what each is told next of all is behind it.
  const told = (at: number) => lines[at]?.orders.filter(({ name }) => name === TICKET_TASK);
  await expect.poll(() => told(0), { timeout: 20_000 }).toMatchObject([{ args: token.body.from_ticket.id }]);
  const known = lines.map(({ orders }) => orders.length);
  await guard(admin, host, yan);
  await expect
    .poll(() => lines.every(({ orders }, at) => orders.slice(known[at]).some(({ name }) => name === RULES_TASK)), { timeout: 20_000 })
    .toBe(true);
  expect(told(1)).toEqual([]);
  for (const line of lines) line.close();
});
