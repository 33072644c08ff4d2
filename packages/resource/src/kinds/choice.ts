import { render } from '@postern/contract/text';
import { eb } from '../base/conditions.ts';
import type { Context } from '../base/context.ts';
import { chosen, orNull } from './field-schema.ts';
import { parseInteger } from './integer.ts';
import type { Field, Kind, KindOptions, NamedField, Options } from './kind.ts';
import type { ChoiceOption, PresenceOf, StoredAs } from './options.ts';
import { Problem } from './problem.ts';
import { textKind } from './text.ts';

/** The choices of a field, resolved for this request. */
export function choicesOf(field: NamedField, ctx: Context): readonly ChoiceOption[] {
  const { choices = [] } = field.options;
  return typeof choices === 'function' ? choices(ctx) : choices;
}

/** Of few choices all are named; more are looked up in the form, or in the metadata. */
const MOST_NAMED = 24;

function otherThan(options: readonly ChoiceOption[], given: unknown, ctx: Context): Problem {
  const value = String(given).slice(0, 64);
  if (options.length === 0 || options.length > MOST_NAMED) return new Problem('invalid_choice', { value });
  const named = options.map((option) => {
    const label = render(option.label, ctx.language);
    return label === String(option.value) ? label : `${option.value} (${label})`;
  });
  return new Problem('choose_one_of', { value, choices: named.join(', ') });
}

function pick(input: unknown, field: NamedField, ctx: Context): string | number | boolean {
  const given = typeof input === 'object' && input !== null && 'value' in input ? input.value : input;
  const plain = typeof given !== 'object';
  const found = choicesOf(field, ctx).find((option) => option.value === given || (plain && String(option.value) === String(given)));
  if (!found) throw otherThan(choicesOf(field, ctx), given, ctx);
  return found.value;
}

const choiceInfo: Kind['info'] = (field, ctx) => ({
  choices: choicesOf(field, ctx).map((option) => ({ value: option.value, label: render(option.label, ctx.language) })),
});

const choiceFilter: Kind['filter'] = (value, ref, field) => {
  if (field.kind.column !== 'integer') return eb(ref, '=', value);
  return eb(ref, '=', parseInteger(value));
};

export function choiceColumn(options: KindOptions): string {
  const values = typeof options.choices === 'function' ? [] : (options.choices ?? []);
  return values.length > 0 && values.every((option) => typeof option.value === 'number') ? 'integer' : 'text';
}

export const choiceKind: Kind = {
  ...textKind,
  name: 'choice',
  type: 'choice',
  parse: pick,
  info: choiceInfo,
  schema: (field) => orNull(field, chosen(field)),
  filter: choiceFilter,
  several: true,
};
/** The values that the choices of a field offer; text where a function makes them. */
export type Chosen<O> = O extends { choices: readonly { value: infer V }[] } ? V : string;

/** A plain choice: the bare value both ways. */
export const choice = <const O extends Options<'choices'> & Required<Pick<KindOptions, 'choices'>>>(
  options: O,
): Field<StoredAs<Chosen<O>, O>, PresenceOf<O>> => ({
  kind: { ...choiceKind, column: choiceColumn(options) },
  options,
});
