import { eb } from '../base/conditions.ts';
import type { Field, Kind, NamedField, Options } from './kind.ts';
import type { PresenceOf, StoredAs } from './options.ts';
import { Problem } from './problem.ts';
import { asText } from './text.ts';

export function bounded(value: number, { options }: NamedField): number {
  if (options.max !== undefined && value > options.max) throw new Problem('max_value', { max: options.max });
  if (options.min !== undefined && value < options.min) throw new Problem('min_value', { min: options.min });
  return value;
}
const numberInfo: Kind['info'] = ({ options }) => ({
  ...(options.min === undefined ? {} : { min_value: options.min }),
  ...(options.max === undefined ? {} : { max_value: options.max }),
});

export function parseInteger(input: unknown): number {
  const value = typeof input === 'string' && /^-?\d{1,15}$/.test(input.trim()) ? Number(input) : input;
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new Problem('invalid_integer');
  return value;
}

export const integerKind: Kind = {
  name: 'integer',
  column: 'integer',
  type: 'integer',
  parse: (input, field) => bounded(parseInteger(input), field),
  wire: (stored) => stored,
  info: numberInfo,
  filter: (value, ref) => eb(ref, '=', parseInteger(value)),
  diff: asText,
  orderable: true,
};
/** A whole number; bounds default to what the column holds. */
export const integer = <const O extends Options<'max' | 'min'>>(options: O): Field<StoredAs<number, O>, PresenceOf<O>> => ({
  kind: integerKind,
  options: { min: -2147483648, max: 2147483647, ...options },
});
