import { parseUuid } from '@postern/contract/ids';
import { eb } from '../base/conditions.ts';
import { RELATED } from '../base/schema.ts';
import { orNull, shownObject } from './field-schema.ts';
import type { Field, Kind, NamedField, Options } from './kind.ts';
import type { PresenceOf, StoredAs } from './options.ts';
import { Problem } from './problem.ts';
import { asText } from './text.ts';

/** Id out of the write forms of a related object: bare, `{id}` or `{pk}`. */
export function relatedId(input: unknown, field: Pick<NamedField, 'target'>): string | number {
  const given: unknown =
    typeof input === 'object' && input !== null ? ((input as Record<string, unknown>).pk ?? (input as Record<string, unknown>).id) : input;
  const called = typeof input === 'object' && input !== null ? (input as Record<string, unknown>).name : undefined;
  if (given === undefined && typeof called === 'string') throw new Problem('does_not_exist', { value: called.slice(0, 64) });
  if (typeof given === 'boolean' || given === undefined || given === null) throw new Problem('not_a_reference');
  if (field.target?.idType === 'integer') {
    // Number() would read [] and ' ' as 0, and [5] as 5.
    const id = typeof given === 'number' || (typeof given === 'string' && /^\d+$/.test(given)) ? Number(given) : Number.NaN;
    if (!Number.isSafeInteger(id) || id < 0 || id > 2147483647) throw new Problem('does_not_exist', { value: String(given).slice(0, 64) });
    return id;
  }
  const id = parseUuid(given);
  if (!id) throw new Problem('does_not_exist', { value: String(given).slice(0, 64) });
  return id;
}

export const relationInfo: Kind['info'] = (field) => (field.target ? { url: field.target.url } : {});

const referenceKind: Kind = {
  name: 'reference',
  column: 'uuid',
  type: 'object_related_field',
  parse: relatedId,
  wire: (stored) => stored ?? null,
  info: relationInfo,
  schema: (field, way) => orNull(field, way === 'answer' ? shownObject(field.target, field.options.show) : RELATED),
  filter(value, ref, field) {
    return eb(ref, '=', relatedId(value, field));
  },
  diff: asText,
  orderable: false,
};
/** One related object: column `{field}_id`. */
export const reference = <const O extends Options<'show' | 'onDelete' | 'sameOrg' | 'judged'>>(
  target: string,
  options: O,
): Field<StoredAs<string, O>, PresenceOf<O>> => ({
  kind: referenceKind,
  options: { ...options, target },
});
