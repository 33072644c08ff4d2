import { byText, type FieldKind, type KindOf, later } from '../kind.ts';
import { withKinds } from '../with-kinds.tsx';
import { ComputedCell } from './ComputedCell.tsx';

/** A value that its metadata says nothing about; what lies below it `kindOf` draws. */
export const computed = (kindOf: KindOf): FieldKind => ({
  Cell: ComputedCell,
  Input: later(() => import('./ComputedInput.tsx').then((module) => withKinds(module.ComputedInput, kindOf))),
  Filter: byText,
});
