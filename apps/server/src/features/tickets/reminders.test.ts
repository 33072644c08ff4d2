import type { Json } from '@postern/testkit/api';
import { createHost, createPermission } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { REQUESTS, requestsOfFile } from '../../../test/requests-world.ts';
import { codes, guard, TICKETS } from '../../../test/reviews-world.ts';
import { nextReminder } from './reminders.ts';

/** What waits is told of again, and what lapsed is told of once. */

const world = requestsOfFile();

const DAY = 86_400_000;
const remind = () => world.run('tickets.remind');

/** Lets the moment of the next reminder of a ticket come. */
const comes = (id: string) =>
  sql`update tickets set date_reminds = now() - interval '1 second' where id = ${id} and date_reminds is not null`.execute(world.server.db);

test('a reminder comes after a day and each day, three times; at half of what lasts less', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const after = (ms: number) => new Date(now.getTime() + ms);
  expect([0, 1, 2, 3].map((sent) => nextReminder('apply_asset', now, after(30 * DAY), sent))).toEqual([
    after(DAY),
    after(DAY),
    after(DAY),
    null,
  ]);
  expect(nextReminder('apply_asset', now, after(DAY / 2), 0)).toEqual(after(DAY / 4));
  expect(nextReminder('apply_asset', now, after(DAY / 2), 1)).toBeNull();
  expect(nextReminder('command_confirm', now, after(600_000), 0)).toEqual(after(300_000));
  expect(nextReminder('command_confirm', now, after(300_000), 1)).toBeNull();
});

describe('a request that waits', () => {
  test('says until when, and reminds who can still decide it, three times and no more', async () => {
    const [asker, stays, left] = [await world.person(), await world.person(), await world.person()];
    await world.flow([stays, left]);
    const ticket = await world.ask(asker);
    const until = new Date(String((await asker.api.get<Json>(`${REQUESTS}${ticket.id}/`)).body.date_lapses).replaceAll('/', '-')).getTime();
    expect(until).toBeGreaterThan(Date.now() + 29 * DAY);
    await world.leaves(left);
    await remind();
    const waits = `Still waits for you: ${ticket.title}`;
    const heard = async () => (await world.subjects(stays)).filter((subject) => subject === waits).length;
    expect(await heard()).toBe(0);
    for (const times of [1, 2, 3, 3]) {
      await comes(ticket.id);
      await Promise.all([remind(), remind()]);
      await remind();
      expect(await heard()).toBe(times);
    }
    expect(await world.subjects(left)).not.toContain(waits);
    expect(await world.subjects(asker)).not.toContain(waits);
  });

  test('reminds those of the level that waits, and nobody of what is decided', async () => {
    const [asker, first, second] = [await world.person(), await world.person(), await world.person()];
    await world.flow([first], [second]);
    const ticket = await world.ask(asker);
    const waits = `Still waits for you: ${ticket.title}`;
    expect((await first.api.put(`${TICKETS}${ticket.id}/approve/`, {})).status).toBe(200);
    await comes(ticket.id);
    await remind();
    expect((await world.subjects(first)).includes(waits)).toBe(false);
    expect((await world.subjects(second)).filter((subject) => subject === waits)).toHaveLength(1);
    await second.api.put(`${TICKETS}${ticket.id}/reject/`, {});
    await comes(ticket.id);
    await remind();
    expect((await world.subjects(second)).filter((subject) => subject === waits)).toHaveLength(1);
  });

  test('is over once it lapsed: who asked is told once, and nobody decides or is reminded', async () => {
    const [asker, reviewer] = [await world.person(), await world.person()];
    await world.flow([reviewer]);
    const ticket = await world.ask(asker);
    await comes(ticket.id);
    await world.timePasses(ticket.id);
    await remind();
    expect(await world.subjects(reviewer)).not.toContain(`Still waits for you: ${ticket.title}`);
    expect(codes(await reviewer.api.put(`${TICKETS}${ticket.id}/approve/`, {}))).toEqual([400, 'ticket_closed']);
    await Promise.all([world.run('tickets.lapse'), world.run('tickets.lapse')]);
    await world.run('tickets.lapse');
    const told = (await world.subjects(asker)).filter((subject) => subject === `Nobody decided in time: ${ticket.title}`);
    expect(told).toHaveLength(1);
    expect(codes(await reviewer.api.put(`${TICKETS}${ticket.id}/reject/`, {}))).toEqual([400, 'ticket_closed']);
  });
});

test('a review by rule reminds once, at half of its time', async () => {
  const [asker, reviewer] = [await world.person(), await world.person()];
  const host = await createHost(world.admin);
  await createPermission(world.admin, { users: [asker.id], assets: [host.id], accounts: ['@ALL', '@INPUT'], actions: ['connect'] });
  await guard(world.admin, host, reviewer);
  const body = { asset: host.id, account: '@INPUT', input_username: 'root', input_secret: 'x', protocol: 'ssh', connect_method: 'web_cli' };
  const answer = await asker.api.post<Json>('authentication/connection-token/?create_ticket=1', body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const { id } = answer.body.from_ticket;
  const { rows } = await sql<{ half: boolean }>`select abs(extract(epoch from (date_reminds - date_created)
    - (date_lapses - date_created) / 2)) < 2 as half from tickets where id = ${id}`.execute(world.server.db);
  expect(rows).toEqual([{ half: true }]);
  for (const _ of [1, 2]) {
    await comes(id);
    await remind();
  }
  expect((await world.subjects(reviewer)).filter((subject) => subject.startsWith('Still waits for you'))).toHaveLength(1);
});
