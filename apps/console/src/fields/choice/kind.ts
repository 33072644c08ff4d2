import { choiceValue } from '../../model/metadata.ts';
import { bySeveral, type FieldKind, later } from '../kind.ts';
import { ChoiceCell } from './ChoiceCell.tsx';

export const choice: FieldKind = {
  Cell: ChoiceCell,
  Input: later(() => import('./ChoiceInput.tsx').then((module) => module.ChoiceInput)),
  Filter: bySeveral,
  width: 120,
  least: 92,
  fromWire: choiceValue,
};
