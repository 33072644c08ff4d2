import { parseUuid } from '@postern/contract/ids';
import type { Text } from '@postern/contract/text';
import { type Field, type FieldOptions, Problem } from '@postern/resource';

/**
 * A field that is read by `behaviour.computed` and written by `behaviour.written`: the relations of a user that depend on
 * the organisation of the request, so that no join table of the kernel's can hold them.
 */
export const virtual = (of: Field): Field => {
  const { column: _stored, ...kind } = of.kind;
  return { options: { ...of.options, order: false }, kind: { ...kind, name: 'computed', orderable: false } };
};

/** Virtual list of related objects of the resource `target` by uuid; `url` is where a form finds the choices. */
export function virtualMany(label: Text, target: string, url: string, options: Partial<FieldOptions> = {}): Field {
  return {
    options: { label, order: false, target, ...options },
    kind: {
      name: 'computed',
      type: 'm2m_related_field',
      parse(input) {
        if (!Array.isArray(input)) throw new Problem('not_a_list');
        if (input.length > 1000) throw new Problem('too_many', { max: 1000 });
        const ids = (input as unknown[]).map((entry) => {
          const given =
            typeof entry === 'object' && entry !== null
              ? ((entry as Record<string, unknown>).pk ?? (entry as Record<string, unknown>).id)
              : entry;
          const id = parseUuid(given);
          if (!id) throw new Problem('does_not_exist', { value: String(given).slice(0, 64) });
          return id;
        });
        return [...new Set(ids)];
      },
      wire: (value) => value,
      info: () => ({ url }),
      diff: () => '',
      orderable: false,
    },
  };
}
