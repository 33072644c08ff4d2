import { byText, type FieldKind, type KindOf, later } from '../kind.ts';
import { NamesCell } from '../NamesCell.tsx';
import { withKinds } from '../with-kinds.tsx';

/** A list of words, or of what `kindOf` draws. */
export const textList = (kindOf: KindOf): FieldKind => ({
  Cell: NamesCell,
  Input: later(() => import('./TextListInput.tsx').then((module) => withKinds(module.TextListInput, kindOf))),
  Filter: byText,
});
