import { Button, CopyableText } from '@postern/ui';
import { QRCodeSVG } from '@rc-component/qrcode';
import { Alert, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../fields/Dialog.tsx';
import { errorMessage } from '../session/errors.ts';
import { useUnless } from '../session/useRefusals.ts';
import { bindOtp } from './factors-api.ts';

const LENGTH = 6;
const QR_PX = 184;

interface Props {
  /** What the app takes in. */
  enrolment: { secret: string; uri: string };
  onBound: (codes: string[]) => void;
  onCancel: () => void;
}

/** Setting up an authenticator app: scan, then type the code it shows. Nothing changes before the code is right. */
export function EnrolDialog({ enrolment, onBound, onCancel }: Props) {
  const { t } = useTranslation(['identity', 'screens']);
  const unless = useUnless();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    setProblem('');
    try {
      onBound((await bindOtp(code)).recovery_codes);
    } catch (error) {
      setProblem(errorMessage(error));
      setCode('');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={t('otp.title')} width={480} onClose={onCancel} keeps>
      <Form layout="vertical" onFinish={() => void submit()}>
        <p className="s-note">{t('otp.scan')}</p>
        <div className="otp-enrol">
          <span className="otp-enrol__code">
            <QRCodeSVG value={enrolment.uri} size={QR_PX} level="M" title={t('otp.qr')} />
          </span>
          <div className="otp-enrol__text">
            <p>{t('otp.byHand')}</p>
            <CopyableText mono value={enrolment.secret} labels={{ copy: t('screens:action.copy'), copied: t('screens:action.copied') }}>
              {enrolment.secret.match(/.{1,4}/g)?.join(' ')}
            </CopyableText>
          </div>
        </div>
        {problem && <Alert type="error" showIcon title={problem} className="s-alert" />}
        <Form.Item label={t('otp.code')} htmlFor="otp-code">
          <Input
            id="otp-code"
            autoFocus
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={LENGTH}
            placeholder="000000"
            value={code}
            onChange={(event) => setCode(event.target.value.replaceAll(/\D/g, ''))}
          />
        </Form.Item>
        <div className="s-dialog-actions">
          <Button onClick={onCancel}>{t('screens:action.cancel')}</Button>
          <Button type="primary" htmlType="submit" loading={busy} refused={unless(code.length === LENGTH, 'refused:codeless')}>
            {t('otp.confirm')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
