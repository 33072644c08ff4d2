import { render, type Text } from '@postern/contract/text';
import { expect, it } from 'vitest';
import { opened, sessionTab } from '../test/tabs.ts';
import { sessionTitle } from './session-title.ts';
import { reduceTabs } from './tabs.ts';
import type { TabsState } from './tabs-state.ts';

const t = (text: Text): string => render(text, 'en', {});
const titleOf = (state: TabsState): string | undefined =>
  sessionTitle(
    state.tabs.find(({ key }) => key === state.active),
    t,
  );

it('says machine and account, and how it is once nothing can be typed', () => {
  const open = opened('web-1');
  expect(titleOf(open)).toBe('web-1 · root');
  const lost = reduceTabs(open, { type: 'lost', key: 'web-1', lost: true });
  expect(titleOf(lost)).toBe('! web-1 · root · Reconnecting');
  expect(titleOf(reduceTabs(lost, { type: 'lost', key: 'web-1', lost: false }))).toBe('web-1 · root');
  expect(titleOf(reduceTabs(lost, { type: 'phase', key: 'web-1', phase: 'ended' }))).toBe('✕ web-1 · root · Ended');
  expect(titleOf(reduceTabs(open, { type: 'close', key: 'web-1', scope: 'all' }))).toBeUndefined();
});

it('numbers what is opened once more, and gives a number that is free', () => {
  const again = (state: TabsState, key: string, more = {}): TabsState =>
    reduceTabs(state, { type: 'open', tab: { ...sessionTab('web-1'), ...more, key } });
  const three = again(again(opened('web-1'), 'b'), 'c');
  expect(three.tabs.map(({ title }) => title)).toEqual(['web-1', 'web-1 (2)', 'web-1 (3)']);
  expect(titleOf(three)).toBe('web-1 (3) · root');
  const gap = again(reduceTabs(three, { type: 'close', key: 'b', scope: 'one' }), 'd', { title: 'web-1 (3)' });
  expect(gap.tabs.at(-1)?.title).toBe('web-1 (2)');
  // Files of a machine are another thing than a terminal on it.
  expect(again(three, 'f', { method: 'web_sftp' }).tabs.at(-1)?.title).toBe('web-1');
});
