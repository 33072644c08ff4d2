import type { InputProps } from '../field-props.ts';
import { LineInput } from '../text/TextInput.tsx';

export const EmailInput = (props: InputProps) => <LineInput {...props} inputMode="email" />;
