import type { FieldType } from '@postern/contract/metadata';
import { type ComponentType, lazy } from 'react';
import { AnyCell, BooleanCell, ChoiceCell, JsonCell, NumberCell, RelatedListCell, TextCell, TimeCell } from './cells.tsx';
import type { FieldKind, FilterOf, InputProps, KindOf } from './field-props.ts';

// Lists need cells and filters only: what forms enter values with is loaded by the first form.
const inputs = () => import('./inputs.tsx');
const StringInput = lazy(() => inputs().then((module) => ({ default: module.StringInput })));
const NumberInput = lazy(() => inputs().then((module) => ({ default: module.NumberInput })));
const SwitchInput = lazy(() => inputs().then((module) => ({ default: module.SwitchInput })));
const ChoiceInput = lazy(() => inputs().then((module) => ({ default: module.ChoiceInput })));
const ManyChoiceInput = lazy(() => inputs().then((module) => ({ default: module.ManyChoiceInput })));
const RelatedInput = lazy(() => inputs().then((module) => ({ default: module.RelatedInput })));
const open = () => import('./open-inputs.tsx');
const ListInput = lazy(() => open().then((module) => withKinds(module.ListInput)));
const JsonInput = lazy(() => open().then((module) => withKinds(module.JsonInput)));
const AnyInput = lazy(() => open().then((module) => withKinds(module.AnyInput)));
const TimeInput = lazy(() => import('./TimeInput.tsx').then((module) => ({ default: module.TimeInput })));
const DateInput = lazy(() => import('./TimeInput.tsx').then((module) => ({ default: module.DateInput })));
const FileInput = lazy(() => import('./file-inputs.tsx').then((module) => ({ default: module.FileInput })));
const ImageInput = lazy(() => import('./file-inputs.tsx').then((module) => ({ default: module.ImageInput })));
const TreeInput = lazy(() => import('./TreeInput.tsx').then((module) => ({ default: module.TreeInput })));

/** Fields within fields are drawn by this very table. */
function withKinds(Input: ComponentType<InputProps & { kindOf: KindOf }>): { default: ComponentType<InputProps> } {
  return { default: (props) => <Input {...props} kindOf={kindOf} /> };
}

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
  date: { Cell: TextCell, Input: DateInput, Filter: typed },
  datetime: time,
  choice,
  labeled_choice: choice,
  'multiple choice': { Cell: RelatedListCell, Input: ManyChoiceInput, Filter: chosen },
  tree: { Cell: RelatedListCell, Input: TreeInput, Filter: typed },
  'file upload': { Cell: TextCell, Input: FileInput, Filter: typed },
  'image upload': { Cell: TextCell, Input: ImageInput, Filter: typed },
  list: { Cell: RelatedListCell, Input: ListInput, Filter: typed },
  json,
  'nested object': json,
  object_related_field: related,
  m2m_related_field: related,
  field: { Cell: AnyCell, Input: AnyInput, Filter: typed },
} satisfies Record<FieldType, FieldKind>;

/** The kind of a field; a type this console does not know is shown as whatever its value looks like. */
export function kindOf(type: string): FieldKind {
  return (FIELDS as Record<string, FieldKind>)[type] ?? FIELDS.field;
}
