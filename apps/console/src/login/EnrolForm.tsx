import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Field } from './Field.tsx';
import { LinkButton } from './LinkButton.tsx';
import { type Enrolment, finishEnrolment, type LoginAnswer, startEnrolment } from './login-api.ts';
import { SubmitButton } from './SubmitButton.tsx';
import { useWords } from './use-words.ts';

const QRCode = lazy(() => import('@rc-component/qrcode').then((module) => ({ default: module.QRCodeSVG })));

interface EnrolFormProps {
  onAnswer: (answer: LoginAnswer, codes: readonly string[]) => void;
  onBack: () => void;
}

const OTP_LENGTH = 6;
const QR_PX = 168;

/** Setting up an authenticator on the way in, where one is required and none is there. */
export function EnrolForm({ onAnswer, onBack }: EnrolFormProps) {
  const words = useWords();
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const started = useRef(false);
  useEffect(() => {
    // A second secret would make the first picture worthless.
    if (started.current) return;
    started.current = true;
    void startEnrolment().then((answer) => ('state' in answer ? onAnswer(answer, []) : setEnrolment(answer)));
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const entered = code.trim();
    const problem = entered.length === OTP_LENGTH ? undefined : words(entered === '' ? 'mfaMissing' : 'otpLength');
    setError(problem);
    if (problem) return;
    setBusy(true);
    const { answer, codes } = await finishEnrolment(entered);
    setBusy(false);
    setCode('');
    onAnswer(answer, codes);
  };
  return (
    <form onSubmit={submit} noValidate method="post">
      <p className="login__text">{words('enrolText')}</p>
      <div className="login__qr">
        {enrolment ? (
          <Suspense>
            <QRCode value={enrolment.uri} size={QR_PX} level="M" title={words('enrolPicture')} />
          </Suspense>
        ) : null}
      </div>
      {enrolment ? (
        <p className="login__text">
          {words('enrolByHand')} <code>{enrolment.secret.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
      ) : null}
      <Field
        id="code"
        label={words('mfaCode')}
        error={error}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={OTP_LENGTH}
        autoFocus
      />
      <SubmitButton busy={busy}>{words('enrolDone')}</SubmitButton>
      <LinkButton onClick={onBack}>{words('back')}</LinkButton>
    </form>
  );
}
