import { type FieldKind, type FilterOf, later } from '../kind.ts';
import { BooleanCell } from './BooleanCell.tsx';

const yesOrNo: FilterOf = (_, words) => ({
  choices: [
    { value: 'true', label: words.yes },
    { value: 'false', label: words.no },
  ],
});

export const boolean: FieldKind = {
  Cell: BooleanCell,
  Input: later(() => import('./BooleanInput.tsx').then((module) => module.BooleanInput)),
  Filter: yesOrNo,
  width: 80,
  least: 64,
};
