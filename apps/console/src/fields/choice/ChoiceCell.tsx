import { choiceValue, relatedName } from '../../model/metadata.ts';
import type { CellProps } from '../field-props.ts';
import { NamesCell } from '../NamesCell.tsx';
import { isEmpty, Nothing } from '../Nothing.tsx';
import { TextCell } from '../text/TextCell.tsx';

export function ChoiceCell({ value, info }: CellProps) {
  if (isEmpty(value)) return <Nothing />;
  if (Array.isArray(value)) return <NamesCell value={value} />;
  const label =
    typeof value === 'object' ? relatedName(value) : info?.choices?.find((choice) => choice.value === choiceValue(value))?.label;
  return <TextCell value={label ?? value} />;
}
