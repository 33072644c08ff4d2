import type { Json } from '@postern/testkit/api';
import { expect, test } from 'vitest';
import { requestsOfFile } from '../../../test/requests-world.ts';
import { codes, type Person } from '../../../test/reviews-world.ts';
import { mentions } from './mentions.ts';

/** People named in what is said about a ticket. */

const world = requestsOfFile();
const { person } = world;

const comments = (id: string) => `tickets/comments/?ticket_id=${id}`;
const say = (who: Person, id: string, body: string) => who.api.post<Json>(comments(id), { body });
const offered = async (who: Person, id: string) =>
  (await who.api.get<Json[]>(`tickets/comments/mentionable/?ticket_id=${id}`)).body.map((one) => one.id).sort();
const named = async (who: Person) => (await world.subjects(who)).filter((subject) => subject.includes('mentions you'));

test('a name is found by itself, and not as a part of another', () => {
  for (const text of ['@ann', 'Well, @ann.', '(@Ann) see', 'see @ann, @bob', '**@ann**', '@ann-', '请@ann看', '@ANN: now'])
    expect([text, mentions(text, 'ann')]).toEqual([text, true]);
  for (const text of ['ann', 'mail@ann', '@anna', '@ann.lee', '@@ann', '@ann@example.com', '@ann-lee'])
    expect([text, mentions(text, 'ann')]).toEqual([text, false]);
  expect(mentions('ask @ann.lee@example.com now', 'ann.lee@example.com')).toBe(true);
});

test('who takes part is offered and told, with the link; nobody else is either, and a name gives no right', async () => {
  const [asker, first, second, xan, stranger] = [await person(), await person(), await person(), await person(), await person()];
  await world.flow([first], [second]);
  const body = {
    delegate: xan.id,
    date_start: new Date(Date.now() - 1_000).toISOString(),
    date_end: new Date(Date.now() + 3_600_000).toISOString(),
  };
  expect((await first.api.post('tickets/delegations/', body)).status).toBe(201);
  const ticket = await world.ask(asker);
  expect(await offered(asker, ticket.id)).toEqual([first.id, second.id, xan.id].sort());
  expect(await offered(second, ticket.id)).toEqual([asker.id, first.id, xan.id].sort());
  expect(codes(await stranger.api.get<Json>(`tickets/comments/mentionable/?ticket_id=${ticket.id}`))[0]).toBe(400);

  const words = `@${second.username} @${xan.username} @${stranger.username} @${asker.username} @nobody: <b>why</b>?`;
  expect((await say(asker, ticket.id, words)).status).toBe(201);
  for (const who of [second, xan]) expect(await named(who)).toEqual([`${asker.username}(${asker.username}) mentions you: ${ticket.title}`]);
  for (const who of [stranger, first, asker]) expect(await named(who)).toEqual([]);
  const [message] = (await second.api.get<Json[]>('notifications/site-messages/')).body;
  expect(message?.content.message).toContain(`/ui/tickets/tickets/${ticket.id}?type=apply_asset&amp;oid=${world.org.id}`);
  expect(message?.content.message).toContain('&lt;b&gt;why&lt;/b&gt;');
  expect((await stranger.api.get(`tickets/tickets/${ticket.id}/`)).status).toBe(404);
  expect(codes(await say(stranger, ticket.id, `@${first.username}`))[0]).toBe(400);
});

test('nobody is written to without end', async () => {
  const [asker, reviewer] = [await person(), await person()];
  await world.flow([reviewer]);
  const ticket = await world.ask(asker);
  const answers: unknown[] = [];
  for (let n = 0; n < 11; n += 1) answers.push((await say(asker, ticket.id, `@${reviewer.username} ${n}`)).status);
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 201), 429]);
  expect(await named(reviewer)).toHaveLength(10);
  expect((await say(asker, ticket.id, 'and without a name')).status).toBe(201);
});
