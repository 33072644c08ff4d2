import './ldap.css';
import { ApiError } from '@postern/client/http';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AreaInput } from '../../../fields/text/TextInput.tsx';
import type { Values } from '../../../model/values.ts';
import { errorMessage } from '../../../session/errors.ts';
import { SettingForm } from '../SettingForm.tsx';
import { LdapImportDialog } from './LdapImportDialog.tsx';
import { LdapLoginDialog } from './LdapLoginDialog.tsx';
import { LdapSyncDialog } from './LdapSyncDialog.tsx';
import { testDirectory } from './ldap-test.ts';

type Open = 'login' | 'import' | 'sync';

/** People of a directory: where it is, how it is asked, who they are there, and what is done with them (docs/directories.md). */
export function LdapSettings() {
  const { t } = useTranslation('settings');
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <>
      <SettingForm
        category="ldap"
        groups={[
          {
            title: t('auth.ldap.server'),
            purpose: t('auth.ldap.serverPurpose'),
            fields: [
              'AUTH_LDAP',
              'AUTH_LDAP_SERVER_URI',
              'AUTH_LDAP_START_TLS',
              'AUTH_LDAP_CA',
              'AUTH_LDAP_BIND_DN',
              'AUTH_LDAP_BIND_PASSWORD',
            ],
          },
          {
            title: t('auth.ldap.people'),
            purpose: t('auth.ldap.peoplePurpose'),
            fields: ['AUTH_LDAP_SEARCH_OU', 'AUTH_LDAP_SEARCH_FILTER', 'AUTH_LDAP_USER_ATTR_MAP', 'AUTH_LDAP_NESTED_GROUPS'],
          },
          { title: t('auth.ldap.limits'), fields: ['AUTH_LDAP_CONNECT_TIMEOUT', 'AUTH_LDAP_SEARCH_PAGED_SIZE'] },
        ]}
        fields={{ AUTH_LDAP_CA: { Input: AreaInput } }}
        extra={(values) => <TestConnection values={values} />}
      >
        <div className="s-ldap-buttons">
          <Button onClick={() => setOpen('login')}>{t('auth.ldap.testLogin')}</Button>
          <Button onClick={() => setOpen('import')}>{t('auth.ldap.import')}</Button>
          <Button onClick={() => setOpen('sync')}>{t('auth.ldap.sync')}</Button>
        </div>
      </SettingForm>
      {open === 'login' ? <LdapLoginDialog onClose={close} /> : null}
      {open === 'import' ? <LdapImportDialog onClose={close} /> : null}
      {open === 'sync' ? <LdapSyncDialog onClose={close} /> : null}
    </>
  );
}

/** Tries what stands in the form, saved or not; the answer stays until the next. */
function TestConnection({ values }: { values: Values }) {
  const { t } = useTranslation('settings');
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<{ ok: boolean; text: string }>();
  const test = async () => {
    setBusy(true);
    setAnswer(undefined);
    try {
      setAnswer({ ok: true, text: await testDirectory(values) });
    } catch (error) {
      const told = error instanceof ApiError && typeof error.body === 'string' ? error.body : errorMessage(error);
      setAnswer({ ok: false, text: told });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="s-ldap-test">
      <Button loading={busy} onClick={() => void test()}>
        {t('auth.ldap.test')}
      </Button>
      {answer ? (
        <Alert
          role={answer.ok ? 'status' : 'alert'}
          type={answer.ok ? 'success' : 'error'}
          title={<span className="s-ldap-steps">{answer.text}</span>}
        />
      ) : null}
    </div>
  );
}
