import { JsonCell } from '../json/JsonCell.tsx';
import { byText, type FieldKind, type KindOf, later } from '../kind.ts';
import { withKinds } from '../with-kinds.tsx';

/** Fields within a field, drawn by the table that `kindOf` reads. */
export const nested = (kindOf: KindOf): FieldKind => ({
  Cell: JsonCell,
  Input: later(() => import('./NestedInput.tsx').then((module) => withKinds(module.NestedInput, kindOf))),
  Filter: byText,
  isJson: true,
});
