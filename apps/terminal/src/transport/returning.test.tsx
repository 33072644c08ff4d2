import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, session } from '../test/lines.ts';
import { wires } from '../test/sockets.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page whose line was lost, and its first try to come back. */
async function lost() {
  const opened = wires();
  const one = page(opened);
  const wire = await one.wire(0);
  wire.says('CONNECT', { user: {}, setting: {} });
  wire.says('TERMINAL_SESSION', session('first', 0));
  wire.close();
  await vi.advanceTimersByTimeAsync(250);
  return { ...one, opened };
}

test('a node that does not reach the session is one try: the next may be answered by another', async () => {
  const { heard, opened, connection } = await lost();
  expect(opened[1]?.url).toBe('ws://gateway.test/koko/ws/terminal/?type=resume&target_id=s-1');
  opened[1]?.says('CLOSE', { reason: 'carried_elsewhere', params: {} });
  await vi.advanceTimersByTimeAsync(1_000);
  expect([opened.length, heard.ends]).toEqual([3, []]);
  opened[2]?.says('CONNECT', { user: {}, setting: {} });
  opened[2]?.says('TERMINAL_SESSION', session('second', 0));
  expect(heard.lost).toEqual([expect.any(Number), null]);
  connection.close();
});

test('when the time is up the page says what it was told last', async () => {
  const { heard, opened } = await lost();
  for (let nth = 1; heard.ends.length === 0; nth += 1) {
    opened[nth]?.says('CLOSE', { reason: 'carrier_silent', params: {} });
    await vi.advanceTimersByTimeAsync(5_000);
  }
  expect(opened.length).toBeGreaterThan(10);
  expect(heard.ends).toEqual([{ close: { reason: 'carrier_silent', params: {} }, detail: '' }]);
});

test('a place that is not there any more ends it at once', async () => {
  const { heard, opened } = await lost();
  opened[1]?.says('CLOSE', { reason: 'client_lost', params: {} });
  expect(heard.ends).toEqual([{ close: { reason: 'client_lost', params: {} }, detail: '' }]);
  await vi.advanceTimersByTimeAsync(200_000);
  expect(opened.length).toBe(2);
});
