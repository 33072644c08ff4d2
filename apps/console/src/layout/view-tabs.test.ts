import { expect, test } from 'vitest';
import { closed, closedOthers, type OpenView, opened } from './view-tabs.ts';

const view = (path: string, more: Partial<OpenView> = {}): OpenView => ({ path, search: '', title: path, affix: false, ...more });

test('a view opens once and keeps its latest address', () => {
  const views = opened(opened([], view('/a')), view('/a', { search: '?page=2' }));
  expect(views).toEqual([view('/a', { search: '?page=2' })]);
  expect(opened(views, view('/a', { search: '?page=2' }))).toBe(views);
});

test('twelve at most; the oldest goes, affixed ones stay', () => {
  let views: readonly OpenView[] = [view('/home', { affix: true })];
  for (let number = 1; number <= 14; number += 1) views = opened(views, view(`/${number}`));
  expect(views).toHaveLength(12);
  expect(views[0]?.path).toBe('/home');
  expect(views[1]?.path).toBe('/4');
});

test('closing leads to the neighbour', () => {
  const views = [view('/a'), view('/b'), view('/c')];
  expect(closed(views, '/b').next?.path).toBe('/c');
  expect(closed(views, '/c').next?.path).toBe('/b');
  expect(closed([view('/a')], '/a').next).toBeUndefined();
  expect(closedOthers([view('/home', { affix: true }), ...views], '/c').map(({ path }) => path)).toEqual(['/home', '/c']);
});
