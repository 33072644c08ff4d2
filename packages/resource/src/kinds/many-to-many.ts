import type { Field, KindOptions, Options, PresenceOf } from '../resolved.ts';
import { type Kind, Problem } from './kind.ts';
import { relatedId, relationInfo } from './reference.ts';
import { asText } from './text.ts';

const manyToManyKind: Kind = {
  name: 'manyToMany',
  type: 'm2m_related_field',
  parse(input, field) {
    if (!Array.isArray(input)) throw new Problem('not_a_list');
    if (input.length > 10_000) throw new Problem('too_many', { max: 10_000 });
    return [...new Set((input as unknown[]).map((entry) => relatedId(entry, field)))];
  },
  wire: (stored) => stored ?? [],
  info: relationInfo,
  diff: asText,
  orderable: false,
};
/** Many related objects through a join table. */
export const manyToMany = <const O extends Options<'show' | 'through' | 'sameOrg'> & Required<Pick<KindOptions, 'through'>>>(
  target: string,
  options: O,
): Field<string[], PresenceOf<O>> => ({
  kind: manyToManyKind,
  options: { ...options, target },
});
