import { describe, expect, it } from 'vitest';
import { reduceTabs, type TabsAction } from '../sessions/tabs.ts';
import type { Split, TabsState } from '../sessions/tabs-state.ts';
import { opened, sessionTab } from '../test/tabs.ts';
import { bordersOf, rectOf, shownKeys, splitOf } from './splits.ts';

const then = (state: TabsState, ...actions: TabsAction[]): TabsState => actions.reduce(reduceTabs, state);
const joined = (...keys: string[]): TabsState =>
  then(opened(...keys), ...keys.slice(1).map((key, at): TabsAction => ({ type: 'join', key, beside: keys[at] as string })));
const bar = (state: TabsState): string => state.tabs.map(({ key }) => key).join('');
const only = (state: TabsState): Split => {
  expect(state.splits).toHaveLength(1);
  return state.splits[0] as Split;
};

describe('a split', () => {
  it('shows two to four sessions together, which stand side by side in the bar', () => {
    const two = then(opened('a', 'b', 'c'), { type: 'join', key: 'c', beside: 'a' });
    expect([bar(two), two.active, shownKeys(two)]).toEqual(['acb', 'c', ['a', 'c']]);
    const four = joined('a', 'b', 'c', 'd');
    expect(shownKeys(four)).toEqual(['a', 'b', 'c', 'd']);
    const five = then(four, { type: 'open', tab: sessionTab('e') }, { type: 'join', key: 'e', beside: 'a' });
    expect(only(five).members).toEqual(['a', 'b', 'c', 'd']);
    expect(shownKeys(five)).toEqual(['e']);
  });

  it('takes in a session that is opened beside one of its own', () => {
    const state = then(opened('a', 'b'), { type: 'open', tab: sessionTab('x'), beside: 'a' });
    expect([bar(state), state.active, shownKeys(state)]).toEqual(['axb', 'x', ['a', 'x']]);
  });

  it('is left by one, and is none with one', () => {
    const three = joined('a', 'b', 'c');
    const left = then(three, { type: 'leave', key: 'a' });
    expect([bar(left), only(left).members, left.active, shownKeys(left)]).toEqual(['bca', ['b', 'c'], 'a', ['a']]);
    expect(then(left, { type: 'leave', key: 'b' }).splits).toEqual([]);
    const closed = then(three, { type: 'close', key: 'c', scope: 'one' });
    expect([closed.active, shownKeys(closed)]).toEqual(['a', ['a', 'b']]);
    expect(then(closed, { type: 'close', key: 'a', scope: 'one' }).splits).toEqual([]);
  });

  it('hands over to who is beside the one that closes, not to the next tab', () => {
    const state = then(opened('a', 'b', 'c'), { type: 'join', key: 'b', beside: 'a' }, { type: 'close', key: 'b', scope: 'one' });
    expect(state.active).toBe('a');
  });

  it('changes over when a session goes from one to another', () => {
    const state = then(opened('a', 'b', 'c', 'd'), { type: 'join', key: 'b', beside: 'a' }, { type: 'join', key: 'd', beside: 'c' });
    const moved = then(state, { type: 'join', key: 'b', beside: 'c' });
    expect(only(moved).members).toEqual(['c', 'b', 'd']);
  });

  it('shows one alone while that is enlarged', () => {
    const state = then(joined('a', 'b'), { type: 'zoom', key: 'a' });
    expect([state.active, shownKeys(state)]).toEqual(['a', ['a']]);
    expect(shownKeys(then(state, { type: 'activate', key: 'b' }))).toEqual(['b']);
    expect(shownKeys(then(state, { type: 'zoom', key: 'a' }))).toEqual(['a', 'b']);
  });
});

it('several splits do not get into each other’s way', () => {
  const four = joined('a', 'b', 'c', 'd');
  const left = then(four, { type: 'leave', key: 'a' }, { type: 'join', key: 'b', beside: 'a' });
  expect(left.splits.map(({ members }) => members.join(''))).toEqual(['cd', 'ab']);
  expect(new Set(left.splits.map(({ id }) => id)).size).toBe(2);
});

describe('places', () => {
  const shape = (state: TabsState, wanted: Split['shape']): Split => only(then(state, { type: 'shape', key: 'a', shape: wanted }));
  const rects = (split: Split): number[][] =>
    split.members.map((key) => {
      const { left, top, width, height } = rectOf(split, key);
      return [left, top, width, height].map((share) => Math.round(share * 100));
    });

  it('lie side by side, below each other, or two by two', () => {
    const four = joined('a', 'b', 'c', 'd');
    expect(rects(shape(four, 'columns'))).toEqual([0, 25, 50, 75].map((left) => [left, 0, 25, 100]));
    expect(rects(shape(four, 'rows'))).toEqual([0, 25, 50, 75].map((top) => [0, top, 100, 25]));
    const grid = shape(four, 'grid');
    expect(rects(grid)).toEqual([
      [0, 0, 50, 50],
      [50, 0, 50, 50],
      [0, 50, 50, 50],
      [50, 50, 50, 50],
    ]);
    expect(bordersOf(grid).map(({ axis }) => axis)).toEqual(['x', 'y']);
  });

  it('fill the grid with three, and are no grid with two', () => {
    const three = shape(joined('a', 'b', 'c'), 'grid');
    expect(rects(three)[2]).toEqual([0, 50, 100, 50]);
    expect(bordersOf(three)[0]?.rect.height).toBe(0.5);
    expect(shape(joined('a', 'b'), 'grid').shape).toBe('columns');
  });

  it('get larger and smaller by their lines, and never vanish', () => {
    const state = joined('a', 'b');
    const split = only(state);
    const drag = (by: number): readonly number[] => only(then(state, { type: 'resize', split: split.id, axis: 'x', at: 0, by })).x;
    expect(drag(0.2)).toEqual([0.7, 0.3]);
    expect(drag(0.9)[1]).toBeCloseTo(0.15);
    expect(drag(-0.9)[0]).toBeCloseTo(0.15);
  });

  it('get larger by a key, also at the end', () => {
    const state = joined('a', 'b');
    const x = (key: string, by: number): readonly number[] =>
      only(then(state, { type: 'grow', key, by })).x.map((share) => Math.round(share * 100));
    expect([x('a', 0.1), x('b', 0.1), x('b', -0.1)]).toEqual([
      [60, 40],
      [40, 60],
      [60, 40],
    ]);
    const grid = then(joined('a', 'b', 'c', 'd'), { type: 'shape', key: 'a', shape: 'grid' }, { type: 'grow', key: 'd', by: 0.1 });
    expect([only(grid).x, only(grid).y].map(([first]) => Math.round((first ?? 0) * 100))).toEqual([40, 40]);
  });
});

describe('synchronised sessions', () => {
  it('are two at least, and those that ended or closed are none of them', () => {
    const state = then(joined('a', 'b', 'c'), { type: 'sync', keys: ['a', 'b', 'c'] });
    expect(state.synced).toEqual(['a', 'b', 'c']);
    const ended = then(state, { type: 'phase', key: 'b', phase: 'ended' });
    expect(ended.synced).toEqual(['a', 'c']);
    expect(then(ended, { type: 'reconnect', key: 'b', tokenId: 'n' }, { type: 'phase', key: 'b', phase: 'connected' }).synced).toEqual([
      'a',
      'c',
    ]);
    expect(then(ended, { type: 'close', key: 'c', scope: 'one' }).synced).toEqual([]);
    expect(then(state, { type: 'sync', keys: ['a'] }).synced).toEqual([]);
  });

  it('do not take in who comes later', () => {
    const state = then(joined('a', 'b'), { type: 'sync', keys: ['a', 'b'] }, { type: 'open', tab: sessionTab('c'), beside: 'b' });
    expect(splitOf(state, 'c')?.members).toEqual(['a', 'b', 'c']);
    expect(state.synced).toEqual(['a', 'b']);
  });
});
