import { byText, type FieldKind, later } from '../kind.ts';
import { TextCell } from '../text/TextCell.tsx';

export const url: FieldKind = {
  Cell: TextCell,
  Input: later(() => import('./UrlInput.tsx').then((module) => module.UrlInput)),
  Filter: byText,
  isTyped: true,
};
