import { Fingerprint, LoaderCircle } from 'lucide-react';
import { useRef } from 'react';
import type { LoginAnswer } from './login-api.ts';
import { useWords } from './use-words.ts';
import { useSignIn } from './useSignIn.ts';

/** The button that logs in by a passkey, inside the form whose box says whether one stays logged in. */
export function SignIn({ offered, still, onAnswer }: { offered: boolean; still: boolean; onAnswer: (answer: LoginAnswer) => void }) {
  const words = useWords();
  const button = useRef<HTMLButtonElement>(null);
  const keep = () =>
    button.current?.form !== null && button.current?.form !== undefined && new FormData(button.current.form).has('auto_login');
  const { possible, busy, failed, ask } = useSignIn({ offered, still }, keep, onAnswer);
  if (!possible) return null;
  return (
    <>
      <button ref={button} type="button" className="plain login__signin" aria-busy={busy} onClick={() => void ask()}>
        {busy ? <LoaderCircle className="submit__spinner" size={16} aria-hidden="true" /> : <Fingerprint size={18} aria-hidden="true" />}
        {words('signIn')}
      </button>
      {failed ? (
        <p className="field__error login__passkey" role="alert">
          {words('passkeyFailed')}
        </p>
      ) : null}
    </>
  );
}
