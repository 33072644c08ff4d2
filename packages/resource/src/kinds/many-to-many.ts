import type { Field, KindOptions, Options, PresenceOf } from '../resolved.ts';
import { entriesOf, type Kind } from './kind.ts';
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
