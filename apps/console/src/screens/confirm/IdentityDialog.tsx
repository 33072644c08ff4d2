import { encryptSecret } from '@postern/client/transport';
import { EmptyState, SkeletonRows } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Form, Input, Modal, Select, Space } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../session/errors.ts';
import { http } from '../../session/http.ts';

export type ConfirmType = 'mfa' | 'password' | 'relogin';

interface Method {
  name: string;
  display_name: string;
  disabled: boolean;
  placeholder: string;
}
interface Options {
  confirm_type: ConfirmType;
  content: Method[] | '';
}

const OTP = /^\d{6}$/;
const RESEND_SECONDS = 60;

/** Asks the person to prove who they are: a code, the password, or a new login (spec §4 "Verification dialog"). A wrong answer keeps it open. */
export function IdentityDialog({ type, onPass, onCancel }: { type: ConfirmType; onPass: () => void; onCancel: () => void }) {
  const { t } = useTranslation('screens');
  const options = useQuery({
    queryKey: ['confirm', type],
    queryFn: ({ signal }) => http.get<Options>('authentication/confirm/', { query: { confirm_type: type }, signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return (
    <Modal open title={t('confirm.title')} width={480} footer={null} onCancel={onCancel} destroyOnHidden>
      {options.isPending && <SkeletonRows rows={2} columns={1} label={t('list.loading')} />}
      {options.isError && <EmptyState title={t('confirm.none')} text={errorMessage(options.error)} />}
      {options.data?.confirm_type === 'relogin' && <Relogin />}
      {options.data && options.data.confirm_type !== 'relogin' && (
        <Check type={options.data.confirm_type} methods={options.data.content || []} onPass={onPass} />
      )}
    </Modal>
  );
}

function Relogin() {
  const { t } = useTranslation('screens');
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
  const { t } = useTranslation('screens');
  const [method, setMethod] = useState(methods.find((item) => !item.disabled)?.name);
  const [secret, setSecret] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    if (method === 'otp' && !OTP.test(secret)) return setProblem(t('confirm.sixDigits'));
    setBusy(true);
    setProblem('');
    try {
      const mfa = type === 'mfa' ? { mfa_type: method } : {};
      await http.post('authentication/confirm/', { confirm_type: type, ...mfa, secret_key: await encryptSecret(secret) });
      onPass();
    } catch (error) {
      setProblem(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form layout="vertical" onFinish={() => void submit()}>
      <p className="s-note">{t('confirm.text')}</p>
      {problem && <Alert type="error" showIcon title={problem} className="s-alert" />}
      {type === 'mfa' && (
        <Form.Item label={t('confirm.method')}>
          <Select
            value={method}
            onChange={setMethod}
            options={methods.map((item) => ({ value: item.name, label: item.display_name, disabled: item.disabled }))}
          />
        </Form.Item>
      )}
      <Form.Item label={t(type === 'mfa' ? 'confirm.code' : 'confirm.password')}>
        <Space.Compact block>
          {type === 'mfa' ? (
            <Input
              autoFocus
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={64}
              placeholder={methods.find((item) => item.name === method)?.placeholder}
              value={secret}
              onChange={(event) => setSecret(event.target.value.trim())}
            />
          ) : (
            <Input.Password
              autoFocus
              autoComplete="current-password"
              maxLength={1024}
              value={secret}
              onChange={(event) => setSecret(event.target.value)}
            />
          )}
          {method === 'sms' && <SendCode onFailed={(error) => setProblem(errorMessage(error))} />}
        </Space.Compact>
      </Form.Item>
      <div className="s-dialog-actions">
        <Button type="primary" htmlType="submit" loading={busy} disabled={secret === ''}>
          {t('action.confirm')}
        </Button>
      </div>
    </Form>
  );
}

/** Sends a code by SMS; then waits a minute before it can be sent again (spec §4). A failure starts no wait. */
function SendCode({ onFailed }: { onFailed: (error: unknown) => void }) {
  const { t } = useTranslation('screens');
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  const send = () => http.post('authentication/mfa/select/', { type: 'sms' }).then(() => setLeft(RESEND_SECONDS), onFailed);
  return (
    <Button disabled={left > 0} onClick={() => void send()}>
      {left > 0 ? t('confirm.codeSent', { count: left }) : t('confirm.sendCode')}
    </Button>
  );
}
