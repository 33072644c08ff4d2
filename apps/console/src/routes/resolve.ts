import { holds } from '../session/permissions.ts';
import type { RouteAction, RouteNode, ViewName } from './route-types.ts';
import { VIEWS } from './route-types.ts';

/** Which routes exist for a person, and everything a route inherits (docs/behaviour/start-and-views.md#routes). Pure. */

export interface Access {
  perms: ReadonlySet<string>;
  /** A valid licence. */
  licensed: boolean;
  settings: Readonly<Record<string, unknown>>;
}

export interface Route {
  node: RouteNode;
  /** Pattern from the root, with a leading slash; the address itself for links that leave the app. */
  path: string;
  view: ViewName;
  external: boolean;
  action: RouteAction;
  resource: string;
  activeMenu: string;
  disableOrgsChange: boolean;
  showOrganization: boolean;
  pseudoOrg: 'global' | 'system' | undefined;
  children: readonly Route[];
}

interface Inherited {
  path: string;
  depth: number;
  view: ViewName;
  app: string | undefined;
  resource: string | undefined;
  disableOrgsChange: boolean;
  showOrganization: boolean;
  pseudoOrg: 'global' | 'system' | undefined;
  /** Menu entry of the list a create, update or detail screen belongs to. */
  menu: string;
}

/** The person's routes. A record that fails takes its branch with it; a branch without any screen is not shown. */
export function resolveRoutes(tree: readonly RouteNode[], access: Access): Route[] {
  return tree.flatMap((node) => {
    const view = VIEWS.find((name) => name === node.path);
    if (!view) return [];
    const start = {
      path: '',
      depth: 0,
      view,
      app: undefined,
      resource: undefined,
      disableOrgsChange: false,
      showOrganization: true,
      pseudoOrg: undefined,
      menu: '',
    };
    return resolveNode(node, start, access);
  });
}

/** The tree as if everything were allowed: what exists, whoever asks. */
export function resolveEverything(tree: readonly RouteNode[]): Route[] {
  return resolveRoutes(tree.map(opened), { perms: new Set(), licensed: true, settings: {} });
}

function opened({ setting: _setting, ...node }: RouteNode): RouteNode {
  return { ...node, permissions: [], ...(node.children ? { children: node.children.map(opened) } : {}) };
}

function resolveNode(node: RouteNode, from: Inherited, access: Access): Route[] {
  const external = from.depth > 0 && /^(\/|https?:|mailto:|tel:)/.test(node.path);
  const path = external ? node.path : `${from.path}/${node.path}`;
  const depth = from.depth + 1;
  const app = node.app ?? from.app ?? (depth === 2 ? node.path : undefined);
  const resource = node.resource ?? from.resource ?? (depth === 3 ? resourceOf(node.path) : undefined);
  const action = actionOf(node.path);
  if (!isOffered(node, permissionsOf(node, depth, app, resource, action), access)) return [];
  const inherited: Inherited = {
    path,
    depth,
    view: from.view,
    app,
    resource,
    disableOrgsChange: node.disableOrgsChange ?? from.disableOrgsChange,
    showOrganization: node.showOrganization ?? from.showOrganization,
    pseudoOrg: node.pseudoOrg ?? from.pseudoOrg,
    menu: node.activeMenu ?? path,
  };
  const children = (node.children ?? []).flatMap((child) => resolveNode(child, inherited, access));
  if (!external && !node.screen && children.length === 0) return [];
  const activeMenu = node.activeMenu ?? (action === 'list' ? path : from.menu);
  const { view, disableOrgsChange, showOrganization, pseudoOrg } = inherited;
  return [
    { node, path, view, external, action, resource: resource ?? '', activeMenu, disableOrgsChange, showOrganization, pseudoOrg, children },
  ];
}

function isOffered(node: RouteNode, permissions: readonly string[], access: Access): boolean {
  if (node.licence && !access.licensed) return false;
  if (node.setting && access.settings[node.setting] !== true) return false;
  return holds(access.perms, permissions);
}

/** Resources of the console and audit views (level 3 and below) need the permission of their action, unless they say otherwise. */
function permissionsOf(
  node: RouteNode,
  depth: number,
  app: string | undefined,
  resource: string | undefined,
  action: RouteAction,
): readonly string[] {
  if (node.permissions) return node.permissions;
  return depth < 3 || !app || !resource ? [] : [permissionCode(app, resource, action)];
}

/** Action of a path by its words: create, update, delete, a parameter, else a list. */
export function actionOf(path: string): RouteAction {
  if (path.includes('create')) return 'create';
  if (path.includes('update')) return 'update';
  if (path.includes('delete')) return 'destroy';
  return path.includes(':') ? 'retrieve' : 'list';
}

/** Resource of a path segment: without dashes and one trailing s (`login-acls` is `loginacl`). */
export function resourceOf(path: string): string {
  const last = path.split('/').findLast((segment) => segment && !segment.startsWith(':')) ?? '';
  return last.replaceAll('-', '').replace(/s$/, '');
}

const VERBS: Readonly<Record<RouteAction, string>> = { create: 'add', update: 'change', list: 'view', retrieve: 'view', destroy: 'delete' };

export function permissionCode(app: string, resource: string, action: RouteAction): string {
  return `${app}.${VERBS[action]}_${resource}`;
}

/** Every route of a tree in one list, parents before children. */
export function flatRoutes(routes: readonly Route[]): Route[] {
  return routes.flatMap((route) => [route, ...flatRoutes(route.children)]);
}

/** Where a container leads: its own redirect when that is shown to the person, else its first visible entry. */
export function landingOf(route: Route): string | undefined {
  const wanted = route.node.redirect && joined(route.path, route.node.redirect);
  const all = flatRoutes(route.children).filter((child) => !child.external && !child.path.includes(':'));
  const target = all.find((child) => child.path === wanted) ?? all.find((child) => !child.node.hidden && child.node.screen);
  if (!target) return undefined;
  return target.node.screen ? target.path : landingOf(target);
}

function joined(base: string, relative: string): string {
  const parts = base.split('/');
  for (const part of relative.split('/')) {
    if (part === '..') parts.pop();
    else parts.push(part);
  }
  return parts.join('/');
}
