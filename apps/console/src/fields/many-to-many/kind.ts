import { bareId } from '../../model/resource.ts';
import { type FieldKind, later } from '../kind.ts';
import { NamesCell } from '../NamesCell.tsx';

export const manyToMany: FieldKind = {
  Cell: NamesCell,
  Input: later(() => import('./ManyToManyInput.tsx').then((module) => module.ManyToManyInput)),
  // Many-to-many filters of the API take names.
  Filter: ({ url }) => (url ? { url, by: 'name' } : {}),
  isMany: true,
  toWire: bareId,
};
