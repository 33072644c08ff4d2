import { isRecord } from '@postern/contract/wire';
import { orNull } from './field-schema.ts';
import type { Field, Kind, NamedField, Options } from './kind.ts';
import type { PresenceOf } from './options.ts';
import { Problem } from './problem.ts';

export const jsonDiff = (stored: unknown): string => (stored === null || stored === undefined ? '' : JSON.stringify(stored));

/** What is an object, or a list, to whoever uses it is nothing else to whoever sends it. */
function checked(value: unknown, { options: { holds } }: NamedField): unknown {
  if (holds?.type === 'object' && !isRecord(value)) throw new Problem('not_an_object');
  if (holds?.type === 'array' && !Array.isArray(value)) throw new Problem('not_a_list');
  return value;
}

const jsonKind: Kind = {
  name: 'json',
  column: 'jsonb',
  type: 'json',
  parse(input, field) {
    if (typeof input !== 'string') {
      if (JSON.stringify(input).length > 262144) throw new Problem('max_length', { max: 262144 });
      return checked(input, field);
    }
    let value: unknown;
    try {
      value = JSON.parse(input);
    } catch {
      throw new Problem('invalid_json');
    }
    return checked(value, field);
  },
  wire: (stored) => stored,
  schema: (field) => orNull(field, field.options.holds ?? {}),
  diff: jsonDiff,
  orderable: false,
};
export const json = <const O extends Options<'holds'>>(options: O): Field<unknown, PresenceOf<O>> => ({ kind: jsonKind, options });
