import { BooleanCell } from '../boolean/BooleanCell.tsx';
import { ChoiceCell } from '../choice/ChoiceCell.tsx';
import type { CellProps } from '../field-props.ts';
import { JsonCell } from '../json/JsonCell.tsx';
import { NamesCell } from '../NamesCell.tsx';
import { PhoneCell } from '../PhoneCell.tsx';

/** Any computed value, told apart by its shape: `field` says nothing about it. */
export function ComputedCell({ value, info }: CellProps) {
  if (typeof value === 'boolean') return <BooleanCell value={value} />;
  if (Array.isArray(value)) return <NamesCell value={value} />;
  if (typeof value === 'object' && value !== null && 'phone' in value) return <PhoneCell value={value} />;
  if (typeof value === 'object' && value !== null && !('label' in value) && !('name' in value) && !('display_name' in value))
    return <JsonCell value={value} />;
  return <ChoiceCell value={value} info={info} />;
}
