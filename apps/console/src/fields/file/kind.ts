import { byText, type FieldKind, later } from '../kind.ts';
import { TextCell } from '../text/TextCell.tsx';

export const file: FieldKind = {
  Cell: TextCell,
  Input: later(() => import('./FileInput.tsx').then((module) => module.FileInput)),
  Filter: byText,
  // Of a file the server gives the address; only a new one, or none any more, says something.
  isUnchanged: (value) => typeof value === 'string',
};
