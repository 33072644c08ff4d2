import { byText, type FieldKind, later } from '../kind.ts';
import { NumberCell } from './NumberCell.tsx';

export const number: FieldKind = {
  Cell: NumberCell,
  Input: later(() => import('./NumberInput.tsx').then((module) => module.NumberInput)),
  Filter: byText,
  width: 110,
  least: 72,
  align: 'end',
  isTyped: true,
};
