import type { FieldType } from '@postern/contract/metadata';
import { Skeleton } from 'antd';
import { lazy, Suspense } from 'react';
import { AnyCell, BooleanCell, ChoiceCell, JsonCell, NumberCell, RelatedListCell, TextCell, TimeCell } from './cells.tsx';
import type { FieldKind, FilterOf, InputProps } from './field-props.ts';
import { ChoiceInput, JsonInput, ManyChoiceInput, NumberInput, SwitchInput, TextInput, WordsInput } from './inputs.tsx';
import { RemoteSelect } from './RemoteSelect.tsx';
import { SecretInput } from './SecretInput.tsx';

const TimeInputLater = lazy(() => import('./TimeInput.tsx').then((module) => ({ default: module.TimeInput })));
const TreeInputLater = lazy(() => import('./TreeInput.tsx').then((module) => ({ default: module.TreeInput })));

const Later = (Part: typeof TimeInputLater) =>
  function LaterInput(props: InputProps) {
    return (
      <Suspense fallback={<Skeleton.Input active block />}>
        <Part {...props} />
      </Suspense>
    );
  };

/** A string is a secret when it can only be written (spec §5). */
const StringInput = (props: InputProps) => (props.info.write_only ? <SecretInput {...props} /> : <TextInput {...props} />);

/** A related object when the metadata says where its list is; text that cannot be edited otherwise. */
function RelatedInput({ info, updating: _, url, ...rest }: InputProps) {
  const from = typeof url === 'string' ? url : info.url;
  const multiple = info.type === 'm2m_related_field' || rest.multiple === true;
  return from ? (
    <RemoteSelect {...rest} url={from} multiple={multiple} clearable={!info.required || multiple} aria-label={info.label} />
  ) : null;
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
const time: FieldKind = { Cell: TimeCell, Input: Later(TimeInputLater), Filter: typed };
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
  tree: { Cell: RelatedListCell, Input: Later(TreeInputLater), Filter: typed },
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
