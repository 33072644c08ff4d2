import { byText, type FieldKind, later } from '../kind.ts';
import { NumberCell } from '../number/NumberCell.tsx';

export const integer: FieldKind = {
  Cell: NumberCell,
  Input: later(() => import('./IntegerInput.tsx').then((module) => module.IntegerInput)),
  Filter: byText,
  width: 110,
  align: 'end',
  isTyped: true,
};
