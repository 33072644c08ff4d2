import { bareId } from '../../model/resource.ts';
import { type FieldKind, later } from '../kind.ts';
import { NamesCell } from '../NamesCell.tsx';

export const reference: FieldKind = {
  Cell: NamesCell,
  Input: later(() => import('./ReferenceInput.tsx').then((module) => module.ReferenceInput)),
  // Filters of the API take ids of references.
  Filter: ({ url }) => (url ? { url, by: 'id' } : {}),
  toWire: bareId,
};
