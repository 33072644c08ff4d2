import { type FormEvent, useState } from 'react';
import { type LoginAnswer, renewPassword } from './login-api.ts';
import { SubmitButton } from './SubmitButton.tsx';
import { useWords } from './use-words.ts';
import { useNewPassword } from './useNewPassword.tsx';

/** A password that is due is replaced in place; the server checks it against the rules and goes on with the login. */
export function RenewForm({ onAnswer, onBack }: { onAnswer: (answer: LoginAnswer) => void; onBack: () => void }) {
  const words = useWords();
  const { fields, read } = useNewPassword();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const entered = read(event.currentTarget);
    if (!entered) return;
    setBusy(true);
    const answer = await renewPassword(entered.password, entered.again);
    onAnswer(answer);
    if (answer.state !== 'done') setBusy(false);
  };
  return (
    <form onSubmit={submit} noValidate method="post">
      <p className="login__text">{words('renewText')}</p>
      {fields}
      <SubmitButton busy={busy}>{words('renew')}</SubmitButton>
      <button type="button" className="link" onClick={onBack}>
        {words('back')}
      </button>
    </form>
  );
}
