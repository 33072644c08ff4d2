import { routeAt } from './match.ts';
import { resolveEverything } from './resolve.ts';
import { TREE } from './tree.ts';

/** Begins to load the code of the screen at an address while the session is still being checked. Code only: nothing is drawn or asked for. */
export function preloadScreen(address: string): void {
  const pathname = address.split(/[?#]/)[0] ?? '/';
  routeAt(resolveEverything(TREE), pathname)
    ?.node.screen?.()
    .catch(() => undefined);
}
