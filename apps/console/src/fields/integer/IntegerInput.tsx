import type { InputProps } from '../field-props.ts';
import { NumberInput } from '../number/NumberInput.tsx';

/** A whole number. */
export const IntegerInput = (props: InputProps) => <NumberInput {...props} precision={0} />;
