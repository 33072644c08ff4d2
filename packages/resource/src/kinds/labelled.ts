import { render } from '@postern/contract/text';
import type { Context } from '../base/context.ts';
import { type Chosen, choiceColumn, choiceKind, choicesOf } from './choice.ts';
import { labelledChoice } from './field-schema.ts';
import type { Field, Kind, KindOptions, NamedField, Options } from './kind.ts';
import type { PresenceOf, StoredAs } from './options.ts';

/** `{value, label}` of a stored choice; an unknown value is its own label. */
export function labelledWire(stored: unknown, field: NamedField, ctx: Context): { value: unknown; label: string } | null {
  if (stored === null || stored === undefined) return null;
  const found = choicesOf(field, ctx).find((option) => option.value === stored);
  return { value: stored, label: found ? render(found.label, ctx.language) : String(stored) };
}

export const labelledKind: Kind = { ...choiceKind, name: 'labelled', type: 'labeled_choice', schema: labelledChoice, wire: labelledWire };
/** A labelled choice: out `{value, label}`, in the value or that object. */
export const labelled = <const O extends Options<'choices'> & Required<Pick<KindOptions, 'choices'>>>(
  options: O,
): Field<StoredAs<Chosen<O>, O>, PresenceOf<O>> => ({
  kind: { ...labelledKind, column: choiceColumn(options) },
  options,
});
