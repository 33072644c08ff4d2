import type { BodyOf, Field, Fields, Options, PresenceOf, StoredAs } from '../resolved.ts';
import { jsonDiff } from './json.ts';
import { entriesOf, type Kind } from './kind.ts';
import { parseNested } from './nested.ts';

const nestedListKind: Kind = {
  name: 'nestedList',
  column: 'jsonb',
  type: 'field',
  parse(input, field, ctx) {
    return entriesOf(input, field.options.most ?? 200).map((entry) => parseNested(entry, field.options.fields ?? {}, ctx));
  },
  wire: (stored) => stored ?? [],
  diff: jsonDiff,
  orderable: false,
};
/** Owned rows that have no life of their own, kept as a JSON document (platform protocols). Metadata: `field` with a nested child. */
export const nestedList = <const F extends Fields, const O extends Options<'most'>>(
  fields: F,
  options: O,
): Field<StoredAs<BodyOf<F>[], O>, PresenceOf<O>> => ({
  kind: nestedListKind,
  options: { ...options, fields },
});
