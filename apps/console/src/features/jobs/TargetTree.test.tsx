import type { TreeNode } from '@postern/contract/wire';
import { expect, test } from 'vitest';
import { NO_TARGETS } from './command-draft.ts';
import { jobBody } from './JobForm.tsx';
import { tickOf, toggled } from './TargetTree.tsx';

const node = (id: string, pId: string, meta: TreeNode['meta']): TreeNode => ({
  id,
  pId,
  name: id,
  title: id,
  isParent: true,
  open: true,
  meta,
});
const town = node('1', '', { type: 'node', data: { id: 'town' } } as TreeNode['meta']);
const street = node('1:2', '1', { type: 'node', data: { id: 'street' } } as TreeNode['meta']);
const web = node('web', '1:2', { type: 'asset' } as TreeNode['meta']);
const byId = new Map([town, street, web].map((one) => [one.id, one]));

test('nodes are ticked by their ids and assets by theirs, and given up again', () => {
  const both = toggled(toggled(NO_TARGETS, street), web);
  expect(both).toEqual({ assets: ['web'], nodes: ['street'] });
  expect(toggled(toggled(both, street), web)).toEqual(NO_TARGETS);
});

test('what is below a ticked node is ticked with it, and not by itself', () => {
  const targets = { assets: [], nodes: ['town'] };
  expect([town, street, web].map((one) => tickOf(targets, one, byId))).toEqual([
    { ticked: true, fixed: false },
    { ticked: true, fixed: true },
    { ticked: true, fixed: true },
  ]);
  expect(tickOf({ assets: ['web'], nodes: [] }, web, byId)).toEqual({ ticked: true, fixed: false });
  expect(tickOf({ assets: ['web'], nodes: [] }, street, byId)).toEqual({ ticked: false, fixed: false });
});

test('a tree that runs in circles has an end', () => {
  const [a, b] = [node('a', 'b', { type: 'node' }), node('b', 'a', { type: 'node' })];
  expect(tickOf(NO_TARGETS, a, new Map([a, b].map((one) => [one.id, one])))).toEqual({ ticked: false, fixed: false });
});

test('a job is sent with assets and nodes as two lists, and parameters by their keys', () => {
  const parameter = { key: 'who', label: 'Whom', type: 'text', default: '', required: true, options: [] };
  const { key: _, ...definition } = parameter;
  expect(jobBody({ name: 'x', targets: { assets: ['web'], nodes: [] }, parameters_define: [parameter] })).toEqual({
    name: 'x',
    type: 'adhoc',
    assets: ['web'],
    nodes: [],
    parameters_define: { who: definition },
  });
  expect(jobBody({ name: 'x' })).toMatchObject({ assets: [], nodes: [], parameters_define: {} });
});
