import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { AccessKey } from '@postern/client/component-request';
import { CodedError } from '@postern/contract/errors';
import { signedHeaders } from '@postern/contract/signature';
import { text as t } from '@postern/contract/text';
import { type Context, can, ok, type Route, text, uuid } from '@postern/resource';
import { type Api, createApi, type Json } from '@postern/testkit/api';
import { createOrganisation, createUser, uniqueName } from '@postern/testkit/factories';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeIdSet } from '../src/platform/id-sets/id-sets.ts';
import { action } from '../src/platform/routes/action.ts';
import { confirmed } from '../src/platform/routes/confirmed.ts';
import { creation } from '../src/platform/routes/creation.ts';
import { download } from '../src/platform/routes/download.ts';
import { form } from '../src/platform/routes/form.ts';
import { login } from '../src/platform/routes/login.ts';
import { HTML, page } from '../src/platform/routes/page.ts';
import { refused } from '../src/platform/routes/refused.ts';
import { removal } from '../src/platform/routes/removal.ts';
import { report } from '../src/platform/routes/report.ts';
import { run } from '../src/platform/routes/run.ts';
import { trial } from '../src/platform/routes/trial.ts';
import { bytesOf, oneFile, upload } from '../src/platform/routes/upload.ts';
import { BOOTSTRAP_TOKEN, LOCAL_PROOF, startTestServer, type TestServer } from './harness.ts';

/** What kinds of routes say for all of theirs (docs/decisions/0090-kinds-of-routes.md), asked of routes that do nothing else. */

const rows = { none: 'nothing' } as const;
const who = { allow: 'user' } as const;
const USERS = can('users.view_user');
/** An address that components may call at all. */
const TO_COMPONENTS = '/api/v1/perms/users/kinds/';
const LABEL = t('Word', '词', '語');
/** Longest file of the form below, and longest text in it. */
const LIMIT = 1_000;
const TEXTS = 50;

/** What routes did, as the database has it. */
const mark = (ctx: Context) => storeIdSet(ctx.tx, ctx.actor.id, []);
let settled: 'right' | 'wrong' = 'wrong';
const confirm = async (): Promise<void> => {
  if (settled === 'wrong') throw new CodedError('user_confirm_required');
};
let shown = 'first';

/** Writes, and refuses afterwards where it is asked to. */
async function markOr(ctx: Context, { fails }: { fails: string }): Promise<{ id: string }> {
  const id = await mark(ctx);
  if (fails) throw new CodedError('busy', { seconds: 1 });
  return { id };
}
const ONE = {
  who,
  rows,
  params: { id: uuid({ label: LABEL, required: true }) },
  query: { fails: text({ label: LABEL, default: '' }) },
} as const;

const routes: readonly Route[] = [
  upload({
    path: '/api/v1/kinds/upload/:what/',
    name: 'kinds.upload',
    who,
    rows,
    limit: LIMIT,
    texts: TEXTS,
    async take(_ctx, { parts, request }) {
      if (request.params.what === 'first') for await (const { field } of parts) return ok({ field });
      if (request.params.what === 'one') return ok({ file: String(await oneFile(parts, 10)) });
      const fields: string[] = [];
      for await (const { field, stream } of parts) if (stream && field === 'b') fields.push(String(await bytesOf(stream, LIMIT)));
      return ok({ fields });
    },
  }),
  download({
    path: '/api/v1/kinds/download/',
    name: 'kinds.download',
    who,
    rows,
    query: { name: text({ label: LABEL, max: 200, default: '' }) },
    give: (_ctx, { query: { name } }) => ({
      body: Readable.from(['<script>']),
      type: 'application/zip',
      size: 8,
      ...(name ? { name } : {}),
    }),
  }),
  report({
    method: 'GET',
    path: `${TO_COMPONENTS}report/`,
    name: 'kinds.report',
    rows,
    right: 'terminal.add_sessionjoinrecord',
    take: (ctx) => ok({ root: ctx.org.isRoot }),
  }),
  report({
    method: 'GET',
    path: `${TO_COMPONENTS}reveal/`,
    name: 'kinds.reveal',
    rows,
    right: 'accounts.view_accountsecret',
    take: () => ok(''),
  }),
  login({
    path: '/api/v1/kinds/login/',
    name: 'kinds.login',
    because: 'a test',
    rows,
    body: { word: text({ label: LABEL, required: true }) },
    async take(ctx, { body }) {
      await storeIdSet(ctx.tx, body.word, []);
      throw new CodedError('passwd_invalid');
    },
  }),
  confirmed({
    method: 'POST',
    path: '/api/v1/kinds/confirmed/:id/',
    name: 'kinds.confirmed',
    rows,
    body: 'none',
    params: { id: uuid({ label: LABEL, required: true }) },
    confirm,
    act: async (ctx) => ok(await mark(ctx)),
  }),
  action({
    ...ONE,
    path: '/api/v1/kinds/one/:id/end/',
    name: 'kinds.action',
    body: { word: text({ label: LABEL, required: true }) },
    act: (ctx, { query }) => markOr(ctx, query),
  }),
  action({
    ...ONE,
    path: '/api/v1/kinds/one/:id/told/',
    name: 'kinds.told',
    body: 'none',
    answer: { title: LABEL, fields: {} },
    act: (ctx, { query }) => markOr(ctx, query),
  }),
  removal({ ...ONE, path: '/api/v1/kinds/one/:id/', name: 'kinds.removal', remove: (ctx, { query }) => markOr(ctx, query) }),
  creation({
    path: '/api/v1/kinds/one/',
    name: 'kinds.creation',
    who,
    rows,
    query: ONE.query,
    body: 'none',
    create: (ctx, { query }) => markOr(ctx, query),
  }),
  trial({
    path: '/api/v1/kinds/trial/',
    name: 'kinds.trial',
    who,
    rows,
    body: { word: text({ label: LABEL, max: 1_000_000 }) },
    async attempt(ctx) {
      await mark(ctx);
      throw new CodedError('error');
    },
  }),
  run({
    path: '/api/v1/kinds/run/',
    name: 'kinds.run',
    who,
    rows,
    query: ONE.query,
    body: 'none',
    ofOrganisation: true,
    start: async (ctx, { query }) => (await markOr(ctx, query)).id,
  }),
  ...form({
    path: '/api/v1/kinds/form/',
    who: USERS,
    rows,
    read: { name: 'kinds.form.get', answer: { title: LABEL, fields: { word: text({ label: LABEL }) } }, show: () => ({ word: shown }) },
    write: {
      put: 'kinds.form.put',
      patch: 'kinds.form.patch',
      body: { word: text({ label: LABEL, default: 'none' }) },
      take(_ctx, { body, whole }) {
        shown = body.word;
        return { word: shown, whole };
      },
    },
  }),
  refused({
    method: 'POST',
    path: '/api/v1/kinds/refused/',
    name: 'kinds.refused',
    who: USERS,
    rows,
    why: () => new CodedError('storage_in_use'),
  }),
  page({ path: '/core/kinds/page/', name: 'kinds.page', who, rows, show: () => ({ type: HTML, body: '<p>' }) }),
  page({
    path: '/core/kinds/old/',
    name: 'kinds.old',
    who,
    rows,
    query: { to: text({ label: LABEL, default: '' }) },
    show: (_ctx, { query }) => ({ to: query.to }),
  }),
];

let server: TestServer;
let admin: Api;
let person: Api;
beforeAll(async () => {
  server = await startTestServer({ routes });
  admin = await server.as('admin');
  person = await server.as((await createUser(admin)).username);
});
afterAll(() => server?.close());

const marks = async (owner?: string): Promise<number> => {
  const all = await server.db.selectFrom('id_sets').select('user_id').execute();
  return all.filter(({ user_id }) => owner === undefined || user_id === owner).length;
};

describe('an upload', () => {
  const formOf = (parts: Readonly<Record<string, string | Blob>>): FormData => {
    const made = new FormData();
    for (const [name, value] of Object.entries(parts)) made.set(name, value);
    return made;
  };
  const file = (bytes: number) => new Blob(['x'.repeat(bytes)]);

  test('answers whatever nobody reads of it', async () => {
    const parts = { a: file(LIMIT), b: new Blob(['read']), c: file(LIMIT) };
    expect((await person.post('kinds/upload/some/', formOf(parts))).body).toEqual({ fields: ['read'] });
    expect((await person.post('kinds/upload/first/', formOf(parts))).body).toEqual({ field: 'a' });
  });

  test('takes no file and no text above its bounds', async () => {
    expect(await person.post('kinds/upload/some/', formOf({ b: file(LIMIT + 1) }))).toMatchObject({
      status: 413,
      body: { code: 'body_too_large' },
    });
    const long = await person.post('kinds/upload/some/', formOf({ word: 'x'.repeat(TEXTS + 1), b: file(1) }));
    expect([long.status, long.body.code]).toEqual([400, 'file_content_overflowed']);
  });

  test('has one file, the first that is called so, or none, or one that is too large', async () => {
    const one = async (parts: Readonly<Record<string, string | Blob>>) => (await person.post('kinds/upload/one/', formOf(parts))).body.file;
    expect(await one({ other: file(3), file: new Blob(['mine']) })).toBe('mine');
    expect(await one({ other: file(3) })).toBe('missing');
    expect(await one({ file: file(11) })).toBe('too_large');
  });
});

describe('a download', () => {
  test('is of its type and no other, and nobody keeps it', async () => {
    const { headers } = await person.get('kinds/download/');
    expect(
      Object.fromEntries(
        ['content-type', 'content-length', 'x-content-type-options', 'cache-control', 'content-disposition'].map((name) => [
          name,
          headers.get(name),
        ]),
      ),
    ).toEqual({
      'content-type': 'application/zip',
      'content-length': '8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-disposition': null,
    });
  });

  test('is saved under its name, whatever stands in it', async () => {
    const { headers } = await person.get('kinds/download/', { query: { name: `Ü"; filename='x'(1)!.txt` } });
    expect(headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''%C3%9C%22%3B%20filename%3D%27x%27%281%29%21.txt");
  });
});

describe('a report', () => {
  /** A component with headers of its own. */
  async function component(): Promise<Api> {
    const { body } = await server.anyone.post<Json>(
      'terminal/terminal-registrations/',
      { name: uniqueName('koko'), type: 'koko', comment: '' },
      { headers: { authorization: `BootstrapToken ${BOOTSTRAP_TOKEN}`, 'x-postern-local': LOCAL_PROOF } },
    );
    const key = body.service_account.access_key as AccessKey;
    return createApi({
      origin: server.url,
      sign: (method, path) => signedHeaders(key, method, path, new Date().toUTCString(), { once: true }),
    });
  }

  test('is for components that hold its right, and for nobody else, and works for all organisations', async () => {
    const koko = (await component()).inOrg((await createOrganisation(admin)).id);
    expect(await koko.get(`${TO_COMPONENTS}report/`)).toMatchObject({ status: 200, body: { root: true } });
    expect(await koko.get(`${TO_COMPONENTS}reveal/`)).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
    expect((await admin.get(`${TO_COMPONENTS}report/`)).status).toBe(403);
    expect((await server.anyone.get(`${TO_COMPONENTS}report/`)).status).toBe(401);
  });
});

describe('a step of a login', () => {
  test('leaves what it wrote, whatever becomes of it', async () => {
    const word = randomUUID();
    expect((await server.anyone.post('kinds/login/', { word })).body.code).toBe('passwd_invalid');
    expect(await marks(word)).toBe(1);
  });

  test('takes little from strangers', async () => {
    expect((await server.anyone.post('kinds/login/', { word: 'x'.repeat(20_000) })).status).toBe(413);
  });
});

test('what is confirmed is found first, and done only then', async () => {
  const before = await marks();
  settled = 'wrong';
  expect((await person.post('kinds/confirmed/none/')).status).toBe(404);
  expect((await person.post(`kinds/confirmed/${randomUUID()}/`)).status).toBe(412);
  expect(await marks()).toBe(before);
  settled = 'right';
  expect((await person.post(`kinds/confirmed/${randomUUID()}/`)).status).toBe(200);
  expect(await marks()).toBe(before + 1);
});

test('an action on one thing finds it first, answers nothing unless it tells something, and is done as a whole', async () => {
  const before = await marks();
  const one = `kinds/one/${randomUUID()}/`;
  // What is wrong with the body tells nobody that a thing is there.
  expect((await person.post('kinds/one/none/end/', {})).status).toBe(404);
  expect((await person.post(`${one}end/`, {})).status).toBe(400);
  expect((await person.post(`${one}end/?fails=yes`, { word: 'x' })).status).toBe(503);
  expect(await marks()).toBe(before);
  expect((await person.post(`${one}end/`, { word: 'x' })).status).toBe(204);
  expect(await person.post(`${one}told/`)).toMatchObject({ status: 200, body: { id: expect.any(String) } });
  expect(await marks()).toBe(before + 2);
});

test('a removal and a creation are done as a whole: 204, and 201 with what was made', async () => {
  const before = await marks();
  const one = `kinds/one/${randomUUID()}/`;
  expect((await person.delete('kinds/one/none/')).status).toBe(404);
  expect((await person.delete(`${one}?fails=yes`)).status).toBe(503);
  expect((await person.post('kinds/one/?fails=yes')).status).toBe(503);
  expect(await marks()).toBe(before);
  expect((await person.delete(one)).status).toBe(204);
  expect(await person.post('kinds/one/')).toMatchObject({ status: 201, body: { id: expect.any(String) } });
  expect(await marks()).toBe(before + 2);
});

test('a trial is no transaction, so that no connection to the database waits for the other side, and takes no more than a form', async () => {
  const before = await marks();
  expect((await person.post('kinds/trial/', { word: 'x' })).status).toBe(400);
  expect(await marks()).toBe(before + 1);
  expect((await person.post('kinds/trial/', { word: 'x'.repeat(140_000) })).status).toBe(413);
});

test('a run is answered by its id, and is not there when it could not be started, nor in the root organisation', async () => {
  const before = await marks();
  expect(await person.post('kinds/run/')).toMatchObject({ status: 201, body: { task: expect.any(String) } });
  expect((await person.post('kinds/run/?fails=yes')).status).toBe(503);
  expect(await person.inOrg('ROOT').post('kinds/run/')).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining('organisation first') },
  });
  expect(await marks()).toBe(before + 1);
});

test('a form is read and written behind one policy, by PUT as a whole and by PATCH', async () => {
  expect((await admin.get('kinds/form/')).body).toEqual({ word: 'first' });
  expect((await admin.put('kinds/form/', { word: 'second' })).body).toEqual({ word: 'second', whole: true });
  expect((await admin.patch('kinds/form/', { word: 'third' })).body).toEqual({ word: 'third', whole: false });
  expect((await admin.get('kinds/form/')).body).toEqual({ word: 'third' });
  const answers = [person.get('kinds/form/'), person.put('kinds/form/', {}), person.patch('kinds/form/', {})];
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([403, 403, 403]);
  const described = routes.filter(({ path }) => path === '/api/v1/kinds/form/').map(({ method, answer }) => [method, answer?.one]);
  expect(described).toEqual([
    ['GET', true],
    ['PUT', undefined],
    ['PATCH', undefined],
  ]);
});

test('what is refused says why behind the policy alone', async () => {
  expect((await person.post('kinds/refused/', {})).status).toBe(403);
  expect((await admin.post('kinds/refused/', {})).body.code).toBe('storage_in_use');
});

test('a page is a page, and what leads on leads to no other host', async () => {
  const { headers, body } = await person.get<string>('/core/kinds/page/');
  expect([headers.get('content-type'), headers.get('x-content-type-options'), body]).toEqual([HTML, 'nosniff', '<p>']);
  const leads = async (to: string) => (await person.get('/core/kinds/old/', { query: { to } })).headers.get('location');
  expect(await leads('/ui/profile/')).toBe('/ui/profile/');
  expect([await leads('//evil.example/'), await leads('https://evil.example/'), await leads('/\\evil.example')]).toEqual(['/', '/', '/']);
});
