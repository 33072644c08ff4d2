import { byText, type FieldKind, later } from '../kind.ts';
import { TextCell } from '../text/TextCell.tsx';

export const image: FieldKind = {
  Cell: TextCell,
  Input: later(() => import('./ImageInput.tsx').then((module) => module.ImageInput)),
  Filter: byText,
  // Of a file the server gives the address; only a new one, or none any more, says something.
  isUnchanged: (value) => typeof value === 'string',
};
