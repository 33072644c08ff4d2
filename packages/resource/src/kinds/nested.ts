import type { Context } from '../context.ts';
import type { BodyOf, Field, FieldOptions, Fields, PresenceOf, ResolvedField, StoredAs } from '../resolved.ts';
import { jsonDiff } from './json.ts';
import { type Kind, Problem } from './kind.ts';

const nestedKind: Kind = {
  name: 'nested',
  column: 'jsonb',
  type: 'nested object',
  parse: (input, field, ctx) => parseNested(input, field.options.fields ?? {}, ctx),
  wire: (stored) => stored ?? {},
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

/** Reads a nested object field by field; unknown keys are dropped, missing ones take their default. */
export function parseNested(input: unknown, fields: Readonly<Record<string, Field>>, ctx: Context): Record<string, unknown> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw new Problem('not_an_object');
  const out: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const given = (input as Record<string, unknown>)[name];
    const asResolved: ResolvedField = {
      ...field,
      name,
      writable: true,
      readable: true,
      orderable: false,
      filterable: false,
      searchable: false,
    };
    if (given === undefined || (given === null && !field.options.nullable)) {
      if (field.options.default !== undefined)
        out[name] =
          typeof field.options.default === 'function' ? (field.options.default as (ctx: Context) => unknown)(ctx) : field.options.default;
      else if (field.options.required) throw new Problem('required');
      else if (field.options.nullable) out[name] = null;
    } else out[name] = given === null ? null : field.kind.parse(given, asResolved, ctx);
  }
  return out;
}
