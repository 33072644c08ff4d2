import { type FormEvent, useRef, useState } from 'react';
import { Field, PasswordField } from './Field.tsx';
import { LinkButton } from './LinkButton.tsx';
import { type LoginAnswer, login } from './login-api.ts';
import { SignIn } from './SignIn.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { useWords } from './use-words.ts';

/** What is offered to whoever has forgotten the password: a page elsewhere, our own form, or nothing. */
export type ForgotAction = string | (() => void) | undefined;

/** First step: username and password. Plain named inputs, so that password managers know them; what they fill in is read from the form. */
export function LoginForm({
  onAnswer,
  forgot,
  passkeys,
}: {
  onAnswer: (answer: LoginAnswer) => void;
  forgot: ForgotAction;
  passkeys: boolean;
}) {
  const words = useWords();
  const [errors, setErrors] = useState<{ username?: string; password?: string }>({});
  const [busy, setBusy] = useState(false);
  const [paused, setPaused] = useState(false);
  const password = useRef<HTMLInputElement>(null);
  const username = useRef<HTMLInputElement>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = new FormData(event.currentTarget);
    const name = String(form.get('username') ?? '').trim();
    const secret = String(form.get('password') ?? '');
    setErrors({ ...(name ? {} : { username: words('usernameMissing') }), ...(secret ? {} : { password: words('passwordMissing') }) });
    if (!name || !secret) {
      (name ? password : username).current?.focus();
      return;
    }
    setBusy(true);
    const answer = await login(name, secret, form.has('auto_login'), String(form.get('code') ?? '').trim());
    onAnswer(answer);
    // After a login the button keeps its spinner until the next page is there.
    if (answer.state === 'done') return;
    setBusy(false);
    setPaused((before) => before || answer.state === 'paused');
    password.current?.select();
  };
  const asking = (id: 'username' | 'password') => ({ id, label: words(id), error: errors[id] });
  return (
    <form onSubmit={submit} noValidate method="post">
      <Field
        {...asking('username')}
        ref={username}
        autoComplete={passkeys ? 'username webauthn' : 'username'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={100}
        autoFocus
      />
      <PasswordField {...asking('password')} ref={password} autoComplete="current-password" maxLength={1024} />
      {paused ? (
        <Field id="code" label={words('aheadCode')} error={undefined} autoComplete="one-time-code" maxLength={32} spellCheck={false} />
      ) : null}
      <label className="check">
        <input type="checkbox" name="auto_login" />
        {words('stay')}
      </label>
      <SubmitButton busy={busy}>{words('login')}</SubmitButton>
      <SignIn offered={passkeys} onAnswer={onAnswer} />
      {typeof forgot === 'string' ? (
        <a className="p-bare link" href={forgot} rel="noreferrer">
          {words('forgot')}
        </a>
      ) : forgot ? (
        <LinkButton onClick={forgot}>{words('forgot')}</LinkButton>
      ) : null}
    </form>
  );
}
