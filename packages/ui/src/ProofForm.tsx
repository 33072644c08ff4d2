import './proof-form.css';
import { Alert, Form, Input, type InputRef, Select, Space } from 'antd';
import { Fingerprint } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from './Button.tsx';

export interface ProofMethod {
  name: string;
  display_name: string;
  disabled: boolean;
  placeholder: string;
}

interface ProofWords {
  text: string;
  method: string;
  code: string;
  password: string;
  usePasskey: string;
  sixDigits: string;
  send: string;
  sendAgain(seconds: number): string;
  sentTo(target: string): string;
  confirm: string;
  /** Why nothing is confirmed while nothing is typed. */
  empty: string;
}

interface ProofFormProps {
  /** Ways to show a second factor, what the person has first; undefined where it is the password that is asked for. */
  methods?: readonly ProofMethod[] | undefined;
  /** Whether this browser can sign with a passkey. */
  passkeys: boolean;
  words: ProofWords;
  /** Shows it to the server. A failure keeps the form, and is told by `problemOf`. */
  prove(proof: { method: string | undefined; secret: string }): Promise<unknown>;
  /** Has a code sent. */
  send(method: string): Promise<{ target?: string; seconds?: number }>;
  problemOf(error: unknown): string;
}

const OTP_LENGTH = 6;
const RESEND_SECONDS = 60;

/** What somebody types, or signs, to show who they are. A wrong answer keeps it, empties the box and says so. */
export function ProofForm({ methods, passkeys, words, prove, send, problemOf }: ProofFormProps) {
  const [method, setMethod] = useState(methods?.find((item) => !item.disabled)?.name);
  const [secret, setSecret] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState('');
  const box = useRef<InputRef>(null);
  const submit = async () => {
    if (method === 'otp' && secret.length !== OTP_LENGTH) return setProblem(words.sixDigits);
    setBusy(true);
    setProblem('');
    try {
      await prove({ method, secret });
    } catch (error) {
      setProblem(problemOf(error));
      setSecret('');
      box.current?.focus();
    } finally {
      setBusy(false);
    }
  };
  const choose = (name: string) => {
    setMethod(name);
    setSecret('');
    setProblem('');
    setSent('');
  };
  return (
    <Form layout="vertical" onFinish={() => void submit()}>
      <p className="p-proof-note">{words.text}</p>
      {problem && <Alert type="error" showIcon title={problem} className="p-proof-problem" />}
      {methods && (
        <Form.Item label={words.method} htmlFor="confirm-method">
          <Select
            id="confirm-method"
            value={method}
            onChange={choose}
            options={methods.map((item) => ({
              value: item.name,
              label: item.display_name,
              disabled: item.disabled || (item.name === 'passkey' && !passkeys),
            }))}
          />
        </Form.Item>
      )}
      {method === 'passkey' ? (
        <Button type="primary" block htmlType="submit" loading={busy} icon={<Fingerprint size={16} />} autoFocus>
          {words.usePasskey}
        </Button>
      ) : (
        <>
          <Form.Item label={methods ? words.code : words.password} htmlFor="confirm-secret">
            <Space.Compact block>
              {methods ? (
                <Input
                  key={method}
                  ref={box}
                  id="confirm-secret"
                  autoFocus
                  inputMode={method === 'recovery' ? 'text' : 'numeric'}
                  autoComplete="one-time-code"
                  maxLength={method === 'otp' ? OTP_LENGTH : 64}
                  placeholder={methods.find((item) => item.name === method)?.placeholder}
                  value={secret}
                  onChange={(event) => setSecret(event.target.value.trim())}
                />
              ) : (
                <Input.Password
                  ref={box}
                  id="confirm-secret"
                  autoFocus
                  autoComplete="current-password"
                  maxLength={1024}
                  value={secret}
                  onChange={(event) => setSecret(event.target.value)}
                />
              )}
              {(method === 'sms' || method === 'email') && (
                <SendCode
                  key={`send ${method}`}
                  words={words}
                  send={() => send(method)}
                  onSent={setSent}
                  onFailed={(error) => setProblem(problemOf(error))}
                />
              )}
            </Space.Compact>
            {sent ? (
              <p className="p-proof-note" role="status">
                {words.sentTo(sent)}
              </p>
            ) : null}
          </Form.Item>
          <div className="p-proof-actions">
            <Button type="primary" htmlType="submit" loading={busy} refused={secret === '' && words.empty}>
              {words.confirm}
            </Button>
          </div>
        </>
      )}
    </Form>
  );
}

interface SendProps {
  words: ProofWords;
  send: () => Promise<{ target?: string; seconds?: number }>;
  onSent: (target: string) => void;
  onFailed: (error: unknown) => void;
}

/** Sends a code; then waits before another one can be sent (docs/behaviour/confirmations.md#codes-that-are-sent). A failure starts no wait. */
function SendCode({ words, send, onSent, onFailed }: SendProps) {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  const press = () =>
    send().then(({ target = '', seconds = RESEND_SECONDS }) => {
      onSent(target);
      setLeft(seconds);
    }, onFailed);
  return (
    <Button locked={left > 0} onClick={() => void press()}>
      {left > 0 ? words.sendAgain(left) : words.send}
    </Button>
  );
}
