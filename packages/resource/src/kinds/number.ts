import { eb } from '../base/conditions.ts';
import { bounded, integerKind } from './integer.ts';
import type { Field, Kind, Options } from './kind.ts';
import type { PresenceOf, StoredAs } from './options.ts';
import { Problem } from './problem.ts';

const numberKind: Kind = {
  ...integerKind,
  name: 'number',
  column: 'double precision',
  type: 'float',
  parse(input, field) {
    const value = typeof input === 'string' && input.trim() !== '' ? Number(input) : input;
    if (typeof value !== 'number' || !Number.isFinite(value)) throw new Problem('invalid_number');
    return bounded(value, field);
  },
  filter: (value, ref) => {
    if (!Number.isFinite(Number(value))) throw new Problem('invalid_number');
    return eb(ref, '=', Number(value));
  },
};
export const number = <const O extends Options<'max' | 'min'>>(options: O): Field<StoredAs<number, O>, PresenceOf<O>> => ({
  kind: numberKind,
  options,
});
