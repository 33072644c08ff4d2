import type { InputProps } from '../field-props.ts';
import { ReferenceInput } from '../reference/ReferenceInput.tsx';

/** Any number of related objects. */
export const ManyToManyInput = (props: InputProps) => <ReferenceInput {...props} multiple />;
