import type { Field, Kind, Options } from './kind.ts';

const computedKind: Kind = {
  name: 'computed',
  type: 'field',
  parse: () => undefined,
  wire: (stored) => stored,
  diff: () => '',
  orderable: false,
};
/** A read-only value made for a page of rows at once by `behaviour.computed[name]`. */
export const computed = (options: Options<'type'>): Field<undefined, 'sometimes'> => ({
  kind: { ...computedKind, type: options.type ?? 'field' },
  options: { ...options, readOnly: true },
});
