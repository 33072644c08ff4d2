import { operationsOf } from '@postern/resource';
import type { Answer } from '@postern/testkit/api';
import { forThisFile } from '@postern/testkit/for-this-file';
import { beforeAll, expect, test } from 'vitest';
import { against, type Described, describedAt, JSON_TYPE, wrongIn } from './described.ts';
import { rowsBelow } from './matrix/furnished.ts';
import { each } from './matrix/parallel.ts';
import { fill } from './matrix/paths.ts';
import { createWorld } from './matrix/world.ts';

let api: Described;
let rows: ReadonlyMap<string, string>;
const WIDTH = 6;
const world = forThisFile(createWorld, (it) => it.close(), 300_000);
beforeAll(async () => {
  rows = await rowsBelow(world);
  for (const { name } of world.server.assembly.kernel.resources) await world.row(name, world.here);
  api = (await world.admin.get<Described>('/api/swagger.json')).body;
}, 300_000);

const schemaAt = (path: string) => describedAt(api, path, 'get')?.responses['200']?.content?.[JSON_TYPE]?.schema;

/** Without these there is nothing to show. */
const QUERY: Readonly<Record<string, () => Promise<string>>> = {
  '/api/v1/tickets/comments/': async () => `?ticket_id=${await world.row('ticket', world.here)}`,
  '/api/v1/tickets/comments/mentionable/': async () => `?ticket_id=${await world.row('ticket', world.here)}`,
  '/api/v1/audits/activities/': async () => `?resource_id=${await world.row('host', world.here)}`,
  '/api/v1/common/objects/': async () => '?search=text',
  '/api/v1/terminal/endpoints/smart/': async () => '?protocol=ssh',
  '/api/v1/accounts/accounts/su-from-accounts/': async () => `?account=${await world.row('account', world.here)}`,
};

test('every operation says what it answers', () => {
  const { kernel, tables, routes } = world.server.assembly;
  const unsaid = operationsOf(kernel, tables, routes).all.filter(({ answers }) => answers === 'unknown');
  expect(unsaid.map(({ method, route }) => `${method} ${route.path}`)).toEqual([]);
});

test('what is read is as it is described', async () => {
  const { kernel, routes } = world.server.assembly;
  const readers = routes.filter(
    ({ method, path, policy }) => method === 'GET' && path.startsWith('/api/v1/') && policy.allow !== 'component',
  );
  const caller = world.confirmed.inOrg(world.here);
  let compared = 0;
  const wrong = await each(readers, WIDTH, async (route) => {
    const schema = schemaAt(route.path);
    if (!schema) return [];
    const path = await fill(route.path, kernel, (name) => world.row(name, world.here));
    const asked = [`${path}${(await QUERY[route.path]?.()) ?? ''}`];
    const furnished = rows.get(route.path.slice('/api/v1/'.length));
    if (furnished?.startsWith('/')) asked.push(furnished);
    const lines: string[] = [];
    for (const one of asked) {
      const answer: Answer<unknown> = await caller.get<unknown>(one);
      if (answer.status !== 200) continue;
      compared += 1;
      lines.push(...against(api, schema, answer.body).map((line) => `${route.path} ${line}`));
    }
    return lines;
  });
  expect([...new Set(wrong.flat())].sort().join('\n')).toBe('');
  expect(compared).toBeGreaterThan(150);
});

test('a list is a page where it is asked for with a limit', async () => {
  const wrong = await each(world.server.assembly.kernel.resources, WIDTH, async ({ url }) => {
    const schema = schemaAt(url);
    const answer = await world.confirmed.inOrg(world.here).get<unknown>(url, { query: { limit: 2 } });
    return answer.status === 200 && schema ? against(api, schema.oneOf?.[1] ?? {}, answer.body).map((line) => `${url} ${line}`) : [];
  });
  expect([...new Set(wrong.flat())].sort().join('\n')).toBe('');
});

test('what is sent is as it is described', async () => {
  const { resources } = world.server.assembly.kernel;
  const makeable = resources.filter(
    ({ url, definition }) => describedAt(api, url, 'post') && definition.verbs?.includes('create') !== false,
  );
  const wrong = await each(makeable, WIDTH, async ({ name, url }) => {
    const schema = describedAt(api, url, 'post')?.requestBody?.content?.[JSON_TYPE]?.schema;
    if (!schema) return [];
    // Keys that nobody knows are ignored in a body.
    return against(api, schema, await world.body(name, world.here)).flatMap((line) =>
      / is not described$/.test(line) ? [] : `${url} ${line}`,
    );
  });
  expect([...new Set(wrong.flat())].sort().join('\n')).toBe('');
  expect(makeable.length).toBeGreaterThan(30);
});

/** Calls that do something, or give a file, with what they need: address as it is declared, and a body. */
const DONE: readonly [method: string, path: string, body?: (user: string, host: string) => unknown][] = [
  ['PATCH', '/api/v1/accounts/accounts/clear-secret/', () => ({ account_ids: [] })],
  ['POST', '/api/v1/accounts/accounts/bulk/', (_user, host) => ({ username: 'described', secret_type: 'password', assets: [host] })],
  ['POST', '/api/v1/assets/assets/destinations/', (_user, host) => ({ assets: [host] })],
  ['POST', '/api/v1/assets/assets/:id/tasks/', () => ({ action: 'refresh' })],
  ['DELETE', '/api/v1/assets/assets/:id/host-keys/'],
  ['PATCH', '/api/v1/assets/nodes/:id/assets/add/', (_user, host) => ({ assets: [host] })],
  ['POST', '/api/v1/assets/nodes/check_assets_amount_task/'],
  ['POST', '/api/v1/assets/platforms/filter-nodes-assets/', (_user, host) => ({ asset_ids: [host] })],
  ['PATCH', '/api/v1/accounts/change-secret/:id/asset/add/', () => ({ assets: 'none' })],
  ['PUT', '/api/v1/accounts/push-account/:id/nodes/', () => ({ nodes: [] })],
  ['POST', '/api/v1/common/resources/cache/', () => ({ resources: ['a'] })],
  ['PATCH', '/api/v1/notifications/site-messages/mark-as-read-all/'],
  ['POST', '/api/v1/perms/access/explain/', (user, host) => ({ user, asset: host })],
  ['POST', '/api/v1/terminal/tasks/kill-session/', () => []],
  ['PATCH', '/api/v1/settings/setting/', () => ({})],
  ['PUT', '/api/v1/xpack/interface/setting/restore/'],
  ['POST', '/api/v1/users/groups/:id/add-all-users/'],
  ['PATCH', '/api/v1/users/users/:id/unblock/'],
  ['POST', '/api/v1/users/users/invite/', (user) => ({ users: [user] })],
  ['GET', '/api/v1/settings/logo/'],
  ['GET', '/api/v1/prometheus/metrics/'],
];

test('what is done, and a file that is given, is answered as it is described', async () => {
  const caller = world.confirmed.inOrg(world.here);
  const [user, host] = await Promise.all([world.row('user', world.here), world.row('host', world.here)]);
  const wrong: string[] = [];
  for (const [method, path, body] of DONE) {
    const operation = describedAt(api, path, method);
    const at = await fill(path, world.server.assembly.kernel, (name) => world.row(name, world.here));
    const answer = await caller.send<unknown>(method, at, body?.(user, host));
    const lines = operation ? wrongIn(api, operation, answer) : ['is not there'];
    wrong.push(...lines.map((line) => `${method} ${path} ${line} ${answer.status < 300 ? '' : JSON.stringify(answer.body)}`));
  }
  expect(wrong.join('\n')).toBe('');
});
