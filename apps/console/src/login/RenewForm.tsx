import { LinkButton } from './LinkButton.tsx';
import { type LoginAnswer, renewPassword } from './login-api.ts';
import { SubmitButton } from './SubmitButton.tsx';
import { useWords } from './use-words.ts';
import { useNewPassword } from './useNewPassword.tsx';

/** A password that is due is replaced in place; the server checks it against the rules and goes on with the login. */
export function RenewForm({ onAnswer, onBack }: { onAnswer: (answer: LoginAnswer) => void; onBack: () => void }) {
  const words = useWords();
  const { fields, busy, submit } = useNewPassword(async ({ password, again }) => {
    const answer = await renewPassword(password, again);
    onAnswer(answer);
    return answer.state === 'done';
  });
  return (
    <form onSubmit={submit} noValidate method="post">
      <p className="login__text">{words('renewText')}</p>
      {fields}
      <SubmitButton busy={busy}>{words('renew')}</SubmitButton>
      <LinkButton onClick={onBack}>{words('back')}</LinkButton>
    </form>
  );
}
