import { list } from '../base/schema.ts';
import { documentOf } from './field-schema.ts';
import { jsonDiff } from './json.ts';
import type { BodyOf, Field, Fields, Kind, Options } from './kind.ts';
import { parseNested, partsOf } from './nested.ts';
import type { PresenceOf, StoredAs } from './options.ts';
import { entriesOf } from './problem.ts';

const nestedListKind: Kind = {
  name: 'nestedList',
  column: 'jsonb',
  type: 'field',
  parse(input, field, ctx) {
    return entriesOf(input, field.options.most ?? 200).map((entry) => parseNested(entry, field.options.fields ?? {}, ctx));
  },
  wire: (stored) => stored ?? [],
  schema: ({ options }, way) => list(documentOf(partsOf(options.fields), way)),
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
