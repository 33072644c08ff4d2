import { isReserved, parseUuid } from '@postern/contract/ids';
import { eb } from '../base/conditions.ts';
import { orNull } from './field-schema.ts';
import type { Field, Kind } from './kind.ts';
import type { FieldOptions, PresenceOf, StoredAs } from './options.ts';
import { Problem } from './problem.ts';
import { asText } from './text.ts';

const uuidKind: Kind = {
  name: 'uuid',
  column: 'uuid',
  type: 'string',
  parse(input) {
    const id = parseUuid(input);
    if (!id) throw new Problem('invalid_uuid', { value: String(input).slice(0, 64) });
    return id;
  },
  wire: (stored) => stored,
  schema: (field) => orNull(field, { type: 'string', format: 'uuid' }),
  filter(value, ref) {
    const id = parseUuid(value);
    if (!id) throw new Problem('invalid_uuid', { value: value.slice(0, 64) });
    return eb(ref, '=', id);
  },
  diff: asText,
  orderable: false,
};
export const uuid = <const O extends FieldOptions>(options: O): Field<StoredAs<string, O>, PresenceOf<O>> => ({ kind: uuidKind, options });

/**
 * The id of an object itself, which clients may choose. Ids that the system knows by heart (its organisations, its roles)
 * are nobody's to take: an object under such an id could be taken for them.
 */
export const ownId = (options: FieldOptions): Field<string> => ({
  kind: {
    ...uuidKind,
    parse(input, field, ctx) {
      const id = uuidKind.parse(input, field, ctx) as string;
      if (isReserved(id)) throw new Problem('reserved_id');
      return id;
    },
  },
  options,
});
