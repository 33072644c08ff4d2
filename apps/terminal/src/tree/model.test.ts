import type { TreeNode } from '@postern/contract/wire';
import { describe, expect, it } from 'vitest';
import { addNodes, EMPTY_TREE, parentRow, setBranch, setFailed, setLoading, setOpen, visibleRows, windowOf } from './model.ts';

const node = (id: string, pId: string, open = true): TreeNode => ({
  id,
  name: id,
  title: id,
  pId,
  isParent: true,
  open,
  meta: { type: 'node', data: { key: id } },
});
const asset = (id: string, pId: string): TreeNode => ({
  id,
  name: id,
  title: id,
  pId,
  isParent: false,
  open: false,
  meta: { type: 'asset', data: {} },
});
const shown = (model: Parameters<typeof visibleRows>[0]): string =>
  visibleRows(model)
    .map((row) => `${'-'.repeat(row.level)}${row.node.id}`)
    .join(' ');

const first = addNodes(EMPTY_TREE, [node('favorite', ''), node('1', ''), node('1:0', '1'), asset('web', '1')]);

describe('tree model', () => {
  it('shows the single root open with what came along, and other nodes closed until loaded', () => {
    expect(shown(first)).toBe('favorite 1 -1:0 -web');
    expect(visibleRows(first).find((row) => row.key === 'favorite')?.open).toBe(false);
  });

  it('takes children under the node that was opened, none included', () => {
    const loaded = addNodes(setLoading(first, '1:0'), [asset('db', '1:0')], '1:0');
    expect(shown(loaded)).toBe('favorite 1 -1:0 --db -web');
    expect(loaded.loading.size).toBe(0);
    expect(shown(addNodes(setLoading(first, '1:0'), [], '1:0'))).toBe('favorite 1 -1:0 -web');
  });

  it('shows one asset under two nodes', () => {
    const both = addNodes(setLoading(first, 'favorite'), [asset('web', 'favorite')], 'favorite');
    expect(shown(both)).toBe('favorite -web 1 -1:0 -web');
    expect(new Set(visibleRows(both).map((row) => row.key)).size).toBe(5);
  });

  it('marks a branch that failed and closes it', () => {
    const failed = setFailed(setLoading(first, '1:0'), '1:0');
    expect(visibleRows(failed).find((row) => row.key === '1:0')).toMatchObject({ failed: true, open: false, loading: false });
  });

  it('replaces the children on reload', () => {
    const loaded = addNodes(setLoading(first, '1:0'), [asset('db', '1:0')], '1:0');
    expect(shown(addNodes(setLoading(loaded, '1:0'), [asset('dc', '1:0')], '1:0'))).toBe('favorite 1 -1:0 --dc -web');
  });

  it('is no longer loading what has come, whatever else is on its way', () => {
    const both = setLoading(setLoading(first, '1:0'), 'favorite');
    expect([...addNodes(both, [asset('db', '1:0')], '1:0').loading]).toEqual(['favorite']);
    expect([...addNodes(both, [asset('db', '1:0')]).loading].toSorted()).toEqual(['1:0', 'favorite']);
  });

  it('closes and opens whole branches', () => {
    expect(shown(setBranch(first, '1', false))).toBe('favorite 1');
    expect(shown(setBranch(setOpen(first, '1', false), '1', true))).toBe('favorite 1 -1:0 -web');
  });

  it('finds the parent row', () => {
    const rows = visibleRows(first);
    expect(parentRow(rows, 3)).toBe(1);
    expect(parentRow(rows, 0)).toBe(-1);
  });

  it('does not hang on a node above itself', () => {
    const broken = addNodes(EMPTY_TREE, [node('a', 'b'), node('b', 'a'), node('c', 'c')]);
    expect(() => visibleRows(broken)).not.toThrow();
  });

  it('draws only what is in view of ten thousand rows', () => {
    const many = addNodes(EMPTY_TREE, [node('1', ''), ...Array.from({ length: 10_000 }, (_, n) => asset(`a${n}`, '1'))]);
    const rows = visibleRows(many);
    expect(rows).toHaveLength(10_001);
    expect(windowOf(rows.length, 30, 3000, 600)).toEqual({ from: 88, to: 132 });
    expect(windowOf(5, 30, 9000, 600)).toEqual({ from: 5, to: 5 });
  });
});
