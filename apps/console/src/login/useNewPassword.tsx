import { type FormEvent, useState } from 'react';
import type { PasswordPolicy } from '../fields/password-policy.ts';
import { makePassword } from '../fields/password-strength.ts';
import { PasswordField } from './Field.tsx';
import { LinkButton } from './LinkButton.tsx';
import { useWords } from './use-words.ts';

interface NewPassword {
  password: string;
  again: string;
}

/** Follows the rules of any settings: for pages that are not told them. */
const STRICTEST: PasswordPolicy = { length: 30, upper: true, lower: true, digit: true, special: true };

/**
 * A new password, typed twice or suggested: the two fields, and what sends them, unless they cannot be sent, which is said at them. `send` answers
 * whether the page is left, until when the form is busy.
 */
export function useNewPassword(send: (entered: NewPassword) => Promise<boolean>, rule = STRICTEST) {
  const words = useWords();
  const [busy, setBusy] = useState(false);
  const [suggested, setSuggested] = useState('');
  const [errors, setErrors] = useState<{ password?: string; again?: string }>({});
  const read = (form: HTMLFormElement): NewPassword | undefined => {
    const data = new FormData(form);
    const [password, again] = [String(data.get('new_password') ?? ''), String(data.get('new_password_again') ?? '')];
    const differ = password !== again;
    setErrors({ ...(password ? {} : { password: words('passwordMissing') }), ...(differ ? { again: words('differ') } : {}) });
    return password && !differ ? { password, again } : undefined;
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const entered = read(event.currentTarget);
    if (!entered) return;
    setBusy(true);
    if (!(await send(entered))) setBusy(false);
  };
  // A suggestion makes the fields anew with it, and shown: whoever takes it has to see what they take.
  const common = { autoComplete: 'new-password', maxLength: 128, defaultValue: suggested, open: suggested !== '' };
  const fields = (
    <>
      <PasswordField {...common} key={`${suggested} 1`} id="new_password" label={words('newPassword')} error={errors.password} autoFocus />
      <PasswordField {...common} key={`${suggested} 2`} id="new_password_again" label={words('newPasswordAgain')} error={errors.again} />
      <LinkButton onClick={() => setSuggested(makePassword(rule))}>{words('suggest')}</LinkButton>
    </>
  );
  return { fields, busy, submit };
}
