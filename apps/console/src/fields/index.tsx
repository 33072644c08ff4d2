import type { FieldType } from '@postern/contract/metadata';
import { lazy } from 'react';
import { AnyCell, BooleanCell, ChoiceCell, JsonCell, NumberCell, RelatedListCell, TextCell, TimeCell } from './cells.tsx';
import type { FieldKind, FilterOf } from './field-props.ts';

// Lists need cells and filters only: what forms enter values with is loaded by the first form.
const inputs = () => import('./inputs.tsx');
const StringInput = lazy(() => inputs().then((module) => ({ default: module.StringInput })));
const NumberInput = lazy(() => inputs().then((module) => ({ default: module.NumberInput })));
const SwitchInput = lazy(() => inputs().then((module) => ({ default: module.SwitchInput })));
const ChoiceInput = lazy(() => inputs().then((module) => ({ default: module.ChoiceInput })));
const ManyChoiceInput = lazy(() => inputs().then((module) => ({ default: module.ManyChoiceInput })));
const WordsInput = lazy(() => inputs().then((module) => ({ default: module.WordsInput })));
const JsonInput = lazy(() => inputs().then((module) => ({ default: module.JsonInput })));
const TextInput = lazy(() => inputs().then((module) => ({ default: module.TextInput })));
const RelatedInput = lazy(() => inputs().then((module) => ({ default: module.RelatedInput })));
const TimeInput = lazy(() => import('./TimeInput.tsx').then((module) => ({ default: module.TimeInput })));
const TreeInput = lazy(() => import('./TreeInput.tsx').then((module) => ({ default: module.TreeInput })));

const typed: FilterOf = () => ({});
const chosen: FilterOf = (info) =>
  info.choices && info.choices.length > 0
    ? { choices: info.choices.map((choice) => ({ value: String(choice.value), label: choice.label })) }
    : {};
const yesNo: FilterOf = (_, words) => ({
  choices: [
    { value: 'true', label: words.yes },
    { value: 'false', label: words.no },
  ],
});

const string: FieldKind = { Cell: TextCell, Input: StringInput, Filter: typed };
const number: FieldKind = { Cell: NumberCell, Input: NumberInput, Filter: typed };
const time: FieldKind = { Cell: TimeCell, Input: TimeInput, Filter: typed };
const choice: FieldKind = { Cell: ChoiceCell, Input: ChoiceInput, Filter: chosen };
const json: FieldKind = { Cell: JsonCell, Input: JsonInput, Filter: typed };
const related: FieldKind = { Cell: RelatedListCell, Input: RelatedInput, Filter: typed };

/** How each kind of field is shown, entered and filtered by. A new field type of the contract fails to compile here. */
export const FIELDS = {
  boolean: { Cell: BooleanCell, Input: SwitchInput, Filter: yesNo },
  string,
  url: string,
  email: string,
  regex: string,
  slug: string,
  integer: number,
  float: number,
  date: time,
  datetime: time,
  choice,
  labeled_choice: choice,
  'multiple choice': { Cell: RelatedListCell, Input: ManyChoiceInput, Filter: chosen },
  tree: { Cell: RelatedListCell, Input: TreeInput, Filter: typed },
  'file upload': string,
  'image upload': string,
  list: { Cell: RelatedListCell, Input: WordsInput, Filter: typed },
  json,
  'nested object': json,
  object_related_field: related,
  m2m_related_field: related,
  field: { Cell: AnyCell, Input: TextInput, Filter: typed },
} satisfies Record<FieldType, FieldKind>;

/** The kind of a field; a type this console does not know is shown as whatever its value looks like. */
export const kindOf = (type: string): FieldKind => (FIELDS as Record<string, FieldKind>)[type] ?? FIELDS.field;
