import { type FormEvent, useState } from 'react';
import { PasswordField } from './Field.tsx';
import { type LoginAnswer, renewPassword } from './login-api.ts';
import { SubmitButton } from './SubmitButton.tsx';
import { useWords } from './use-words.ts';

/** A password that is due is replaced in place; the server checks it against the rules and goes on with the login. */
export function RenewForm({ onAnswer, onBack }: { onAnswer: (answer: LoginAnswer) => void; onBack: () => void }) {
  const words = useWords();
  const [errors, setErrors] = useState<{ password?: string; again?: string }>({});
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = new FormData(event.currentTarget);
    const password = String(form.get('new_password') ?? '');
    const again = String(form.get('new_password_again') ?? '');
    const differ = password !== again;
    setErrors({ ...(password ? {} : { password: words('passwordMissing') }), ...(differ ? { again: words('differ') } : {}) });
    if (!password || differ) return;
    setBusy(true);
    const answer = await renewPassword(password, again);
    onAnswer(answer);
    if (answer.state !== 'done') setBusy(false);
  };
  return (
    <form onSubmit={submit} noValidate method="post">
      <p className="login__text">{words('renewText')}</p>
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
      <SubmitButton busy={busy}>{words('renew')}</SubmitButton>
      <button type="button" className="link" onClick={onBack}>
        {words('back')}
      </button>
    </form>
  );
}
