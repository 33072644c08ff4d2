import { once } from 'node:events';
import { type ClientRequest, request as httpRequest } from 'node:http';
import { isReader, type Reader, type Route } from '@postern/resource';
import type { Api } from '@postern/testkit/api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mintBearerToken } from '../src/platform/auth/bearer-tokens.ts';
import { changesOf } from './matrix/fingerprint.ts';
import { complain, judge, short } from './matrix/judging.ts';
import { each, inTurn } from './matrix/parallel.ts';
import { fill } from './matrix/paths.ts';
import { createWorld, type World } from './matrix/world.ts';

/** Whatever body is sent: a clear coded error or a plain success, never a crash, and what was refused changed nothing. */

const WIDTH = 6;
let world: World;
let admin: Api;

beforeAll(async () => {
  world = await createWorld();
  admin = world.admin.inOrg(world.here);
  for (const { name } of world.server.assembly.kernel.resources) {
    await world.row(name, world.here);
    await world.row(name, world.there);
  }
});
afterAll(async () => world?.close());

const JSON_TYPE = { headers: { 'content-type': 'application/json' } };
const deep = (levels: number): string => `${'[{"a":'.repeat(levels)}1${'}]'.repeat(levels)}`;
const MB = 1024 * 1024;
/** Bytes a route takes that names no limit of its own. */
const BODY_LIMIT = 2 * MB;
/** Of what is over its limit: too large, or not theirs to send at all. */
const REFUSED: ReadonlySet<unknown> = new Set([401, 403, 413]);

/** Bodies that no route has a use for. */
const BODIES: readonly { name: string; body: unknown; options?: typeof JSON_TYPE }[] = [
  { name: 'a text', body: '"text"', options: JSON_TYPE },
  { name: 'a number', body: '17', options: JSON_TYPE },
  { name: 'null', body: 'null', options: JSON_TYPE },
  { name: 'true', body: 'true', options: JSON_TYPE },
  { name: 'an empty list', body: [] },
  { name: 'a list of nulls', body: [null, null] },
  { name: 'a list of texts', body: ['x', 'y'] },
  { name: 'a list of lists', body: [[[[]]]] },
  { name: 'broken JSON', body: '{"name": ', options: JSON_TYPE },
  { name: 'two documents', body: '{} {}', options: JSON_TYPE },
  {
    name: 'a prototype',
    body: '{"__proto__": {"superuser": true}, "constructor": {"prototype": {"superuser": true}}}',
    options: JSON_TYPE,
  },
  { name: 'deep nesting', body: deep(5_000), options: JSON_TYPE },
  { name: 'a deep value', body: `{"name": ${deep(2_000)}}`, options: JSON_TYPE },
  { name: 'XML', body: '<a/>', options: { headers: { 'content-type': 'application/xml' } } },
  { name: 'bytes', body: new Uint8Array([0, 255, 254, 0, 1]), options: { headers: { 'content-type': 'application/octet-stream' } } },
  { name: 'an unknown charset', body: '{}', options: { headers: { 'content-type': 'application/json; charset=nonsense' } } },
  { name: 'a form', body: new URLSearchParams({ name: '\u0000', id: 'x' }) },
  {
    name: 'multipart without end',
    body: '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\nabc',
    options: { headers: { 'content-type': 'multipart/form-data; boundary=x' } },
  },
  { name: 'multipart without boundary', body: 'abc', options: { headers: { 'content-type': 'multipart/form-data' } } },
  { name: 'only unknown fields', body: { nobody_knows_this: 1, 'a.b.c': [], '': {}, '\u0000': 'x', 'order by 1; --': 'x' } },
];

/** Bodies that are read as an object, so that what a resource does with its values sees them. */
const OBJECTS: ReadonlySet<string> = new Set([
  'a prototype',
  'a deep value',
  'a form',
  'only unknown fields',
  'an empty list',
  'a list of nulls',
]);

/**
 * Bodies for one route. Routes share the code that refuses what is no object, so each gets every fourth of those, in turn: all of them on each
 * sort of route, spread over the routes.
 */
const bodiesOf = (at: number): typeof BODIES => {
  const turn = new Set(inTurn(BODIES, 4, at));
  return BODIES.filter((body) => OBJECTS.has(body.name) || turn.has(body));
};

/** Names that bodies use, for routes that read the body as it comes. */
const NAMES =
  `id pk name username password value secret secret_key code type file version users user nodes assets asset account account_ids accounts org_roles
  resources ids groups scope permissions confirm_type old_password new_password new_password_again public_key email phone session_id user_id
  is_finished risk_level org_id expire_now connect_method protocol key host_key fingerprint address port token url`.split(/\s+/);

/** An id that may become somebody's, since clients may choose the ids of what they make. */
const CHOSEN = '22222222-2222-4222-8222-222222222222';

const VALUES: readonly unknown[] = [
  null,
  true,
  17,
  -1.5,
  1e300,
  '',
  ' ',
  'x',
  '\u0000',
  'a\u0000b\u0007\u001b[31m',
  '😀'.repeat(200),
  '\ud800',
  `'; drop table users; --`,
  '../../../etc/passwd',
  '{{7*7}}#{7*7}<%= 7*7 %>',
  CHOSEN,
  'x'.repeat(20_000),
  [],
  [null],
  [{}],
  ['x'],
  Array.from({ length: 3_000 }, () => CHOSEN),
  {},
  { id: null },
  { pk: { pk: 1 } },
  { value: [] },
];

const under = (names: readonly string[], value: unknown): object => Object.fromEntries(names.map((name) => [name, value]));

/** Bodies for a route with a reader of its own: every value under all names of its objects, one alone or in a list as it takes them. */
function bodiesRead({ takes: { schema } }: Reader): unknown[] {
  const names = Object.keys(schema?.properties ?? schema?.items?.properties ?? {});
  const bodies = VALUES.map((value) => under(names.length > 0 ? names : NAMES, value));
  return schema?.type === 'array' ? [...VALUES, ...bodies].map((entry) => [entry]) : bodies;
}

/**
 * Values under every name that a route reads: in turn where it declares what they are, since then the reader of their kind is the same for all
 * routes, and where it takes nothing. Then a wrong one under each name, one at a time behind otherwise plausible values, so that a check at the front does not hide one at
 * the back. What a route declares no field for, its reader passes over (`only unknown fields`).
 */
function bodiesFor(route: Route, at: number): unknown[] {
  const taken = route.declared?.body ?? {};
  if (isReader(taken)) return bodiesRead(taken);
  if (taken === 'none') return inTurn(VALUES, 3, at).map((value) => under(NAMES, value));
  const fields = Object.keys(taken);
  const plausible = { name: 'plausible', username: 'plausible', type: 'koko', id: CHOSEN, assets: [], users: [] };
  return [
    ...(fields.length > 0 ? inTurn(VALUES, 3, at) : VALUES).map((value) => under(fields.length > 0 ? fields : NAMES, value)),
    ...fields.map((name) => ({ ...plausible, [name]: { wrong: ['\u0000'] } })),
  ];
}

const unsafeRoutes = (): Route[] => world.server.assembly.routes.filter((route) => ['POST', 'PUT', 'PATCH'].includes(route.method));

describe('a body', () => {
  test('of the wrong shape is refused on every route and changes nothing', async () => {
    const wrong: string[] = [];
    const routes = unsafeRoutes();
    // Some need no body to do something (`remove/`), so each has a row of its own. All are made first: what is written later is somebody's answer.
    const paths = await each(routes, 1, (route) => fill(route.path, world.server.assembly.kernel, (name) => world.make(name, world.here)));
    const changes = await changesOf(world.server.db);
    for (const [at, route] of routes.entries()) {
      const answers = await each(bodiesOf(at), WIDTH, async ({ name, body, options }) => {
        const answer = await admin.send(route.method, String(paths[at]), body, options);
        wrong.push(judge(`${route.method} ${route.path} with ${name}`, answer) ?? '');
        return answer;
      });
      const changed = await changes();
      if (changed.length > 0 && answers.every(({ status }) => status >= 400))
        wrong.push(`${route.method} ${route.path}: refused everything, yet changed ${changed.join(', ')}`);
    }
    complain(wrong);
  });

  test('with any value under any name is refused or taken, never a crash', async () => {
    const { kernel } = world.server.assembly;
    const hand = unsafeRoutes().filter((route) => !kernel.resources.some(({ url }) => route.path === url || route.path === `${url}:id/`));
    const wrong: (string | undefined)[] = [];
    for (const [at, route] of hand.entries()) {
      const path = await fill(route.path, kernel, (name) => world.make(name, world.here));
      wrong.push(
        ...(await each(bodiesFor(route, at), WIDTH, async (body) =>
          judge(`${route.method} ${route.path} with ${short(body)}`, await scapegoat.send(route.method, path, body)),
        )),
      );
    }
    complain(wrong);
    expect(hand.length).toBeGreaterThan(40);
  });

  test('over the limit is refused before it is read, and from strangers any is', async () => {
    const wrong = await each(unsafeRoutes(), WIDTH, async (route) => {
      const path = await fill(route.path, world.server.assembly.kernel, (name) => world.row(name, world.here));
      const found: string[] = [];
      const large = await statusBeforeBody(route.method, path, (route.bodyLimit ?? BODY_LIMIT) + 1, scapegoatLogin);
      if (!REFUSED.has(large)) found.push(`${route.method} ${route.path}: what is over its limit was waited for (${large})`);
      if (route.policy.allow !== 'anyone') {
        const status = await statusBeforeBody(route.method, path, MB);
        if (status !== 401) found.push(`${route.method} ${route.path}: a stranger’s body was waited for (${status})`);
      }
      return found.join('\n') || undefined;
    });
    complain(wrong);
  });

  test('over the limit is refused where its sender does not say how much it is', async () => {
    const piece = Buffer.alloc(MB / 4, 'x');
    const routes = inTurn(
      unsafeRoutes().filter((route) => (route.bodyLimit ?? 0) <= BODY_LIMIT),
      20,
      0,
    );
    const wrong = await each(routes, 2, async (route) => {
      const path = await fill(route.path, world.server.assembly.kernel, (name) => world.row(name, world.here));
      const status = await statusInPieces(route.method, path, [Buffer.from('{"name":"'), ...Array.from({ length: 12 }, () => piece)]);
      // The server may close while we still send; then there is no answer to read, and that is a refusal, too.
      return REFUSED.has(status) || status === 'closed' ? undefined : `${route.method} ${route.path} took 3 MB: ${status}`;
    });
    complain(wrong);
    expect(routes.length).toBeGreaterThan(10);
  });
});

/** Someone whose account may be spoiled. */
let scapegoat: Api;
let scapegoatLogin: Readonly<Record<string, string>>;
beforeAll(async () => {
  const id = await world.make('user', world.here);
  const { body } = await admin.get(`users/users/${id}/`);
  await admin.patch(`users/users/${id}/`, { system_roles: ['00000000-0000-0000-0000-000000000001'] });
  const { token } = await mintBearerToken(world.server.db, id, '127.0.0.1', 3_600);
  scapegoatLogin = { authorization: `Bearer ${token}`, 'x-jms-org': world.here };
  scapegoat = (await world.server.as(body.username)).inOrg(world.here);
});

const TO_JSON = { 'content-type': 'application/json' };

/** A status, or how the wait for one ended. */
type Outcome = number | 'closed' | 'no answer';

/** What is answered although only the head of a large request was sent. */
const statusBeforeBody = (method: string, path: string, bytes: number, headers: Readonly<Record<string, string>> = {}): Promise<Outcome> =>
  statusOf(method, path, { ...headers, 'content-length': String(bytes) }, (request) => void request.write('{'));

/** What is answered while pieces of a body are sent whose length was not told. */
const statusInPieces = (method: string, path: string, pieces: readonly Buffer[]): Promise<Outcome> =>
  statusOf(method, path, scapegoatLogin, async (request) => {
    for (const piece of pieces) if (!request.destroyed && !request.write(piece)) await once(request, 'drain').catch(() => undefined);
  });

function statusOf(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  send: (request: ClientRequest) => void,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const request = httpRequest(new URL(path, world.server.url), { method, headers: { ...TO_JSON, ...headers }, timeout: 3_000 });
    const end = (outcome: Outcome): void => {
      request.destroy();
      resolve(outcome);
    };
    request.once('response', (response) => end(response.statusCode ?? 0));
    request.once('timeout', () => end('no answer'));
    request.once('error', () => end('closed'));
    send(request);
  });
}
