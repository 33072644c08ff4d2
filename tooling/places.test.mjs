import { expect, test } from 'vitest';
import { routeAt } from '../apps/console/src/routes/match.ts';
import { flatRoutes, resolveEverything } from '../apps/console/src/routes/resolve.ts';
import { TREE } from '../apps/console/src/routes/tree.ts';
import { pagesOf } from '../e2e/support/filled.ts';
import { PEOPLE } from '../e2e/support/places.ts';

/** Pages of the console that the walk over all screens leaves out, and why. */
const APART = {
  'command-storage/:id/update': 'a command storage is made once its search engine answers',
  'customs/create': 'needs a platform of a kind of its own',
  'customs/:id/update': 'needs a platform of a kind of its own',
  'tickets/login-host-confirm/:id': 'is there while somebody waits for a machine',
  'tickets/login-confirm/:id': 'is there while somebody waits to log in',
  'tickets/command-confirm/:id': 'is there while a command waits',
  'tickets/tickets/:id': 'leads on to the page of its kind',
};

/** Any id, for addresses. */
const ids = new Proxy({}, { get: (_ids, noun) => `id-of-${String(noun)}` });

test('every page of the console is walked over by people with something on it, or says why not', () => {
  const routes = resolveEverything(TREE);
  const places = Object.entries(PEOPLE).flatMap(([who, { places }]) => [...places({ ids }), ...pagesOf(ids)[who]]);
  expect(places.length).toBeGreaterThan(200);
  expect(places.map(([name]) => name).filter((name, at, all) => all.indexOf(name) !== at)).toEqual([]);
  const pathOf = (address) => new URL(address, 'http://localhost').pathname.replace(/^\/ui/, '');
  const walked = new Set(places.map(([, address]) => routeAt(routes, pathOf(address))?.path));
  const left = flatRoutes(routes).filter(({ node, path }) => node.screen && !node.redirect && !walked.has(path));
  const apart = (path) => Object.keys(APART).find((end) => path.endsWith(`/${end}`));
  expect(left.map(({ path }) => path).filter((path) => !apart(path))).toEqual([]);
  const used = left.map(({ path }) => apart(path));
  expect(Object.keys(APART).filter((end) => !used.includes(end))).toEqual([]);
});
