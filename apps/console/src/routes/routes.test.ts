import { text } from '@postern/contract/text';
import { expect, test } from 'vitest';
import { routeAt } from './match.ts';
import { menuOf, openKeysFor } from './menu.ts';
import { type Access, actionOf, flatRoutes, landingOf, permissionCode, resolveRoutes, resourceOf } from './resolve.ts';
import type { RouteNode } from './route-types.ts';
import { SCREENS } from './screens.ts';
import { TREE } from './tree.ts';

const screen = () => Promise.resolve(() => null);
const title = text('t', 't', 't');
const leaf = (path: string, more: Partial<RouteNode> = {}): RouteNode => ({ path, name: path, title, screen, ...more });
const view = (...children: RouteNode[]): RouteNode[] => [{ path: 'console', name: 'console', title, children }];
const access = (perms: string[] = [], more: Partial<Access> = {}): Access => ({
  perms: new Set(perms),
  licensed: false,
  settings: {},
  ...more,
});
const everyScreen = (node: RouteNode): RouteNode => ({
  ...node,
  screen,
  ...(node.children ? { children: node.children.map(everyScreen) } : {}),
});
const paths = (tree: readonly RouteNode[], who: Access) => flatRoutes(resolveRoutes(tree, who)).map((route) => route.path);

test('actions and resources come from the path', () => {
  expect([actionOf('create'), actionOf(':id/update'), actionOf('delete'), actionOf(':id'), actionOf('users')]).toEqual([
    'create',
    'update',
    'destroy',
    'retrieve',
    'list',
  ]);
  expect(resourceOf('login-acls')).toBe('loginacl');
  expect(resourceOf('users')).toBe('user');
  expect(permissionCode('users', 'user', 'update')).toBe('users.change_user');
});

test('a resource needs the permission of its action; a failing parent takes its children along', () => {
  const tree = view({
    path: 'users',
    name: 'u',
    title,
    children: [leaf('users', { children: [leaf('create', { hidden: true }), leaf(':id', { hidden: true })] })],
  });
  expect(paths(tree, access())).toEqual([]);
  expect(paths(tree, access(['users.add_user']))).toEqual([]);
  expect(paths(tree, access(['users.view_user']))).toEqual([
    '/console',
    '/console/users',
    '/console/users/users',
    '/console/users/users/:id',
  ]);
  expect(paths(tree, access(['users.view_user', 'users.add_user']))).toContain('/console/users/users/create');
});

test('licence and settings drop a branch; a route without a screen is not shown', () => {
  const tree = view(leaf('a', { licence: true }), leaf('b', { setting: 'ON' }), { path: 'c', name: 'c', title });
  expect(paths(tree, access())).toEqual([]);
  expect(paths(tree, access([], { licensed: true, settings: { ON: true } }))).toEqual(['/console', '/console/a', '/console/b']);
});

test.each([
  ['TICKETS_ENABLED', '/tickets', ['tickets.view_ticket']],
  ['SECURITY_COMMAND_EXECUTION', '/workbench/ops', ['ops.view_job', 'ops.add_job', 'ops.add_jobexecution']],
])('%s opens and closes %s', (setting, path, perms) => {
  const shown = (on: boolean) => paths(TREE.map(everyScreen), access(perms, { licensed: true, settings: { [setting]: on } }));
  expect(shown(true)).toContain(path);
  expect(shown(false).filter((one) => one.startsWith(path))).toEqual([]);
});

test('the whole tree keeps the facts of the screen catalogue', () => {
  const everything = flatRoutes(resolveRoutes(TREE.map(everyScreen), { perms: new Set(), licensed: true, settings: {} }));
  expect(everything.map((route) => route.path)).toEqual(expect.arrayContaining(['/console/dashboard', '/profile/info', '/workbench/home']));
  const names = TREE.flatMap(function walk(node): string[] {
    return [node.name, ...(node.children ?? []).flatMap(walk)];
  });
  expect(new Set(names).size).toBe(names.length);
  const all = access([
    'acls.view_loginacl',
    'acls.add_loginacl',
    'accounts.view_pushaccountautomation',
    'accounts.view_pushaccountexecution',
    'terminal.view_session',
  ]);
  const found = paths(TREE.map(everyScreen), all);
  expect(found).toEqual(
    expect.arrayContaining([
      '/console/perms/login-acls/create',
      '/console/accounts/account-push/executions/:id',
      '/audit/sessions/sessions/:id',
    ]),
  );
  expect(found).not.toContain('/console/users/roles');
});

test('every screen is drawn on a route of its name', () => {
  const inTree = (nodes: readonly RouteNode[]): string[] => nodes.flatMap(({ name, children = [] }) => [name, ...inTree(children)]);
  expect(Object.keys(SCREENS).filter((name) => !inTree(TREE).includes(name))).toEqual([]);
});

test('flags are inherited', () => {
  const routes = resolveRoutes(
    view(leaf('r', { pseudoOrg: 'global', disableOrgsChange: true, children: [leaf(':id', { hidden: true, permissions: [] })] })),
    access(),
  );
  expect(routeAt(routes, '/console/r/7')).toMatchObject({
    pseudoOrg: 'global',
    disableOrgsChange: true,
    showOrganization: true,
    activeMenu: '/console/r',
  });
});

test('static segments win over parameters', () => {
  const routes = resolveRoutes(
    view(leaf('r', { children: [leaf(':id', { hidden: true }), leaf('executions', { hidden: true, permissions: [] })] })),
    access(),
  );
  expect(routeAt(routes, '/console/r/executions')?.path).toBe('/console/r/executions');
  expect(routeAt(routes, '/console/r/x')?.path).toBe('/console/r/:id');
  expect(routeAt(routes, '/console/nowhere')).toBeUndefined();
});

test('the menu: one visible leaf becomes a plain link, hidden ones are skipped, hidden-only containers link to themselves', () => {
  const tree = view(
    {
      path: 'one',
      name: 'one',
      title,
      icon: 'parent',
      children: [leaf('x', { permissions: [] }), leaf('y', { hidden: true, permissions: [] })],
    },
    { path: 'two', name: 'two', title, alwaysOpen: true, children: [leaf('x', { permissions: [] }), leaf('y', { permissions: [] })] },
    leaf('self', { children: [leaf(':id', { hidden: true })] }),
    leaf('/luna/', { name: 'luna' }),
    leaf('gone', { hidden: true }),
  );
  const menu = menuOf(resolveRoutes(tree, access())[0]?.children ?? []);
  expect(menu.map(({ key, to, icon }) => [key, to, icon])).toEqual([
    ['/console/one/x', '/console/one/x', 'parent'],
    ['/console/two', undefined, undefined],
    ['/console/self', '/console/self', undefined],
    ['/luna/', '/luna/', undefined],
  ]);
  expect(menu[1]).toMatchObject({ open: true, children: [{ key: '/console/two/x' }, { key: '/console/two/y' }] });
  expect(menu[3]?.external).toBe(true);
  expect(openKeysFor(menu, '/console/two/y')).toEqual(['/console/two']);
  expect(openKeysFor(menu, '/console/self')).toEqual([]);
});

test('a container leads to its redirect, or to what the person has', () => {
  const tree: RouteNode[] = [
    {
      path: 'audit',
      name: 'audit',
      title,
      redirect: 'dashboard',
      children: [
        leaf('dashboard'),
        { path: 's', name: 's', title, redirect: 'b', children: [leaf('a', { permissions: ['p'] }), leaf('b', { permissions: [] })] },
      ],
    },
  ];
  const [audit] = resolveRoutes(tree, access());
  expect(audit && landingOf(audit)).toBe('/audit/dashboard');
  expect(audit?.children[1] && landingOf(audit.children[1])).toBe('/audit/s/b');
  const [bare] = resolveRoutes([{ path: 'audit', name: 'audit', title, redirect: 'dashboard', children: [leaf('other')] }], access());
  expect(bare && landingOf(bare)).toBe('/audit/other');
});
