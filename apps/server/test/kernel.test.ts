import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InvalidInput } from '@postern/contract/errors';
import { ORG } from '@postern/contract/ids';
import { text as t } from '@postern/contract/text';
import {
  type AuditEvent,
  type Context,
  compile,
  computed,
  datetime,
  defineResource,
  derived,
  draftMigration,
  integer,
  type Kernel,
  labelled,
  list,
  manyToMany,
  metadata,
  reference,
  resource,
  retrieve,
  routesOf,
  schemaOf,
  secret,
  text,
} from '@postern/resource';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../src/platform/database/embedded.ts';
import { importMemory, refusal } from '../src/platform/imports/imports.ts';

/** The kernel on a small world of its own: shelves hold books, books have readers; a PIN is secret. */
const book = defineResource({
  name: 'book',
  app: 'lib',
  path: 'books',
  table: 'books',
  label: t('Book', '书', '本'),
  labelPlural: t('Books', '书', '本'),
  scope: 'org',
  order: 'title',
  title: 'title',
  mini: ['id', 'title'],
  dateField: 'printed',
  base: ['date_created'],
  fields: {
    title: text({ label: t('Title', '书名', '題名'), required: true, unique: 'org', search: true, filter: true }),
    pages: integer({ label: t('Pages', '页数', 'ページ数'), min: 1, default: 10, filter: true }),
    language: labelled({
      label: t('Language', '语言', '言語'),
      default: 'en',
      filter: true,
      choices: [
        { value: 'en', label: t('English', '英语', '英語') },
        { value: 'zh', label: t('Chinese', '中文', '中国語') },
      ],
    }),
    shelf: reference('shelf', { label: t('Shelf', '书架', '棚'), required: true, filter: true }),
    readers: manyToMany('reader', {
      label: t('Readers', '读者', '読者'),
      through: { table: 'books_readers', mine: 'book_id', theirs: 'reader_id' },
    }),
    pin: secret({ label: t('PIN', 'PIN', 'PIN') }),
    printed: datetime({ label: t('Printed', '印刷', '印刷'), nullable: true }),
    thick: derived({ label: t('Thick', '厚', '厚い'), type: 'boolean', expression: () => sql`t.pages > 100`, filter: true }),
    loud: computed({ label: t('Loud', '大写', '大文字') }),
  },
});
const shelf = defineResource({
  name: 'shelf',
  app: 'lib',
  path: 'shelves',
  table: 'shelves',
  label: t('Shelf', '书架', '棚'),
  labelPlural: t('Shelves', '书架', '棚'),
  scope: 'org',
  order: 'name',
  fields: { name: text({ label: t('Name', '名称', '名前'), required: true, unique: 'org' }) },
});
const reader = defineResource({
  name: 'reader',
  app: 'lib',
  path: 'readers',
  table: 'readers',
  label: t('Reader', '读者', '読者'),
  labelPlural: t('Readers', '读者', '読者'),
  scope: 'system',
  order: 'name',
  fields: { name: text({ label: t('Name', '名称', '名前'), required: true }) },
});

const ORG_A = '00000000-0000-4000-8000-00000000000a';
const ORG_B = '00000000-0000-4000-8000-00000000000b';

let kernel: Kernel;
let db: Context['tx'];
let stop: () => Promise<void>;
let events: AuditEvent[] = [];
const idSets = new Map<string, string[]>();

function context(orgId = ORG_A): Context {
  return {
    actor: { kind: 'user', id: ORG.ROOT, name: 'Ann', username: 'ann', superuser: true, permissions: new Set() },
    org: { id: orgId, name: orgId === ORG_A ? 'A' : 'B', isRoot: orgId === ORG.ROOT, isDefault: false },
    tx: db,
    clock: () => new Date('2026-01-02T03:04:05Z'),
    log: console,
    language: 'en',
    timeZone: 'Asia/Shanghai',
    origin: { ip: '127.0.0.1', requestId: 'r', userAgent: '' },
    session: null,
    secrets: {
      encrypt: (plain) => `encrypted:${plain.length}`,
      decrypt: (encrypted) => encrypted,
      open: async (stored) => stored,
      derive: () => Buffer.alloc(32),
    },
    decrypt: (value) => value,
    audit: (event) => void events.push(event),
    afterCommit: () => undefined,
  };
}

/** Calls a printed route as the HTTP layer would. */
async function call(
  method: string,
  path: string,
  { body, query = {}, org = ORG_A }: { body?: unknown; query?: Record<string, string>; org?: string } = {},
) {
  const routes = kernel.resources.flatMap((one) => routesOf(kernel, one));
  for (const route of routes) {
    const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name as string);
    const match = new RegExp(`^${route.path.replace(/:\w+/g, '([^/]+)')}$`).exec(path);
    if (route.method !== method || !match) continue;
    const params = Object.fromEntries(names.map((name, at) => [name, match[at + 1] as string]));
    const url = new URL(`http://postern.test${path}`);
    return route.handle(context(org), { method: route.method, params, query, body, headers: {}, url }, kernel);
  }
  throw new Error(`no route ${method} ${path}`);
}

beforeAll(async () => {
  const server = await startEmbeddedPostgres({ dataDir: mkdtempSync(join(tmpdir(), 'kernel-')), log: () => undefined });
  const pool = new pg.Pool({ connectionString: server.url, max: 4 });
  pool.on('error', () => undefined);
  db = new Kysely({ dialect: new PostgresDialect({ pool }) });
  stop = async () => {
    await db.destroy();
    await server.stop();
  };
  kernel = compile(
    [
      resource(book, {
        computed: { loud: async (_ctx, rows) => new Map(rows.map((row) => [String(row.id), String(row.title).toUpperCase()])) },
      }),
      resource(shelf),
      resource(reader),
    ],
    {
      idSet: async (_ctx, key) => idSets.get(key) ?? null,
      refusal,
      imports: importMemory,
      // Runs are rows of a feature, which this kernel is without.
      transfers: {
        portion: async () => undefined,
        download: async () => ({ signal: new AbortController().signal, progress: () => undefined, end: async () => undefined }),
      },
      organisationNames: async () =>
        new Map([
          [ORG_A, 'A'],
          [ORG_B, 'B'],
        ]),
    },
  );
  await pool.query('create extension if not exists pg_trgm');
  await pool.query(draftMigration({}, schemaOf(kernel, [])));
});
afterAll(async () => stop?.());
beforeEach(async () => {
  await sql`truncate books_readers, books, shelves, readers cascade`.execute(db);
  events = [];
});

async function world() {
  const a = (await call('POST', '/api/v1/lib/shelves/', { body: { name: 'top' } })).body as { id: string };
  const b = (await call('POST', '/api/v1/lib/shelves/', { body: { name: 'other' }, org: ORG_B })).body as { id: string };
  const r = (await call('POST', '/api/v1/lib/readers/', { body: [{ name: 'Zoe' }, { name: 'Abe' }] })).body as { id: string }[];
  events = [];
  return { shelf: a.id, foreign: b.id, readers: r.map((one) => one.id) };
}
const problems = async (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error) => (error instanceof InvalidInput ? error.problems : Promise.reject(error)),
  );

describe('the kernel', () => {
  test('stores an object, answers it in wire form and leaves one audit event', async () => {
    const { shelf, readers } = await world();
    const made = await call('POST', '/api/v1/lib/books/', {
      body: {
        title: ' Emma ',
        shelf: { pk: shelf },
        readers,
        pin: '1234',
        printed: '2020-01-01 00:00:00 +0000',
        language: { value: 'zh' },
      },
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      title: 'Emma',
      pages: 10,
      language: { value: 'zh', label: 'Chinese' },
      shelf: { id: shelf, name: 'top' },
      readers: [{ name: 'Abe' }, { name: 'Zoe' }],
      printed: '2020/01/01 08:00:00 +0800',
      thick: false,
      loud: 'EMMA',
      org_id: ORG_A,
      org_name: 'A',
      date_created: '2026/01/02 11:04:05 +0800',
    });
    expect(JSON.stringify(made.body)).not.toContain('1234');
    expect(Object.keys(made.body as object).slice(-3)).toEqual(['thick', 'printed', 'date_created']);
    expect(events).toHaveLength(1);
    expect(events[0]?.changes).toContainEqual({ field: 'pin', before: '', after: '******' });
    expect(JSON.stringify(events)).not.toContain('1234');
  });

  test('reports every problem of a body at once and stores nothing', async () => {
    const { foreign } = await world();
    expect(await problems(call('POST', '/api/v1/lib/books/', { body: { pages: 0, language: 'xx', printed: 'soon' } }))).toMatchObject({
      title: [{ code: 'required' }],
      shelf: [{ code: 'required' }],
      pages: [{ code: 'min_value' }],
      language: [{ code: 'choose_one_of' }],
      printed: [{ code: 'invalid_datetime' }],
    });
    expect(await problems(call('POST', '/api/v1/lib/books/', { body: { title: 'x', shelf: foreign } }))).toMatchObject({
      shelf: [{ code: 'does_not_exist' }],
    });
    expect(await problems(call('POST', '/api/v1/lib/books/', { body: 'x' }))).toMatchObject({
      non_field_errors: [{ code: 'not_an_object' }],
    });
    expect(((await call('GET', '/api/v1/lib/books/')).body as unknown[]).length).toBe(0);
  });

  test('keeps another organisation out of every verb', async () => {
    const { shelf } = await world();
    const { id } = (await call('POST', '/api/v1/lib/books/', { body: { title: 'Emma', shelf } })).body as { id: string };
    const path = `/api/v1/lib/books/${id}/`;
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'])
      await expect(call(method, path, { body: { title: 'x' }, org: ORG_B })).rejects.toMatchObject({ code: 'object_does_not_exist' });
    expect((await call('GET', '/api/v1/lib/books/', { org: ORG_B })).body).toEqual([]);
    expect(await problems(call('PATCH', '/api/v1/lib/books/', { body: [{ id, title: 'x' }], org: ORG_B }))).toMatchObject([
      { id: [{ code: 'does_not_exist' }] },
    ]);
    await expect(call('POST', '/api/v1/lib/books/', { body: { title: 'y', shelf }, org: ORG.ROOT })).rejects.toMatchObject({
      code: 'root_org_readonly',
    });
    expect((await call('GET', path, { org: ORG.ROOT })).body).toMatchObject({ title: 'Emma' });
  });

  test('PATCH leaves absent fields alone, PUT resets those with a default', async () => {
    const { shelf } = await world();
    const { id } = (await call('POST', '/api/v1/lib/books/', { body: { title: 'Emma', shelf, pages: 300 } })).body as { id: string };
    expect((await call('PATCH', `/api/v1/lib/books/${id}/`, { body: { language: 'zh' } })).body).toMatchObject({ pages: 300, thick: true });
    expect((await call('PUT', `/api/v1/lib/books/${id}/`, { body: { title: 'Emma', shelf } })).body).toMatchObject({
      pages: 10,
      language: { value: 'en' },
    });
    expect(events.at(-1)).toMatchObject({
      action: 'update',
      changes: [
        { field: 'pages', before: '300', after: '10' },
        { field: 'language', before: 'zh', after: 'en' },
      ],
    });
    const before = events.length;
    await call('PATCH', `/api/v1/lib/books/${id}/`, { body: { title: 'Emma' } });
    expect(events.length).toBe(before);
  });

  test('a unique clash names the field', async () => {
    const { shelf } = await world();
    await call('POST', '/api/v1/lib/books/', { body: { title: 'Emma', shelf } });
    expect(
      await problems(
        call('POST', '/api/v1/lib/books/', {
          body: [
            { title: 'New', shelf },
            { title: 'Emma', shelf },
          ],
        }),
      ),
    ).toEqual([{}, { title: [{ code: 'unique' }] }]);
  });

  test('lists, pages, orders, searches and filters', async () => {
    const { shelf } = await world();
    await call('POST', '/api/v1/lib/books/', {
      body: ['Anna 100%', 'Bovary', 'Candide', 'Dune'].map((title, at) => ({ title, shelf, pages: (at + 1) * 60 })),
    });
    const titles = async (query: Record<string, string>) => {
      const { body } = await call('GET', '/api/v1/lib/books/', { query });
      return (Array.isArray(body) ? body : (body as { results: unknown[] }).results).map((one) => (one as { title: string }).title);
    };
    expect(await titles({})).toEqual(['Anna 100%', 'Bovary', 'Candide', 'Dune']);
    expect(await titles({ order: '-pages,nonsense', limit: '2', offset: '1' })).toEqual(['Candide', 'Bovary']);
    expect(await titles({ search: 'an 0%' })).toEqual(['Anna 100%']);
    expect(await titles({ thick: 'true', language: 'en', shelf })).toEqual(['Bovary', 'Candide', 'Dune']);
    expect(await titles({ spm: 'unknown' })).toEqual([]);
    expect(await titles({ limit: '0' })).toHaveLength(4);
    expect(await problems(call('GET', '/api/v1/lib/books/', { query: { pages: 'many' } }))).toMatchObject({
      pages: [{ code: 'invalid_integer' }],
    });
    const page = (await call('GET', '/api/v1/lib/books/', { query: { limit: '2', offset: '2', fields_size: 'mini' } })).body;
    expect(page).toMatchObject({ count: 4, next: null, results: [{ title: 'Candide' }, { title: 'Dune' }] });
    expect(Object.keys((page as { results: object[] }).results[0] as object)).toEqual(['id', 'title']);
  });

  test('a filter by a choice takes several, and any of them counts', async () => {
    const { shelf } = await world();
    const books = [
      { title: 'Anna', language: 'en' },
      { title: 'Bovary', language: 'zh' },
    ];
    await call('POST', '/api/v1/lib/books/', { body: books.map((one) => ({ ...one, shelf })) });
    const titles = async (query: Record<string, string>) =>
      ((await call('GET', '/api/v1/lib/books/', { query })).body as { title: string }[]).map(({ title }) => title);
    expect(await titles({ language: 'en,zh' })).toEqual(['Anna', 'Bovary']);
    expect(await titles({ language: 'zh,fr,' })).toEqual(['Bovary']);
    expect(await titles({ language: ',' })).toEqual([]);
    // What people type may hold a comma.
    expect(await titles({ title: 'Anna,Bovary' })).toEqual([]);
  });

  test('a filter of more choices than are taken is refused, and not cut', async () => {
    const query = { language: Array.from({ length: 101 }, () => 'en').join() };
    expect(await problems(call('GET', '/api/v1/lib/books/', { query }))).toEqual({
      language: [{ code: 'too_many', params: { max: 100 } }],
    });
  });

  test('refuses to delete many unless the filter narrows', async () => {
    const { shelf } = await world();
    const made = (
      await call('POST', '/api/v1/lib/books/', {
        body: [
          { title: 'a', shelf },
          { title: 'b', shelf },
          { title: 'c', shelf },
        ],
      })
    ).body as { id: string }[];
    expect((await call('DELETE', '/api/v1/lib/books/')).status).toBe(400);
    idSets.set(
      'k',
      made.slice(0, 2).map((one) => one.id),
    );
    expect((await call('DELETE', '/api/v1/lib/books/', { query: { spm: 'k' } })).status).toBe(204);
    expect(((await call('GET', '/api/v1/lib/books/')).body as unknown[]).length).toBe(1);
    await expect(call('DELETE', `/api/v1/lib/shelves/${shelf}/`)).rejects.toMatchObject({ code: 'referenced_by_others' });
  });

  test('metadata shows labels in the reader’s language and no value of a secret', async () => {
    const ctx = { ...context(), language: 'ja' as const };
    const { actions } = metadata(kernel, kernel.byName('book'), ctx, 'list', {});
    expect(actions.GET?.title).toMatchObject({ type: 'string', label: '題名', filter: true, order: true, max_length: 128 });
    expect(actions.GET?.pin).toBeUndefined();
    expect(actions.POST?.pin).toMatchObject({ write_only: true, read_only: false });
    expect(actions.POST?.shelf).toMatchObject({ type: 'object_related_field', required: true, url: '/api/v1/lib/shelves/' });
    expect(actions.POST?.loud).toMatchObject({ read_only: true });
    expect(actions.POST?.language?.choices).toEqual([
      { value: 'en', label: '英語' },
      { value: 'zh', label: '中国語' },
    ]);
  });

  test('compile refuses what cannot work', () => {
    const hooks = kernel.hooks;
    const bad = (fields: Parameters<typeof defineResource>[0]['fields']) => () =>
      compile([resource({ ...shelf, fields: { ...shelf.fields, ...fields } })], hooks);
    expect(bad({ x: reference('nobody', { label: t('X', 'X', 'X') }) })).toThrow(/unknown resource nobody/);
    expect(bad({ x: computed({ label: t('X', 'X', 'X') }) })).toThrow(/no behaviour/);
    expect(bad({ x: secret({ label: t('X', 'X', 'X'), filter: true }) })).toThrow(/queryable/);
    expect(() => compile([resource(shelf), resource(shelf)], hooks)).toThrow(/two resources/);
  });

  test('a list costs a fixed number of queries whatever its length', async () => {
    const { shelf, readers } = await world();
    await call('POST', '/api/v1/lib/books/', { body: Array.from({ length: 40 }, (_, at) => ({ title: `b${at}`, shelf, readers })) });
    let queries = 0;
    const counted = db.withPlugin({
      transformQuery: ({ node }) => {
        queries += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await list(kernel, kernel.byName('book'), { ...context(), tx: counted }, { query: { limit: '40' }, url: new URL('http://x/') });
    expect(queries).toBeLessThanOrEqual(5);
  });

  test('an unknown id is a 404, a malformed one too', async () => {
    for (const id of [ORG_A, 'nonsense', "' or 1=1 --"])
      await expect(retrieve(kernel, kernel.byName('book'), context(), id, {})).rejects.toMatchObject({ code: 'object_does_not_exist' });
  });
});
