import { type FormEvent, useEffect, useState } from 'react';
import { Field } from './Field.tsx';
import { type LoginAnswer, type MfaMethod, refusalOf, sendCode, verifyMfa } from './login-api.ts';
import { SubmitButton } from './SubmitButton.tsx';
import { isWord, useWords } from './use-words.ts';

interface MfaFormProps {
  methods: readonly MfaMethod[];
  onAnswer: (answer: LoginAnswer) => void;
  onBack: () => void;
}

/** Seconds before another text message may be asked for, and digits of an authenticator code (spec §9). */
const WAIT_SECONDS = 60;
const OTP_LENGTH = 6;

/** Second step, in place of the first. */
export function MfaForm({ methods, onAnswer, onBack }: MfaFormProps) {
  const words = useWords();
  const [method, setMethod] = useState(methods.find((candidate) => !candidate.disabled)?.name ?? 'otp');
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const labelOf = ({ name, label }: MfaMethod) => label || (isWord(name) ? words(name) : name);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const entered = code.trim();
    const problem =
      entered === '' ? words('mfaMissing') : method === 'otp' && entered.length !== OTP_LENGTH ? words('otpLength') : undefined;
    setError(problem);
    if (problem) return;
    setBusy(true);
    const answer = await verifyMfa(method, entered);
    onAnswer(answer);
    if (answer.state === 'done') return;
    setBusy(false);
    setCode('');
  };
  return (
    <form onSubmit={submit} noValidate method="post">
      {methods.length > 1 ? (
        <div className="field">
          <label htmlFor="mfa_type">{words('mfaMethod')}</label>
          <select id="mfa_type" value={method} onChange={(event) => setMethod(event.target.value)}>
            {methods.map((option) => (
              <option key={option.name} value={option.name} disabled={option.disabled}>
                {labelOf(option)}
              </option>
            ))}
          </select>
        </div>
      ) : null}
      <p className="login__text">{method === 'sms' ? words('smsHelp') : words('otpHelp')}</p>
      <Field
        key={method}
        id="code"
        label={words('mfaCode')}
        error={error}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        inputMode={method === 'mfa_custom' ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        maxLength={64}
        autoFocus
      />
      {method === 'sms' ? <SendCode onFailure={onAnswer} /> : null}
      <SubmitButton busy={busy}>{words('verify')}</SubmitButton>
      <button type="button" className="link" onClick={onBack}>
        {words('back')}
      </button>
    </form>
  );
}

/** Asks for a text message; a failed attempt starts no countdown. */
function SendCode({ onFailure }: { onFailure: (answer: LoginAnswer) => void }) {
  const words = useWords();
  const [wait, setWait] = useState(0);
  useEffect(() => {
    if (wait === 0) return;
    const timer = setTimeout(() => setWait(wait - 1), 1000);
    return () => clearTimeout(timer);
  }, [wait]);
  const send = () => {
    sendCode().then(
      () => setWait(WAIT_SECONDS),
      (error: unknown) => onFailure(refusalOf(error)),
    );
  };
  return (
    <button type="button" className="plain" disabled={wait > 0} onClick={send}>
      {wait > 0 ? words('sendAgain', { seconds: wait }) : words('sendCode')}
    </button>
  );
}
