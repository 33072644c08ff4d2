import type { Json } from '@postern/testkit/api';
import { createHost } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { requestsOfFile } from '../../../test/requests-world.ts';
import { type Person, TICKETS } from '../../../test/reviews-world.ts';

/** Whose tickets a list holds, whichever way it is made, and by what they are found. */

const world = requestsOfFile();
const { person } = world;

interface Listed {
  count: number;
  ids: string[];
}

async function listed(who: Person, query: string): Promise<Listed> {
  const { status, body } = await who.api.get<Json>(`${TICKETS}?limit=15&offset=0&${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return { count: body.count, ids: body.results.map((one: Json) => one.id) };
}

const away = async (who: Person, delegate: Person): Promise<void> => {
  const date = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const answer = await who.api.post<Json>('tickets/delegations/', { delegate: delegate.id, date_start: date(-1), date_end: date(1) });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
};

test('a list told from the people’s side holds what the conditions leave, page by page: of askers, deciders, delegates and nobody else', async () => {
  const [asker, first, second, instead, stranger] = [await person(), await person(), await person(), await person(), await person()];
  await world.flow([first], [second]);
  const tickets: string[] = [];
  for (let n = 0; n < 5; n += 1) tickets.push((await world.ask(asker)).id);
  const newest = tickets.toReversed();
  await away(first, instead);
  // Decided in somebody's place, which is over: the ticket stays theirs to see.
  expect((await instead.api.put(`${TICKETS}${tickets[0]}/approve/`, {})).status).toBe(200);
  await sql`delete from ticket_delegations`.execute(world.server.db);

  const everybody: [Person, string[]][] = [
    [asker, newest],
    [first, newest],
    [second, newest],
    [instead, [tickets[0] as string]],
    [stranger, []],
  ];
  for (const [who, ids] of everybody) {
    expect(await listed(who, '')).toEqual({ count: ids.length, ids });
    // A filter that leaves all has the rows themselves asked.
    expect(await listed(who, 'type=apply_asset')).toEqual({ count: ids.length, ids });
  }
  expect(await listed(asker, 'order=date_created')).toEqual({ count: 5, ids: tickets });
  expect((await asker.api.get<Json>(`${TICKETS}?limit=2&offset=2`)).body).toMatchObject({
    count: 5,
    results: newest.slice(2, 4).map((id) => ({ id })),
    next: expect.stringContaining('offset=4'),
    previous: expect.anything(),
  });
  expect((await asker.api.get<Json>(`${TICKETS}?limit=2&offset=50`)).body).toMatchObject({ count: 5, results: [] });

  // Who may decide: at the level at which each is, and only of what one sees.
  for (const more of ['', '&state=pending']) {
    expect(await listed(first, `assignees__id=${first.id}${more}`)).toEqual({ count: 4, ids: newest.slice(0, 4) });
    expect(await listed(second, `assignees__id=${second.id}${more}`)).toEqual({ count: 1, ids: [tickets[0]] });
    expect(await listed(asker, `assignees__id=${second.id}${more}`)).toEqual({ count: 1, ids: [tickets[0]] });
    expect(await listed(stranger, `assignees__id=${first.id}${more}`)).toEqual({ count: 0, ids: [] });
  }
  expect(await listed(first, 'assignees__id=nobody')).toEqual({ count: 0, ids: [] });
});

test('a request is found by the address that those who decide were told, by them alone, once they were asked', async () => {
  const [asker, first, second] = [await person(), await person(), await person()];
  await world.flow([first], [second]);
  const host = await createHost(world.admin, { address: '10.77.66.55' });
  const { id } = await world.ask(asker, 24, host.id);
  const found = async (who: Person, text: string) => (await listed(who, `relevant_asset=${text}`)).ids;
  for (const who of [asker, first, second]) expect(await found(who, host.name)).toEqual([id]);
  expect(await found(first, '77.66')).toEqual([id]);
  expect(await found(asker, '77.66')).toEqual([]);
  expect(await found(second, '77.66')).toEqual([]);
  expect((await first.api.put(`${TICKETS}${id}/approve/`, {})).status).toBe(200);
  expect(await found(second, '77.66')).toEqual([id]);
  // Where it is now was told nobody.
  expect((await world.admin.patch(`assets/hosts/${host.id}/`, { address: '10.88.99.11' })).status).toBe(200);
  for (const who of [asker, first, second]) expect(await found(who, '88.99')).toEqual([]);
  expect(await found(first, '77.66')).toEqual([id]);
});
