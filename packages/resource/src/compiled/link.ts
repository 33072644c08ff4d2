import type { Field, Fields } from '../kinds/kind.ts';
import type { Kernel } from './kernel.ts';
import type { ResolvedField, ResolvedResource } from './resolved.ts';
import type { Shape } from './route.ts';

/** Kinds whose column is of the table but named after the relation. */
const columnOf = (name: string, field: Field): string | undefined =>
  field.kind.column === undefined ? undefined : (field.options.column ?? (field.kind.name === 'reference' ? `${name}_id` : name));

/** A field as its name and options have it; relations are linked by `compile`. */
export function resolveField(name: string, field: Field): ResolvedField {
  const { kind, options } = field;
  const column = columnOf(name, field);
  const stored = column !== undefined || kind.name === 'derived';
  return {
    kind,
    options,
    name,
    ...(column === undefined ? {} : { column }),
    writable: !options.readOnly,
    readable: !options.writeOnly && kind.secret !== true,
    orderable: options.order ?? (stored && kind.orderable && kind.secret !== true),
    filterable: options.filter === true,
    searchable: options.search === true,
  };
}

/** Fields of a route, linked to the resources that they name. */
export const linkedFields = (kernel: Kernel, fields: Fields): ResolvedField[] =>
  Object.entries(fields).map(([name, field]) => {
    const one = resolveField(name, field);
    return field.options.target === undefined ? one : { ...one, target: kernel.byName(field.options.target) };
  });

/** A shape whose names have become what they stand for. */
export interface ResolvedShape {
  resource?: ResolvedResource;
  own: readonly ResolvedField[];
}

export function resolveShape(kernel: Kernel, { rows, fields = {} }: Shape): ResolvedShape {
  const resource = typeof rows === 'string' ? kernel.byName(rows) : rows?.(kernel);
  // Nothing of them is stored that a list could be ordered by.
  const own = linkedFields(kernel, fields).map((field) => ({ ...field, orderable: false }));
  return { ...(resource ? { resource } : {}), own };
}
