import { describe, expect, it } from 'vitest';
import { opened as open, sessionTab as tab } from '../test/tabs.ts';
import { closing, reduceTabs } from './tabs.ts';
import { NO_TABS, type TabsState } from './tabs-state.ts';

const keys = (state: TabsState): string => state.tabs.map((entry) => entry.key).join('');

describe('tabs', () => {
  it('activate what was opened and put a clone beside its origin', () => {
    const state = reduceTabs(open('a', 'b'), { type: 'open', tab: tab('x'), after: 'a' });
    expect(keys(state)).toBe('axb');
    expect(state.active).toBe('x');
  });

  it('hand over to the right neighbour, or the left one at the end', () => {
    const three = reduceTabs(open('a', 'b', 'c'), { type: 'activate', key: 'b' });
    expect(reduceTabs(three, { type: 'close', key: 'b', scope: 'one' }).active).toBe('c');
    expect(reduceTabs(open('a', 'b', 'c'), { type: 'close', key: 'c', scope: 'one' }).active).toBe('b');
    expect(reduceTabs(open('a'), { type: 'close', key: 'a', scope: 'one' })).toEqual(NO_TABS);
  });

  it('close what each scope names', () => {
    const state = reduceTabs(open('a', 'b', 'c', 'd'), { type: 'activate', key: 'd' });
    const left = (scope: 'others' | 'left' | 'right' | 'all') => reduceTabs(state, { type: 'close', key: 'b', scope });
    expect([keys(left('others')), keys(left('left')), keys(left('right')), keys(left('all'))]).toEqual(['b', 'bcd', 'ab', '']);
    expect(left('others').active).toBe('b');
    expect(left('left').active).toBe('d');
    expect(closing(state, 'a', 'left')).toEqual([]);
  });

  it('keep the active one when another is closed', () => {
    expect(reduceTabs(open('a', 'b'), { type: 'close', key: 'a', scope: 'one' }).active).toBe('b');
  });

  it('step around the ends', () => {
    const state = open('a', 'b', 'c');
    expect(reduceTabs(state, { type: 'step', by: 1 }).active).toBe('a');
    expect(reduceTabs(state, { type: 'step', by: -1 }).active).toBe('b');
  });

  it('refuse an empty name and bound a long one', () => {
    const state = open('a');
    expect(reduceTabs(state, { type: 'rename', key: 'a', title: '  ' }).tabs[0]?.title).toBe('a');
    expect(reduceTabs(state, { type: 'rename', key: 'a', title: 'x'.repeat(500) }).tabs[0]?.title).toHaveLength(64);
  });

  it('connect again with the new token', () => {
    const [again] = reduceTabs(open('a'), { type: 'reconnect', key: 'a', tokenId: 'n' }).tabs;
    expect(again).toMatchObject({ tokenId: 'n', attempt: 2, phase: 'connecting' });
  });
});
