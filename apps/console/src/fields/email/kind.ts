import { byText, type FieldKind, later } from '../kind.ts';
import { TextCell } from '../text/TextCell.tsx';

export const email: FieldKind = {
  Cell: TextCell,
  Input: later(() => import('./EmailInput.tsx').then((module) => module.EmailInput)),
  Filter: byText,
  width: 190,
  least: 130,
  isTyped: true,
  rules: ['email'],
};
