import { ApiError } from '@postern/client/http';
import { Surface, toast, useMobile } from '@postern/ui';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../fields/Dialog.tsx';
import { AreaInput } from '../../fields/text/TextInput.tsx';
import { showError } from '../../session/errors.ts';
import { client } from '../../session/http.ts';
import { FailingWays } from './FailingWays.tsx';
import { SettingForm, SettingsPage } from './SettingForm.tsx';
import { WELCOME_FIELDS, WelcomePreview } from './WelcomePreview.tsx';

/** Mail server and sender, with a test message (docs/behaviour/settings.md#mail). */
export function EmailSettings() {
  const { t } = useTranslation('settings');
  const [writing, setWriting] = useState(false);
  return (
    <>
      <SettingsPage
        title={t('email.title')}
        notice={<FailingWays only="email" />}
        category="email"
        groups={[
          {
            title: t('email.server'),
            purpose: t('email.serverPurpose'),
            fields: ['EMAIL_HOST', 'EMAIL_PORT', 'EMAIL_HOST_USER', 'EMAIL_HOST_PASSWORD', 'EMAIL_USE_SSL', 'EMAIL_USE_TLS'],
          },
          { title: t('email.sending'), fields: ['EMAIL_FROM', 'EMAIL_SUBJECT_PREFIX', 'EMAIL_RECIPIENT'] },
        ]}
      >
        <Surface title={t('email.welcome')} purpose={t('email.welcomePurpose')}>
          <Button onClick={() => setWriting(true)}>{t('email.welcomeEdit')}</Button>
        </Surface>
        <TestMessage />
      </SettingsPage>
      {writing ? <WelcomeDialog onClose={() => setWriting(false)} /> : null}
    </>
  );
}

/** Words of the mail to new people: a form of its own, beside the other and not in it. */
function WelcomeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings');
  const mobile = useMobile();
  return (
    <Dialog width={mobile ? '100%' : '70%'} title={t('email.welcome')} onClose={onClose}>
      <SettingForm
        category="email_content"
        groups={[
          {
            title: t('email.content'),
            purpose: t('email.contentPurpose'),
            fields: WELCOME_FIELDS,
          },
        ]}
        fields={{
          EMAIL_CUSTOM_USER_CREATED_BODY: { Input: AreaInput },
          EMAIL_CUSTOM_USER_CREATED_SIGNATURE: { Input: AreaInput },
        }}
        extra={(values, draft) => <WelcomePreview values={values} draft={draft} />}
      />
    </Dialog>
  );
}

/** Sends a message by what is saved; the answer says what the mail server thinks of it. */
function TestMessage() {
  const { t } = useTranslation('settings');
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      toast.success((await client.mail.testing({}, { timeout: 120_000 })).msg);
    } catch (error) {
      const message = error instanceof ApiError ? (error.body as { error?: unknown } | undefined)?.error : undefined;
      if (typeof message === 'string') toast.error(message);
      else showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Surface title={t('email.test')} purpose={t('email.testPurpose')}>
      <Button loading={busy} onClick={() => void send()}>
        {t('email.testSend')}
      </Button>
    </Surface>
  );
}
