import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ORG } from '@postern/contract/ids';
import { isRecord } from '@postern/contract/wire';
import type { ResolvedResource, Route } from '@postern/resource';
import type { Api, Json } from '@postern/testkit/api';
import { forThisFile } from '@postern/testkit/for-this-file';
import { beforeAll, expect, test } from 'vitest';
import { tableRows } from '../../../tooling/named-tests.mjs';
import { rowsBelow } from './matrix/furnished.ts';
import { fill } from './matrix/paths.ts';
import { createWorld } from './matrix/world.ts';

/**
 * Answers against the tables of docs/wire/shapes-*.md, field by field and both ways: what a table names is there and of its
 * kind, and what is answered beyond the table must stand there, too. How tables are read: docs/wire/README.md.
 */

interface Line {
  field: string;
  kind: string;
  in: 'list' | 'detail' | 'both';
  note: string;
}

const FOLDER = join(import.meta.dirname, '../../../docs/wire');
const sections = new Map<string, Line[]>();
for (const file of readdirSync(FOLDER).filter((name) => /^shapes-.*\.md$/.test(name)))
  for (const { section, cells } of tableRows(readFileSync(join(FOLDER, file), 'utf8'))) {
    const path = section.replace('GET ', '');
    sections.set(path, [...(sections.get(path) ?? []), cells as unknown as Line]);
  }

let rows: ReadonlyMap<string, string>;
const world = forThisFile(createWorld, (it) => it.close(), 300_000);
beforeAll(async () => {
  rows = await rowsBelow(world);
}, 300_000);

const keysOf = (value: Json): string => Object.keys(value).sort().join();

const PLAIN: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  uuid: (value) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(value)),
  datetime: (value) => /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d [+-]\d{4}$/.test(String(value)),
  choice: (value) => isRecord(value) && keysOf(value) === 'label,value',
  json: (value) => typeof value === 'object' && value !== null,
};

/** True when a value is of a kind as the tables write it. */
function isOf(kind: string, value: unknown): boolean {
  if (kind.endsWith(' or null')) return value === null || isOf(kind.slice(0, -' or null'.length), value);
  if (kind.startsWith('list of ')) return Array.isArray(value) && value.every((one) => isOf(kind.slice('list of '.length), one));
  const keys = /^\{(.+)\}$/.exec(kind)?.[1];
  if (keys !== undefined) return isRecord(value) && keysOf(value) === keys.split(',').sort().join();
  const plain = PLAIN[kind];
  if (!plain) throw new Error(`The tables know no kind ${kind}`);
  return plain(value);
}

const resourceAt = (path: string): ResolvedResource | undefined => world.server.assembly.kernel.resources.find(({ url }) => url === path);

/** What a relation that is empty here would show. */
function shownBy(path: string, field: string): string | undefined {
  const resource = resourceAt(path);
  const found = resource?.field(field);
  if (!resource || !found?.target || resource.behaviour.expand?.[field] || !['reference', 'manyToMany'].includes(found.kind.name))
    return undefined;
  return `{${[...(found.options.show ?? ['id', 'name'])].sort().join()}}`;
}

const sortedKeys = (kind: string): string => kind.replace(/\{(.+)\}/, (_all, keys: string) => `{${keys.split(',').sort().join()}}`);

/** What is wrong with one object. */
function differences(path: string, lines: readonly Line[], answer: Json, where: 'list' | 'detail'): string[] {
  const wrong: string[] = [];
  const mine = lines.filter((line) => line.in === 'both' || line.in === where);
  for (const { field, kind, note } of mine) {
    const absent = note.startsWith('absent:');
    if (!(field in answer) && note.startsWith('some:')) continue;
    if (field in answer === absent) wrong.push(`${path} ${where}: ${field} is ${absent ? 'there, and the table says absent' : 'missing'}`);
    if (absent || !(field in answer)) continue;
    const value: unknown = answer[field];
    if (!isOf(kind, value)) wrong.push(`${path} ${where}: ${field} is no ${kind}: ${JSON.stringify(value)?.slice(0, 120)}`);
    const empty = value === null || (Array.isArray(value) && value.length === 0);
    const shown = empty ? shownBy(path, field) : undefined;
    if (shown && !sortedKeys(kind).includes(shown)) wrong.push(`${path} ${where}: ${field} would be ${shown}, not ${kind}`);
  }
  const named = new Set(mine.map(({ field }) => field));
  for (const field of Object.keys(answer)) if (!named.has(field)) wrong.push(`${path} ${where}: ${field} stands in no table`);
  return wrong;
}

const rowsOf = (body: unknown): Json[] => {
  const found = Array.isArray(body) ? body : isRecord(body) && Array.isArray(body.results) ? body.results : [];
  return found as Json[];
};

/** One section: the address itself, and what is below it. */
async function compared(path: string, lines: readonly Line[]): Promise<string[]> {
  const resource = resourceAt(path);
  const asked = path.includes('/super-tickets/') ? world.component.api : world.confirmed;
  const api: Api = asked.inOrg(resource?.definition.rootOrg ? ORG.ROOT : world.here);
  const own = rows.get(path);
  const address = await fill(own?.startsWith('/') ? own : path, world.server.assembly.kernel, (name) => world.row(name, world.here));
  const id = own && !own.startsWith('/') ? own : resource && (await world.row(resource.name, world.here));
  if (lines.every((line) => line.in === 'detail')) {
    const { status, body } = await api.get<Json>(address);
    return status === 200 ? differences(path, lines, body, 'detail') : [`${path}: ${status} ${JSON.stringify(body)}`];
  }
  const listed = await api.get(`${address}${resource && id ? `${address.includes('?') ? '&' : '?'}ids=${id}` : ''}`);
  const found = rowsOf(listed.body);
  if (listed.status !== 200 || found.length === 0)
    return [`${path}: no row, ${listed.status} ${JSON.stringify(listed.body)?.slice(0, 200)}`];
  const wrong = found.slice(0, 20).flatMap((row) => differences(path, lines, row, 'list'));
  if (lines.some((line) => line.in !== 'list')) {
    const { status, body } = await api.get<Json>(`${address}${id ?? found[0]?.id}/`);
    wrong.push(...(status === 200 ? differences(path, lines, body, 'detail') : [`${path} detail: ${status} ${JSON.stringify(body)}`]));
  }
  return wrong;
}

test('every list and object is answered as its table says', async () => {
  const wrong: string[] = [];
  for (const [path, lines] of sections)
    wrong.push(...(await compared(path, lines).catch((error: unknown) => [`${path}: ${String(error)}`])));
  expect([...new Set(wrong)].join('\n')).toBe('');
  expect(sections.size).toBeGreaterThan(80);
}, 600_000);

test('every resource has a table, and every table an address that is answered', () => {
  const { kernel, routes } = world.server.assembly;
  const missing = kernel.resources.map(({ url }) => url).filter((url) => !sections.has(url));
  expect(missing, 'add a section to docs/wire/shapes-<app>.md').toEqual([]);
  const spelled = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
  const answered = (path: string) => routes.some((route: Route) => route.method === 'GET' && spelled(route.path).test(path));
  expect([...sections.keys()].filter((path) => !answered(path))).toEqual([]);
});

test('a line of a table is complete', () => {
  const bad = [...sections].flatMap(([path, lines]) =>
    lines
      .filter(
        ({ field, kind, in: where, note }) =>
          !field || !kind || !['list', 'detail', 'both'].includes(where) || !/^$|^(ours|absent|some)\b/.test(note),
      )
      .map(({ field }) => `${path} ${field}`),
  );
  expect(bad).toEqual([]);
});
