import { Surface } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../../data/keys.ts';
import { choiceValue } from '../../../model/metadata.ts';
import { client } from '../../../session/http.ts';
import { FailingWays } from '../FailingWays.tsx';
import { SettingsPage } from '../SettingForm.tsx';
import { BackendDialog } from './BackendDialog.tsx';
import { BACKEND_FORMS } from './backend-forms.ts';

/** Whether codes go by text message, by whom, and a dialog for the way that is chosen (docs/behaviour/settings.md#text-messages). */
export function SmsSettings() {
  const { t } = useTranslation('settings');
  const [open, setOpen] = useState<string>();
  const backends = useQuery({ queryKey: keyOf('sms', 'backend'), queryFn: ({ signal }) => client.sms.backend({}, { signal }) });
  const labelOf = (name: string): string => backends.data?.find((one) => one.name === name)?.label ?? name;
  return (
    <>
      <SettingsPage
        title={t('sms.title')}
        notice={<FailingWays only="sms" />}
        category="sms"
        groups={[{ title: t('sms.switch'), purpose: t('sms.switchPurpose'), fields: ['SMS_ENABLED', 'SMS_BACKEND'] }]}
        extra={(values) => {
          const name = String(choiceValue(values.SMS_BACKEND) ?? '');
          return name in BACKEND_FORMS ? (
            <Surface title={labelOf(name)} purpose={t('sms.backendPurpose')}>
              <Button onClick={() => setOpen(name)}>{t('sms.setUp')}</Button>
            </Surface>
          ) : null;
        }}
      />
      {open ? <BackendDialog name={open} label={labelOf(open)} onClose={() => setOpen(undefined)} /> : null}
    </>
  );
}
