import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { AccessProvider } from '../connect/access.tsx';
import { draw, press, seen } from '../test/draw.tsx';
import { sessionTab } from '../test/tabs.ts';
import type { PaneControl } from './TerminalPane.tsx';
import type { TabGroup } from './tabs-state.ts';
import { type Sessions, useSessions } from './useSessions.ts';

function Page({ onSessions }: { onSessions: (sessions: Sessions) => void }) {
  onSessions(useSessions());
  return null;
}

/** A page with these sessions open. */
async function page(...keys: string[]) {
  let now: Sessions | undefined;
  await draw(
    <AccessProvider>
      <Page
        onSessions={(sessions) => {
          now = sessions;
        }}
      />
    </AccessProvider>,
  );
  const sessions = (): Sessions => now as Sessions;
  for (const key of keys) await act(async () => sessions().take(sessionTab(key)));
  return { sessions, keys: () => sessions().state.tabs.map(({ key }) => key) };
}
const question = (): string => document.querySelector('[role=dialog]')?.textContent ?? '';

test('closing a group names it and counts its sessions, and closes those and no others', async () => {
  const { sessions, keys } = await page('a', 'b', 'c');
  await act(async () => sessions().actions.newGroup('a'));
  const [group] = sessions().state.groups as [TabGroup];
  await act(async () => sessions().actions.changeGroup(group.id, { name: 'Front' }));
  await act(async () => sessions().actions.regroup('b', group.id));
  const named = (): TabGroup => sessions().state.groups[0] as TabGroup;

  act(() => void sessions().actions.closeGroup(named()));
  await seen(() => expect(question()).toContain('Close Front and its 2 sessions?'));
  await press('Cancel');
  await seen(() => expect(question()).toBe(''));
  expect(keys().sort()).toEqual(['a', 'b', 'c']);

  act(() => void sessions().actions.closeGroup(named()));
  await seen(() => expect(question()).toContain('Close Front'));
  await press('Close the group');
  await seen(() => expect(keys()).toEqual(['c']));
  expect(sessions().state.groups).toEqual([]);
});

test('keys ask before they end a running session, and close one that is over at once', async () => {
  const { sessions, keys } = await page('a', 'b');
  await act(async () => sessions().actions.phase('a', 'connected'));
  act(() => void sessions().actions.close('a', 'one', true));
  await seen(() => expect(question()).toContain('End the session a?'));
  await press('Cancel');
  await seen(() => expect(question()).toBe(''));
  expect(keys()).toEqual(['a', 'b']);

  act(() => void sessions().actions.close('a', 'one', true));
  await seen(() => expect(question()).toContain('End the session a?'));
  await press('End session');
  await seen(() => expect(keys()).toEqual(['b']));

  await act(async () => sessions().actions.phase('b', 'ended'));
  await act(async () => sessions().actions.close('b', 'one', true));
  expect([keys(), question()]).toEqual([[], '']);
});

test('the cross of a running session ends it at once', async () => {
  const { sessions, keys } = await page('a');
  await act(async () => sessions().actions.phase('a', 'connected'));
  await act(async () => sessions().actions.close('a', 'one'));
  expect([keys(), question()]).toEqual([[], '']);
});

test.each([
  [true, 'The session goes on there as it is, with all that it shows. Nothing stops.'],
  [false, 'A new session opens there with the same account. The one here ends, and programs that run in it stop.'],
])('moving to a window says what becomes of the session (%s)', async (movable, words) => {
  const { sessions, keys } = await page('a');
  const took = vi.fn();
  const control = { movable: () => movable, handOver: async () => null, takeBack: took, focus: () => undefined } as Partial<PaneControl>;
  act(() => sessions().actions.register('a', control as PaneControl));
  const window_ = { closed: true, close: vi.fn() };
  vi.stubGlobal('open', () => window_);
  act(() => void sessions().actions.tear(sessionTab('a')));
  await seen(() => expect(question()).toContain(words));
  await press('Move');
  // The window was closed before it asked: the session is still here.
  await seen(() => expect(window_.close).toHaveBeenCalled());
  expect([keys(), took.mock.calls.length]).toEqual([['a'], movable ? 1 : 0]);
});
