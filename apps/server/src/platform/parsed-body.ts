import { FIELD_ERRORS } from '@postern/contract/errors';
import { problemOf } from '@postern/contract/issues';
import { type Language, render } from '@postern/contract/text';
import { listSchema, type Reader, reader, type Schema } from '@postern/resource';
import { z } from 'zod';

type Printed = z.core.JSONSchema.BaseSchema;

/** What zod tells of a schema, as far as the description of the API says it. */
function told({ type, format, properties, required, items, anyOf }: Printed): Schema {
  if (anyOf) {
    const [value, ...others] = anyOf.filter((one) => (one as Printed).type !== 'null').map((one) => told(one as Printed));
    const schema: Schema = others.length > 0 ? { oneOf: [value ?? {}, ...others] } : (value ?? {});
    return others.length + 1 < anyOf.length ? { ...schema, nullable: true } : schema;
  }
  if (type === 'array') return listSchema(told((items ?? {}) as Printed));
  if (Array.isArray(type)) return { oneOf: (type as NonNullable<Schema['type']>[]).map((one) => ({ type: one })) };
  if (!properties) return { ...(type ? { type: type as NonNullable<Schema['type']> } : {}), ...(format ? { format } : {}) };
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, told(one as Printed)])),
    ...(required ? { required } : {}),
  };
}

/**
 * A body that machines send, printed of the zod schema that reads it. Whoever takes it answers what cannot be read: components know such a
 * refusal by a status of its own.
 */
export const parsedBody = <S extends z.ZodType>(schema: S): Reader<z.ZodSafeParseResult<z.output<S>>> =>
  reader({ schema: told(z.toJSONSchema(schema, { io: 'input' })) }, (given) => schema.safeParse(given));

/** The first thing that is wrong with such a body, and where: `0.session: ...`. */
export function unreadable({ issues: [first] }: z.ZodError, language: Language): string {
  if (!first) return '';
  const { code, params } = problemOf(first);
  return [first.path.join('.'), render(FIELD_ERRORS[code], language, params)].filter(Boolean).join(': ');
}
