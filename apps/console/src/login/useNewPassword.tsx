import { type FormEvent, useState } from 'react';
import { PasswordField } from './Field.tsx';
import { useWords } from './use-words.ts';

interface NewPassword {
  password: string;
  again: string;
}

/**
 * A new password, typed twice: the two fields, and what sends them, unless they cannot be sent, which is said at them. `send` answers
 * whether the page is left, until when the form is busy.
 */
export function useNewPassword(send: (entered: NewPassword) => Promise<boolean>) {
  const words = useWords();
  const [busy, setBusy] = useState(false);
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
  const common = { autoComplete: 'new-password', maxLength: 128 };
  const fields = (
    <>
      <PasswordField {...common} id="new_password" label={words('newPassword')} error={errors.password} autoFocus />
      <PasswordField {...common} id="new_password_again" label={words('newPasswordAgain')} error={errors.again} />
    </>
  );
  return { fields, busy, submit };
}
