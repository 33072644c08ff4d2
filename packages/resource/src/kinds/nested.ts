import { FIELD_ERRORS } from '@postern/contract/errors';
import { filled } from '@postern/contract/text';
import { isRecord } from '@postern/contract/wire';
import type { Context } from '../base/context.ts';
import { documentOf } from './field-schema.ts';
import { jsonDiff } from './json.ts';
import type { BodyOf, Field, Fields, Kind, NamedField } from './kind.ts';
import type { FieldOptions, PresenceOf, StoredAs } from './options.ts';
import { Problem } from './problem.ts';

const nestedKind: Kind = {
  name: 'nested',
  column: 'jsonb',
  type: 'nested object',
  parse: (input, field, ctx) => parseNested(input, field.options.fields ?? {}, ctx),
  wire: (stored) => stored ?? {},
  schema: ({ options }, way) => documentOf(partsOf(options.fields), way),
  diff: jsonDiff,
  orderable: false,
};
/** One owned object, kept as a JSON document (platform automation). */
export const nested = <const F extends Fields, const O extends FieldOptions>(
  fields: F,
  options: O,
): Field<StoredAs<BodyOf<F>, O>, PresenceOf<O>> => ({
  kind: nestedKind,
  options: { ...options, fields },
});

/** A field of a document: it has no column, and is neither searched nor filtered. */
const partOf = (name: string, field: Field): NamedField => ({
  ...field,
  name,
  writable: true,
  readable: true,
  orderable: false,
  filterable: false,
  searchable: false,
});

export const partsOf = (fields: Fields = {}): NamedField[] => Object.entries(fields).map(([name, field]) => partOf(name, field));

/** What is wrong with a part is told of the whole, so it says which part. */
function parsePart(given: unknown, part: NamedField, ctx: Context): unknown {
  try {
    return part.kind.parse(given, part, ctx);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { code, params } = error.problem;
    throw new Problem('of_part', { name: part.options.label, problem: filled(FIELD_ERRORS[code], params) });
  }
}

/** Reads a nested object field by field; unknown keys are dropped, missing ones take their default. */
export function parseNested(input: unknown, fields: Readonly<Record<string, Field>>, ctx: Context): Record<string, unknown> {
  if (!isRecord(input)) throw new Problem('not_an_object');
  const out: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const given = (input as Record<string, unknown>)[name];
    const part = partOf(name, field);
    if (given === undefined || (given === null && !field.options.nullable)) {
      if (field.options.default !== undefined)
        out[name] =
          typeof field.options.default === 'function' ? (field.options.default as (ctx: Context) => unknown)(ctx) : field.options.default;
      else if (field.options.required) throw new Problem('custom_field_required', { name: field.options.label });
      else if (field.options.nullable) out[name] = null;
    } else out[name] = given === null ? null : parsePart(given, part, ctx);
  }
  return out;
}
