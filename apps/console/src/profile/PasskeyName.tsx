import { Button } from '@postern/ui';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../fields/Dialog.tsx';
import { useUnless } from '../session/useRefusals.ts';

const MAX_NAME = 64;

/** Asks what a passkey is called. Closes when it is saved; a refusal is told and keeps it open. */
export function PasskeyName({
  title,
  note,
  verb,
  initial,
  onSave,
  onCancel,
}: {
  title: string;
  note?: string;
  verb: string;
  initial: string;
  onSave: (name: string) => Promise<void>;
  onCancel: () => void;
}) {
  const { t } = useTranslation(['identity', 'screens']);
  const unless = useUnless();
  const [name, setName] = useState(initial);
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    await onSave(name.trim());
    setBusy(false);
  };
  return (
    <Dialog title={title} width={480} onClose={onCancel}>
      <Form layout="vertical" onFinish={() => void submit()}>
        {note && <p className="s-note">{note}</p>}
        <Form.Item label={t('passkey.name')} htmlFor="passkey-name">
          <Input id="passkey-name" autoFocus maxLength={MAX_NAME} value={name} onChange={(event) => setName(event.target.value)} />
        </Form.Item>
        <div className="s-dialog-actions">
          <Button onClick={onCancel}>{t('screens:action.cancel')}</Button>
          <Button type="primary" htmlType="submit" loading={busy} refused={unless(name.trim() !== '', 'refused:nameless')}>
            {verb}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
