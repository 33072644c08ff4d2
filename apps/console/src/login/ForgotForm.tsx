import { type FormEvent, useRef, useState } from 'react';
import { Field } from './Field.tsx';
import { LinkButton } from './LinkButton.tsx';
import { askForLink, type LoginError } from './login-api.ts';
import { SubmitButton } from './SubmitButton.tsx';
import { useWords } from './use-words.ts';

/** Asks for a link to set a new password. What follows is the same whether there is such a person or not. */
export function ForgotForm({ onRefused, onBack }: { onRefused: (failure: LoginError | undefined) => void; onBack: () => void }) {
  const words = useWords();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const name = String(new FormData(event.currentTarget).get('username') ?? '').trim();
    setError(name ? undefined : words('forgotMissing'));
    if (!name) return field.current?.focus();
    setBusy(true);
    const failure = await askForLink(name);
    setBusy(false);
    onRefused(failure);
    setSent(!failure);
  };
  if (sent)
    return (
      <>
        <p className="login__text" role="status">
          {words('forgotSent')}
        </p>
        <LinkButton onClick={onBack}>{words('toLogin')}</LinkButton>
      </>
    );
  return (
    <form onSubmit={submit} noValidate method="post">
      <p className="login__text">{words('forgotText')}</p>
      <Field
        ref={field}
        id="username"
        label={words('forgotName')}
        error={error}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={128}
        autoFocus
      />
      <SubmitButton busy={busy}>{words('forgotSend')}</SubmitButton>
      <LinkButton onClick={onBack}>{words('back')}</LinkButton>
    </form>
  );
}
