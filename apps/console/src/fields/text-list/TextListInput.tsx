import { childrenOf } from '../../model/nested.ts';
import type { WithKinds } from '../nested/NestedInput.tsx';
import { RowsInput } from '../RowsInput.tsx';
import { TagInput } from '../TagInput.tsx';

/** A list: rows of fields when its elements are objects, words otherwise. */
export function TextListInput({ kindOf, ...rest }: WithKinds) {
  return childrenOf(rest.info) ? <RowsInput {...rest} kindOf={kindOf} /> : <TagInput {...rest} />;
}
