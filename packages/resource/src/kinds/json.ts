import type { Field, Kind } from './kind.ts';
import type { FieldOptions, PresenceOf } from './options.ts';
import { Problem } from './problem.ts';

export const jsonDiff = (stored: unknown): string => (stored === null || stored === undefined ? '' : JSON.stringify(stored));

const jsonKind: Kind = {
  name: 'json',
  column: 'jsonb',
  type: 'json',
  parse(input) {
    if (typeof input !== 'string') {
      if (JSON.stringify(input).length > 262144) throw new Problem('max_length', { max: 262144 });
      return input;
    }
    try {
      return JSON.parse(input) as unknown;
    } catch {
      throw new Problem('invalid_json');
    }
  },
  wire: (stored) => stored,
  diff: jsonDiff,
  orderable: false,
};
export const json = <const O extends FieldOptions>(options: O): Field<unknown, PresenceOf<O>> => ({ kind: jsonKind, options });
