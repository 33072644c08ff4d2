import { matchRoutes } from 'react-router';
import { flatRoutes, type Route } from './resolve.ts';

/** The route of an address, static segments before parameters; undefined when the person has none there. */
export function routeAt(routes: readonly Route[], pathname: string): Route | undefined {
  const flat = flatRoutes(routes).filter((route) => !route.external);
  const objects = flat.map((route, index) => ({ id: String(index), path: route.path }));
  const found = matchRoutes(objects, pathname)?.at(-1);
  return found ? flat[Number(found.route.id)] : undefined;
}
