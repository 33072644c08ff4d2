import { byText, type FieldKind, later } from '../kind.ts';
import { TextCell } from '../text/TextCell.tsx';

export const regex: FieldKind = {
  Cell: TextCell,
  Input: later(() => import('../text/TextInput.tsx').then((module) => module.LineInput)),
  Filter: byText,
  isTyped: true,
};
