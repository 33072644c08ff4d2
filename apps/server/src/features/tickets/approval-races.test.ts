import type { Json } from '@postern/testkit/api';
import { createAccount, createHost, createPermission } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { registerComponent } from '../../../test/matrix/actors.ts';
import { REQUESTS, requestsOfFile } from '../../../test/requests-world.ts';
import { codes, guard, type Person, TICKETS } from '../../../test/reviews-world.ts';
import { unwatched } from '../../platform/feature.ts';

/** What comes of decisions that are made at the same moment, on a real database, round after round. */

const ROUNDS = 50;
const TOKEN = 'authentication/connection-token/';
const SECRET = 'authentication/super-connection-token/secret/';
/** Two addresses of one ticket: where the link of a message leads, and where a list of one type does. */
const TYPED = 'tickets/apply-login-asset-tickets/';

const world = requestsOfFile();
const { server } = world;

const job = async (at: TestServer, name: string) => {
  const found = at.assembly.jobs.find((one) => one.name === name);
  expect(found).toBeDefined();
  await at.platform.asSystem('test', (ctx) => (found as NonNullable<typeof found>).run(ctx, {}, unwatched()));
};

/** Somebody whose connections to a host two others approve. */
async function guarded() {
  const [asker, first, second] = [await world.person(), await world.person(), await world.person()];
  const host = await createHost(world.admin);
  await createAccount(world.admin, host.id, { username: 'root', name: 'root', secret: 'canary-of-root' });
  await createPermission(world.admin, { users: [asker.id], assets: [host.id], accounts: ['@ALL'], actions: ['connect'] });
  await guard(world.admin, host, first, second);
  const waiting = async (api = asker.api) => {
    const body = { asset: host.id, account: 'root', protocol: 'ssh', connect_method: 'web_cli' };
    const answer = await api.post<Json>(`${TOKEN}?create_ticket=1`, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return { token: String(answer.body.id), ticket: String(answer.body.from_ticket.id) };
  };
  return { asker, first, second, waiting };
}

/** All that a decision leaves behind: states, comments, audit events, messages, and what came of the token. */
async function leftOf(ticket: string) {
  const { rows } = await sql<Json>`
    select t.state, t.status,
      (select array_agg(c.state order by c.date_created) from ticket_comments c where c.ticket_id = t.id and c.type = 'state') as told,
      (select count(*)::int from operate_logs o where o.resource_id = t.id::text) as audited,
      (select count(*)::int from site_messages m where m.message::text like '%' || t.id || '%') as messages,
      (select k.is_active from connection_tokens k where k.from_ticket_id = t.id) as active
    from tickets t where t.id = ${ticket}`.execute(server.db);
  return rows[0];
}

type Way = (on: { asker: Person; first: Person; second: Person; ticket: string }) => Promise<{ status: number; body: Json } | undefined>;
const by =
  (who: 'asker' | 'first' | 'second', verb: 'approve' | 'reject' | 'close', address = TICKETS): Way =>
  (on) =>
    on[who].api.put<Json>(`${address}${on.ticket}/${verb}/`, {});
const lapse: Way = async () => void (await job(server, 'tickets.lapse'));

/** Has all of it done at the same moment: the ticket is held until each waits for it. */
async function atOnce<T>(ticket: string, ways: readonly (() => Promise<T>)[]): Promise<T[]> {
  const doing = await server.db.transaction().execute(async (tx) => {
    await sql`select id from tickets where id = ${ticket} for update`.execute(tx);
    const begun = Promise.all(ways.map((way) => way()));
    const waiting = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db);
      return rows[0]?.n;
    };
    await expect.poll(waiting, { interval: 5, timeout: 20_000 }).toBe(ways.length);
    return { begun };
  });
  return doing.begun;
}

describe('of two who decide a connection at once', () => {
  test.each<[string, Way, Way, string[]]>([
    ['approve and reject', by('first', 'approve'), by('second', 'reject', TYPED), ['approved', 'rejected']],
    ['approve and approve', by('first', 'approve'), by('second', 'approve', TYPED), ['approved']],
    ['one twice', by('first', 'approve'), by('first', 'approve', TYPED), ['approved']],
    ['approve and withdraw', by('first', 'approve', TYPED), by('asker', 'close'), ['approved', 'closed']],
  ])(
    '%s: one counts, and is told once',
    async (_what, one, other, states) => {
      const { asker, first, second, waiting } = await guarded();
      for (let round = 0; round < ROUNDS; round += 1) {
        const { ticket } = await waiting();
        const asked = await leftOf(ticket);
        const on = { asker, first, second, ticket };
        // Neither is always the first to be sent.
        const ways = [() => one(on), () => other(on)];
        const answers = round % 2 === 0 ? await atOnce(ticket, ways) : (await atOnce(ticket, ways.reverse())).reverse();
        const won = answers.findIndex((answer) => answer?.status === 200);
        expect(answers[won]?.body, JSON.stringify(answers)).toBe('ok');
        expect(codes(answers[1 - won] as { status: number; body: Json })).toEqual([400, 'ticket_closed']);
        const state = states.length === 1 ? states[0] : states[won];
        const left = await leftOf(ticket);
        expect(left).toEqual({
          state,
          status: 'closed',
          told: ['pending', state],
          audited: asked?.audited + 1,
          // Who withdraws is told nothing.
          messages: asked?.messages + (state === 'closed' ? 0 : 1),
          active: state === 'approved',
        });
      }
    },
    120_000,
  );

  test('approve and the end of its time: whichever it is, it is one', async () => {
    const { asker, first, second, waiting } = await guarded();
    for (let round = 0; round < ROUNDS; round += 1) {
      const { ticket } = await waiting();
      const asked = await leftOf(ticket);
      const ends = new Date(Date.now() + (round % 5) * 4);
      await sql`update tickets set date_lapses = ${ends} where id = ${ticket}`.execute(server.db);
      const on = { asker, first, second, ticket };
      const [answer] = await Promise.all([by('first', 'approve')(on), lapse(on)]);
      const status = async () => {
        await lapse(on);
        return (await leftOf(ticket))?.status;
      };
      await expect.poll(status).toBe('closed');
      const state = answer?.status === 200 ? 'approved' : 'closed';
      if (state === 'closed') expect(codes(answer as { status: number; body: Json })).toEqual([400, 'ticket_closed']);
      expect(await leftOf(ticket)).toEqual({
        state,
        status: 'closed',
        told: ['pending', state],
        audited: asked?.audited + 1,
        messages: asked?.messages + 1,
        active: state === 'approved',
      });
    }
  }, 120_000);
});

describe('of two who approve a request of two levels at once', () => {
  test('each level has one decision, and nobody approves a level by accident', async () => {
    const [asker, first, second] = [await world.person(), await world.person(), await world.person()];
    // Both are asked at both levels.
    await world.flow([first, second], [first, second]);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await world.ask(asker);
      const approve = (who: Person, address: string) => who.api.put<Json>(`${address}${id}/approve/`, {});
      const answers = await atOnce(id, [() => approve(first, TICKETS), () => approve(round % 2 === 0 ? second : first, TICKETS)]);
      const won = answers.filter(({ status }) => status === 200);
      const steps = await sql<Json>`select level, state from ticket_steps where ticket_id = ${id} order by level`.execute(server.db);
      expect(won, JSON.stringify(answers.map(codes))).toHaveLength(1);
      expect(answers.filter(({ status }) => status !== 200).map(codes)).toEqual([[409, 'ticket_went_on']]);
      expect(steps.rows.map((row) => row.state)).toEqual(['approved', 'pending']);
      expect((await leftOf(id))?.told).toEqual(['pending', 'approved']);
      // Who has seen that it went on decides the next level.
      expect((await approve(second, TICKETS)).status).toBe(200);
      expect((await leftOf(id))?.state).toBe('approved');
      await sql`delete from asset_permissions where id = ${id}`.execute(server.db);
    }
  }, 180_000);

  test('a rejection and an approval: the request is over', async () => {
    const [asker, first, second] = [await world.person(), await world.person(), await world.person()];
    await world.flow([first, second], [second]);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await world.ask(asker);
      const [approved, rejected] = await atOnce(id, [
        () => first.api.put<Json>(`${TICKETS}${id}/approve/`, {}),
        () => second.api.put<Json>(`${REQUESTS}${id}/reject/`, {}),
      ]);
      const left = await leftOf(id);
      // Whoever says no says it at whatever level.
      expect([rejected?.status, left?.state]).toEqual([200, 'rejected']);
      if (approved?.status === 200) expect(left?.told).toEqual(['pending', 'approved', 'rejected']);
      else {
        expect(codes(approved as { status: number; body: Json })).toEqual([400, 'ticket_closed']);
        expect(left?.told).toEqual(['pending', 'rejected']);
      }
    }
  }, 180_000);
});

describe('when the server starts again', () => {
  test('what waits waits, is decided, and is let through; what lapsed meanwhile has lapsed', async () => {
    const { asker, first, waiting } = await guarded();
    const before = await startTestServer({ besides: server });
    const there = async (at: TestServer, who: Person) => (await at.as(who.username)).inOrg(world.org.id);
    const [kept, refused, late] = await Promise.all([1, 2, 3].map(async () => waiting(await there(before, asker))));
    const carrier = await registerComponent(server);
    await before.close();
    await world.timePasses(String(late?.ticket));

    const after = await startTestServer({ besides: server });
    try {
      const [mine, deciding] = [await there(after, asker), await there(after, first)];
      const stateOf = async (ticket: unknown) => (await mine.get<Json>(`${TICKETS}${ticket}/`)).body.state.value;
      expect([await stateOf(kept?.ticket), await stateOf(refused?.ticket)]).toEqual(['pending', 'pending']);
      // Before the job of the minute has run, and after.
      expect(codes(await deciding.put(`${TICKETS}${late?.ticket}/approve/`, {}))).toEqual([400, 'ticket_closed']);
      await job(after, 'tickets.lapse');
      expect(await stateOf(late?.ticket)).toBe('closed');
      expect((await deciding.put(`${TICKETS}${kept?.ticket}/approve/`, {})).status).toBe(200);
      expect((await deciding.put(`${TICKETS}${refused?.ticket}/reject/`, {})).status).toBe(200);
      const opened = async (token: unknown) => (await carrier.api.post<Json>(SECRET, { id: token })).status;
      expect([await opened(kept?.token), await opened(refused?.token), await opened(late?.token)]).toEqual([200, 403, 403]);
    } finally {
      await after.close();
    }
  });
});
