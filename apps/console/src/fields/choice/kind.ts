import { choiceValue } from '../../model/metadata.ts';
import { byChoice, type FieldKind, later } from '../kind.ts';
import { ChoiceCell } from './ChoiceCell.tsx';

export const choice: FieldKind = {
  Cell: ChoiceCell,
  Input: later(() => import('./ChoiceInput.tsx').then((module) => module.ChoiceInput)),
  Filter: byChoice,
  width: 120,
  least: 92,
  fromWire: choiceValue,
};
