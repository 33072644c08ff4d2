import { ORG, ROLE } from '@postern/contract/ids';
import { permissionByCode } from '@postern/contract/permissions';
import type { ResolvedResource, Route } from '@postern/resource';
import { createUser, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { createActors, type MatrixActor } from './matrix/actors.ts';
import { each, inTurn } from './matrix/parallel.ts';
import { fill } from './matrix/paths.ts';
import { createWorld } from './matrix/world.ts';

/**
 * No answer holds what its reader could not list. Every GET and OPTIONS there is, asked by everybody who has no business
 * in an organisation, with every organisation in the header and ids of either in the path: nothing of that organisation
 * comes back. And in the own organisation: who may not list a resource is not told of its rows by its suggestions,
 * trees, choices, counts, search, exports or histories either.
 */

let outsiders: readonly MatrixActor[];
/** What stands only in the other organisation: ids, and names that nothing else carries. */
let canaries: ReadonlyMap<string, string>;

const WIDTH = 8;
/** The outsider who may do most. */
const MOST = 'organisation administrator';
const READS = new Set(['GET', 'OPTIONS']);

const world = forThisFile(createWorld, (it) => it.close(), 300_000);
beforeAll(async () => {
  const { kernel } = world.server.assembly;
  const actors = await createActors(world.server, world.here, world.there);
  outsiders = actors.filter(({ kind, name }) => kind === 'user' && !/system|another|both/.test(name));
  for (const { name } of kernel.resources) for (const org of [world.here, world.there]) await world.row(name, org);
  canaries = new Map((await Promise.all(kernel.resources.map(plantedIn))).flat());
});

/** Ids and names of the rows of a resource that belong to the other organisation alone. */
async function plantedIn(resource: ResolvedResource): Promise<[string, string][]> {
  const id = await world.row(resource.name, world.there);
  const isPerson = resource.name === 'user';
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(resource.table)} where id::text = ${id}`.execute(
    world.server.db,
  );
  const row = rows[0] ?? {};
  if (!isPerson && row.org_id !== world.there) return [];
  const names = [row.name, row.username, row.address].filter(
    (name): name is string => typeof name === 'string' && name.length > 8 && /\d/.test(name) && /[a-z]/.test(name),
  );
  return [id, ...names].map((text) => [text, resource.name]);
}

/** Routes that answer about themselves, change something, or run on and on. */
const skipped = (route: Route): boolean => /reset|logout|swagger|docs|redoc|\/media\/|\/static\//.test(route.path);

const readable = (): Route[] => world.server.assembly.routes.filter((route) => READS.has(route.method) && !skipped(route));

const leaksIn = (body: unknown): string[] => {
  const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
  return [...canaries].filter(([canary]) => text.includes(canary)).map(([canary, of]) => `${of} ${canary}`);
};

test('nothing of an organisation is told to who has no business there', async () => {
  const { kernel } = world.server.assembly;
  expect(canaries.size).toBeGreaterThan(60);
  expect(outsiders.length).toBeGreaterThan(3);
  const asked = [world.here, world.there, ORG.ROOT].flatMap((org) => [world.here, world.there].map((place) => ({ org, place })));
  // Whoever may do most asks in every way; each of the others in two of the six, other ones on each route.
  const cases = readable().flatMap((route, at) =>
    outsiders.flatMap((actor, who) => (actor.name === MOST ? asked : inTurn(asked, 3, at + who)).map((one) => ({ route, actor, ...one }))),
  );
  const seen = new Set<string>();
  const wrong = await each(cases, WIDTH, async ({ route, actor, org, place }) => {
    const path = await fill(route.path, kernel, (name) => world.row(name, place));
    const key = `${route.method} ${path} ${org} ${actor.name}`;
    if (seen.has(key)) return undefined;
    seen.add(key);
    // An id that is in the address is known already; what is said of it is what counts.
    const named = path.split('/');
    const answer = await actor.api.inOrg(org).send(route.method, path);
    if (answer.status >= 500) return `${key}: ${answer.status}`;
    if (answer.status >= 400) return undefined;
    const told = leaksIn(answer.body).filter((leak) => !named.some((part) => part !== '' && leak.endsWith(part)));
    return told.length > 0 ? `${route.method} ${route.path} (in ${org}) tells ${actor.name}: ${told.slice(0, 4).join(', ')}` : undefined;
  });
  expect([...new Set(wrong.filter(Boolean))].sort().join('\n')).toBe('');
}, 300_000);

/** Who may invite finds somebody by the whole of their username, so as not to have to ask them for an id (decision 0072). */
const KNOWN_BY_NAME = '/api/v1/users/users/suggestions/';

/** Parameters with which lists are asked about objects that are not the caller's, and what they name; null for anything. */
const ASKED: Readonly<Record<string, readonly string[] | null>> = {
  search: null,
  ids: null,
  id: null,
  resource_id: null,
  user_id: ['user'],
  asset_id: ['host'],
  node_id: ['node'],
  key: ['node'],
  assets: ['host'],
  nodes: ['node'],
  account: ['account'],
  asset: ['host'],
};

test('nor by asking for it by name or id', async () => {
  const { kernel } = world.server.assembly;
  const [stranger] = outsiders.filter(({ name }) => name === MOST);
  if (!stranger) throw new Error('Nobody asks');
  const lists = readable().filter((route) => route.method === 'GET' && !route.path.includes(':'));
  const asset = await world.row('host', world.there);
  const asked = ['host', 'user', 'node', 'account'];
  // The id of each, and the names of a person and a machine.
  const wanted = [...canaries].filter(
    ([canary, of]) => asked.includes(of) && (/^[0-9a-f-]{36}$/.test(canary) || of === 'host' || of === 'user'),
  );
  expect(wanted.some(([canary]) => canary === asset)).toBe(true);
  const cases = lists.flatMap((route) =>
    Object.entries(ASKED).flatMap(([name, kinds]) =>
      wanted.filter(([, of]) => kinds?.includes(of) ?? true).map(([value]) => ({ route, name, value })),
    ),
  );
  const wrong = await each(cases, WIDTH, async ({ route, name, value }) => {
    const path = await fill(route.path, kernel, (resource) => world.row(resource, world.here));
    const query = new URLSearchParams({ [name]: value });
    const answer = await stranger.api.inOrg(world.here).get(`${path}?${query}`);
    if (answer.status >= 500) return `${path}?${query}: ${answer.status}`;
    if (answer.status >= 400 || (name === 'search' && route.path === KNOWN_BY_NAME)) return undefined;
    const told = leaksIn(answer.body).filter((leak) => !leak.endsWith(value));
    // The page's own links repeat what was asked.
    return told.length > 0 ? `GET ${route.path}?${name}=… tells ${told.slice(0, 3).join(', ')}` : undefined;
  });
  expect([...new Set(wrong.filter(Boolean))].sort().join('\n')).toBe('');
}, 300_000);

test('suggestions, trees and search name only what their reader could list', async () => {
  const { kernel, routes } = world.server.assembly;
  const admin = world.admin.inOrg(world.here);
  // Somebody with every code that opens a list-shaped answer, and none that opens a list.
  const openers = [
    ...new Set(
      routes.flatMap((route) =>
        route.policy.allow === 'permission' ? route.policy.all.flatMap((entry) => entry.split('|').map((code) => code.trim())) : [],
      ),
    ),
  ];
  const narrow = openers.filter(
    (code) =>
      /\.(match|invite|add|change)_|activitylog|view_(console|workbench|audit)/.test(code) && permissionByCode(code)?.scope === 'org',
  );
  const role = await world.admin.post('rbac/org-roles/', {
    scope: 'org',
    name: uniqueName('narrow'),
    permissions: narrow.map((code) => permissionByCode(code)?.id),
  });
  expect(role.status).toBe(201);
  const person = await createUser(admin, { username: uniqueName('narrow'), system_roles: [ROLE.USER], org_roles: [role.body.id] });
  const api = (await world.server.as(person.username)).inOrg(world.here);
  const mine = new Map<string, string>();
  const secretly = kernel.resources.filter((resource) => resource.orgScoped && !['favoriteasset', 'savedview'].includes(resource.name));
  for (const resource of secretly) {
    const list = await api.get(`${resource.url}?limit=1`);
    if (list.status === 403) mine.set(await world.row(resource.name, world.here), resource.name);
  }
  expect(mine.size).toBeGreaterThan(15);
  const lists = readable().filter((route) => !route.path.includes(':'));
  const wrong = await each(lists, WIDTH, async (route) => {
    const answer = await api.send(route.method, route.path);
    if (answer.status >= 400) return undefined;
    const text = typeof answer.body === 'string' ? answer.body : (JSON.stringify(answer.body) ?? '');
    const told = [...mine].filter(([id]) => text.includes(id)).map(([, of]) => of);
    return told.length > 0 ? `${route.method} ${route.path} names rows of ${[...new Set(told)].join(', ')}` : undefined;
  });
  expect(wrong.filter(Boolean).sort().join('\n')).toBe('');
});
