import { eb } from '../base/conditions.ts';
import type { Field, Kind } from './kind.ts';
import type { FieldOptions, StoredAs } from './options.ts';
import { Problem } from './problem.ts';

const TRUE = new Set<unknown>([true, 1, 'true', 't', '1', 'y', 'yes', 'on']);
const FALSE = new Set<unknown>([false, 0, 'false', 'f', '0', 'n', 'no', 'off']);

function parseBoolean(input: unknown): boolean {
  const value = typeof input === 'string' ? input.trim().toLowerCase() : input;
  if (TRUE.has(value)) return true;
  if (FALSE.has(value)) return false;
  throw new Problem('invalid_boolean');
}

export const booleanKind: Kind = {
  name: 'boolean',
  column: 'boolean',
  type: 'boolean',
  parse: parseBoolean,
  wire: (stored) => stored,
  filter: (value, ref) => eb(ref, '=', parseBoolean(value)),
  diff: (stored) => (stored === null || stored === undefined ? '' : stored ? 'Yes' : 'No'),
  orderable: true,
};
export const boolean = <const O extends FieldOptions>(options: O): Field<StoredAs<boolean, O>, 'always'> => ({
  kind: booleanKind,
  options: options.required ? options : { default: false, ...options },
});
