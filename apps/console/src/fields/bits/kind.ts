import { choiceValue } from '../../model/metadata.ts';
import { byText, type FieldKind, later } from '../kind.ts';
import { NamesCell } from '../NamesCell.tsx';

export const bits: FieldKind = {
  Cell: NamesCell,
  Input: later(() => import('./BitsInput.tsx').then((module) => module.BitsInput)),
  Filter: byText,
  fromWire: choiceValue,
};
