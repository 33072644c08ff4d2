import { ApiError } from '@postern/client/http';
import { Surface, toast, useMobile } from '@postern/ui';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../fields/Dialog.tsx';
import { client } from '../../../session/http.ts';
import { type DraftSettings, SettingForm } from '../SettingForm.tsx';
import { BACKEND_FIELDS, BACKEND_FORMS, TEST_PHONE } from './backend-forms.ts';

/** What one way to send needs, and a test of it by what is entered. Saving closes it. */
export function BackendDialog({ name, label, onClose }: { name: string; label: string; onClose: () => void }) {
  const { t } = useTranslation('settings');
  const mobile = useMobile();
  const groups = Object.entries(BACKEND_FORMS[name] ?? {}).map(([group, fields]) => ({ title: t(`sms.${group}`), fields }));
  return (
    <Dialog width={mobile ? '100%' : '70%'} title={label} keeps onClose={onClose}>
      <SettingForm
        category={name}
        groups={[...groups, { title: t('sms.other'), fields: [TEST_PHONE] }]}
        fields={BACKEND_FIELDS}
        onSaved={onClose}
        extra={(_, draft) => <TestMessage name={name} draft={draft} />}
      />
    </Dialog>
  );
}

/** Sends a code by what is entered, saved or not; what is wrong with it is shown where it was entered. */
function TestMessage({ name, draft }: { name: string; draft: DraftSettings }) {
  const { t } = useTranslation('settings');
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      toast.success((await client.sms.testing(name, await draft.body(), { timeout: 60_000 })).msg);
    } catch (error) {
      const body =
        error instanceof ApiError ? (error.body as { error?: unknown; code?: unknown; detail?: unknown } | undefined) : undefined;
      if (typeof body?.error === 'string') toast.error(body.error);
      else if (body?.code === 'test_phone_required') draft.refuse({ [TEST_PHONE]: [body.detail] });
      else draft.refuse(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Surface title={t('sms.test')} purpose={t('sms.testPurpose')}>
      <Button loading={busy} onClick={() => void send()}>
        {t('sms.testSend')}
      </Button>
    </Surface>
  );
}
