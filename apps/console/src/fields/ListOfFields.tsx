import type { InputProps } from './field-props.ts';
import { kindOf } from './kinds.ts';
import { RowsInput } from './RowsInput.tsx';

/** A list as rows even when its elements are plain values, which by themselves would be words. */
export const ListOfFields = (props: InputProps) => <RowsInput {...props} kindOf={kindOf} />;
