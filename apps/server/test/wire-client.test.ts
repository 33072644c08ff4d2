import type { ResourceMetadata } from '@postern/contract/metadata';
import type { Route } from '@postern/resource';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { each } from './matrix/parallel.ts';
import { fill } from './matrix/paths.ts';
import { createWorld, type World } from './matrix/world.ts';
import { type WireClient, wireClient } from './wire-client.ts';

/** Other people's consoles at every address there is: a new route is walked by existing. */

let world: World;
let client: WireClient;
const WIDTH = 6;

beforeAll(async () => {
  world = await createWorld();
  client = wireClient(world.confirmed.inOrg(world.here));
  for (const { name } of world.server.assembly.kernel.resources) await world.row(name, world.here);
});
afterAll(async () => world?.close());

const complain = (lines: readonly (string | undefined)[]): void => expect([...new Set(lines.filter(Boolean))].sort().join('\n')).toBe('');
/** What a person may read; a component knows its protocol and asks nothing. */
const readers = (): Route[] =>
  world.server.assembly.routes.filter(({ method, policy }) => method === 'GET' && policy.allow !== 'component');
const addressOf = (route: Route): Promise<string> => fill(route.path, world.server.assembly.kernel, (name) => world.row(name, world.here));

describe('a forgotten slash', () => {
  test('is added, the query kept, to whatever carries no body', async () => {
    const id = await world.row('host', world.here);
    const path = `/api/v1/assets/hosts/${id}`;
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'DELETE']) {
      const answer = await client.api.send(method, `${path}?draw=1&display=1`);
      expect([method, answer.status, answer.headers.get('location')]).toEqual([method, 301, `${path}/?draw=1&display=1`]);
    }
    expect((await client.ask('OPTIONS', `${path}?draw=1&display=1`)).body.actions.GET.address.label).toBe('Address');
    for (const [method, body] of [
      ['POST', {}],
      ['PATCH', {}],
      ['DELETE', { ids: [id] }],
    ] as const)
      expect([method, (await client.api.send(method, path, body)).status]).toEqual([method, 404]);
    expect((await client.api.get(`${path}/`)).status).toBe(200);
  });
});

describe('metadata', () => {
  test('is there, drawable, for every address that answers GET, its slash forgotten or not', async () => {
    const wrong = await each(readers(), WIDTH, async (route) => {
      const path = await addressOf(route);
      const { meta, wrong } = await client.metadata(path);
      const whole = await client.api.options<ResourceMetadata>(path);
      const found = wrong.map((line) => `${route.path}: ${line}`);
      if (!meta.actions.GET && found.length === 0) found.push(`${route.path}: nothing is said of GET`);
      if (whole.status !== 200) found.push(`${route.path}: ${whole.status} with its slash`);
      return found.join('\n') || undefined;
    });
    complain(wrong);
    expect(readers().length).toBeGreaterThan(250);
  });
});
