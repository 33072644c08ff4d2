import { type ComponentType, lazy } from 'react';
import { routeAt } from './match.ts';
import { resolveEverything } from './resolve.ts';
import type { RouteNode } from './route-types.ts';
import { TREE } from './tree.ts';

const loaded = new Map<string, ComponentType>();
const screens = new Map<string, ComponentType>();

async function load({ name, screen }: Pick<RouteNode, 'name' | 'screen'>) {
  if (!screen) throw new Error(`The route ${name} has no screen`);
  const drawn = await screen();
  loaded.set(name, drawn);
  return drawn;
}

/**
 * Loads the code of the screen at an address while the session is still being checked. Code only: nothing is drawn or asked for.
 * Never fails: a screen that could not be loaded is tried again when it is drawn, and says so there.
 */
export async function preloadScreen(address: string): Promise<void> {
  const pathname = address.split(/[?#]/)[0] ?? '/';
  const node = routeAt(resolveEverything(TREE), pathname)?.node;
  if (node?.screen) await load(node).catch(() => undefined);
}

/**
 * The screen of a route as a component, one per route name for good, so that a screen keeps its state while its route lists are made
 * anew. What is loaded is drawn at once: had it to suspend, React would hold it back until the placeholder had stood for 300 ms.
 */
export function screenOf(node: RouteNode): ComponentType {
  const known = screens.get(node.name);
  if (known) return known;
  const made = loaded.get(node.name) ?? lazy(async () => ({ default: await load(node) }));
  screens.set(node.name, made);
  return made;
}
