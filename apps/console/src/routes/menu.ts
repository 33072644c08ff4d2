import type { Text } from '@postern/contract/text';
import type { Route } from './resolve.ts';

/** The side menu of one view (docs/behaviour/start-and-views.md#menu). Pure. */

export interface MenuEntry {
  /** Path of the route; unique. */
  key: string;
  title: Text;
  icon: string | undefined;
  /** Where a click leads; containers have none. */
  to: string | undefined;
  external: boolean;
  open: boolean;
  children: readonly MenuEntry[];
}

export function menuOf(routes: readonly Route[]): MenuEntry[] {
  return routes.flatMap((route) => (route.node.hidden ? [] : [entryOf(route)]));
}

function entryOf(route: Route): MenuEntry {
  const visible = route.children.filter((child) => !child.node.hidden);
  const only = visible.length === 1 ? visible[0] : undefined;
  if (only && isLeaf(only)) return { ...entryOf(only), icon: only.node.icon ?? route.node.icon };
  const base = {
    key: route.path,
    title: route.node.title,
    icon: route.node.icon,
    external: route.external,
    open: route.node.alwaysOpen === true,
  };
  // A resource whose create, update and detail screens are all hidden is a link to its list.
  if (visible.length === 0) return { ...base, to: route.path, children: [] };
  return { ...base, to: undefined, children: visible.map(entryOf) };
}

function isLeaf(route: Route): boolean {
  return route.children.every((child) => child.node.hidden);
}

/** Containers around the entry with this key, outermost first. */
export function openKeysFor(entries: readonly MenuEntry[], key: string): string[] {
  for (const entry of entries) {
    if (entry.key === key) return [];
    if (entry.children.some((child) => child.key === key || openKeysFor([child], key).length > 0))
      return [entry.key, ...openKeysFor(entry.children, key)];
  }
  return [];
}
