import { useState } from 'react';
import type { InputProps } from '../../fields/field-props.ts';
import { AccountsInput } from './AccountsInput.tsx';
import { wireAccounts } from './account-choice.ts';

/** The accounts of many permissions at once: the choice stays here, and only what it comes to is given on. */
export function BulkAccountsInput({ onChange, disabled }: Pick<InputProps, 'onChange' | 'disabled'>) {
  const [choice, setChoice] = useState<unknown>([]);
  const change = (value: unknown) => {
    setChoice(value);
    const accounts = wireAccounts(value);
    onChange?.(accounts.length > 0 ? accounts : undefined);
  };
  return <AccountsInput value={choice} onChange={change} disabled={disabled} />;
}
