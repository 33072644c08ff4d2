import { byText, type FieldKind, later } from '../kind.ts';
import { TextCell } from './TextCell.tsx';

export const text: FieldKind = {
  Cell: TextCell,
  Input: later(() => import('./TextInput.tsx').then((module) => module.TextInput)),
  Filter: byText,
  isTyped: true,
  keepsBlank: true,
};
