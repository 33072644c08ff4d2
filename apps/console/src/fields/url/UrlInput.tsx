import type { InputProps } from '../field-props.ts';
import { LineInput } from '../text/TextInput.tsx';

export const UrlInput = (props: InputProps) => <LineInput {...props} inputMode="url" />;
