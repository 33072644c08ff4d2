import type { BodyOf, Field, FieldOptions, Fields, PresenceOf, StoredAs } from '../resolved.ts';
import { jsonDiff } from './json.ts';
import { type Kind, Problem } from './kind.ts';
import { parseNested } from './nested.ts';

const nestedListKind: Kind = {
  name: 'nestedList',
  column: 'jsonb',
  type: 'field',
  parse(input, field, ctx) {
    if (!Array.isArray(input)) throw new Problem('not_a_list');
    if (input.length > 200) throw new Problem('too_many', { max: 200 });
    return (input as unknown[]).map((entry) => parseNested(entry, field.options.fields ?? {}, ctx));
  },
  wire: (stored) => stored ?? [],
  diff: jsonDiff,
  orderable: false,
};
/** Owned rows that have no life of their own, kept as a JSON document (platform protocols). Metadata: `field` with a nested child. */
export const nestedList = <const F extends Fields, const O extends FieldOptions>(
  fields: F,
  options: O,
): Field<StoredAs<BodyOf<F>[], O>, PresenceOf<O>> => ({
  kind: nestedListKind,
  options: { ...options, fields },
});
