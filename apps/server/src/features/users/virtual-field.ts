import type { Text } from '@postern/contract/text';
import { type Field, linkedSchema, Problem, relatedId } from '@postern/resource';

/**
 * A field that is read by `behaviour.computed` and written by `behaviour.written`: the relations of a user that depend on
 * the organisation of the request, so that no join table of the kernel's can hold them.
 */
export const virtual = (of: Field): Field => {
  const { column: _stored, ...kind } = of.kind;
  return { options: { ...of.options, order: false }, kind: { ...kind, name: 'computed', orderable: false } };
};

type Options = Partial<Field['options']>;
type Always<O> = O extends { required: true } | { default: readonly string[] } ? 'always' : 'sometimes';

/** Virtual list of related objects of the resource `target` by uuid; `url` is where a form finds the choices. */
export function virtualMany<const O extends Options>(label: Text, target: string, url: string, options: O): Field<string[], Always<O>> {
  return {
    options: { label, order: false, target, ...options },
    kind: {
      name: 'computed',
      type: 'm2m_related_field',
      parse(input, field) {
        if (!Array.isArray(input)) throw new Problem('not_a_list');
        if (input.length > 1000) throw new Problem('too_many', { max: 1000 });
        return [...new Set((input as unknown[]).map((entry) => relatedId(entry, field)))];
      },
      wire: (value) => value,
      info: () => ({ url }),
      schema: linkedSchema,
      diff: () => '',
      orderable: false,
    },
  };
}
