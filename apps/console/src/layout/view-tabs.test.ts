import { describe, expect, test } from 'vitest';
import { closed, closedAll, closedOthers, closedRight, type OpenView, opened } from './view-tabs.ts';

const view = (path: string, more: Partial<OpenView> = {}): OpenView => ({ path, search: '', title: path, affix: false, ...more });
const home = view('/home', { affix: true });
const paths = (views: readonly OpenView[]) => views.map(({ path }) => path);

describe('opening', () => {
  test('adds a view once, and keeps its newest address and title', () => {
    const one = opened([home], view('/a'));
    expect(paths(one)).toEqual(['/home', '/a']);
    const two = opened(one, view('/a', { search: '?x=1', title: 'A' }));
    expect(two[1]).toMatchObject({ search: '?x=1', title: 'A' });
    expect(opened(two, view('/a', { search: '?x=1', title: 'A' }))).toBe(two);
  });

  test('lets the oldest go that is not affixed', () => {
    const many = Array.from({ length: 12 }, (_, at) => `/v${at}`).reduce<readonly OpenView[]>(
      (all, path) => opened(all, view(path)),
      [home],
    );
    expect(many).toHaveLength(12);
    expect(paths(many)).not.toContain('/v0');
    expect(paths(many)[0]).toBe('/home');
  });
});

describe('closing', () => {
  const views = [home, view('/a'), view('/b'), view('/c')];

  test('one shows its neighbour', () => {
    expect(closed(views, '/b').next?.path).toBe('/c');
    expect(closed(views, '/c').next?.path).toBe('/b');
    expect(closed([view('/a')], '/a')).toEqual({ views: [], next: undefined });
  });

  test('an affixed one stays', () => {
    expect(closed(views, '/home')).toEqual({ views, next: home });
  });

  test('others, right and all keep the affixed ones', () => {
    expect(paths(closedOthers(views, '/b'))).toEqual(['/home', '/b']);
    expect(paths(closedRight(views, '/a'))).toEqual(['/home', '/a']);
    expect(paths(closedRight([view('/a'), home, view('/b')], '/a'))).toEqual(['/a', '/home']);
    expect(closedRight(views, '/gone')).toBe(views);
    expect(paths(closedAll(views))).toEqual(['/home']);
  });
});
