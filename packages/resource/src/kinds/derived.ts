import { booleanKind } from './boolean.ts';
import { datetimeKind } from './datetime.ts';
import { integerKind } from './integer.ts';
import type { Field, KindOptions, Options } from './kind.ts';
import { labelledKind } from './labelled.ts';
import { textKind } from './text.ts';

/** A read-only value by an SQL expression over the main table (`t`), so it can be filtered and ordered. */
export const derived = (
  options: Options<'type' | 'expression' | 'choices'> & Required<Pick<KindOptions, 'expression'>>,
): Field<undefined, 'sometimes'> => {
  const type = options.type ?? 'field';
  const like =
    type === 'boolean'
      ? booleanKind
      : type === 'datetime'
        ? datetimeKind
        : type === 'integer'
          ? integerKind
          : type === 'labeled_choice'
            ? labelledKind
            : textKind;
  const { column: _stored, ...kind } = like;
  return { kind: { ...kind, name: 'derived', type }, options: { ...options, readOnly: true } };
};
