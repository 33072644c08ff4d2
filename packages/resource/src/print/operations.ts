import type { ErrorCode } from '@postern/contract/errors';
import { IMPORT_MODES } from '@postern/contract/transfer';
import type { Method, Status } from '../base/http.ts';
import { list, object, type Schema, TEXT } from '../base/schema.ts';
import type { TableDefinition } from '../base/table.ts';
import type { Kernel } from '../compiled/kernel.ts';
import { linkedFields, resolveShape } from '../compiled/link.ts';
import type { ResolvedField, ResolvedResource } from '../compiled/resolved.ts';
import type { Route, Shape } from '../compiled/route.ts';
import { isNeeded, objectOf, schemaOf } from '../kinds/field-schema.ts';
import { schemaOf as tablesOf } from './tables.ts';

/** A parameter of an address or of a query. */
export interface Parameter {
  name: string;
  schema: Schema;
  required: boolean;
}

/**
 * A list is answered as an array, or as a page where the query has a `limit` (docs/wire/conventions.md#paging); `never` is what is always
 * refused.
 */
type Answers = 'one' | 'list' | 'file' | 'nothing' | 'never' | 'unknown';

/** One method of one address, as OpenAPI and the client tell it. */
export interface Operation {
  route: Route;
  method: Exclude<Method, 'OPTIONS'>;
  /** Route names without what tells aliases and methods apart: `users.user.unblock`. */
  name: string;
  /** The resource that the route belongs to by its name. */
  resource?: ResolvedResource;
  params: readonly Parameter[];
  query: readonly Parameter[];
  /** Takes what lists of this resource take: filters, search, order, paging. */
  listed?: ResolvedResource;
  /** Absent where nothing is taken or where the route does not say what. */
  body?: Schema;
  /** One object or an array of them. */
  takes?: 'one' | 'many' | 'either';
  /** Takes no JSON but parts of a form, or a table as CSV or XLSX. */
  file?: 'form' | 'table';
  answers: Answers;
  /** A row of the list, or the one thing. */
  answer?: Schema;
  /** What it answers with; with 204 nothing, with each of the others the answer. */
  statuses: readonly Status[];
  /** Media type of a file that is answered in place of JSON. */
  media?: string;
  errors: readonly ErrorCode[];
}

export interface Operations {
  all: readonly Operation[];
  /** Schemas by name. */
  schemas: Readonly<Record<string, Schema>>;
}

const FILE: Schema = { type: 'string', format: 'binary' };

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const nameOf = ({ app, name }: ResolvedResource): string => `${app}.${name}`;

/** Tables on their way in, the same for every list (docs/wire/conventions.md#imports, contract transfer.ts). */
const RENDERED = object({ title: list(list(TEXT)), data: list({ type: 'object' }), source: TEXT });
const PORTION: Schema = {
  type: 'object',
  properties: {
    mode: { type: 'string', enum: IMPORT_MODES },
    dry_run: { type: 'boolean' },
    source: TEXT,
    rows: list(object({ n: { type: 'integer' }, values: { type: 'object' } })),
  },
  required: ['mode', 'source', 'rows'],
};
const IMPORTED = object({
  results: list({
    oneOf: [
      object({ n: { type: 'integer' }, status: { enum: ['ok', 'kept'] }, id: { oneOf: [TEXT, { type: 'integer' }] } }),
      object({ n: { type: 'integer' }, status: { enum: ['checked'] } }),
      object({ n: { type: 'integer' }, status: { enum: ['error'] }, errors: { type: 'object' } }),
    ],
  }),
});

/** Which columns may be empty, as the tables are printed. */
function emptiness(kernel: Kernel, plain: readonly TableDefinition[]): (resource: ResolvedResource, field: ResolvedField) => boolean {
  const tables = tablesOf(kernel, plain);
  // What has a default is filled by whoever writes it, also where the table does not say so.
  return ({ table }, { column, options }) =>
    column !== undefined &&
    options.default === undefined &&
    options.answered === undefined &&
    !/not null|primary key/.test(tables[table]?.columns[column] ?? '');
}

/** Rows as they are answered; what has no words in the definition is what its behaviour makes of it. */
function answerOf(resource: ResolvedResource, fields: readonly ResolvedField[], empty: (field: ResolvedField) => boolean): Schema {
  const described = fields.map((field) => (empty(field) ? { ...field, options: { ...field.options, nullable: true } } : field));
  const { properties = {}, ...schema } = objectOf(described, 'answer');
  const made = Object.keys(resource.behaviour.expand ?? {}).filter((name) => name in properties && !resource.field(name)?.options.answered);
  return {
    ...schema,
    title: resource.label.en,
    properties: { ...properties, ...Object.fromEntries(made.map((name) => [name, { title: properties[name]?.title ?? name }])) },
  };
}

const bodyOf = (fields: readonly ResolvedField[]): Schema => ({
  type: 'object',
  properties: Object.fromEntries(fields.filter(({ writable }) => writable).map((field) => [field.name, schemaOf(field, 'body')])),
});

/** A body that has to hold these. */
const holding = (schema: Schema, required: readonly string[]): Schema =>
  required.length === 0 ? schema : { allOf: [schema, { required }] };

const parameters = (fields: readonly ResolvedField[]): Parameter[] =>
  fields.map((field) => ({ name: field.name, schema: schemaOf(field, 'body'), required: isNeeded(field) }));

/** What a list of this resource is narrowed by: its filters by the name of their fields, and those of its behaviour. */
export function filtersOf({ fields, behaviour }: ResolvedResource): Parameter[] {
  const own = Object.keys(behaviour.filters ?? {});
  const plain = fields.filter(({ filterable, kind, name }) => filterable && kind.filter && !kind.secret && !own.includes(name));
  return [
    ...plain.map((field) => ({ name: field.name, schema: filterSchema(field), required: false })),
    ...own.map((name) => ({ name, schema: {}, required: false })),
  ];
}

function filterSchema(field: ResolvedField): Schema {
  const { options, kind } = field;
  const { nullable: _null, ...schema } = schemaOf(field, 'body');
  const value = schema.oneOf ? schema.oneOf[0] : schema;
  return { ...(value?.$ref || kind.type === 'object_related_field' ? TEXT : value), title: options.label.en };
}

const METHODS: readonly string[] = ['get', 'post', 'put', 'patch', 'delete'];

/** `users.user.unblock.put@alias` → `users.user.unblock`; where the method is all there is to tell, it stays. */
export function plainName(name: string): string {
  const parts = (name.split('@')[0] ?? name).split('.');
  return (parts.length > 3 && METHODS.includes(parts.at(-1) ?? '') ? parts.slice(0, -1) : parts).join('.');
}

/**
 * Everything the API does, from the definitions of resources and the declarations of routes.
 * @param plain tables that are no resource's, to tell which columns may be empty
 */
export function operationsOf(kernel: Kernel, plain: readonly TableDefinition[], routes: readonly Route[]): Operations {
  const isEmpty = emptiness(kernel, plain);
  const byName = new Map(kernel.resources.map((resource) => [nameOf(resource), resource]));
  const schemas: Record<string, Schema> = {
    related: {
      oneOf: [TEXT, { type: 'integer' }, { type: 'object', properties: { id: {}, pk: {}, name: TEXT } }],
    },
  };
  /** The name under which a schema stands: the same schema has one name, whoever asks. */
  const names = new Map<string, string>();
  const named = (schema: Schema, wanted: string): Schema => {
    const print = JSON.stringify(schema);
    let name = names.get(print) ?? wanted;
    for (let at = 2; schemas[name] !== undefined && names.get(print) !== name; at += 1) name = `${wanted}.${at}`;
    names.set(print, name);
    schemas[name] = schema;
    return ref(name);
  };

  for (const resource of kernel.resources) {
    const { fields } = resource;
    const answer = answerOf(resource, fields, (field) => isEmpty(resource, field));
    schemas[nameOf(resource)] = answer;
    names.set(JSON.stringify(answer), nameOf(resource));
    if (fields.some(({ writable }) => writable)) schemas[`${nameOf(resource)}.body`] = bodyOf(fields);
  }

  const shown = (shape: Shape, route: Route): Schema => {
    if (shape.schema) return shape.called ? named(shape.schema, shape.called) : shape.schema;
    const { resource, own } = resolveShape(kernel, shape);
    const known = resource && byName.get(nameOf(resource)) === resource;
    if (known && own.length === 0 && !shape.only) return ref(nameOf(resource));
    const mine = new Set(own.map(({ name }) => name));
    const rows = (resource?.fields ?? []).filter(({ name }) => !mine.has(name) && (!shape.only || shape.only.includes(name)));
    const fields = [...rows, ...own].filter(({ readable, options }) => readable && !options.writeOnly);
    const schema = resource
      ? answerOf(resource, fields, (field) => rows.includes(field) && isEmpty(resource, field))
      : objectOf(fields, 'answer');
    return named(schema, shape.called ?? plainName(route.name));
  };

  const ofVerb = (resource: ResolvedResource, verb: string): Partial<Operation> => {
    const row = ref(nameOf(resource));
    const body = ref(`${nameOf(resource)}.body`);
    const needed = resource.fields.filter((field) => isNeeded(field)).map(({ name }) => name);
    const kept = resource.fields.filter((field) => isNeeded(field) && !field.options.createOnly).map(({ name }) => name);
    const { id } = objectOf(resource.fields, 'body').properties ?? {};
    const many = (required: readonly string[]): Schema => ({
      allOf: [body, object({ id: id ?? TEXT }), ...(required.length > 0 ? [{ required }] : [])],
    });
    switch (verb) {
      case 'list':
        return { listed: resource, answers: 'list', answer: row };
      case 'suggestions': {
        if (!resource.definition.actions?.suggestions?.shape?.sparse) return { listed: resource, answers: 'list', answer: row };
        const called = ['id', resource.definition.title ?? 'name'];
        const suggested = objectOf(
          resource.fields.filter((field) => field.readable && !field.options.view),
          'answer',
          ({ name }) => called.includes(name),
        );
        return { listed: resource, answers: 'list', answer: named(suggested, `${nameOf(resource)}.suggested`) };
      }
      case 'retrieve':
        return { answers: 'one', answer: row };
      case 'create':
        return { body: holding(body, needed), takes: 'either', answers: 'one', answer: row, statuses: [201] };
      case 'update':
        return { body: holding(body, kept), takes: 'one', answers: 'one', answer: row };
      case 'partial_update':
        return { body, takes: 'one', answers: 'one', answer: row };
      case 'bulk_update':
        return { body: many(kept), takes: 'many', answers: 'list', answer: row };
      case 'partial_bulk_update':
        return { body: many([]), takes: 'many', answers: 'list', answer: row };
      case 'destroy':
        return { answers: 'nothing', statuses: [204] };
      case 'bulk_destroy':
        return { listed: resource, answers: 'nothing', statuses: [204] };
      case 'render_to_json':
        return { file: 'table', answers: 'one', answer: named(RENDERED, 'transfer.rendered') };
      case 'import_rows':
        return {
          body: named(PORTION, 'transfer.portion.body'),
          takes: 'one',
          answers: 'one',
          answer: named(IMPORTED, 'transfer.imported'),
        };
      default:
        return {};
    }
  };

  /** Fields that a form at this address takes: its body, or what its shape says of writing. */
  const taken = (route: Route): Partial<Operation> => {
    if (route.multipart) return { file: 'form' };
    const declared = linkedFields(kernel, route.declared?.body ?? {});
    const takes = route.takesMany ? 'either' : 'one';
    if (declared.length > 0) return { body: named(objectOf(declared, 'body'), `${plainName(route.name)}.body`), takes };
    if (!route.shape) return {};
    const { resource, own } = resolveShape(kernel, route.shape);
    const fields = [...(resource?.fields ?? []).filter(({ name }) => !route.shape?.only || route.shape.only.includes(name)), ...own];
    return fields.some(({ writable }) => writable) ? { body: named(bodyOf(fields), `${plainName(route.name)}.body`), takes: 'one' } : {};
  };

  /** What `route` declares, or an action's shape tells. */
  const ofRoute = (route: Route): Partial<Operation> => {
    const { declared } = route;
    const shape = route.answer === undefined && route.method === 'GET' ? route.shape : route.answer;
    const isList = shape && !shape.one && (shape.view ?? (route.method === 'GET' ? 'list' : 'detail')) === 'list';
    const { resource } = shape ? resolveShape(kernel, shape) : {};
    const query = linkedFields(kernel, declared?.query ?? {});
    return {
      ...(route.method === 'GET' || route.method === 'DELETE' ? {} : taken(route)),
      ...(isList && resource && route.method === 'GET' ? { listed: byName.get(nameOf(resource)) ?? resource } : {}),
      ...(query.length > 0 ? { query: parameters(query) } : {}),
      ...(shape ? { answers: isList ? 'list' : 'one', answer: shown(shape, route) } : {}),
      ...(route.media ? { answers: 'file', answer: FILE, media: route.media } : {}),
      ...(route.status ? { statuses: [route.status].flat() } : {}),
      ...(route.status === 204 || route.answer === null ? { answers: 'nothing' } : {}),
      ...(declared?.kind === 'refused' ? { answers: 'never' } : {}),
      errors: declared?.errors ?? [],
    };
  };

  const paramsOf = (route: Route, resource: ResolvedResource | undefined): Parameter[] => {
    const fields = new Map(linkedFields(kernel, route.declared?.params ?? {}).map((field) => [field.name, field]));
    const rows = route.declared?.rows;
    const one =
      rows && 'one' in rows
        ? { of: kernel.byName(rows.one.name), at: rows.at ?? 'id' }
        : { of: route.declared ? undefined : resource, at: 'id' };
    return [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
      const field = fields.get(name);
      const schema = field ? filterSchema(field) : name === one.at && one.of?.idType === 'integer' ? ({ type: 'integer' } as const) : TEXT;
      return { name, schema, required: true };
    });
  };

  const all = routes
    // Pages and files are no API.
    .filter(({ method, path }) => method !== 'OPTIONS' && path.startsWith('/api/v1/'))
    .map((route): Operation => {
      const resource = byName.get(route.name.split('.').slice(0, 2).join('.'));
      const verb = plainName(route.name).split('.').slice(2).join('.');
      // Of a verb with a route of its own, what that does not say is as of the verb; what it takes, it says itself.
      const { body, takes, ...answered } = resource ? ofVerb(resource, verb) : {};
      const fromVerb = { ...answered, ...(route.declared || !body ? {} : { body, ...(takes ? { takes } : {}) }) };
      return {
        route,
        method: route.method as Operation['method'],
        name: plainName(route.name),
        ...(resource ? { resource } : {}),
        params: paramsOf(route, resource),
        query: [],
        answers: 'unknown',
        statuses: [verb === 'create' ? 201 : verb === 'destroy' ? 204 : 200],
        errors: [],
        ...fromVerb,
        ...(route.declared || !fromVerb.answers ? ofRoute(route) : {}),
      };
    });
  return { all, schemas };
}
