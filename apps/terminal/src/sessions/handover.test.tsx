import { expect, onTestFinished, test, vi } from 'vitest';
import { sessionTab } from '../test/tabs.ts';
import { expectsHandover, handOver, takeOver } from './handover.ts';
import type { SessionTab } from './tabs-state.ts';

/** A window at the other end: what was posted to it, and where to. */
function other() {
  const posted: [data: unknown, target: string][] = [];
  const it = { closed: false, postMessage: (data: unknown, target: string) => posted.push([data, target]) };
  return { posted, it, as: it as unknown as Window };
}
function hears(source: unknown, data: unknown, origin: string = window.location.origin): void {
  const event = new MessageEvent('message', { data, origin });
  // A browser says which window sent it; of one made here that has to be told.
  Object.defineProperty(event, 'source', { value: source });
  window.dispatchEvent(event);
}
const ASKS = { postern: 'asks' };
const TAKEN = { postern: 'taken' };

test('the tab goes to the window that asks, to this origin alone, and is away once it was taken', async () => {
  const { as, it, posted } = other();
  const done = handOver(as, async () => sessionTab('a'));
  hears(it, ASKS);
  await vi.waitFor(() => expect(posted).toHaveLength(1));
  const [data, target] = posted[0] as [{ tab: SessionTab }, string];
  expect([data.tab.tokenId, target]).toEqual(['t-a', window.location.origin]);
  hears(it, TAKEN);
  expect(await done).toBe(true);
});

test('nobody else is given it, and nobody at all when the window closes or there is no token', async () => {
  const { as, it, posted } = other();
  const done = handOver(as, async () => sessionTab('a'));
  hears({}, ASKS);
  hears(it, ASKS, 'https://evil.example');
  it.closed = true;
  expect(await done).toBe(false);
  expect(posted).toEqual([]);
  const empty = other();
  const nothing = handOver(empty.as, async () => null);
  hears(empty.it, ASKS);
  expect([await nothing, empty.posted]).toEqual([false, []]);
});

test('a page takes what its opener gives, once, and nothing from anybody else', () => {
  const { as, it, posted } = other();
  vi.stubGlobal('opener', as);
  const taken: SessionTab[] = [];
  let here = (): void => undefined;
  onTestFinished(
    takeOver((tab, arrived) => {
      taken.push(tab);
      here = arrived;
    }),
  );
  expect(posted).toEqual([[ASKS, window.location.origin]]);
  const { group: _group, phase: _phase, attempt: _attempt, ...tab } = sessionTab('a');
  const gives = { postern: 'session', tab };
  hears({}, gives);
  hears(it, gives, 'https://evil.example');
  hears(it, { postern: 'session', tab: { ...tab, tokenId: 7 } });
  expect(taken).toEqual([]);
  hears(it, gives);
  hears(it, gives);
  expect(taken).toEqual([{ ...sessionTab('a'), phase: 'connecting' }]);
  // Not before its session is there.
  expect(posted).toHaveLength(1);
  here();
  expect(posted.at(-1)).toEqual([TAKEN, window.location.origin]);
});

test('only an address that says so asks', () => {
  expect([expectsHandover('?handover=1'), expectsHandover('?login_to=x'), expectsHandover('')]).toEqual([true, false, false]);
});
