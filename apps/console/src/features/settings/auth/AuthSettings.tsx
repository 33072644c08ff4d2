import { useTranslation } from 'react-i18next';
import { TabbedPage } from '../../../screens/page/TabbedPage.tsx';
import { LoginLinksForm, LoginWaysForm } from '../LoginWaysForm.tsx';
import { SettingForm } from '../SettingForm.tsx';
import { AdmissionRules } from './AdmissionRules.tsx';
import { CasSettings } from './CasSettings.tsx';
import { CHAT_TABS, ChatSettings } from './ChatSettings.tsx';
import { LdapSettings } from './LdapSettings.tsx';
import { Oauth2Settings } from './Oauth2Settings.tsx';
import { OidcSettings } from './OidcSettings.tsx';
import { RadiusSettings } from './RadiusSettings.tsx';
import { Saml2Settings } from './Saml2Settings.tsx';
import { ScimSettings } from './ScimSettings.tsx';

const MAY = ['settings.change_auth'];

/** How people log in besides a password of ours: who gets in, and a tab for each kind of place that may vouch for them. */
export function AuthSettings() {
  const { t } = useTranslation('settings');
  return (
    <TabbedPage
      title={t('auth.title')}
      initial="Basic"
      tabs={[
        { name: 'Basic', title: t('auth.basic'), permissions: MAY, render: () => <PeopleForm /> },
        { name: 'Rules', title: t('auth.rules.title'), permissions: ['settings.view_admissionrule'], render: () => <AdmissionRules /> },
        { name: 'LDAP', title: t('auth.ldap.title'), permissions: MAY, render: () => <LdapSettings /> },
        { name: 'OIDC', title: t('auth.oidc.title'), permissions: MAY, render: () => <OidcSettings /> },
        { name: 'OAuth2', title: t('auth.oauth2.title'), permissions: MAY, render: () => <Oauth2Settings /> },
        { name: 'SAML2', title: t('auth.saml2.title'), permissions: MAY, render: () => <Saml2Settings /> },
        { name: 'CAS', title: t('auth.cas.title'), permissions: MAY, render: () => <CasSettings /> },
        ...Object.entries(CHAT_TABS).map(([name, service]) => ({
          name,
          title: t(`auth.chat.name.${service.title}`),
          permissions: MAY,
          render: () => <ChatSettings service={service} />,
        })),
        { name: 'Radius', title: 'RADIUS', permissions: MAY, render: () => <RadiusSettings /> },
        { name: 'SSO', title: t('ways.links'), permissions: MAY, render: () => <LoginLinksForm /> },
        { name: 'Temporary', title: t('ways.temporary'), permissions: MAY, render: () => <LoginWaysForm /> },
        { name: 'SCIM', title: 'SCIM', permissions: MAY, render: () => <ScimSettings /> },
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
        { title: t('auth.page'), fields: ['AUTH_PASSKEY', 'FORGOT_PASSWORD_URL'] },
      ]}
    />
  );
}
