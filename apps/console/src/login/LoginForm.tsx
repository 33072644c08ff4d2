import { type FormEvent, useRef, useState } from 'react';
import { Field, PasswordField } from './Field.tsx';
import { LinkButton } from './LinkButton.tsx';
import { type LoginAnswer, login } from './login-api.ts';
import { SignIn } from './SignIn.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { useWords } from './use-words.ts';

/** What is offered to whoever has forgotten the password: a page elsewhere, our own form, or nothing. */
export type ForgotAction = string | (() => void) | undefined;

/** What the page has beside name and password (docs/wire/settings.md#the-login-page). */
export interface LoginPageHas {
  passkeys: boolean;
  /** A one-time code that goes behind the password. */
  challenge: boolean;
  /** The code of the second factor. */
  code: boolean;
  /** It is only looked at: nobody is there to log in. */
  still?: boolean;
}

const CodeField = (field: { id: string; label: string; maxLength: number }) => (
  <Field {...field} error={undefined} autoComplete="one-time-code" spellCheck={false} />
);

/** First step: username and password. Plain named inputs, so that password managers know them; what they fill in is read from the form. */
export function LoginForm({ onAnswer, forgot, has }: { onAnswer: (answer: LoginAnswer) => void; forgot: ForgotAction; has: LoginPageHas }) {
  const words = useWords();
  const [errors, setErrors] = useState<{ username?: string; password?: string }>({});
  const [busy, setBusy] = useState(false);
  const [paused, setPaused] = useState(false);
  const [working, setWorking] = useState(false);
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
    const typed = (field: string) => String(form.get(field) ?? '').trim();
    const given = { username: name, password: secret, keep: form.has('auto_login'), code: typed('code'), challenge: typed('challenge') };
    const answer = await login(given, setWorking);
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
        autoComplete={has.passkeys ? 'username webauthn' : 'username'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={100}
        autoFocus
      />
      <PasswordField {...asking('password')} ref={password} autoComplete="current-password" maxLength={1024} />
      {has.challenge ? <CodeField id="challenge" label={words('challenge')} maxLength={64} /> : null}
      {!has.challenge && (paused || has.code) ? <CodeField id="code" label={words('aheadCode')} maxLength={32} /> : null}
      <label className="check">
        <input type="checkbox" name="auto_login" />
        {words('stay')}
      </label>
      <SubmitButton busy={busy}>{words('login')}</SubmitButton>
      <p className="login__working" role="status">
        {working ? words('working') : null}
      </p>
      <SignIn offered={has.passkeys} still={has.still === true} onAnswer={onAnswer} />
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
