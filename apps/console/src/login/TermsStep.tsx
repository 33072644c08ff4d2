import { type FormEvent, useState } from 'react';
import { LinkButton } from './LinkButton.tsx';
import { acceptTerms, type LoginAnswer } from './login-api.ts';
import { SubmitButton } from './SubmitButton.tsx';
import { useWords } from './use-words.ts';
import './terms-step.css';

interface Props {
  version: string;
  text: string;
  onAnswer: (answer: LoginAnswer) => void;
  onBack: () => void;
}

/** Terms of use, read and accepted before the login goes on. They are plain text, whatever they hold. */
export function TermsStep({ version, text, onAnswer, onBack }: Props) {
  const words = useWords();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const answer = await acceptTerms(version);
    onAnswer(answer);
    if (answer.state !== 'done') setBusy(false);
  };
  return (
    <form onSubmit={submit} noValidate method="post">
      <p className="login__text">{words('termsText', { version })}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <section className="terms" aria-label={words('termsTitle')} tabIndex={0}>
        {text}
      </section>
      <SubmitButton busy={busy}>{words('termsAccept')}</SubmitButton>
      <LinkButton onClick={onBack}>{words('back')}</LinkButton>
    </form>
  );
}
