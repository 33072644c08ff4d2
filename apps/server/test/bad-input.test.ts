import type { ResolvedField, ResolvedResource } from '@postern/resource';
import type { Answer, Api, CallOptions } from '@postern/testkit/api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changesOf } from './matrix/fingerprint.ts';
import { complain, judge, short } from './matrix/judging.ts';
import { each, inTurn } from './matrix/parallel.ts';
import { fill } from './matrix/paths.ts';
import { createWorld, type World } from './matrix/world.ts';

/** Whatever is sent: a clear coded error or a plain success, never a crash, and what was refused changed nothing. */

const WIDTH = 6;
let world: World;
let admin: Api;
let resources: readonly ResolvedResource[];

beforeAll(async () => {
  world = await createWorld();
  admin = world.admin.inOrg(world.here);
  resources = world.server.assembly.kernel.resources;
  for (const { name } of resources) {
    await world.row(name, world.here);
    await world.row(name, world.there);
  }
});
afterAll(async () => world?.close());

const NOBODY = '11111111-1111-4111-8111-111111111111';
type KindName = ResolvedField['kind']['name'];

/** Values a kind can never mean; each has to be refused under the field's own name. */
const NEVER: Partial<Record<KindName, readonly unknown[]>> = {
  text: [{}, [], true, ['x'], 'a\u0000b', '\u001b[31m'],
  slug: [{}, [], true, 'two words', 'a/b', '\u0000'],
  email: [{}, [], true, 'nobody', 'a@b@c', 'a b@c'],
  url: [{}, [], true, 'no address'],
  phone: [[], true, 'abc', '1'],
  boolean: [{}, [], 'perhaps', 2, 'x'],
  integer: [{}, [], true, 'x', 1.5, 1e300, '9'.repeat(30), '1; drop'],
  number: [{}, [], true, 'x'],
  datetime: [{}, [], true, 17, 'soon', '2023-13-45 00:00:00', '9'.repeat(100)],
  uuid: [{}, [], true, 17, 'x', `${NOBODY}0`],
  choice: [{}, [], ['kill_session'], 'none of them', { value: 'none of them' }, 1e9],
  labelled: [{}, [], ['local'], [['password']], { value: ['normal'] }, 'none of them', { value: 'none of them' }, { value: {} }, 1e9],
  bits: [{}, 'x', 17, true, ['none of them'], [{}], [[]]],
  textList: [{}, 'x', 17, true, [{}], [[]], [null], ['\u0000']],
  secret: [{}, [], 17, true, ['x']],
  reference: [{}, [], [1], ' ', true, 'x', NOBODY, { pk: 'x' }, { id: [] }, [NOBODY]],
  manyToMany: ['x', 17, true, {}, [true], [{}], ['x'], [NOBODY], [null], [[NOBODY]]],
  nestedList: ['x', 17, true, {}, ['x'], [null], [[]]],
  nested: ['x', 17, true, []],
};

/** Fields whose own code reads more than their kind, and what it takes. */
const noZone = (value: unknown): boolean => value === NOBODY;
const TAKES: Readonly<Record<string, (value: unknown) => boolean>> = {
  // Dropped on what cannot be in a zone, whatever it said.
  'web.domain': noZone,
  'cloud.domain': noZone,
  'gpt.domain': noZone,
  // Answered like an asset that was not granted, so that ids tell nothing.
  'connectiontoken.asset': (value) => value === NOBODY,
};

describe('a field', () => {
  test('of the wrong type is refused under its name, and nothing is stored', async () => {
    const wrong: (string | undefined)[] = [];
    let count = 0;
    /** Fields of a kind so far: one reader reads them all, so each is asked every other value, and the next of its kind the rest. */
    const met = new Map<KindName, number>();
    const valuesFor = ({ kind: { name } }: ResolvedField): readonly unknown[] => {
      const at = met.get(name) ?? 0;
      met.set(name, at + 1);
      return inTurn(NEVER[name] ?? [], 2, at);
    };
    for (const resource of resources) {
      const verbs = resource.definition.verbs ?? ['create', 'update'];
      const url = `${resource.url}${await world.row(resource.name, world.here)}/`;
      const body = verbs.includes('create') ? await world.body(resource.name, world.here) : {};
      const changes = await changesOf(world.server.db);
      const cases = resource.fields
        .filter((field) => field.writable && field.name !== 'id')
        .flatMap((field) => valuesFor(field).map((value) => ({ field, value })));
      count += cases.length;
      wrong.push(...(await each(cases, WIDTH, (one) => refusal(resource, one.field, one.value, verbs, url, body))));
      const changed = await changes();
      if (changed.length > 0) wrong.push(`${resource.name}: wrong values changed ${changed.join(', ')}`);
    }
    complain(wrong);
    expect(count).toBeGreaterThan(500);
  });

  async function refusal(
    resource: ResolvedResource,
    field: ResolvedField,
    value: unknown,
    verbs: readonly string[],
    url: string,
    body: object,
  ): Promise<string | undefined> {
    const what = `${resource.name}.${field.name} (${field.kind.name}) = ${short(value)}`;
    if (TAKES[`${resource.name}.${field.name}`]?.(value)) return undefined;
    const found: string[] = [];
    const look = (verb: string, answer: Answer<unknown>): void => {
      const named = typeof answer.body === 'object' && answer.body !== null && field.name in answer.body;
      if (answer.status !== 400 || !named) found.push(`${verb} ${what}: ${answer.status} ${short(answer.body)}`);
    };
    if (verbs.includes('update') && !field.options.createOnly) look('PATCH', await admin.patch(url, { [field.name]: value }));
    if (verbs.includes('create')) look('POST', await admin.post(resource.url, { ...body, [field.name]: value }));
    return found.join('\n') || undefined;
  }
});

describe('an address', () => {
  const IDS = [
    'x',
    '0',
    '-1',
    '1e3',
    '99999999999999999999',
    NOBODY,
    `${NOBODY}0`,
    NOBODY.toUpperCase(),
    '%00',
    '%ff',
    '..%2f..%2fetc',
    'a b',
    "'",
    '%F0%9F%98%80',
    'null',
    'x'.repeat(400),
  ];

  test('with an id that is none is a 404 with a code', async () => {
    const routes = world.server.assembly.routes.filter((route) => route.path.includes(':') && route.method !== 'OPTIONS');
    // Every route reads its ids with the same code.
    const cases = routes.flatMap((route, at) => inTurn(IDS, 4, at).map((id) => ({ route, id })));
    const changes = await changesOf(world.server.db);
    const wrong = await each(cases, WIDTH, async ({ route, id }) => {
      const path = route.path.replace(/:\w+/g, id);
      const body = ['GET', 'DELETE'].includes(route.method) ? undefined : {};
      const answer = await world.confirmed.inOrg(world.here).send(route.method, path, body);
      const bad = judge(`${route.method} ${route.path} with ${id.slice(0, 24)}`, answer);
      if (bad) return bad;
      const integer = /platforms/.test(route.path);
      if (answer.status === 404 || (integer && id === '0')) return undefined;
      return answer.status >= 400 || EMPTY.some((one) => one.test(route.path))
        ? undefined
        : `${route.method} ${path.slice(0, 120)}: ${answer.status} ${short(answer.body)}`;
    });
    complain(wrong);
    expect(await changes()).toEqual([]);
  });

  /** Addresses that show something for any text in them. */
  const EMPTY: readonly RegExp[] = [/^\/static\/img\/avatar\//];

  const QUERIES = [
    ...['0', '-1', 'x', '1e9', '1.5', '99999999999999999999', ''].map((value) => `limit=${value}`),
    ...['-5', 'x', '1e9', '99999999999999999999'].map((value) => `limit=2&offset=${value}`),
    ...['x', '-', ',', '-,-', 'id', 'password', 'secret', 'name;drop table users', 'a'.repeat(3_000)].map(
      (value) => `order=${encodeURIComponent(value)}`,
    ),
    ...['%25', '_', '\\', "'", '"', '😀', '\u0000', 'a b c d e f g h i j k l m', '((((', 'x'.repeat(9_000)].map(
      (value) => `search=${encodeURIComponent(value)}`,
    ),
    ...['soon', '9999-99-99', '-infinity', '\u0000', '2023-01-01T00:00:00+99:99', '0000-00-00 00:00:00'].map(
      (value) => `date_from=${encodeURIComponent(value)}&date_to=${encodeURIComponent(value)}`,
    ),
    ...['x', '', 'huge', '__proto__'].map((value) => `fields_size=${value}`),
    ...['x', '__proto__', ',', 'id,id,id', 'constructor'].map((value) => `fields=${value}`),
    ...['x', NOBODY, '\u0000', ','].map((value) => `spm=${encodeURIComponent(value)}`),
    ...['x', '\u0000', ',,,', "1' or '1'='1"].map((value) => `ids=${encodeURIComponent(value)}`),
    `ids=${Array.from({ length: 180 }, () => NOBODY).join(',')}`,
    'id[]=1&id[$ne]=2&id=3&id=4',
    '__proto__=1&constructor=2&toString=3&hasOwnProperty=4',
    '%ff%fe=%ff&%00=%00&==&&&',
    'days=x&all=1&total_count=1&dates_metrics=1',
    'format=nonsense&draw=1&display=1&_=1',
    'attr_rules=x&template=x&action=nonsense&type=nonsense&category=nonsense&scope=nonsense&role=x',
    `node_id=x&node=${NOBODY}&asset=x&show_current_asset=x&key=1:2:3;&node_id=0`,
    'token=x&oid=nonsense&resource_id=\u0000&task_id=x',
  ];

  test('with a bad query is answered or refused with a code', async () => {
    const { kernel, routes } = world.server.assembly;
    // Clients end sessions, start runs and tests of cloud sync, reset second factors and have a directory read with GET.
    const acts = /logout|xpack\/cloud\/.*\/(run|test-connective)\/|settings\/ldap\/|mfa\/reset\//;
    const reads = routes.filter((route) => route.method === 'GET' && !acts.test(route.path));
    const changes = await changesOf(world.server.db);
    const wrong: (string | undefined)[] = [];
    const seen = new Set<string>();
    for (const route of reads) {
      const path = await fill(route.path, kernel, (name) => world.row(name, world.here));
      const own = resources.find(({ url }) => url === route.path);
      const filters = own
        ? [...own.fields.filter((field) => field.filterable).map((field) => field.name), ...Object.keys(own.behaviour.filters ?? {})]
        : [];
      // Views of one table and addresses of one kind share their code: the first is asked everything, the rest a part. Lists of resources share the kernel's,
      // and are asked a third in turn.
      const kind = own?.table ?? route.name.split('.').slice(0, 2).join('.');
      const first = !seen.has(kind);
      seen.add(kind);
      const queries = [
        ...inTurn(QUERIES, first ? (own ? 3 : 1) : 5, seen.size),
        ...filters.flatMap((name) =>
          ['x', '\u0000', '99999999999999999999', NOBODY, "'"].map((value) => `${name}=${encodeURIComponent(value)}`),
        ),
      ];
      wrong.push(
        ...(await each(queries, WIDTH, async (query) =>
          judge(`GET ${route.path}?${query.slice(0, 60)}`, await admin.get(`${path}?${query}`)),
        )),
      );
    }
    complain(wrong);
    // Looking at a recording or at settings is an event of its own; nothing else may have changed.
    expect((await changes()).filter((table) => !['operate_logs', 'settings', 'users'].includes(table))).toEqual([]);
  });

  test('with a bad filter value names the filter', async () => {
    const wrong: string[] = [];
    const never: Partial<Record<KindName, string>> = {
      boolean: 'perhaps',
      integer: 'x',
      number: 'x',
      datetime: 'soon',
      uuid: 'x',
      reference: 'x',
    };
    for (const resource of resources) {
      if (!(resource.definition.verbs ?? ['list']).includes('list')) continue;
      for (const field of resource.fields) {
        const value = never[field.kind.name];
        if (!field.filterable || value === undefined || resource.behaviour.filters?.[field.name]) continue;
        const answer = await admin.get(`${resource.url}?${field.name}=${value}`);
        if (answer.status !== 400 || !(field.name in answer.body))
          wrong.push(`${resource.url}?${field.name}=${value}: ${answer.status} ${short(answer.body)}`);
      }
    }
    complain(wrong);
  });
});

describe('who and where', () => {
  test('an organisation that is none is the default one, and gives no rights', async () => {
    const wrong: string[] = [];
    const person = await world.server.as('admin');
    const plain = world.server.anyone;
    for (const value of ['x', NOBODY, '%00', "' or 1=1 --", 'root; drop', 'ROOT', 'default', '😀', 'x'.repeat(5_000), '../..']) {
      for (const where of ['oid', 'header', 'cookie'] as const) {
        const encoded = encodeURIComponent(value);
        const options: CallOptions =
          where === 'oid'
            ? { query: { oid: value } }
            : { headers: where === 'header' ? { 'x-jms-org': encoded } : { cookie: `X-JMS-ORG=${encoded}` } };
        const answer = await person.get('orgs/orgs/current/', options);
        const want = /^root$/i.test(value) ? '00000000-0000-0000-0000-000000000000' : '00000000-0000-0000-0000-000000000002';
        if (answer.status !== 200 || answer.body.id !== want)
          wrong.push(`${where} ${value.slice(0, 20)}: ${answer.status} ${short(answer.body)}`);
        const nobody = await plain.get('users/users/', options);
        if (nobody.status !== 401) wrong.push(`${where} ${value.slice(0, 20)} without a login: ${nobody.status}`);
      }
    }
    complain(wrong);
  });

  test('credentials that are broken, foreign, ended or used again are refused', async () => {
    const headers = [
      'Bearer',
      'Bearer ',
      'Bearer x',
      `Bearer ${'x'.repeat(6_000)}`,
      `Bearer ${NOBODY}`,
      "Bearer ' or 1=1 --",
      'Token x',
      `Token ${'0'.repeat(40)}`,
      'Signature',
      'Signature keyId="x"',
      `Signature keyId="${NOBODY}",algorithm="hmac-sha256",headers="(request-target) date",signature="AAAA"`,
      `Signature keyId="${NOBODY}",algorithm="none",headers="",signature=""`,
      `Signature keyId="${'x'.repeat(3_000)}",algorithm="hmac-sha256",signature="${'"'.repeat(20)}"`,
      'Basic YWRtaW46YWRtaW4=',
      'BootstrapToken wrong',
      'Nonsense',
      ',,,',
    ];
    const wrong: string[] = [];
    for (const authorization of headers) {
      for (const path of ['/api/v1/users/users/', '/api/v1/users/profile/', '/api/v1/terminal/terminals/config/']) {
        const answer = await world.server.anyone.get(path, { headers: { authorization } });
        if (answer.status !== 401) wrong.push(`${authorization.slice(0, 50)} on ${path}: ${answer.status}`);
        if (!answer.headers.get('www-authenticate')) wrong.push(`${authorization.slice(0, 50)}: no WWW-Authenticate`);
      }
    }
    for (const cookie of [
      'jms_sessionid=x',
      `jms_sessionid=${'x'.repeat(4_000)}`,
      'jms_sessionid=%00',
      'jms_sessionid=" or 1=1',
      ';;;==;',
      'jms_csrftoken=x',
    ]) {
      const answer = await world.server.anyone.get('users/users/', { headers: { cookie } });
      if (answer.status !== 401) wrong.push(`cookie ${cookie.slice(0, 30)}: ${answer.status}`);
    }
    for (const token of [
      'x',
      NOBODY,
      await world.row('connectiontoken', world.here).then((id) => `${id}x`),
      await world.row('host', world.here),
    ]) {
      const answer = await world.server.anyone.get('users/profile/', { query: { token } });
      if (answer.status !== 401) wrong.push(`connection token ${token}: ${answer.status}`);
    }
    // A real connection token opens the two routes that name it, and no other.
    const token = await world.make('connectiontoken', world.here);
    if ((await world.server.anyone.get('settings/public/', { query: { token } })).status !== 200)
      wrong.push('a connection token does not open the public settings');
    for (const path of ['users/users/', 'perms/users/self/assets/', 'authentication/connection-token/', 'orgs/orgs/current/']) {
      const answer = await world.server.anyone.get(path, { query: { token } });
      if (answer.status !== 401) wrong.push(`a connection token opens ${path}: ${answer.status}`);
    }
    // Exchanged once and by components only; after that it is nobody's (CVE-2025-62712).
    const spent = await world.make('connectiontoken', world.here);
    const exchange = (api: Api, id: unknown) => api.post('authentication/super-connection-token/secret/', { id, expire_now: true });
    if ((await exchange(world.admin, spent)).status !== 403) wrong.push('a person may exchange a token');
    if ((await exchange(world.component.api, spent)).status !== 200) wrong.push('a component may not exchange a token');
    for (const id of [spent, NOBODY, 'x', null, [spent], { id: spent }]) {
      const again = await exchange(world.component.api, id);
      if (again.status < 400 || again.status >= 500) wrong.push(`exchanging ${short(id)} after the first time: ${again.status}`);
    }
    await admin.patch(`authentication/connection-token/${token}/expire/`, {});
    if ((await world.server.anyone.get('settings/public/', { query: { token } })).status !== 401)
      wrong.push('an ended connection token still opens the public settings');
    complain(wrong);
  });
});
