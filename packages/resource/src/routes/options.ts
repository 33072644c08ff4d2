import type { FieldInfo, MetadataMethod, ResourceMetadata } from '@postern/contract/metadata';
import { render } from '@postern/contract/text';
import { type Context, holds } from '../base/context.ts';
import type { Query } from '../base/http.ts';
import type { Kernel } from '../compiled/kernel.ts';
import { policyOf } from '../compiled/policy-of.ts';
import type { ResolvedField, ResolvedResource } from '../compiled/resolved.ts';
import { shownFields } from '../read/present.ts';
import { exported } from '../transfer/columns.ts';
import { importModes } from '../transfer/routes.ts';
import { writableFields } from '../write/input.ts';

/** A default that a form can start with and send back; others are the server's own business. */
function defaultInfo(field: ResolvedField, ctx: Context): unknown {
  const { kind, options } = field;
  if (kind.offer) {
    const value = typeof options.default === 'function' ? (options.default as (ctx: Context) => unknown)(ctx) : options.default;
    return value === undefined || value === null ? undefined : kind.offer(value, field);
  }
  const value = options.default;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return Array.isArray(value) && value.length > 0 ? value : undefined;
}

function childInfo(field: ResolvedField, ctx: Context, query: Query): Partial<FieldInfo> {
  const { fields } = field.options;
  if (!fields) return {};
  const children = Object.fromEntries(
    Object.entries(fields).map(([name, child]) => [
      name,
      fieldInfo(
        { ...child, name, writable: !child.options.readOnly, readable: true, orderable: false, filterable: false, searchable: false },
        ctx,
        'POST',
        query,
      ),
    ]),
  );
  return field.kind.name === 'nestedList' ? { child: { type: 'nested object', children } } : { children };
}

/** One field for one method: an allow-list projection, in the reader's language (docs/wire/conventions.md#metadata). */
function fieldInfo(field: ResolvedField, ctx: Context, method: MetadataMethod, query: Query): FieldInfo {
  const { options, kind } = field;
  const own = kind.info?.(field, ctx, query) ?? {};
  const fallback = defaultInfo(field, ctx);
  return {
    type: kind.type,
    required: options.required === true && options.default === undefined && field.writable,
    ...(fallback === undefined ? {} : { default: fallback }),
    read_only: !field.writable,
    label: render(options.label, ctx.language),
    ...(options.help ? { help_text: render(options.help, ctx.language) } : {}),
    ...own,
    write_only: options.writeOnly === true,
    ...childInfo(field, ctx, query),
    ...(method === 'GET' && field.filterable ? { filter: true as const } : {}),
    ...(method === 'GET' && field.orderable ? { order: true as const } : {}),
    ...(method === 'GET' && !exported(field) ? { unexported: true as const } : {}),
  };
}

/** Fields of one method by name. */
export const infos = (fields: readonly ResolvedField[], ctx: Context, method: MetadataMethod, query: Query): Record<string, FieldInfo> =>
  Object.fromEntries(fields.map((field) => [field.name, fieldInfo(field, ctx, method, query)]));

const PLAIN = ['application/json'];

/** What this actor is shown of a resource, write-only fields of its forms included. */
export function readFields(resource: ResolvedResource, ctx: Context, on: 'list' | 'detail', query: Query): ResolvedField[] {
  const readable = shownFields(resource, ctx, on, query);
  // Without the reader's view there would be no labels for columns that only lists have; write-only fields come first seen in forms.
  return [
    ...readable,
    ...resource.fields.filter(
      (field) => field.options.writeOnly && !field.kind.secret && field.options.view === undefined && !readable.includes(field),
    ),
  ];
}

/** What this actor fills in, and sees beside it. */
export function formFields(resource: ResolvedResource, ctx: Context, verb: 'create' | 'update'): ResolvedField[] {
  const writable = new Set(writableFields(resource, ctx, verb));
  return resource.fields
    .filter(
      (field) =>
        writable.has(field) ||
        (field.readable &&
          !field.options.writeOnly &&
          (field.options.readWith === undefined || holds(ctx.actor, [field.options.readWith]))),
    )
    .map((field) => (writable.has(field) ? field : { ...field, writable: false }));
}

/**
 * OPTIONS of a list or of one object: what this actor may see and write. Write methods also name the read-only
 * fields, which clients look for; write-only ones appear only there.
 */
export function metadata(_kernel: Kernel, resource: ResolvedResource, ctx: Context, on: 'list' | 'detail', query: Query): ResourceMetadata {
  const { definition } = resource;
  const verbs = definition.verbs ?? ['list', 'retrieve', 'create', 'update', 'delete'];
  const methods: [MetadataMethod, boolean, () => ResolvedField[]][] = [
    ['GET', verbs.includes(on === 'list' ? 'list' : 'retrieve'), () => readFields(resource, ctx, on, query)],
    [
      'POST',
      on === 'list' && (verbs.includes('create') || definition.drawn?.includes('create') === true),
      () => formFields(resource, ctx, 'create'),
    ],
    ['PUT', verbs.includes('update') && (on === 'detail' || definition.bulk !== false), () => formFields(resource, ctx, 'update')],
    ['PATCH', verbs.includes('update') && (on === 'detail' || definition.bulk !== false), () => formFields(resource, ctx, 'update')],
  ];
  const importable = on === 'list' && importModes(resource, (verb) => policyOf(resource, verb)).length > 0;
  return {
    name: render(on === 'list' ? definition.labelPlural : definition.label, ctx.language),
    description: '',
    renders: on === 'list' && verbs.includes('list') ? [...PLAIN, 'text/csv', 'application/xlsx'] : PLAIN,
    parses: [...PLAIN, 'application/x-www-form-urlencoded', 'multipart/form-data', ...(importable ? ['text/csv', 'text/xlsx', '*/*'] : [])],
    actions: Object.fromEntries(
      methods.filter(([, exists]) => exists).map(([method, , fields]) => [method, infos(fields(), ctx, method, query)]),
    ),
  };
}
