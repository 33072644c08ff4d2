import { type Schema, TEXT } from '../base/schema.ts';
import type { Kernel } from '../compiled/kernel.ts';
import { linkedFields, resolveShape } from '../compiled/link.ts';
import type { ResolvedResource } from '../compiled/resolved.ts';
import { isReader, type Route, type Shape } from '../compiled/route.ts';
import { isNeeded, objectOf } from '../kinds/field-schema.ts';
import { type Operation, type Parameter, plainName } from './operation.ts';
import { filterSchema, parameters } from './parameters.ts';
import { answerOf, bodyOf, nameOf, ref, type Schemas } from './schemas.ts';

const FILE: Schema = { type: 'string', format: 'binary' };

/** What a declared shape is answered as. */
function shown({ kernel, resources, isEmpty, named }: Schemas, shape: Shape, route: Route): Schema {
  if (shape.schema) return shape.called ? named(shape.schema, shape.called) : shape.schema;
  const { resource, own } = resolveShape(kernel, shape);
  const known = resource && resources.get(nameOf(resource)) === resource;
  if (known && own.length === 0 && !shape.only) return ref(nameOf(resource));
  const mine = new Set(own.map(({ name }) => name));
  const rows = (resource?.fields ?? []).filter(({ name }) => !mine.has(name) && (!shape.only || shape.only.includes(name)));
  const fields = [...rows, ...own].filter(({ readable, options }) => readable && !options.writeOnly);
  const schema = resource
    ? answerOf(resource, fields, (field) => rows.includes(field) && isEmpty(resource, field))
    : objectOf(fields, 'answer');
  return named(schema, shape.called ?? plainName(route.name));
}

/** What a write says that it takes. */
function taken({ kernel, named }: Schemas, route: Route): Partial<Operation> {
  if (route.multipart) return { file: 'form' };
  const body = route.declared?.body;
  if (body === undefined || body === 'none') return {};
  const called = `${plainName(route.name)}.body`;
  if (!isReader(body))
    return { body: named(objectOf(linkedFields(kernel, body), 'body'), called), takes: route.takesMany ? 'either' : 'one' };
  const { schema, only } = body.takes;
  if (schema) return { body: named(schema, body.takes.called ?? called), takes: 'one' };
  const { resource, own } = resolveShape(kernel, body.takes);
  const fields = [...(resource?.fields ?? []).filter(({ name }) => !only || only.includes(name)), ...own];
  const needed = own.filter((field) => isNeeded(field)).map(({ name }) => name);
  return { body: named({ ...bodyOf(fields), ...(needed.length > 0 ? { required: needed } : {}) }, called), takes: 'one' };
}

/** What `route` declares, or an action's shape tells. */
export function ofRoute(schemas: Schemas, route: Route): Partial<Operation> {
  const { kernel, resources } = schemas;
  const { declared } = route;
  const shape = route.answer === undefined && route.method === 'GET' ? route.shape : route.answer;
  const isList = shape && !shape.one && (shape.view ?? (route.method === 'GET' ? 'list' : 'detail')) === 'list';
  const { resource } = shape ? resolveShape(kernel, shape) : {};
  const query = linkedFields(kernel, declared?.query ?? {});
  return {
    ...(route.method === 'GET' || route.method === 'DELETE' ? {} : taken(schemas, route)),
    ...(isList && resource && route.method === 'GET' ? { listed: resources.get(nameOf(resource)) ?? resource } : {}),
    ...(query.length > 0 ? { query: parameters(query) } : {}),
    ...(shape ? { answers: isList ? 'list' : 'one', answer: shown(schemas, shape, route) } : {}),
    ...(route.media ? { answers: 'file', answer: FILE, media: route.media } : {}),
    ...(route.status ? { statuses: [route.status].flat() } : {}),
    ...(route.status === 204 || route.answer === null ? { answers: 'nothing' } : {}),
    ...(declared?.kind === 'refused' ? { answers: 'never' } : {}),
    errors: declared?.errors ?? [],
  };
}

/** What stands in the address of a route. */
export function paramsOf(kernel: Kernel, route: Route, resource: ResolvedResource | undefined): Parameter[] {
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
}
