import { choiceValue } from '../../model/metadata.ts';
import { byChoice, type FieldKind, later } from '../kind.ts';
import { NamesCell } from '../NamesCell.tsx';

export const multipleChoice: FieldKind = {
  Cell: NamesCell,
  Input: later(() => import('./MultipleChoiceInput.tsx').then((module) => module.MultipleChoiceInput)),
  Filter: byChoice,
  fromWire: choiceValue,
};
