import { eb } from '../base/conditions.ts';
import { formatDatetime, parseDatetime, writtenDatetime } from '../base/time.ts';
import type { Field, Kind } from './kind.ts';
import type { FieldOptions, PresenceOf, StoredAs } from './options.ts';
import { Problem } from './problem.ts';
import { asText } from './text.ts';

export const datetimeKind: Kind = {
  name: 'datetime',
  column: 'timestamptz',
  type: 'datetime',
  parse(input) {
    const instant = parseDatetime(input);
    if (!instant) throw new Problem('invalid_datetime');
    return instant;
  },
  // What says its zone is read as it stands.
  fromCell: (cell, _field, ctx) => writtenDatetime(cell, ctx.timeZone) ?? cell,
  wire: (stored, _field, ctx) => formatDatetime(stored, ctx.timeZone),
  offer: (value) => (value instanceof Date ? value.toISOString() : undefined),
  filter(value, ref) {
    const instant = parseDatetime(value);
    if (!instant) throw new Problem('invalid_datetime');
    return eb(ref, '=', instant);
  },
  diff: (stored) => (stored instanceof Date ? stored.toISOString() : asText(stored)),
  orderable: true,
};
export const datetime = <const O extends FieldOptions>(options: O): Field<StoredAs<Date, O>, PresenceOf<O>> => ({
  kind: datetimeKind,
  options,
});
