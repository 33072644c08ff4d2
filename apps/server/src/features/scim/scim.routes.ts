import { isDeepStrictEqual } from 'node:util';
import { InvalidInput } from '@postern/contract/errors';
import type { SettingsReader } from '@postern/contract/settings';
import { text as words } from '@postern/contract/text';
import { isRecord } from '@postern/contract/wire';
import {
  BY_ID,
  type Call,
  type Context,
  can,
  change,
  countRows,
  fetchRow,
  fetchRows,
  insert,
  type Kernel,
  type Method,
  type Policy,
  type Reply,
  type Route,
  type Row,
  readBody,
  reader,
  remove,
  route,
  text,
  visible,
  type Where,
} from '@postern/resource';
import { userGroupResource, userResource } from '../users/index.ts';
import { listResponse, namesVersion, only, type Resource, scim } from './answers.ts';
import { readFilter } from './filter.ts';
import { KINDS, type Kind } from './kinds.ts';
import { type Document, patched } from './patch.ts';
import { ScimProblem } from './problem.ts';
import { MAX_RESULTS, resourceTypes, schemas, serviceProviderConfig } from './shapes.ts';
import { whereOf } from './where.ts';

/** SCIM 2.0 (RFC 7643, RFC 7644): identity providers keep people and groups of the organisation (docs/scim.md). */

export interface ScimDeps {
  settings: SettingsReader;
}

const BASE = '/scim/v2';
/** Bytes of a body: a group of ten thousand people. */
const BODY = 4 * 1024 * 1024;

const short = (en: string, zh: string, ja: string, max = 2048) => text({ label: words(en, zh, ja), max, default: '', blank: true });
const SHOWN = {
  attributes: short('Attributes', '属性', '属性'),
  excludedAttributes: short('Without attributes', '排除的属性', '除く属性'),
};
const QUERY = {
  ...SHOWN,
  filter: short('Filter', '过滤条件', 'フィルター', 2048),
  startIndex: short('First row', '起始行', '開始行', 16),
  count: short('Rows', '行数', '行数', 16),
};
const DOCUMENT = reader({ schema: { type: 'object' } }, (given): Document => {
  if (!isRecord(given)) throw InvalidInput.on('non_field_errors', 'not_an_object');
  return given;
});

const baseOf = ({ url }: Call): string => `${url.origin}${BASE}`;

/** Whole numbers of a query, as far as they can be read; others are as if not given (RFC 7644 §3.4.2.4). */
const numberOf = (given: string, usual: number): number => (/^-?\d{1,9}$/.test(given.trim()) ? Number(given) : usual);

interface Asked {
  kind: Kind;
  kernel: Kernel;
  request: Call;
}

const shownOne = async (ctx: Context, { kind, kernel, request }: Asked, row: Row): Promise<Resource> => {
  const [shown] = await kind.shown(ctx, kernel, [row], baseOf(request));
  if (!shown) throw new Error('One row became none');
  return shown;
};

/** Answers one resource, in the state it is in, with its version. */
const answerOne = (resource: Resource, query: { attributes: string; excludedAttributes: string }, status = 200): Reply =>
  scim(only(resource, query), status, { etag: resource.meta.version, ...(status === 201 ? { location: resource.meta.location } : {}) });

/** The query of a list as a body says it. */
const searchOf = (body: Document): Record<keyof typeof QUERY, string> => {
  const given = (name: string): string => (typeof body[name] === 'string' || typeof body[name] === 'number' ? String(body[name]) : '');
  const names = (name: string): string => (Array.isArray(body[name]) ? body[name].map(String).join(',') : given(name));
  return {
    attributes: names('attributes'),
    excludedAttributes: names('excludedAttributes'),
    filter: given('filter'),
    startIndex: given('startIndex'),
    count: given('count'),
  };
};

async function list(ctx: Context, { kind, kernel, request }: Asked, query: Record<keyof typeof QUERY, string>): Promise<Reply> {
  const resource = kernel.byName(kind.resource);
  const start = Math.max(1, numberOf(query.startIndex, 1));
  const count = Math.min(MAX_RESULTS, Math.max(0, numberOf(query.count, MAX_RESULTS)));
  const conditions: Where[] = [...visible(resource, ctx)];
  if (query.filter.trim() !== '') conditions.push(whereOf(kind.attributes, readFilter(query.filter)));
  const [total, rows] = await Promise.all([
    countRows(resource, ctx, conditions),
    count === 0 ? [] : fetchRows(resource, ctx, conditions, { order: BY_ID, limit: count, offset: start - 1 }),
  ]);
  const shown = await kind.shown(ctx, kernel, rows, baseOf(request));
  return scim(
    listResponse(
      shown.map((one) => only(one, query)),
      total,
      start,
    ),
  );
}

async function store(ctx: Context, asked: Asked, settings: SettingsReader, document: Document): Promise<Resource> {
  const { kind, kernel } = asked;
  const resource = kernel.byName(kind.resource);
  const body = kind.body(document, settings, undefined);
  const made = await insert(resource, ctx, readBody(resource, ctx, body, { verb: 'create', partial: false }), body);
  await kind.after?.(ctx, String(made.id), document);
  return shownOne(ctx, asked, await fetchRow(resource, ctx, String(made.id)));
}

/** Changes a resource to what a document says, when the version that a client has seen is the one that is there. */
async function rewrite(ctx: Context, asked: Asked, settings: SettingsReader, makes: (before: Resource) => Document): Promise<Resource> {
  const { kind, kernel, request } = asked;
  const resource = kernel.byName(kind.resource);
  const row = await fetchRow(resource, ctx, request.params.id ?? '', { lock: true });
  const before = await shownOne(ctx, asked, row);
  checkVersion(request, before);
  const document = makes(before);
  // Only what is another is read and written: who renames a group of thousands names none of them.
  const was = kind.body(before, settings, before);
  const changed = Object.entries(kind.body(document, settings, before)).filter(([name, value]) => !isDeepStrictEqual(value, was[name]));
  if (changed.length > 0) {
    const body = Object.fromEntries(changed);
    await change(resource, ctx, row, readBody(resource, ctx, body, { verb: 'update', partial: true }), { partial: true, body });
  }
  if (document.externalId !== before.externalId) await kind.after?.(ctx, String(row.id), document);
  return shownOne(ctx, asked, await fetchRow(resource, ctx, String(row.id)));
}

/** @throws ScimProblem when a client names another version than there is */
function checkVersion({ headers }: Call, { meta }: Resource): void {
  if (headers['if-match'] !== undefined && !namesVersion(headers['if-match'], meta.version))
    throw new ScimProblem(undefined, 'It was changed meanwhile. Read it again.', 412);
}

/** Where the service is off, it is not there. */
function checkOn(settings: SettingsReader): void {
  if (!settings.get('SCIM_ENABLED')) throw new ScimProblem(undefined, 'Provisioning is switched off here.', 404);
}

function routesOf(kind: Kind, { settings }: ScimDeps): readonly Route[] {
  const at = `${BASE}/${kind.name}s`;
  const rows = { of: [kind.name === 'User' ? userResource : userGroupResource] };
  const name = (verb: string): string => `scim.${kind.name.toLowerCase()}.${verb}`;
  const common = { rows, bodyLimit: BODY } as const;
  const answered = (work: () => Promise<Reply>): Promise<Reply> => {
    checkOn(settings);
    return work();
  };
  const single = (method: Method, verb: 'replace' | 'patch'): Route =>
    route({
      ...common,
      method,
      path: `${at}/:id`,
      who: can(kind.rights.change),
      name: name(verb),
      query: SHOWN,
      body: DOCUMENT,
      handle: (ctx, { kernel, request, body, query }) =>
        answered(async () => {
          const makes = verb === 'patch' ? (before: Resource) => patched(kind.patchable?.(before) ?? before, body) : () => body;
          return answerOne(await rewrite(ctx, { kind, kernel, request }, settings, makes), query);
        }),
    });
  return [
    route({
      ...common,
      method: 'GET',
      path: at,
      who: can(kind.rights.view),
      name: name('list'),
      query: QUERY,
      handle: (ctx, { kernel, request, query }) => answered(() => list(ctx, { kind, kernel, request }, query)),
    }),
    route({
      ...common,
      method: 'POST',
      path: at,
      who: can(kind.rights.add),
      name: name('create'),
      status: 201,
      query: SHOWN,
      body: DOCUMENT,
      handle: (ctx, { kernel, request, body, query }) =>
        answered(async () => answerOne(await store(ctx, { kind, kernel, request }, settings, body), query, 201)),
    }),
    route({
      ...common,
      method: 'GET',
      path: `${at}/:id`,
      who: can(kind.rights.view),
      name: name('retrieve'),
      query: SHOWN,
      handle: (ctx, { kernel, request, query }) =>
        answered(async () => {
          const row = await fetchRow(kernel.byName(kind.resource), ctx, request.params.id ?? '');
          const resource = await shownOne(ctx, { kind, kernel, request }, row);
          const { version } = resource.meta;
          return namesVersion(request.headers['if-none-match'], version)
            ? { status: 304, headers: { etag: version } }
            : answerOne(resource, query);
        }),
    }),
    // The same by a body, for filters that are no part of an address (RFC 7644 §3.4.3).
    route({
      ...common,
      method: 'POST',
      path: `${at}/.search`,
      who: can(kind.rights.view),
      name: name('search'),
      transaction: false,
      body: DOCUMENT,
      handle: (ctx, { kernel, request, body }) => answered(() => list(ctx, { kind, kernel, request }, searchOf(body))),
    }),
    single('PUT', 'replace'),
    single('PATCH', 'patch'),
    route({
      ...common,
      method: 'DELETE',
      path: `${at}/:id`,
      who: can(kind.rights.delete),
      name: name('delete'),
      status: 204,
      answer: null,
      handle: (ctx, { kernel, request }) =>
        answered(async () => {
          const resource = kernel.byName(kind.resource);
          const row = await fetchRow(resource, ctx, request.params.id ?? '', { lock: true });
          checkVersion(request, await shownOne(ctx, { kind, kernel, request }, row));
          await remove(resource, ctx, [row], { bulk: false });
          return { status: 204 };
        }),
    }),
  ];
}

const READS: Policy = { allow: 'user' };

/** What the service says of itself: nothing that is anybody's. */
function discovery({ settings }: ScimDeps): readonly Route[] {
  const self = (path: string, name: string, tell: (base: string, params: Call['params']) => object | undefined): Route =>
    route({
      method: 'GET',
      path: `${BASE}/${path}`,
      name: `scim.${name}`,
      who: READS,
      rows: { none: 'what the service says of itself' },
      async handle(_ctx, { request }) {
        checkOn(settings);
        const told = tell(baseOf(request), request.params);
        if (!told) throw new ScimProblem(undefined, 'There is none of this name.', 404);
        return scim(told);
      },
    });
  const of = (all: Readonly<Record<string, object>>, id = ''): object | undefined => (Object.hasOwn(all, id) ? all[id] : undefined);
  const every = (all: Readonly<Record<string, object>>): object => listResponse(Object.values(all), Object.keys(all).length, 1);
  return [
    self('ServiceProviderConfig', 'config', (base) => serviceProviderConfig(base)),
    self('ResourceTypes', 'types', (base) => every(resourceTypes(base))),
    self('ResourceTypes/:type', 'type', (base, { type }) => of(resourceTypes(base), type)),
    self('Schemas', 'schemas', (base) => every(schemas(base))),
    route({
      method: 'POST',
      path: `${BASE}/.search`,
      name: 'scim.search',
      who: READS,
      rows: { none: 'nothing: people and groups are looked for apart' },
      transaction: false,
      body: DOCUMENT,
      handle() {
        throw new ScimProblem(undefined, 'People and groups are looked for apart: /Users/.search, /Groups/.search.', 501);
      },
    }),
    self('Schemas/:schema', 'schema', (base, { schema }) => of(schemas(base), schema)),
  ];
}

export const scimRoutes = (deps: ScimDeps): readonly Route[] => [...discovery(deps), ...KINDS.flatMap((kind) => routesOf(kind, deps))];
