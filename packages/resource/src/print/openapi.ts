import { ERRORS, type ErrorCode } from '@postern/contract/errors';
import type { Policy } from '../base/http.ts';
import { list, object, type Schema, TEXT } from '../base/schema.ts';
import type { ResolvedResource } from '../compiled/resolved.ts';
import { BASE_FIELDS } from '../definition/definition.ts';
import type { Operation, Operations, Parameter } from './operation.ts';
import { filtersOf } from './parameters.ts';

type Json = Record<string, unknown>;

const access = (policy: Policy): string => {
  switch (policy.allow) {
    case 'anyone':
      return `Open to anyone: ${policy.because}`;
    case 'permission':
      return `Needs ${policy.all.join(' and ')}`;
    case 'user':
      return 'Any logged-in user';
    case 'superuser':
      return 'System administrators';
    case 'component':
      return 'Registered components';
    case 'bootstrap':
      return 'Bootstrap token';
  }
};

const parameter = ({ name, schema, required, several }: Parameter, where: 'path' | 'query'): Json => {
  const { title, ...one } = schema;
  return {
    name,
    in: where,
    ...(required ? { required } : {}),
    ...(title ? { description: title } : {}),
    ...(several ? { style: 'form', explode: false, schema: list(one) } : { schema: one }),
  };
};

/** Parameters of every list (docs/wire/conventions.md#paging and after). */
const SHARED: Readonly<Record<string, readonly [description: string, schema: Schema]>> = {
  limit: ['Rows of a page, up to 100; without it all rows are answered as an array', { type: 'integer' }],
  offset: ['Rows before the page', { type: 'integer' }],
  count: ['`capped`: rows are counted no further than a limit, and `count_capped` says so', { type: 'string', enum: ['capped'] }],
  count_by: ['A field with choices: no rows are answered, but how many each choice has', TEXT],
  search: ['Up to ten words, each part of one of the fields that are searched', TEXT],
  ids: ['Only these: ids, separated by commas', TEXT],
  spm: ['Only the ids kept under this key', TEXT],
  fields: ['Only these fields of each row', TEXT],
  'fields!': ['All fields but these', TEXT],
  fields_size: ['Fewer fields', { type: 'string', enum: ['mini', 'small'] }],
  date_from: ['Only rows from then on', TEXT],
  date_to: ['Only rows until then', TEXT],
  attr_rules: ['Only rows that these rules match: base64 of their JSON', TEXT],
};

const shared = (name: string): Json => ({ $ref: `#/components/parameters/${name}` });

/** Names by which a list may be ordered. */
export const ordersOf = ({ definition, fields }: ResolvedResource): string[] => [
  ...(definition.orderable ?? [
    ...fields.filter(({ orderable }) => orderable).map(({ name }) => name),
    ...(definition.authored === false ? [] : BASE_FIELDS.filter((name) => !fields.some((field) => field.name === name))),
  ]),
];

/** What lists of this resource have in common with others, by name. */
export const sharedOf = ({ definition, fields, behaviour }: ResolvedResource): string[] => [
  ...(fields.some(({ searchable }) => searchable) ? ['search'] : []),
  'ids',
  'spm',
  ...(definition.dateField ? ['date_from', 'date_to'] : []),
  ...(behaviour.attributes ? ['attr_rules'] : []),
];

/** Whether there is a field whose choices can be counted. */
const hasChoices = ({ fields }: ResolvedResource): boolean =>
  fields.some(({ filterable, kind }) => filterable && (kind.several === true || kind.type === 'boolean'));

function listParameters(resource: ResolvedResource, taken: readonly Parameter[], isList: boolean): Json[] {
  const filters = filtersOf(resource).filter(({ name }) => !taken.some((one) => one.name === name));
  const capped = resource.definition.countUpTo === undefined ? [] : ['count'];
  const names = [
    ...(isList ? ['limit', 'offset', ...capped, ...(hasChoices(resource) ? ['count_by'] : [])] : []),
    ...sharedOf(resource),
    ...(isList ? ['fields', 'fields!', 'fields_size'] : []),
  ];
  const orders = ordersOf(resource);
  return [
    ...filters.map((filter) => parameter(filter, 'query')),
    ...names.filter((name) => ![...taken, ...filters].some((one) => one.name === name)).map(shared),
    ...(isList
      ? [
          {
            name: 'order',
            in: 'query',
            description: `Up to five of ${orders.join(', ')}; \`-\` before a name turns it round`,
            schema: TEXT,
          },
        ]
      : []),
  ];
}

const PAGE = { count: { type: 'integer' }, next: { ...TEXT, nullable: true }, previous: { ...TEXT, nullable: true } } as const;

/** Rows in an array, or a page of them. One whose count may stop says so, and one of rows that are elsewhere, too, may name the places that did not answer. */
function rows(row: Schema, listed: ResolvedResource | undefined): Schema {
  const optional: Record<string, Schema> = {
    ...(listed && (listed.definition.countUpTo !== undefined || hasChoices(listed)) ? { count_capped: { type: 'boolean' } } : {}),
    ...(listed && hasChoices(listed) ? { counts: list(object({ value: TEXT, count: { type: 'integer' } })) } : {}),
    ...(listed?.behaviour.elsewhere ? { missing: list(TEXT) } : {}),
  };
  return { oneOf: [list(row), object({ ...PAGE, results: list(row) }, optional)] };
}

const content = (schema: Schema, type = 'application/json'): Json => ({ content: { [type]: { schema } } });

function requestBody({ body, takes, file }: Operation): Json {
  if (file === 'form') return { requestBody: content({ type: 'object' }, 'multipart/form-data') };
  if (file === 'table') return { requestBody: content({ type: 'string', format: 'binary' }, 'text/csv') };
  if (!body) return {};
  return { requestBody: content(takes === 'many' ? list(body) : takes === 'either' ? { oneOf: [body, list(body)] } : body) };
}

/** Refusals by status, each with its codes. */
const refusals = (codes: readonly ErrorCode[]): Json =>
  Object.fromEntries(
    [...Map.groupBy(codes, (code) => ERRORS[code].status)]
      .sort(([a], [b]) => a - b)
      .map(([status, same]) => [String(status), { description: same.map((code) => `\`${code}\``).join(', ') }]),
  );

function operation(one: Operation): Json {
  const { route, method, params, query, listed, answers, answer, takes, statuses, media, errors } = one;
  const answered = !answer
    ? undefined
    : answers === 'list'
      ? takes === 'many' || method !== 'GET'
        ? list(answer)
        : rows(answer, listed)
      : takes === 'either'
        ? { oneOf: [answer, list(answer)] }
        : answer;
  return {
    operationId: `${route.name}.${method.toLowerCase()}`,
    tags: [route.path.split('/')[3]],
    description: access(route.policy),
    parameters: [
      ...params.map((field) => parameter(field, 'path')),
      ...query.map((field) => parameter(field, 'query')),
      ...(listed ? listParameters(listed, query, answers === 'list') : []),
    ],
    ...requestBody(one),
    responses: {
      ...(answers === 'never'
        ? { default: { description: 'Always refused' } }
        : Object.fromEntries(
            statuses.map((status) => [status, { description: 'Success', ...(answered && status !== 204 ? content(answered, media) : {}) }]),
          )),
      ...refusals(errors),
    },
  };
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const sorted = <T>(entries: Iterable<[string, T]>): Record<string, T> =>
  Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));

/** The API as OpenAPI 3.1, from the same resolved resources and routes that serve it. Sorted, so that its differences are those of the API. */
export function openApi({ all, schemas }: Operations, version: string): Json {
  const byPath = Map.groupBy(all, ({ route }) => route.path.replace(/:(\w+)/g, '{$1}'));
  const paths = [...byPath].map(([path, same]): [string, Json] => [
    path,
    Object.fromEntries(
      [...same]
        .sort((a, b) => METHODS.indexOf(a.method) - METHODS.indexOf(b.method))
        .map((one) => [one.method.toLowerCase(), operation(one)]),
    ),
  ]);
  return {
    openapi: '3.1.0',
    info: { title: 'Postern', version, description: 'The privileged-access API of Postern.' },
    paths: sorted(paths),
    components: {
      schemas: sorted(Object.entries(schemas)),
      parameters: Object.fromEntries(
        Object.entries(SHARED).map(([name, [description, schema]]) => [name, { name, in: 'query', description, schema }]),
      ),
    },
  };
}
