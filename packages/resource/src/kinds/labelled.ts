import { render } from '@postern/contract/text';
import type { Context } from '../context.ts';
import type { Field, KindOptions, Options, PresenceOf, ResolvedField, StoredAs } from '../resolved.ts';
import { type Chosen, choiceColumn, choiceKind, choicesOf } from './choice.ts';
import type { Kind } from './kind.ts';

/** `{value, label}` of a stored choice; an unknown value is its own label. */
export function labelledWire(stored: unknown, field: ResolvedField, ctx: Context): { value: unknown; label: string } | null {
  if (stored === null || stored === undefined) return null;
  const found = choicesOf(field, ctx).find((option) => option.value === stored);
  return { value: stored, label: found ? render(found.label, ctx.language) : String(stored) };
}

export const labelledKind: Kind = { ...choiceKind, name: 'labelled', type: 'labeled_choice', wire: labelledWire };
/** A labelled choice: out `{value, label}`, in the value or that object. */
export const labelled = <const O extends Options<'choices'> & Required<Pick<KindOptions, 'choices'>>>(
  options: O,
): Field<StoredAs<Chosen<O>, O>, PresenceOf<O>> => ({
  kind: { ...labelledKind, column: choiceColumn(options) },
  options,
});
