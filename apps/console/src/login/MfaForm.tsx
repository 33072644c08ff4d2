import { passkeysWork } from '@postern/client/passkey';
import { Fingerprint } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { Field } from './Field.tsx';
import { LinkButton } from './LinkButton.tsx';
import { type LoginAnswer, loginByPasskey, type MfaMethod, refusalOf, sendCode, verifyMfa } from './login-api.ts';
import { SubmitButton } from './SubmitButton.tsx';
import { isWord, useWords } from './use-words.ts';

interface MfaFormProps {
  methods: readonly MfaMethod[];
  /** For so many days this browser may do without afterwards. */
  trustDays?: number;
  onAnswer: (answer: LoginAnswer) => void;
  onBack: () => void;
}

/** Digits of an authenticator code. */
const OTP_LENGTH = 6;

/** What each way asks for; the authenticator's sentence where nothing better is known. */
const HELP = { sms: 'smsHelp', email: 'emailHelp', passkey: 'passkeyHelp', recovery: 'recoveryHelp' } as const;

/** Second step, in place of the first. */
export function MfaForm({ methods, trustDays = 0, onAnswer, onBack }: MfaFormProps) {
  const words = useWords();
  const [method, setMethod] = useState(methods.find((candidate) => !candidate.disabled)?.name ?? 'otp');
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [trust, setTrust] = useState(false);
  const labelOf = ({ name, label }: MfaMethod) => label || (isWord(name) ? words(name) : name);
  const help = HELP[method as keyof typeof HELP] ?? 'otpHelp';
  const show = async () => {
    if (busy) return;
    setError(undefined);
    if (!passkeysWork()) return setError(words('passkeyInsecure'));
    setBusy(true);
    const answer = await loginByPasskey(trust).catch(() => undefined);
    if (answer) onAnswer(answer);
    else setError(words('passkeyFailed'));
    if (answer?.state !== 'done') setBusy(false);
  };
  const choose = (name: string) => {
    setMethod(name);
    setCode('');
    setError(undefined);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const entered = code.trim();
    const problem =
      entered === '' ? words('mfaMissing') : method === 'otp' && entered.length !== OTP_LENGTH ? words('otpLength') : undefined;
    setError(problem);
    if (problem) return;
    setBusy(true);
    const answer = await verifyMfa(method, entered, trust);
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
          <select className="p-box" id="mfa_type" value={method} onChange={(event) => choose(event.target.value)}>
            {methods.map((option) => (
              <option key={option.name} value={option.name} disabled={option.disabled}>
                {labelOf(option)}
              </option>
            ))}
          </select>
        </div>
      ) : null}
      <p className="login__text">{words(help)}</p>
      {trustDays > 0 ? (
        <label className="check">
          <input type="checkbox" checked={trust} onChange={(event) => setTrust(event.target.checked)} />
          {words('trust', { days: trustDays })}
        </label>
      ) : null}
      {method === 'passkey' ? (
        <>
          {error ? (
            <p className="field__error login__passkey" role="alert">
              {error}
            </p>
          ) : null}
          <button type="button" className="submit" aria-busy={busy} onClick={() => void show()}>
            <Fingerprint size={18} aria-hidden="true" />
            {words('passkeyUse')}
          </button>
        </>
      ) : (
        <>
          <Field
            key={method}
            id="code"
            label={words('mfaCode')}
            error={error}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            inputMode={method === 'mfa_custom' || method === 'recovery' ? 'text' : 'numeric'}
            autoComplete="one-time-code"
            maxLength={64}
            autoFocus
          />
          {method === 'sms' || method === 'email' ? <SendCode key={`send ${method}`} method={method} onFailure={onAnswer} /> : null}
          <SubmitButton busy={busy}>{words('verify')}</SubmitButton>
        </>
      )}
      <LinkButton onClick={onBack}>{words('back')}</LinkButton>
    </form>
  );
}

/** Asks for a code; a failed attempt starts no countdown (docs/behaviour/confirmations.md#codes-that-are-sent). */
function SendCode({ method, onFailure }: { method: string; onFailure: (answer: LoginAnswer) => void }) {
  const words = useWords();
  const [wait, setWait] = useState(0);
  const [target, setTarget] = useState('');
  useEffect(() => {
    if (wait === 0) return;
    const timer = setTimeout(() => setWait(wait - 1), 1000);
    return () => clearTimeout(timer);
  }, [wait]);
  const send = () => {
    sendCode(method).then(
      (sent) => {
        setTarget(sent.target);
        setWait(sent.seconds);
      },
      (error: unknown) => onFailure(refusalOf(error)),
    );
  };
  return (
    <>
      <button type="button" className="plain" disabled={wait > 0} onClick={send}>
        {wait > 0 ? words('sendAgain', { seconds: wait }) : words('sendCode')}
      </button>
      <p className="login__text" role="status">
        {target ? words('codeSentTo', { target }) : null}
      </p>
    </>
  );
}
