import type { TreeNode } from '@postern/contract/wire';
import { expect, test } from 'vitest';
import { bareName, filterTree, mergeNodes, nest } from './tree.ts';

const node = (id: string, pId: string, name = id): TreeNode => ({
  id,
  name,
  title: name,
  pId,
  isParent: true,
  open: true,
  meta: { type: 'node' },
});
const shape = (branches: ReturnType<typeof nest>): unknown[] => branches.map(({ node: { id }, children }) => [id, shape(children)]);

test('nests by parent; nodes without one in the list are roots', () => {
  expect(shape(nest([node('1', ''), node('1:0', '1'), node('1:0:0', '1:0'), node('9:1', '9')]))).toEqual([
    ['1', [['1:0', [['1:0:0', []]]]]],
    ['9:1', []],
  ]);
});

test('a circle of parents ends', () => {
  expect(nest([node('a', 'b'), node('b', 'a')]).length).toBeGreaterThan(0);
  expect(shape(nest([node('a', 'a')]))).toEqual([['a', []]]);
});

test('loaded children are added once, newer names win', () => {
  const merged = mergeNodes([node('1', ''), node('1:0', '1', 'old')], [node('1:0', '1', 'new'), node('1:1', '1')]);
  expect(merged.map(({ id, name }) => `${id} ${name}`)).toEqual(['1 1', '1:0 new', '1:1 1:1']);
});

test('a name without its count', () => {
  expect(bareName('Web (v2) (13)')).toBe('Web (v2)');
  expect(bareName('Web')).toBe('Web');
});

test('a filtered tree keeps matches with all above and below them', () => {
  const nodes = [
    node('1', '', 'Default (9)'),
    node('1:0', '1', 'Web (2)'),
    node('1:0:0', '1:0', 'Blue (1)'),
    node('1:1', '1', 'Other (7)'),
    node('1:1:0', '1:1', 'web logs (0)'),
    node('1:1:1', '1:1', 'rest (7)'),
  ];
  expect(filterTree(nodes, 'WEB').map(({ id }) => id)).toEqual(['1', '1:0', '1:0:0', '1:1', '1:1:0']);
  // The count is not part of a name.
  expect(filterTree(nodes, '7')).toEqual([]);
});

test('filtering ends where parents go in a circle', () => {
  expect(filterTree([node('a', 'b', 'x'), node('b', 'a', 'y')], 'x').length).toBeGreaterThan(0);
});
