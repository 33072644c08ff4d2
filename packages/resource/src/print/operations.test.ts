import { text as words } from '@postern/contract/text';
import { expect, test } from 'vitest';
import { ok } from '../base/http.ts';
import { compile } from '../compiled/compile.ts';
import type { KernelHooks } from '../compiled/kernel.ts';
import { type Route, reader } from '../compiled/route.ts';
import { defineResource, resource } from '../definition/definition.ts';
import { boolean, computed, integer, labelled, manyToMany, reference, secret, text } from '../kinds/index.ts';
import { route } from '../routes/declared.ts';
import { routesOf } from '../routes/routes.ts';
import { openApi } from './openapi.ts';
import { operationsOf } from './operations.ts';
import { printClient } from './print-client.ts';

const label = words('Word', '词', '語');
/** Nothing is asked of the server while declarations are read. */
const hooks: KernelHooks = {
  idSet: async () => null,
  refusal: () => undefined,
  imports: { lock: async () => {}, known: async () => new Map(), remember: async () => {}, claim: async () => [] },
  transfers: {
    portion: async () => undefined,
    download: async () => ({ signal: new AbortController().signal, progress: () => undefined, end: async () => undefined }),
  },
  organisationNames: async () => new Map(),
};

const shelf = defineResource({
  name: 'shelf',
  app: 'library',
  path: 'shelves',
  table: 'shelves',
  label,
  labelPlural: label,
  scope: 'system',
  id: 'integer',
  bulk: false,
  fields: { name: text({ label, required: true, search: true }) },
  order: 'name',
});
const book = defineResource({
  name: 'book',
  app: 'library',
  path: 'old-books',
  aliases: ['books'],
  table: 'books',
  label,
  labelPlural: label,
  scope: 'system',
  base: ['date_created'],
  fields: {
    name: text({ label, required: true, filter: true }),
    shelf: reference('shelf', { label, required: true }),
    next: reference('book', { label, nullable: true, filter: true }),
    readers: manyToMany('shelf', { label, through: { table: 'x', mine: 'a', theirs: 'b' } }),
    state: labelled({
      label,
      default: 'in',
      choices: [
        { value: 'in', label },
        { value: 'out', label },
      ],
    }),
    lock: secret({ label }),
    facts: computed({ label, answered: { type: 'object', properties: { pages: { type: 'integer' } } } }),
    hint: computed({ label, type: 'string', view: 'detail' }),
    damaged: boolean({ label, filter: true }),
  },
  order: 'name',
  dateField: 'date_created',
  actions: { lend: { method: ['PUT', 'PATCH'], on: 'detail', path: 'lend', policy: { allow: 'user' } } },
});

const declared = (more: Partial<Parameters<typeof route>[0]> & Pick<Route, 'path' | 'name'>): Route =>
  route({ method: 'GET', who: { allow: 'user' }, rows: { none: 'a test' }, handle: async () => ok({}), ...more });

const kernel = compile(
  [
    resource(shelf),
    resource(book, {
      computed: { facts: async () => new Map(), hint: async () => new Map() },
      actions: { lend: async () => ok({}) },
    }),
  ],
  hooks,
);
const routes: Route[] = [
  ...kernel.resources.flatMap((one) => routesOf(kernel, one)),
  declared({
    method: 'POST',
    path: '/api/v1/library/old-books/:id/move/',
    name: 'library.book.move',
    body: { shelf: reference('shelf', { label, required: true }), copies: integer({ label, default: 1 }) },
    answer: { rows: 'book', view: 'detail' },
    errors: ['permission_denied', 'object_does_not_exist'],
  }),
  declared({ method: 'POST', path: '/api/v1/library/old-books/dust/', name: 'library.book.dust', body: 'none' }),
  declared({
    method: 'POST',
    path: '/api/v1/library/old-books/count/',
    name: 'library.book.count',
    body: reader({ schema: { type: 'array', items: { type: 'string' } }, called: 'titles.body' }, (given) => given),
  }),
  declared({
    path: '/api/v1/library/hours/today/',
    name: 'library.hours.today',
    answer: { one: true, fields: { open: computed({ label, type: 'boolean' }) } },
  }),
  declared({ path: '/api/v1/library/hours/week/', name: 'library.hours.week', query: { year: integer({ label }) } }),
];
const operations = operationsOf(kernel, [], routes);
const description = JSON.parse(JSON.stringify(openApi(operations, 'v1'))) as {
  paths: Record<
    string,
    Record<
      string,
      { parameters: { name?: string; $ref?: string }[]; requestBody?: unknown; responses: Record<string, { description: string }> }
    >
  >;
  components: { schemas: Record<string, { properties: Record<string, object>; required: string[] }> };
};
const at = (path: string, method: string) => description.paths[`/api/v1/library/${path}`]?.[method];
const client = printClient(operations);
const linesOf = (start: string): string[] =>
  (client.split(`${start} {\n`)[1] ?? '')
    .split('\n}')[0]
    ?.split('\n')
    .map((line) => line.trim()) ?? [];

test('a row and a body say what goes out and what comes in', () => {
  const { properties, required } = description.components.schemas['library.book'] ?? { properties: {}, required: [] };
  expect(properties.shelf).toMatchObject({ properties: { id: { type: 'integer' }, name: { type: 'string' } } });
  expect(properties.next).toMatchObject({ nullable: true });
  expect(properties.state).toMatchObject({ properties: { value: { enum: ['in', 'out'] } } });
  // Not everywhere, and never.
  expect(required).not.toContain('hint');
  expect(required).not.toContain('lock');
  const body = description.components.schemas['library.book.body']?.properties ?? {};
  expect(body.state).toMatchObject({ oneOf: [{ enum: ['in', 'out'] }, { properties: { value: { enum: ['in', 'out'] } } }] });
  expect(body.shelf).toMatchObject({ $ref: '#/components/schemas/related' });
  expect(Object.keys(body)).not.toContain('facts');
  expect(at('old-books/', 'post')?.requestBody).toMatchObject({
    content: { 'application/json': { schema: { oneOf: [{ allOf: [{}, { required: ['name', 'shelf'] }] }, { type: 'array' }] } } },
  });
});

test('a list says how it is paged, searched, filtered and ordered', () => {
  const names = (path: string) => at(path, 'get')?.parameters.map(({ name, $ref }) => name ?? $ref?.split('/').at(-1));
  expect(names('old-books/')).toEqual(
    expect.arrayContaining(['limit', 'offset', 'order', 'name', 'next', 'damaged', 'date_from', 'ids', 'spm']),
  );
  // Nothing of it is searched.
  expect(names('old-books/')).not.toContain('search');
  expect(names('shelves/')).toContain('search');
  expect(names('hours/week/')).toEqual(['year']);
});

test('what a route declares is printed: body, answer, refusals', () => {
  const move = at('old-books/{id}/move/', 'post');
  expect(move?.requestBody).toEqual({
    content: { 'application/json': { schema: { $ref: '#/components/schemas/library.book.move.body' } } },
  });
  expect(move?.responses).toMatchObject({ 403: { description: '`permission_denied`' }, 404: { description: '`object_does_not_exist`' } });
  expect(description.components.schemas['library.book.move.body']?.required).toEqual(['shelf']);
  expect(Object.keys(description.paths)).toEqual(Object.keys(description.paths).toSorted());
});

test('a write says what it takes, and be it nothing', () => {
  expect(at('old-books/dust/', 'post')).not.toHaveProperty('requestBody');
  expect(at('old-books/count/', 'post')?.requestBody).toEqual({
    content: { 'application/json': { schema: { $ref: '#/components/schemas/titles.body' } } },
  });
  expect(() => declared({ method: 'PUT', path: '/api/v1/library/old-books/burn/', name: 'library.book.burn' })).toThrow(
    'library.book.burn does not say what it takes',
  );
});

test('the client has types of rows, bodies and queries', () => {
  expect(linesOf('export interface LibraryBook')).toEqual(
    expect.arrayContaining([
      'id: string;',
      'shelf: { id: number; name: string };',
      'next: { id: string; name: string } | null;',
      'readers: { id: number; name: string }[];',
      'state: { value: "in" | "out"; label: string };',
      'facts: { pages?: number };',
      'hint?: string;',
    ]),
  );
  expect(linesOf('export interface LibraryBook').join()).not.toContain('lock');
  expect(linesOf('export interface LibraryBookBody')).toEqual(
    expect.arrayContaining(['readers?: readonly Related[];', 'lock?: string | null;']),
  );
  expect(linesOf('export interface LibraryBookQuery')).toEqual(
    expect.arrayContaining(['damaged?: boolean | 0 | 1;', 'date_from?: string;']),
  );
});

test('and one call for each operation, named after the API', () => {
  const calls = linesOf('export interface Api');
  expect(calls).toEqual(
    expect.arrayContaining([
      'oldBooks: {',
      'list: List<LibraryBook, LibraryBookQuery, []>;',
      'create: Create<LibraryBook, Needs<LibraryBookBody, "name" | "shelf">>;',
      'move: Write<LibraryBook, LibraryBookMoveBody, [id: string]>;',
      'lend: Write<unknown, undefined, [id: string]>;',
      'count: Write<unknown, TitlesBody, []>;',
      'dust: Write<unknown, undefined, []>;',
      'retrieve: Read<LibraryShelf, AnyQuery, [id: number | string]>;',
      'today: Read<LibraryHoursToday, AnyQuery, []>;',
      'week: Read<unknown, { year?: number | string }, []>;',
    ]),
  );
  expect(client).toContain('export type TitlesBody = readonly string[];');
  expect(client).toContain(
    "oldBooks: ['library/old-books/', { lend: 'PUT :id/lend/', move: 'POST :id/move/', dust: 'POST dust/', count: 'POST count/' }],",
  );
  expect(client).toContain("hours: ['library/hours/', { today: 'GET today/', week: 'GET week/' }],");
  // Verbs go without saying; neither do aliases.
  expect(client).toContain("shelves: ['library/shelves/'],");
  expect(client).not.toContain("'library/books/");
});

test('two operations of one name are no client', () => {
  const twice = [...routes, declared({ path: '/api/v1/library/hours/now/', name: 'library.hours.today' })];
  expect(() => printClient(operationsOf(kernel, [], twice))).toThrow('both hours.today');
});
