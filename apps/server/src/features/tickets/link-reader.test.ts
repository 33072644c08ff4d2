import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { requestsOfFile } from '../../../test/requests-world.ts';
import { codes, TICKETS } from '../../../test/reviews-world.ts';
import { readerMark } from './link-reader.ts';

/** For whom the link of a message is: told by a mark that was made here, and by no other. */

const world = requestsOfFile();
const markOf = (ticketId: string, readerId: string): Promise<string> =>
  world.server.platform.asSystem('test', async (ctx) => readerMark(ctx, ticketId, readerId));

describe('the mark of a link', () => {
  test('names its reader to whoever is logged in, and gives them nothing else', async () => {
    const [asker, reviewer, stranger] = [await world.person(), await world.person(), await world.person()];
    await world.flow([reviewer]);
    const ticket = await world.ask(asker);
    const query = { for: await markOf(ticket.id, reviewer.id) };
    expect(query.for).toMatch(/^[\w-]{43}$/);
    const shown = await stranger.api.get(`${TICKETS}${ticket.id}/reader/`, { query });
    expect([shown.status, shown.body]).toEqual([200, { user: expect.stringContaining(`(${reviewer.username})`), own: false }]);
    expect((await reviewer.api.get(`${TICKETS}${ticket.id}/reader/`, { query })).body.own).toBe(true);
    expect((await stranger.api.get(`${TICKETS}${ticket.id}/`, { query })).status).toBe(404);
    expect((await stranger.api.put(`${TICKETS}${ticket.id}/approve/?for=${query.for}`, {})).status).toBe(404);
  });

  test('cannot be made up, carried to another ticket or put to another name', async () => {
    const [reader, other] = [await world.person(), await world.person()];
    const id = randomUUID();
    const mark = Buffer.from(await markOf(id, reader.id), 'base64url');
    const flipped = Buffer.from(mark);
    flipped[flipped.length - 1] = (flipped.at(-1) ?? 0) ^ 1;
    const renamed = Buffer.concat([Buffer.from(other.id.replaceAll('-', ''), 'hex'), mark.subarray(16)]);
    const asked = async (ticketId: string, bytes: Buffer) =>
      codes(await other.api.get(`${TICKETS}${ticketId}/reader/`, { query: { for: bytes.toString('base64url') } }));
    expect((await asked(id, mark))[0]).toBe(200);
    for (const [ticketId, bytes] of [
      [id, flipped],
      [id, renamed],
      [id, mark.subarray(0, 31)],
      [randomUUID(), mark],
    ] as const)
      expect(await asked(ticketId, bytes)).toEqual([404, 'object_does_not_exist']);
    expect((await other.api.get(`${TICKETS}${id}/reader/`)).status).toBe(400);
  });
});
