import type { FieldType } from '@postern/contract/metadata';
import { list, object, RELATED, type Schema, TEXT, type Way } from '../base/schema.ts';
import type { NamedField, Target } from './kind.ts';

/** What fields are to clients: the schemas of which OpenAPI and the types of the client are printed. */

const related: Schema = { type: 'object', properties: { id: TEXT, name: TEXT }, required: ['id'] };
const labelled = object({ value: {}, label: TEXT });

const OF_TYPE: Partial<Record<FieldType, Schema>> = {
  boolean: { type: 'boolean' },
  integer: { type: 'integer' },
  float: { type: 'number' },
  datetime: { type: 'string', description: '`YYYY/MM/DD HH:MM:SS ±ZZZZ` in the zone of X-TZ' },
  list: list({}),
  labeled_choice: labelled,
  object_related_field: related,
  m2m_related_field: list(related),
  tree: list(object({ value: TEXT, label: TEXT })),
  json: {},
  field: {},
  'nested object': { type: 'object' },
};

/** A schema, and null where the field may be that. Kinds that make an empty list or object of nothing do without. */
export const orNull = ({ options }: NamedField, schema: Schema): Schema => (options.nullable ? { ...schema, nullable: true } : schema);

/** One of the values that a field offers, where its author lists them. */
export function chosen({ kind, options: { choices } }: NamedField): Schema {
  const type = kind.column === 'integer' ? 'integer' : 'string';
  if (!Array.isArray(choices) || choices.length === 0) return { type };
  const values = choices.map(({ value }) => value as string | number | boolean);
  return { ...(values.every((value) => typeof value === 'string') ? { type: 'string' } : {}), enum: values };
}

/** A value with its label on the way out, either of the two on the way in. */
export const labelledChoice = (field: NamedField, way: Way): Schema => {
  // An expression may say what nobody offers.
  const value = way === 'answer' && field.kind.name === 'derived' ? TEXT : chosen(field);
  return orNull(field, way === 'answer' ? object({ value, label: TEXT }) : { oneOf: [value, object({ value })] });
};

/** A labelled choice that takes values which it does not offer. */
export const openChoice = (field: NamedField, way: Way): Schema =>
  orNull(field, way === 'answer' ? object({ value: TEXT, label: TEXT }) : { oneOf: [TEXT, object({ value: TEXT })] });

/** What is shown of a related object, as far as the resource has it. */
export const shownObject = (target: Target | undefined, show: readonly string[] = ['id', 'name']): Schema =>
  target
    ? object(
        Object.fromEntries(
          show.flatMap((name) => {
            const field = target.field(name);
            // What relations of a related object are, its behaviour decides.
            return field ? [[name, field.target ? {} : schemaOfValue(field, 'answer')]] : [];
          }),
        ),
      )
    : related;

/** Many related objects. */
export const linkedSchema = ({ target, options }: NamedField, way: Way): Schema =>
  list(way === 'answer' ? shownObject(target, options.show) : RELATED);

/** What has to be sent. */
export const isNeeded = ({ options, writable }: NamedField): boolean =>
  writable && options.required === true && options.default === undefined;

/** What everybody is answered, everywhere. */
const isAnswered = ({ options }: NamedField): boolean => !options.view && !options.readWith && !options.writeOnly && !options.sometimes;

/** An object of fields; `always` are those that it cannot be without. */
export function objectOf(
  fields: readonly NamedField[],
  way: Way,
  always: (field: NamedField) => boolean | undefined = way === 'answer' ? isAnswered : isNeeded,
): Schema {
  const required = fields.filter(always).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, schemaOf(field, way)])),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** A document, which holds what has been sent and what has a default. */
export const documentOf = (fields: readonly NamedField[], way: Way): Schema =>
  objectOf(
    fields,
    way,
    way === 'answer'
      ? ({ options: { sometimes, required, nullable, default: preset } }) => !sometimes && (required || nullable || preset !== undefined)
      : isNeeded,
  );

function schemaOfValue(field: NamedField, way: Way): Schema {
  const { kind, options } = field;
  if (way === 'answer' && options.answered) return orNull(field, options.answered);
  if (kind.schema) return kind.schema(field, way);
  if (way === 'body' && kind.type === 'object_related_field') return orNull(field, RELATED);
  if (way === 'body' && kind.type === 'm2m_related_field') return list(RELATED);
  return orNull(field, OF_TYPE[kind.type] ?? TEXT);
}

/** What a field holds in an answer, or takes in a body. */
export const schemaOf = (field: NamedField, way: Way): Schema => ({
  ...schemaOfValue(field, way),
  title: field.options.label.en,
  ...(way === 'answer' && !field.writable ? { readOnly: true as const } : {}),
  ...(field.options.writeOnly ? { writeOnly: true as const } : {}),
});
