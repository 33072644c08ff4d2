import { isRecord } from '@postern/contract/wire';
import { openApi, operationsOf, type Schema } from '@postern/resource';
import type { Answer, ApiOptions } from '@postern/testkit/api';
import type { Assembly } from '../src/app.ts';

/** What the description of the API says, asked of a server: the types of the client are printed from the same schemas. */

export interface Described {
  paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  components: { schemas: Readonly<Record<string, Schema>> };
}
export interface DescribedOperation {
  responses: Readonly<Record<string, DescribedContent>>;
  requestBody?: DescribedContent;
}
interface DescribedContent {
  content?: Readonly<Record<string, { schema: Schema }>>;
}

export const describedAt = ({ paths }: Described, path: string, method: string): DescribedOperation | undefined =>
  paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
export const JSON_TYPE = 'application/json';

const show = (value: unknown): string => JSON.stringify(value)?.slice(0, 120) ?? 'nothing';

const isRoot = (at: string) => (line: string) => line.startsWith(`${at} is no`);

/** What a value is not that its schema says: a line for each, with the way to it. */
export function against(api: Described, schema: Schema, value: unknown, at = ''): string[] {
  if (value === null && schema.nullable) return [];
  if (schema.$ref) return against(api, api.components.schemas[schema.$ref.split('/').at(-1) as string] as Schema, value, at);
  if (schema.enum) return (schema.enum as unknown[]).includes(value) ? [] : [`${at} is ${show(value)}, none of ${schema.enum.join(', ')}`];
  if (schema.oneOf) {
    const each = schema.oneOf.map((one) => against(api, one, value, at));
    // What is said of a list is said of its rows, not that it is no page.
    const nearest = each.toSorted((a, b) => Number(a.some(isRoot(at))) - Number(b.some(isRoot(at))) || a.length - b.length);
    return each.some((lines) => lines.length === 0) ? [] : [...(nearest[0] ?? [])];
  }
  const parts = (schema.allOf ?? []).flatMap((one) => against(api, one, value, at));
  switch (schema.type) {
    case undefined:
      break;
    case 'array':
      return Array.isArray(value)
        ? value.flatMap((one) => against(api, schema.items ?? {}, one, `${at}[]`))
        : [`${at} is no list: ${show(value)}`];
    case 'object':
      if (!isRecord(value)) return [`${at} is no object: ${show(value)}`];
      break;
    case 'null':
      return value === null ? [] : [`${at} is something: ${show(value)}`];
    case 'integer':
      return Number.isInteger(value) ? [] : [`${at} is no integer: ${show(value)}`];
    default:
      return typeof value === schema.type ? [] : [`${at} is no ${schema.type}: ${show(value)}`];
  }
  if (!isRecord(value)) return parts;
  const { properties, required = [], additionalProperties } = schema;
  const more = typeof additionalProperties === 'object' ? additionalProperties : {};
  const others = properties || additionalProperties ? Object.keys(value).filter((name) => !(properties && name in properties)) : [];
  return [
    ...parts,
    ...required.filter((name) => value[name] === undefined).map((name) => `${at}.${name} is missing`),
    ...Object.entries(properties ?? {}).flatMap(([name, one]) =>
      value[name] === undefined ? [] : against(api, one, value[name], `${at}.${name}`),
    ),
    ...others.flatMap((name) =>
      additionalProperties ? against(api, more, value[name], `${at}.${name}`) : [`${at}.${name} is not described`],
    ),
  ];
}

/** Whether a media type is what is described, which may be all of a kind (`image/*`). */
const isOf = (described: string, given: string): boolean =>
  described.endsWith('/*') ? given.startsWith(described.slice(0, -1)) : given.split(';')[0] === described;

/** What of an answer that tells of success is not as it is described. */
export function wrongIn(api: Described, operation: DescribedOperation, { status, body, headers }: Answer): string[] {
  const described = operation.responses[String(status)];
  if (!described) return [`answers ${status}, which is not described`];
  const given = headers.get('content-type') ?? '';
  const [type, { schema = {} } = {}] = Object.entries(described.content ?? {})[0] ?? [];
  if (type === undefined) return body === undefined ? [] : [`answers ${show(body)} where nothing is described`];
  if (!isOf(type, given)) return [`is ${given} and no ${type}`];
  return type === JSON_TYPE ? against(api, schema, body) : [];
}

/** Parameters that ask for a list as a file, or with few of its fields: forms that every list has. */
const FORMS = ['format', 'fields_size', 'fields'];

type Check = NonNullable<ApiOptions['check']>;

/** Descriptions of the servers of this process, by how many routes they have: those of the product are always the same. */
const checks = new Map<number, Check>();

/** Makes what a server answers in any test fail where it is not as the description says. */
export function checkOf({ kernel, tables, routes }: Assembly): Check {
  const known = checks.get(routes.length);
  if (known) return known;
  const api = openApi(operationsOf(kernel, tables, routes), 'test') as unknown as Described;
  const find = finder(Object.keys(api.paths));
  const check: Check = (method, { pathname, searchParams }, answer) => {
    if (answer.status >= 300 || FORMS.some((name) => searchParams.has(name))) return;
    const described = pathname.startsWith('/api/v1/') ? find(pathname) : undefined;
    const operation = described && api.paths[described]?.[method.toLowerCase()];
    const wrong = operation ? wrongIn(api, operation, answer) : [];
    if (wrong.length > 0) throw new Error(`${method} ${described} is not as it is described: ${wrong.slice(0, 5).join('; ')}`);
  };
  checks.set(routes.length, check);
  return check;
}

/** Finds the described address (`/a/{id}/`) of one that was asked; of several, the one that names the most parts. */
function finder(addresses: readonly string[]): (path: string) => string | undefined {
  const isNamed = (part: string): boolean => !part.startsWith('{');
  const known = Map.groupBy(
    addresses
      .map((address) => ({ address, parts: address.split('/') }))
      .toSorted((a, b) => b.parts.filter(isNamed).length - a.parts.filter(isNamed).length),
    ({ parts }) => parts.length,
  );
  return (path) => {
    const asked = path.split('/');
    return known.get(asked.length)?.find(({ parts }) => parts.every((part, at) => !isNamed(part) || part === asked[at]))?.address;
  };
}
