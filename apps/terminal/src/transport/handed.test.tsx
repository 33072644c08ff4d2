import { afterEach, expect, test, vi } from 'vitest';
import { page, session } from '../test/lines.ts';
import { type Wire, wires } from '../test/sockets.ts';
import type { Connection } from './connection-parts.ts';
import { type HandedLine, handedLine } from './handed.ts';

afterEach(() => void vi.unstubAllGlobals());

const typed = (wire: Wire): unknown[] =>
  wire.sent.filter((one) => (one as { type?: string }).type === 'TERMINAL_DATA').map((one) => (one as { says: string }).says);

async function begun(opened: Wire[]) {
  const old = page(opened);
  const wire = await old.wire(0);
  wire.says('CONNECT', { user: {}, setting: {} });
  wire.says('TERMINAL_SESSION', session('first', 0));
  wire.puts('seen ');
  old.connection.type('a');
  old.connection.type('b');
  wire.says('TERMINAL_ACK', { received: 1 });
  return { ...old, wire };
}
const release = (connection: Connection): HandedLine => handedLine.parse(structuredClone(connection.release()));

test('another page goes on where this one let go: nothing is shown or typed twice, and nothing is left out', async () => {
  const opened = wires();
  const { heard, connection, wire } = await begun(opened);
  const handed = release(connection);
  expect(handed).toMatchObject({ session: 's-1', secret: 'first', received: 5, came: 1, unsent: ['b'], rest: '' });
  // Keys and output that come in between are the other page's.
  connection.type('c');
  wire.puts('later');
  expect([heard.output, typed(wire)]).toEqual(['seen ', ['a', 'b']]);

  const next = page(opened, handed);
  const there = await next.wire(1);
  there.says('CONNECT', { user: {}, setting: {} });
  expect(there.sent).toMatchObject([
    { type: 'TERMINAL_INIT', cols: 80, rows: 24, resume: { session: 's-1', secret: 'first', received: 5 } },
  ]);
  // The gateway lets the old line go and sends what was not shown.
  wire.close();
  there.says('TERMINAL_SESSION', session('second', 1));
  there.puts('later');
  expect([next.heard.output, next.heard.sessions, typed(there)]).toEqual(['later', 1, ['b']]);
  next.connection.type('d');
  expect(typed(there)).toEqual(['b', 'd']);
  // The page that let go says neither that its line is lost, nor that the session is to end.
  connection.close();
  expect([heard.lost, wire.sent.some((one) => (one as { type?: string }).type === 'CLOSE')]).toEqual([[], false]);
  next.connection.close();
  expect(there.sent.at(-1)).toEqual({ type: 'CLOSE', says: '' });
});

test('a session that nobody took goes on here, with what came and was typed meanwhile', async () => {
  const opened = wires();
  const { heard, connection, wire } = await begun(opened);
  release(connection);
  expect(connection.release()).toBeNull();
  wire.puts('later');
  connection.type('c');
  connection.takeBack();
  expect([heard.output, typed(wire)]).toEqual(['seen later', ['a', 'b', 'c']]);
  connection.close();
  expect(wire.sent.at(-1)).toEqual({ type: 'CLOSE', says: '' });
});

test('a line that died meanwhile is tried again once the session is taken back', async () => {
  const opened = wires();
  const { heard, connection, wire } = await begun(opened);
  release(connection);
  wire.close();
  expect(heard.lost).toEqual([]);
  connection.takeBack();
  expect(heard.lost).toEqual([expect.any(Number)]);
  connection.close();
});

test('there is nothing to give before a session is there, nor of one that keeps nothing', async () => {
  const opened = wires();
  const { connection, wire: at } = page(opened);
  const wire = await at(0);
  wire.says('CONNECT', { user: {}, setting: {} });
  expect(connection.release()).toBeNull();
  const { resume: _none, ...plain } = session('first', 0);
  wire.says('TERMINAL_SESSION', plain);
  expect(connection.release()).toBeNull();
  connection.close();
});
