import { byDay, type FieldKind, later } from '../kind.ts';
import { TextCell } from '../text/TextCell.tsx';

export const date: FieldKind = {
  Cell: TextCell,
  Input: later(() => import('./DateInput.tsx').then((module) => module.DateInput)),
  Filter: byDay,
};
