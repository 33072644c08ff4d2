import './confirm.css';
import { PasskeyError, passkeysWork, signWithPasskey } from '@postern/client/passkey';
import { encryptSecret } from '@postern/client/transport';
import { Button, EmptyState, SkeletonRows } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Alert, Form, Input, type InputRef, Select, Space } from 'antd';
import { Fingerprint } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { Dialog } from '../../fields/Dialog.tsx';
import { errorMessage } from '../../session/errors.ts';
import { client } from '../../session/http.ts';
import { useUnless } from '../../session/useRefusals.ts';

export type ConfirmType = 'mfa' | 'password' | 'relogin';

interface Method {
  name: string;
  display_name: string;
  disabled: boolean;
  placeholder: string;
}

const OTP_LENGTH = 6;
const RESEND_SECONDS = 60;

interface Props {
  type: ConfirmType;
  onPass: () => void;
  onCancel: () => void;
  /** The ways to confirm could not be asked for: nothing can be shown. */
  onFailed: (error: unknown) => void;
}

/**
 * Asks the person to prove who they are: a code, a passkey, the password, or a new login
 * (docs/behaviour/confirmations.md#identity-check). A wrong answer keeps it open.
 */
export function IdentityDialog({ type, onPass, onCancel, onFailed }: Props) {
  const { t } = useTranslation(['identity', 'screens']);
  const options = useQuery({
    queryKey: keyOf('confirm', 'ways', { confirm_type: type }),
    queryFn: ({ signal }) => client.confirm.ways({ confirm_type: type }, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const { error } = options;
  const failed = useRef(onFailed);
  failed.current = onFailed;
  useEffect(() => {
    if (error) failed.current(error);
  }, [error]);
  return (
    <Dialog className="s-identity" title={t('confirm.title')} width="36%" onClose={onCancel}>
      {!options.data && <SkeletonRows rows={2} columns={1} label={t('screens:list.loading')} />}
      {options.data?.confirm_type === 'relogin' && <Relogin />}
      {options.data && options.data.confirm_type !== 'relogin' && (
        <Check type={options.data.confirm_type} methods={options.data.content || []} onPass={onPass} />
      )}
    </Dialog>
  );
}

function Relogin() {
  const { t } = useTranslation('identity');
  const next = encodeURIComponent(location.pathname + location.search);
  return (
    <EmptyState
      title={t('confirm.reloginText')}
      action={
        <Button type="primary" href={`/core/auth/logout/?next=${next}`}>
          {t('confirm.relogin')}
        </Button>
      }
    />
  );
}

function Check({ type, methods, onPass }: { type: 'mfa' | 'password'; methods: readonly Method[]; onPass: () => void }) {
  const { t } = useTranslation(['identity', 'screens']);
  const unless = useUnless();
  const [method, setMethod] = useState(methods.find((item) => !item.disabled)?.name);
  const [secret, setSecret] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState('');
  const box = useRef<InputRef>(null);
  const prove = async (proof: () => Promise<Record<string, unknown>>) => {
    setBusy(true);
    setProblem('');
    try {
      await client.confirm.prove({
        confirm_type: type,
        ...(type === 'mfa' ? { mfa_type: method } : {}),
        ...(await proof()),
      });
      onPass();
    } catch (error) {
      setProblem(error instanceof PasskeyError ? t(`passkey.${error.reason}`) : errorMessage(error));
      setSecret('');
      box.current?.focus();
    } finally {
      setBusy(false);
    }
  };
  const submit = () => {
    if (method === 'passkey')
      return prove(async () => ({ secret_key: '', credential: await signWithPasskey(await client.confirm.passkey()) }));
    if (method === 'otp' && secret.length !== OTP_LENGTH) return setProblem(t('confirm.sixDigits'));
    return prove(async () => ({ secret_key: await encryptSecret(secret) }));
  };
  const choose = (name: string) => {
    setMethod(name);
    setSecret('');
    setProblem('');
    setSent('');
  };
  return (
    <Form layout="vertical" onFinish={() => void submit()}>
      <p className="s-note">{t('confirm.text')}</p>
      {problem && <Alert type="error" showIcon title={problem} className="s-alert" />}
      {type === 'mfa' && (
        <Form.Item label={t('confirm.method')} htmlFor="confirm-method">
          <Select
            id="confirm-method"
            value={method}
            onChange={choose}
            options={methods.map((item) => ({
              value: item.name,
              label: item.display_name,
              disabled: item.disabled || (item.name === 'passkey' && !passkeysWork()),
            }))}
          />
        </Form.Item>
      )}
      {method === 'passkey' ? (
        <Button type="primary" block htmlType="submit" loading={busy} icon={<Fingerprint size={16} />} autoFocus>
          {t('passkey.use')}
        </Button>
      ) : (
        <>
          <Form.Item label={t(type === 'mfa' ? 'confirm.code' : 'confirm.password')} htmlFor="confirm-secret">
            <Space.Compact block>
              {type === 'mfa' ? (
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
                <SendCode key={`send ${method}`} method={method} onSent={setSent} onFailed={(error) => setProblem(errorMessage(error))} />
              )}
            </Space.Compact>
            {sent ? (
              <p className="s-note" role="status">
                {t('confirm.sentTo', { target: sent })}
              </p>
            ) : null}
          </Form.Item>
          <div className="s-dialog-actions">
            <Button type="primary" htmlType="submit" loading={busy} refused={unless(secret !== '', 'refused:empty')}>
              {t('screens:action.confirm')}
            </Button>
          </div>
        </>
      )}
    </Form>
  );
}

interface SendProps {
  method: string;
  onSent: (target: string) => void;
  onFailed: (error: unknown) => void;
}

/** Sends a code; then waits before another one can be sent (docs/behaviour/confirmations.md#codes-that-are-sent). A failure starts no wait. */
function SendCode({ method, onSent, onFailed }: SendProps) {
  const { t } = useTranslation('identity');
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  const send = () =>
    client.mfa.select({ type: method }).then(({ target = '', seconds = RESEND_SECONDS }) => {
      onSent(target);
      setLeft(seconds);
    }, onFailed);
  return (
    <Button locked={left > 0} onClick={() => void send()}>
      {left > 0 ? t('confirm.codeSent', { count: left }) : t('confirm.sendCode')}
    </Button>
  );
}
