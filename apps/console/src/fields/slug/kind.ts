import { byText, type FieldKind, later } from '../kind.ts';
import { TextCell } from '../text/TextCell.tsx';

export const slug: FieldKind = {
  Cell: TextCell,
  Input: later(() => import('../text/TextInput.tsx').then((module) => module.LineInput)),
  Filter: byText,
  isTyped: true,
  // A slug has neither blanks nor signs.
  copyName: (name) => name.replaceAll(/[^\p{L}\d_-]+/gu, '-'),
};
