import type { TreeChoice } from '@postern/contract/metadata';
import { render } from '@postern/contract/text';
import { list, object, TEXT } from '../base/schema.ts';
import type { Field, Kind, KindOptions, NamedField, Options } from './kind.ts';
import type { PresenceOf, StoredAs, TreeOption } from './options.ts';
import { Problem } from './problem.ts';

function leaves(options: readonly TreeOption[]): (TreeOption & { bit: number })[] {
  return options.flatMap((option) =>
    option.children ? leaves(option.children) : option.bit === undefined ? [] : [{ ...option, bit: option.bit }],
  );
}

/** What `all` means. */
const usual = (field: NamedField): number =>
  leaves((field.options.tree ?? []).filter(({ apart }) => !apart)).reduce((sum, leaf) => sum | leaf.bit, 0);

const setLeaves = (stored: unknown, field: NamedField) =>
  leaves(field.options.tree ?? []).filter((leaf) => (Number(stored) & leaf.bit) !== 0);

const bitsKind: Kind = {
  name: 'bits',
  column: 'integer',
  type: 'tree',
  parse(input, field) {
    if (!Array.isArray(input) || input.length > 64) throw new Problem('not_a_list');
    const all = leaves(field.options.tree ?? []);
    let bits = 0;
    for (const entry of input as unknown[]) {
      const name = typeof entry === 'object' && entry !== null && 'value' in entry ? entry.value : entry;
      if (name === 'all') {
        bits |= usual(field);
        continue;
      }
      const leaf = all.find((one) => one.value === name);
      if (!leaf) throw new Problem('invalid_choice', { value: String(name).slice(0, 64) });
      bits |= leaf.bit;
    }
    return bits;
  },
  schema(field, way) {
    const name = { type: 'string', enum: leaves(field.options.tree ?? []).map(({ value }) => value) } as const;
    if (way === 'answer') return list(object({ value: name, label: TEXT }));
    const given = { ...name, enum: ['all', ...name.enum] };
    return list({ oneOf: [given, object({ value: given })] });
  },
  // A client has no bits: what it is offered it sends back as names.
  offer: (value, field) => setLeaves(value, field).map((leaf) => leaf.value),
  wire: (stored, field, ctx) => setLeaves(stored, field).map((leaf) => ({ value: leaf.value, label: render(leaf.label, ctx.language) })),
  info: (field, ctx) => {
    const show = (option: TreeOption): TreeChoice => ({
      value: option.value,
      label: render(option.label, ctx.language),
      ...(option.children ? { children: option.children.map(show) } : {}),
    });
    return { tree: (field.options.tree ?? []).map(show) };
  },
  diff: (stored, field) =>
    setLeaves(stored, field)
      .map((leaf) => leaf.value)
      .join(', '),
  orderable: false,
};
/** A set of named bits shown as a checkbox tree (permission actions, docs/wire/permissions.md#actions). */
export const bits = <const O extends Options<'tree'> & Required<Pick<KindOptions, 'tree'>>>(
  options: O,
): Field<StoredAs<number, O>, PresenceOf<O>> => ({ kind: bitsKind, options });
