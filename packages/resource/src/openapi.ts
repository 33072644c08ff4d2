import type { Kernel } from './compile.ts';
import type { ResolvedField, ResolvedResource } from './resolved.ts';
import type { Policy, Route } from './route.ts';

type Json = Record<string, unknown>;

const schemas: Partial<Record<ResolvedField['kind']['type'], Json>> = {
  boolean: { type: 'boolean' },
  integer: { type: 'integer' },
  float: { type: 'number' },
  datetime: { type: 'string', description: '`YYYY/MM/DD HH:MM:SS ±ZZZZ` in the zone of X-TZ' },
  list: { type: 'array', items: { type: 'string' } },
  labeled_choice: { type: 'object', properties: { value: {}, label: { type: 'string' } } },
  object_related_field: { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } },
  m2m_related_field: { type: 'array', items: { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } } },
  tree: { type: 'array', items: { type: 'object', properties: { value: { type: 'string' }, label: { type: 'string' } } } },
  json: {},
  field: {},
  'nested object': { type: 'object' },
};

const property = (field: ResolvedField): Json => ({
  ...(schemas[field.kind.type] ?? { type: 'string' }),
  title: field.options.label.en,
  ...(field.writable ? {} : { readOnly: true }),
  ...(field.options.writeOnly ? { writeOnly: true } : {}),
  ...(field.options.nullable ? { nullable: true } : {}),
});

const objectSchema = (resource: ResolvedResource): Json => {
  const required = resource.fields.filter((field) => field.options.required && field.writable).map((field) => field.name);
  return {
    type: 'object',
    title: resource.label.en,
    properties: Object.fromEntries(resource.fields.map((field) => [field.name, property(field)])),
    ...(required.length > 0 ? { required } : {}),
  };
};

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

/** The API as OpenAPI 3.1, from the same resolved resources and routes that serve it. */
export function openApi(kernel: Kernel, routes: readonly Route[], version: string): Json {
  const paths: Record<string, Json> = {};
  const byPrefix = new Map(kernel.resources.map((resource) => [`${resource.app}.${resource.name}`, resource]));
  for (const route of routes) {
    // Pages and files are no API.
    if (route.method === 'OPTIONS' || !route.path.startsWith('/api/v1/')) continue;
    const url = route.path.replace(/:(\w+)/g, '{$1}');
    const resource = byPrefix.get(route.name.split('.').slice(0, 2).join('.'));
    const verb = route.name.split('.').slice(2).join('.');
    const reference = resource ? { $ref: `#/components/schemas/${resource.app}.${resource.name}` } : {};
    const takesBody = ['create', 'update', 'partial_update'].includes(verb);
    const answer = verb === 'list' ? { type: 'array', items: reference } : reference;
    const item = paths[url] ?? {};
    paths[url] = item;
    item[route.method.toLowerCase()] = {
      operationId: `${route.name}.${route.method.toLowerCase()}`,
      tags: [route.path.split('/')[3]],
      description: access(route.policy),
      parameters: [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...(takesBody && resource ? { requestBody: { content: { 'application/json': { schema: reference } } } } : {}),
      responses: {
        [verb === 'create' ? '201' : verb === 'destroy' ? '204' : '200']: {
          description: 'Success',
          ...(resource && verb !== 'destroy' ? { content: { 'application/json': { schema: answer } } } : {}),
        },
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Postern', version, description: 'The privileged-access API of Postern.' },
    paths,
    components: {
      schemas: Object.fromEntries(kernel.resources.map((resource) => [`${resource.app}.${resource.name}`, objectSchema(resource)])),
    },
  };
}
