import { isRecord } from '@postern/contract/wire';
import type { Schema } from '@postern/resource';
import type { Answer } from '@postern/testkit/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsBelow } from './matrix/furnished.ts';
import { each } from './matrix/parallel.ts';
import { fill } from './matrix/paths.ts';
import { createWorld, type World } from './matrix/world.ts';

/** What the description of the API says, asked of the server: the types of the client are printed from the same schemas. */

interface Described {
  paths: Readonly<Record<string, Readonly<Record<string, { responses: Readonly<Record<string, Content>>; requestBody?: Content }>>>>;
  components: { schemas: Readonly<Record<string, Schema>> };
}
interface Content {
  content?: { 'application/json'?: { schema: Schema } };
}

let world: World;
let api: Described;
let rows: ReadonlyMap<string, string>;
const WIDTH = 6;
beforeAll(async () => {
  world = await createWorld();
  rows = await rowsBelow(world);
  for (const { name } of world.server.assembly.kernel.resources) await world.row(name, world.here);
  api = (await world.admin.get<Described>('/api/swagger.json')).body;
}, 300_000);
afterAll(async () => world?.close());

const show = (value: unknown): string => JSON.stringify(value)?.slice(0, 120) ?? 'nothing';

const isRoot = (at: string) => (line: string) => line.startsWith(`${at} is no`);

/** What a value is not that its schema says: a line for each, with the way to it. */
function against(schema: Schema, value: unknown, at = ''): string[] {
  if (schema.$ref) return against(api.components.schemas[schema.$ref.split('/').at(-1) as string] as Schema, value, at);
  if (value === null && schema.nullable) return [];
  if (schema.enum) return (schema.enum as unknown[]).includes(value) ? [] : [`${at} is ${show(value)}, none of ${schema.enum.join(', ')}`];
  if (schema.oneOf) {
    const each = schema.oneOf.map((one) => against(one, value, at));
    // What is said of a list is said of its rows, not that it is no page.
    const nearest = each.toSorted((a, b) => Number(a.some(isRoot(at))) - Number(b.some(isRoot(at))) || a.length - b.length);
    return each.some((lines) => lines.length === 0) ? [] : [...(nearest[0] ?? [])];
  }
  const parts = (schema.allOf ?? []).flatMap((one) => against(one, value, at));
  switch (schema.type) {
    case undefined:
      break;
    case 'array':
      return Array.isArray(value)
        ? value.flatMap((one) => against(schema.items ?? {}, one, `${at}[]`))
        : [`${at} is no list: ${show(value)}`];
    case 'object':
      if (!isRecord(value)) return [`${at} is no object: ${show(value)}`];
      break;
    case 'integer':
      return Number.isInteger(value) ? [] : [`${at} is no integer: ${show(value)}`];
    default:
      return typeof value === schema.type ? [] : [`${at} is no ${schema.type}: ${show(value)}`];
  }
  if (!isRecord(value)) return parts;
  const { properties, required = [], additionalProperties } = schema;
  return [
    ...parts,
    ...required.filter((name) => value[name] === undefined).map((name) => `${at}.${name} is missing`),
    ...Object.entries(properties ?? {}).flatMap(([name, one]) =>
      value[name] === undefined ? [] : against(one, value[name], `${at}.${name}`),
    ),
    ...(properties && !additionalProperties ? Object.keys(value).filter((name) => !(name in properties)) : []).map(
      (name) => `${at}.${name} is not described`,
    ),
  ];
}

const describedOf = (path: string, method: string) => api.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method];

/** Without these there is nothing to show. */
const QUERY: Readonly<Record<string, () => Promise<string>>> = {
  '/api/v1/tickets/comments/': async () => `?ticket_id=${await world.row('ticket', world.here)}`,
  '/api/v1/audits/activities/': async () => `?resource_id=${await world.row('host', world.here)}`,
  '/api/v1/common/objects/': async () => '?search=text',
  '/api/v1/terminal/endpoints/smart/': async () => '?protocol=ssh',
  '/api/v1/accounts/accounts/su-from-accounts/': async () => `?account=${await world.row('account', world.here)}`,
};

test('what is read is as it is described', async () => {
  const { kernel, routes } = world.server.assembly;
  const readers = routes.filter(
    ({ method, path, policy }) => method === 'GET' && path.startsWith('/api/v1/') && policy.allow !== 'component',
  );
  const caller = world.confirmed.inOrg(world.here);
  let compared = 0;
  const wrong = await each(readers, WIDTH, async (route) => {
    const schema = describedOf(route.path, 'get')?.responses['200']?.content?.['application/json']?.schema;
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
      lines.push(...against(schema, answer.body).map((line) => `${route.path} ${line}`));
    }
    return lines;
  });
  expect([...new Set(wrong.flat())].sort().join('\n')).toBe('');
  expect(compared).toBeGreaterThan(150);
});

test('a list is a page where it is asked for with a limit', async () => {
  const wrong = await each(world.server.assembly.kernel.resources, WIDTH, async ({ url }) => {
    const schema = describedOf(url, 'get')?.responses['200']?.content?.['application/json']?.schema;
    const answer = await world.confirmed.inOrg(world.here).get<unknown>(url, { query: { limit: 2 } });
    return answer.status === 200 && schema ? against(schema.oneOf?.[1] ?? {}, answer.body).map((line) => `${url} ${line}`) : [];
  });
  expect([...new Set(wrong.flat())].sort().join('\n')).toBe('');
});

test('what is sent is as it is described', async () => {
  const { resources } = world.server.assembly.kernel;
  const makeable = resources.filter(({ url, definition }) => describedOf(url, 'post') && definition.verbs?.includes('create') !== false);
  const wrong = await each(makeable, WIDTH, async ({ name, url }) => {
    const schema = describedOf(url, 'post')?.requestBody?.content?.['application/json']?.schema;
    if (!schema) return [];
    // Keys that nobody knows are ignored in a body.
    return against(schema, await world.body(name, world.here)).flatMap((line) => (/ is not described$/.test(line) ? [] : `${url} ${line}`));
  });
  expect([...new Set(wrong.flat())].sort().join('\n')).toBe('');
  expect(makeable.length).toBeGreaterThan(30);
});
