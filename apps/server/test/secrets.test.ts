import type { ResolvedResource, Route } from '@postern/resource';
import type { Json } from '@postern/testkit/api';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { each } from './matrix/parallel.ts';
import { fill } from './matrix/paths.ts';
import { createWorld, type World } from './matrix/world.ts';

/**
 * A canary is planted in every secret field there is; then everything that can be read is read: lists, details, filters,
 * orders, searches, errors, audit, the database as it lies on disk, and what the server logged.
 */

let resources: readonly ResolvedResource[];
/** Canary → where it was planted. */
const planted = new Map<string, string>();
const CANARY = /Canary-[a-z]+-[a-z_]+-7f3a!/g;

const canary = (resource: string, field: string): string => {
  const value = `Canary-${resource}-${field}-7f3a!`;
  planted.set(value, `${resource}.${field}`);
  return value;
};
const complain = (lines: readonly (string | undefined)[]): void => expect([...new Set(lines.filter(Boolean))].sort().join('\n')).toBe('');
const seen = (text: string): string[] => [...new Set(text.match(CANARY) ?? [])];

const world = forThisFile(createWorld, (it) => it.close());
beforeAll(async () => {
  resources = world.server.assembly.kernel.resources;
  const admin = world.admin.inOrg(world.here);
  for (const resource of resources) {
    const secrets = resource.fields.filter((field) => field.kind.secret && field.writable);
    if (secrets.length === 0 || resource.name === 'connectiontoken') continue;
    const body = {
      ...(await world.body(resource.name, world.here)),
      ...Object.fromEntries(secrets.map(({ name }) => [name, canary(resource.name, name)])),
    };
    const made = await admin.post(resource.url, body);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const changed = await admin.patch(
      `${resource.url}${made.body.id}/`,
      Object.fromEntries(secrets.map(({ name }) => [name, canary(resource.name, `${name}_new`)])),
    );
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  }
  for (const { name } of resources) await world.row(name, world.here);
});

/** Routes made to show a secret: to whom, and what keeps them. */
const REVEAL: Readonly<Record<string, string>> = {
  'accounts.secret.retrieve': 'needs its own right and a confirmation, and is audited as a view',
  'accounts.secret.histories': 'the same',
  'accounts.templatesecret.retrieve': 'the same',
};

describe('a secret', () => {
  test('is planted in every field of its kind', () => {
    const fields = resources.flatMap((resource) =>
      resource.fields.filter((field) => field.kind.secret && field.writable).map((field) => `${resource.name}.${field.name}`),
    );
    expect(new Set([...planted.values()].filter((at) => !at.endsWith('_new')))).toEqual(
      new Set(fields.filter((at) => !at.startsWith('connectiontoken'))),
    );
    expect(fields.length).toBeGreaterThan(5);
  });

  test('is in no answer to any read', async () => {
    const { kernel, routes } = world.server.assembly;
    const reads = routes.filter((route) => route.method === 'GET' || route.method === 'OPTIONS');
    const wrong = await each(reads, 6, async (route) => {
      if (REVEAL[route.name]) return undefined;
      const found: string[] = [];
      for (const path of await paths(route, kernel)) {
        const answer = await world.confirmed.inOrg(world.here).get(path);
        const text = JSON.stringify(answer.body) ?? '';
        for (const value of seen(text)) found.push(`${route.method} ${route.path} shows ${planted.get(value) ?? value}`);
        if (/"(envelope|encrypted|v1)[.:]/.test(text)) found.push(`${route.method} ${route.path} shows an encrypted value`);
      }
      return found.join('\n') || undefined;
    });
    complain(wrong);
    expect(reads.length).toBeGreaterThan(150);
  });

  test('cannot be found by filter, search or order', async () => {
    const wrong: string[] = [];
    for (const resource of resources) {
      if (!(resource.definition.verbs ?? ['list']).includes('list')) continue;
      const get = async (query: string): Promise<string[]> => {
        const answer = await world.admin.inOrg(world.here).get<Json[]>(`${resource.url}?${query}`);
        expect(answer.status, `${resource.url}?${query}`).toBe(200);
        return answer.body.map((one) => String(one.id));
      };
      const everything = await get('');
      const secretColumns = [
        ...resource.fields.filter((field) => field.kind.secret || field.options.writeOnly).map((field) => field.name),
        ...Object.keys(resource.definition.columns ?? {}),
      ].filter((name) => resource.field(name)?.filterable !== true);
      for (const name of secretColumns) {
        const value = planted.size ? `Canary-${resource.name}-${name}_new-7f3a!` : '';
        for (const key of [name, `${name}__startswith`, `${name}__contains`, `${name}__regex`]) {
          if (key === name && resource.behaviour.filters?.[name]) continue;
          for (const query of [`${key}=${encodeURIComponent(value)}`, `${key}=nothing`]) {
            const found = await get(query);
            if (found.join() !== everything.join()) wrong.push(`${resource.url}?${query} narrows the list`);
          }
        }
        for (const order of [name, `-${name}`])
          if ((await get(`order=${order}`)).join() !== everything.join()) wrong.push(`${resource.url}?order=${order} sorts by a secret`);
        if (JSON.stringify(await get(`fields=${name}`)).includes('Canary')) wrong.push(`${resource.url}?fields=${name} shows it`);
      }
      const searchable = resource.fields.some((field) => field.searchable) || resource.behaviour.filters?.search;
      if (searchable && (await get(`search=${encodeURIComponent(`Canary-${resource.name}`)}`)).length > 0)
        wrong.push(`${resource.url}?search= finds a secret`);
    }
    complain(wrong);
  });

  test('is in no error', async () => {
    const wrong: string[] = [];
    const admin = world.admin.inOrg(world.here);
    for (const resource of resources) {
      const secrets = resource.fields.filter((field) => field.kind.secret && field.writable);
      const verbs = resource.definition.verbs ?? ['create', 'update'];
      for (const { name } of secrets) {
        const value = canary(resource.name, name);
        const bodies: unknown[] = [
          { [name]: value },
          { [name]: value, name: { wrong: true }, asset: 'none', platform: 'none' },
          { [name]: [value] },
          { [name]: { value } },
          { [name]: value.repeat(4_000) },
          { [name]: `${value}:${value}` },
          [{ [name]: value }],
          `{"${name}": "${value}"`,
        ];
        for (const body of bodies) {
          const headers = { headers: { 'content-type': 'application/json' } };
          const answers = [
            ...(verbs.includes('create') ? [await admin.post(resource.url, body, headers)] : []),
            ...(verbs.includes('update') ? [await admin.patch(`${resource.url}11111111-1111-4111-8111-111111111111/`, body, headers)] : []),
          ];
          for (const answer of answers) {
            if (answer.status >= 500) wrong.push(`${resource.url} ${name}: ${answer.status}`);
            if (seen(JSON.stringify(answer.body) ?? '').length > 0)
              wrong.push(`${resource.url} echoes ${name}: ${JSON.stringify(answer.body).slice(0, 120)}`);
          }
        }
      }
    }
    complain(wrong);
  });

  test('lies in no table as it is', async () => {
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
      world.server.db,
    );
    const wrong: string[] = [];
    for (const { name } of tables) {
      const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(name)} t where t::text ~ 'Canary-'`.execute(
        world.server.db,
      );
      for (const row of rows)
        wrong.push(
          `${name}: ${seen(row.text)
            .map((value) => planted.get(value))
            .join(', ')}`,
        );
    }
    complain(wrong);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from operate_logs where diff::text like '%"secret"%'`.execute(
      world.server.db,
    );
    // The change itself is recorded: without this the line above would be true of an empty log.
    expect(rows[0]?.n).toBeGreaterThan(0);
  });

  test('is in nothing the server logged', () => {
    expect(world.logged.length).toBeGreaterThan(500);
    complain(world.logged.flatMap((line) => seen(line).map((value) => `${planted.get(value)}: ${line.slice(0, 200)}`)));
  });
});

async function paths(route: Route, kernel: World['server']['assembly']['kernel']): Promise<string[]> {
  if (!route.path.includes(':')) return [route.path, `${route.path}?limit=100`, `${route.path}?fields_size=small`];
  const own = await fill(route.path, kernel, (name) => world.row(name, world.here));
  const resource = kernel.resources.find(({ url }) => route.path.startsWith(`${url}:id/`));
  if (!resource) return [own];
  // Below a list, every row there is: the planted ones among them.
  const { rows } = await sql<{ id: string }>`select id::text as id from ${sql.table(resource.table)}`.execute(world.server.db);
  return rows.map(({ id }) => route.path.replace(':id', id)).filter((path) => !path.includes(':'));
}
