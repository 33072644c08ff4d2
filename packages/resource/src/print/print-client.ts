import type { Schema } from '../base/schema.ts';
import type { ResolvedResource } from '../compiled/resolved.ts';
import { sharedOf } from './openapi.ts';
import type { Operation, Operations, Parameter } from './operation.ts';
import { filtersOf } from './parameters.ts';

/** Prints the typed client (decision 0088): types of rows, bodies and queries, and the operations as data. */

const camel = (words: string): string => words.replace(/[-_./]+(\w)/g, (_all, letter: string) => letter.toUpperCase());
const pascal = (words: string): string => camel(`.${words}`);
const key = (name: string): string => (/^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name));
const typeName = (ref: string): string => pascal(ref.slice(ref.lastIndexOf('/') + 1));

const byName = <T>(entries: Iterable<[string, T]>): [string, T][] => [...entries].sort(([a], [b]) => (a < b ? -1 : 1));

type Form = 'answer' | 'body';

function members({ properties = {}, required = [], additionalProperties }: Schema, form: Form): string[] {
  const known = Object.entries(properties)
    .filter(([, { writeOnly }]) => form === 'body' || !writeOnly)
    .map(([name, schema]) => {
      if (required.includes(name)) return `${key(name)}: ${typeOf(schema, form)}`;
      return `${key(name)}?: ${typeOf(schema, form)}`;
    });
  return additionalProperties
    ? [...known, `[more: string]: ${additionalProperties === true ? 'unknown' : typeOf(additionalProperties, form)}`]
    : known;
}

/** A schema in TypeScript. What is sent may be read-only; what was answered is the caller's own. */
function typeOf(schema: Schema, form: Form): string {
  if (schema.nullable) {
    const { nullable: _null, ...rest } = schema;
    const type = typeOf(rest, form);
    return type === 'unknown' ? type : `${type} | null`;
  }
  if (schema.$ref) return typeName(schema.$ref);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.oneOf) return schema.oneOf.map((one) => typeOf(one, form)).join(' | ');
  if (schema.allOf) {
    const needed = schema.allOf.flatMap(({ required, type }) => (type ? [] : (required ?? [])));
    const whole = schema.allOf
      .filter(({ $ref, type }) => $ref || type)
      .map((one) => typeOf(one, form))
      .join(' & ');
    return needed.length > 0 ? `Needs<${whole}, ${needed.map((name) => JSON.stringify(name)).join(' | ')}>` : whole;
  }
  switch (schema.type) {
    case 'string':
      return 'string';
    case 'boolean':
    case 'null':
      return schema.type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array': {
      const item = typeOf(schema.items ?? {}, form);
      return `${form === 'body' ? 'readonly ' : ''}${/[|&]/.test(item) ? `(${item})` : item}[]`;
    }
    case 'object':
      if (typeof schema.additionalProperties === 'object' && !schema.properties)
        return `Record<string, ${typeOf(schema.additionalProperties, form)}>`;
      if (schema.properties && Object.keys(schema.properties).length === 0) return 'Record<never, never>';
      // Whoever sends one may have it as an interface.
      if (!schema.properties) return form === 'body' ? 'object' : 'Record<string, unknown>';
      return `{ ${members(schema, form).join('; ')} }`;
    default:
      return 'unknown';
  }
}

/** What may stand for a value in a query. */
function queryType(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.type === 'string') return schema.format ? 'string' : 'string | number';
  if (schema.type === 'integer' || schema.type === 'number') return 'number | string';
  return schema.type === 'boolean' ? 'boolean | 0 | 1' : 'QueryValue';
}

const queryMembers = (query: readonly Parameter[]): string =>
  query
    .map(({ name, schema, required, several }) => {
      const one = queryType(schema);
      return `${key(name)}${required ? '' : '?'}: ${several ? `${one} | readonly (${one})[]` : one}`;
    })
    .join('; ');

const queryName = (resource: ResolvedResource): string => `${pascal(`${resource.app}.${resource.name}`)}Query`;

interface Declaration {
  name: string;
  /** Members of an interface, or what a type stands for. */
  is: readonly string[] | string;
}

/** Types as text, sorted; one that says the same as another is that other (hosts and devices are filtered alike). */
function declarations(all: readonly Declaration[]): string[] {
  const known = new Map<string, string>();
  return byName(all.map((one) => [one.name, one])).map(([name, { is }]) => {
    if (typeof is === 'string') return `export type ${name} = ${is};`;
    if (is.length === 0) return `export type ${name} = Record<never, never>;`;
    const members = is.map((line) => `  ${line};\n`).join('');
    const same = known.get(members);
    if (same) return `export type ${name} = ${same};`;
    known.set(members, name);
    return `export interface ${name} {\n${members}}`;
  });
}

/** Filters of lists of one resource; what they have in common is `Listed`. */
function queryOf(resource: ResolvedResource): Declaration {
  const filters = filtersOf(resource);
  const more = sharedOf(resource).filter((name) => !filters.some((one) => one.name === name));
  const shared = more.map((name) => `${name}?: ${name === 'ids' ? 'string | readonly (string | number)[]' : 'string'}`);
  const capped = resource.definition.countUpTo === undefined ? [] : ["count?: 'capped'"];
  return { name: queryName(resource), is: [...filters.map((one) => queryMembers([one])), ...shared, ...capped] };
}

/** The type of a call. Its helpers are in operation.ts of the client. */
function callOf({ method, params, query, listed, body, takes, file, answers, answer, statuses }: Operation): string {
  const address = `[${params.map(({ name, schema }) => `${name}: ${schema.type === 'integer' ? 'number | string' : 'string'}`).join(', ')}]`;
  const own = query.length > 0 ? `{ ${queryMembers(query)} }` : '';
  const asked = [...(listed ? [queryName(listed)] : []), ...(own ? [own] : [])].join(' & ') || 'AnyQuery';
  const perhaps = statuses.length > 1 && statuses.includes(204) ? ' | undefined' : '';
  const row = answer ? `${typeOf(answer, 'answer')}${perhaps}` : '';
  if (method === 'GET' && answers === 'list') return `List<${row}, ${asked}, ${address}>`;
  const answerType = answers === 'nothing' ? 'void' : answers === 'never' ? 'never' : answers === 'list' ? `${row}[]` : row;
  if (method === 'GET' || method === 'DELETE') return `Read<${answerType || 'unknown'}, ${asked}, ${address}>`;
  const sent = file ? (file === 'form' ? 'FormData' : 'Blob') : body ? typeOf(body, 'body') : 'undefined';
  if (takes === 'either') return `Create<${row || 'unknown'}, ${sent}>`;
  const given = takes === 'many' ? `readonly (${sent})[]` : sent;
  return `Write<${answerType || 'unknown'}, ${given}, ${address}>`;
}

const API = '/api/v1/';
const pathOf = ({ route }: Operation): string => route.path.slice(API.length);

/** The longest address that all of a group have in common, up to a parameter. */
function commonOf(same: readonly Operation[]): string {
  const [first = [], ...others] = same.map((one) => pathOf(one).split(/(?<=\/)/));
  const end = first.findIndex((part, at) => part.startsWith(':') || !part.endsWith('/') || others.some((other) => other[at] !== part));
  return first.slice(0, end < 0 ? first.length : end).join('');
}

interface Called {
  group: string;
  action: string;
  operation: Operation;
}

/** The first two parts of a route's name: application and noun; of `settings.public` the application alone. */
const subjectOf = ({ name }: Operation): string =>
  name
    .split('.')
    .slice(0, name.split('.').length > 2 ? 2 : 1)
    .join('.');
const actionOf = ({ name }: Operation): string =>
  camel(name.slice(name.split('.').length > 2 ? name.indexOf('.', name.indexOf('.') + 1) + 1 : name.indexOf('.') + 1));

/** What is no resource is called by the address that its routes have in common, or else by its noun. */
function groupOf(subject: string, same: readonly Operation[], resources: ReadonlySet<string>): string {
  const [app = '', noun] = subject.split('.');
  if (noun === undefined) return camel(app);
  const parts = commonOf(same).split('/').slice(1, -1);
  const actions = new Set(same.map(actionOf));
  if (parts.length > 1 && actions.size === 1 && actions.has(camel(parts.at(-1) ?? ''))) parts.pop();
  const group = camel(parts.join('-') || noun);
  return resources.has(group) ? camel(`${app}-${group}`) : group;
}

/** Without aliases and further methods. */
const firsts = (same: readonly Operation[]): Operation[] =>
  [...Map.groupBy(same, ({ name }) => name).values()].flatMap(([first]) => first ?? []);

/** What the client calls each operation: what it is about, and the rest of its name. */
function displayNameOf({ all }: Operations): Called[] {
  const paths = Map.groupBy(new Set(all.flatMap(({ resource }) => resource ?? [])), ({ definition }) => definition.path);
  // An address that two applications have is called after the application, too.
  const ofResource = ({ app, definition: { path } }: ResolvedResource) =>
    camel((paths.get(path) ?? []).length > 1 ? `${app}-${path}` : path);
  const resources = new Set([...paths.values()].flat().map(ofResource));
  const others = Map.groupBy(
    all.filter(({ resource }) => !resource),
    subjectOf,
  );
  const groups = new Map([...others].map(([subject, same]) => [subject, groupOf(subject, firsts(same), resources)]));
  return all.map((operation) => ({
    group: operation.resource ? ofResource(operation.resource) : (groups.get(subjectOf(operation)) ?? ''),
    action: actionOf(operation),
    operation,
  }));
}

/** Verbs that groups may have, as the client calls them. An operation that reads like one of these is not printed by itself. */
const VERBS: Readonly<Record<string, string>> = {
  list: 'GET',
  create: 'POST',
  retrieve: 'GET :id/',
  update: 'PUT :id/',
  partialUpdate: 'PATCH :id/',
  destroy: 'DELETE :id/',
  bulkUpdate: 'PUT',
  partialBulkUpdate: 'PATCH',
  bulkDestroy: 'DELETE',
  suggestions: 'GET suggestions/',
  renderToJson: 'POST render-to-json/',
  importRows: 'POST import-rows/',
};

function dataOf(same: readonly Called[]): string {
  const resource = same[0]?.operation.resource;
  const base = resource ? resource.url.slice(API.length) : commonOf(same.map(({ operation }) => operation));
  const actions = same.flatMap(({ action, operation }) => {
    const path = pathOf(operation);
    const line = `${operation.method} ${path.startsWith(base) ? path.slice(base.length) : `/${path}`}`.trim();
    return VERBS[action] === line ? [] : [`${key(action)}: '${line}'`];
  });
  return `['${base}'${actions.length > 0 ? `, { ${actions.join(', ')} }` : ''}]`;
}

/**
 * One call for each operation: the first of those that differ in nothing but an alias or the method.
 * @throws when two operations that are not the same have one name
 */
function calls(operations: Operations): Called[] {
  const found = new Map<string, Called>();
  for (const called of displayNameOf(operations)) {
    const { operation } = called;
    const name = `${called.group}.${called.action}`;
    const known = found.get(name);
    if (!known) found.set(name, called);
    else if (
      operation.name !== known.operation.name ||
      (operation.route.name === operation.name && known.operation.route.name === operation.name)
    )
      throw new Error(`${operation.route.path} and ${known.operation.route.path} are both ${name}`);
  }
  return [...found.values()];
}

/** The module that the client is made of, as text. */
export function printClient(operations: Operations): string {
  const groups = byName(Map.groupBy(calls(operations), ({ group }) => group));
  const listed = new Set(operations.all.flatMap((one) => (one.listed ? [one.listed] : [])));
  const types = Object.entries(operations.schemas).map(([name, schema]): Declaration => {
    const form = name === 'related' || name.endsWith('.body') ? 'body' : 'answer';
    return { name: pascal(name), is: schema.type === 'object' ? members(schema, form) : typeOf(schema, form) };
  });
  const api = groups.map(
    ([group, same]) =>
      `  ${key(group)}: {\n${same.map(({ action, operation }) => `    ${key(action)}: ${callOf(operation)};\n`).join('')}  };\n`,
  );
  const data = groups.map(([group, same]) => `  ${key(group)}: ${dataOf(same)},\n`);
  return [
    '// Printed by `npm run generate` from the definitions of resources and routes (decision 0088).',
    "import type { AnyQuery, Create, Group, List, Needs, QueryValue, Read, Write } from './operation.ts';",
    '',
    ...declarations(types),
    ...declarations([...listed].map(queryOf)),
    `/** Everything the API does, by what it is about. */\nexport interface Api {\n${api.join('')}}`,
    `/** Verbs of all groups; which of them a group has, its type says. */\nexport const VERBS: Readonly<Record<string, string>> = {\n${Object.entries(
      VERBS,
    )
      .map(([verb, line]) => `  ${verb}: '${line}',\n`)
      .join('')}};`,
    `/** Where each of it is: the address of the group, and what is not one of its verbs. */\nexport const OPERATIONS: Readonly<Record<keyof Api, Group>> = {\n${data.join('')}};`,
    '',
  ].join('\n');
}
