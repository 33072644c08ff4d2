import { list, TEXT } from '../base/schema.ts';
import type { Field, Kind, Options } from './kind.ts';
import type { PresenceOf, StoredAs } from './options.ts';
import { entriesOf, Problem } from './problem.ts';
import { CONTROL } from './text.ts';

const textListKind: Kind = {
  name: 'textList',
  column: 'jsonb',
  type: 'list',
  parse(input, field) {
    const max = field.options.max ?? 1024;
    const values = entriesOf(input, field.options.most ?? 1000).map((entry) => {
      if (typeof entry !== 'string' && typeof entry !== 'number') throw new Problem('not_a_text');
      const value = String(entry).trim();
      if (value.length > max) throw new Problem('max_length', { max });
      if (CONTROL.test(value)) throw new Problem('control_characters');
      return value;
    });
    return [...new Set(values)];
  },
  wire: (stored) => stored ?? [],
  schema: () => list(TEXT),
  info: () => ({ child: { type: 'string', required: true, read_only: false, label: '', write_only: false } }),
  diff: (stored) => (Array.isArray(stored) ? stored.join(', ') : ''),
  orderable: false,
};
/** A list of short texts, duplicates dropped. */
export const textList = <const O extends Options<'max' | 'most'>>(options: O): Field<StoredAs<string[], O>, PresenceOf<O>> => ({
  kind: textListKind,
  options,
});
