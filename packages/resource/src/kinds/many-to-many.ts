import { linkedSchema } from './field-schema.ts';
import type { Field, Kind, KindOptions, Options } from './kind.ts';
import type { PresenceOf } from './options.ts';
import { entriesOf } from './problem.ts';
import { relatedId, relationInfo } from './reference.ts';
import { asText } from './text.ts';

const manyToManyKind: Kind = {
  name: 'manyToMany',
  type: 'm2m_related_field',
  parse(input, field) {
    return [...new Set(entriesOf(input, field.options.most ?? 10_000).map((entry) => relatedId(entry, field)))];
  },
  wire: (stored) => stored ?? [],
  info: relationInfo,
  schema: linkedSchema,
  diff: asText,
  orderable: false,
};
/** Many related objects through a join table. */
export const manyToMany = <const O extends Options<'show' | 'through' | 'sameOrg' | 'most'> & Required<Pick<KindOptions, 'through'>>>(
  target: string,
  options: O,
): Field<string[], PresenceOf<O>> => ({
  kind: manyToManyKind,
  options: { ...options, target },
});
