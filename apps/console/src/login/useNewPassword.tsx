import { useState } from 'react';
import { PasswordField } from './Field.tsx';
import { useWords } from './use-words.ts';

export interface NewPassword {
  password: string;
  again: string;
}

/** A new password, typed twice: the two fields, and what `form` holds of them; undefined, with the reason at the fields, when that cannot be sent. */
export function useNewPassword() {
  const words = useWords();
  const [errors, setErrors] = useState<{ password?: string; again?: string }>({});
  const read = (form: HTMLFormElement): NewPassword | undefined => {
    const data = new FormData(form);
    const [password, again] = [String(data.get('new_password') ?? ''), String(data.get('new_password_again') ?? '')];
    const differ = password !== again;
    setErrors({ ...(password ? {} : { password: words('passwordMissing') }), ...(differ ? { again: words('differ') } : {}) });
    return password && !differ ? { password, again } : undefined;
  };
  const fields = (
    <>
      <PasswordField
        id="new_password"
        label={words('newPassword')}
        error={errors.password}
        autoComplete="new-password"
        maxLength={128}
        autoFocus
      />
      <PasswordField
        id="new_password_again"
        label={words('newPasswordAgain')}
        error={errors.again}
        autoComplete="new-password"
        maxLength={128}
      />
    </>
  );
  return { fields, read };
}
