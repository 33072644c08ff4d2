import { IMPORT_MODES } from '@postern/contract/transfer';
import { list, object, type Schema, TEXT } from '../base/schema.ts';
import type { ResolvedResource } from '../compiled/resolved.ts';
import { isNeeded, objectOf } from '../kinds/field-schema.ts';
import type { Operation } from './operation.ts';
import { nameOf, ref, type Schemas } from './schemas.ts';

/** Tables on their way in, the same for every list (docs/wire/conventions.md#imports, contract transfer.ts). */
const RENDERED = object({
  title: list(list(TEXT)),
  data: list({ type: 'object' }),
  source: TEXT,
  format: TEXT,
  columns: list(object({ title: TEXT, field: { ...TEXT, nullable: true }, samples: list(TEXT) })),
  fields: list(list(TEXT)),
  ignored: list(TEXT),
  unread: list(object({ line: { type: 'integer' }, text: TEXT, reason: TEXT })),
  missed: { type: 'integer' },
});
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

/** A body that has to hold these. */
const holding = (schema: Schema, required: readonly string[]): Schema =>
  required.length === 0 ? schema : { allOf: [schema, { required }] };

/** What a verb of a resource takes and answers; nothing of one that is none of these. */
export function ofVerb({ named }: Schemas, resource: ResolvedResource, verb: string): Partial<Operation> {
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
}
