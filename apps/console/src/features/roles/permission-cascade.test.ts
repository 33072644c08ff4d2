import type { TreeNode } from '@postern/contract/wire';
import { expect, test } from 'vitest';
import { cascade, groupMarks, readRights } from './permission-cascade.ts';

const group = (id: string, pId: string): TreeNode => ({
  id,
  pId,
  name: id,
  title: id,
  isParent: true,
  open: true,
  meta: { type: 'model' },
});
const leaf = (id: string, pId: string, title: string, locked = false): TreeNode => ({
  id,
  pId,
  name: title,
  title,
  isParent: false,
  open: false,
  chkDisabled: locked,
  meta: { type: 'perm' },
});
const tree = readRights([
  group('view_console', '$ROOT$'),
  group('users', 'view_console'),
  group('users.user', 'users'),
  leaf('1', 'users.user', 'users.view_user'),
  leaf('2', 'users.user', 'users.add_user'),
  leaf('3', 'users.user', 'users.match_user'),
  leaf('4', 'users.user', 'users.invite_user'),
  leaf('5', 'view_console', 'rbac.view_console'),
  leaf('6', 'assets', 'assets.view_asset'),
  leaf('7', 'assets', 'assets.view_node'),
  leaf('8', 'assets', 'assets.view_platform'),
  leaf('9', 'accounts', 'accounts.view_account'),
  leaf('10', 'accounts', 'accounts.view_accountsecret'),
  leaf('11', 'x', 'x.view_locked', true),
]);
const after = (before: string[], changed: string[], on: boolean) => [...cascade(new Set(before), changed, on, tree)].sort();

test('doing something with a resource brings seeing it, and what its part of the tree needs', () => {
  expect(after([], ['users.add_user'], true)).toEqual(['rbac.view_console', 'users.add_user', 'users.view_user']);
});

test('needs are followed to the end; rights the tree lacks are ignored', () => {
  expect(after([], ['accounts.view_accountsecret'], true)).toEqual([
    'accounts.view_account',
    'accounts.view_accountsecret',
    'assets.view_asset',
    'assets.view_node',
    'assets.view_platform',
  ]);
});

test('no longer seeing a resource takes what one does with it, except matching', () => {
  const before = ['users.view_user', 'users.add_user', 'users.match_user', 'rbac.view_console'];
  expect(after(before, ['users.view_user'], false)).toEqual(['rbac.view_console', 'users.match_user']);
});

test('locked rights stay as they are', () => {
  expect(after([], ['x.view_locked'], true)).toEqual([]);
  expect(after(['x.view_locked'], ['x.view_locked'], false)).toEqual(['x.view_locked']);
});

test('a group is ticked with all of its rights and half ticked with some of them', () => {
  const all = new Set(tree.below.get('users.user'));
  expect(groupMarks(all, tree).checked).toContain('users.user');
  expect(groupMarks(new Set(['users.view_user']), tree).halfChecked).toEqual(
    expect.arrayContaining(['users.user', 'users', 'view_console']),
  );
  expect(groupMarks(new Set(), tree)).toEqual({ checked: [], halfChecked: [] });
});
