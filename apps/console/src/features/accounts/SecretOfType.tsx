import type { InputProps } from '../../fields/field-props.ts';
import { SecretInput, SecretTextInput } from '../../fields/SecretInput.tsx';

/** One line for passwords, several for keys and tokens. */
export const SecretOfType = ({ kind, ...props }: InputProps & { kind?: unknown }) =>
  kind === undefined || kind === 'password' ? <SecretInput {...props} /> : <SecretTextInput {...props} />;
