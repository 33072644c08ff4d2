import { useTranslation } from 'react-i18next';
import { TabbedPage } from '../../../screens/page/Page.tsx';
import { SettingForm } from '../SettingForm.tsx';
import { LdapSettings } from './LdapSettings.tsx';

/** How people log in besides a password of ours: who gets in, and a tab for each kind of place that may vouch for them. */
export function AuthSettings() {
  const { t } = useTranslation('settings');
  return (
    <TabbedPage
      title={t('auth.title')}
      initial="Basic"
      tabs={[
        { name: 'Basic', title: t('auth.basic'), permissions: ['settings.change_auth'], render: () => <PeopleForm /> },
        { name: 'LDAP', title: t('auth.ldap.title'), permissions: ['settings.change_auth'], render: () => <LdapSettings /> },
      ]}
    />
  );
}

function PeopleForm() {
  const { t } = useTranslation('settings');
  return (
    <SettingForm
      category="auth"
      groups={[
        {
          title: t('auth.people'),
          purpose: t('auth.peoplePurpose'),
          fields: [
            'ONLY_ALLOW_EXIST_USER_AUTH',
            'SECURITY_NEW_PEOPLE_APPROVAL',
            'ONLY_ALLOW_AUTH_FROM_SOURCE',
            'SECURITY_MFA_AUTH_ENABLED_FOR_THIRD_PARTY',
            'EMAIL_SUFFIX',
          ],
        },
        { title: t('auth.page'), fields: ['FORGOT_PASSWORD_URL'] },
      ]}
    />
  );
}
