import { useTranslation } from 'react-i18next';
import { AreaInput } from '../../../fields/text/TextInput.tsx';
import { SettingForm } from '../SettingForm.tsx';

/** People of a directory: where it is, how it is asked, and who they are there. */
export function LdapSettings() {
  const { t } = useTranslation('settings');
  return (
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
          fields: ['AUTH_LDAP_SEARCH_OU', 'AUTH_LDAP_SEARCH_FILTER', 'AUTH_LDAP_USER_ATTR_MAP'],
        },
        { title: t('auth.ldap.limits'), fields: ['AUTH_LDAP_CONNECT_TIMEOUT', 'AUTH_LDAP_SEARCH_PAGED_SIZE'] },
      ]}
      fields={{ AUTH_LDAP_CA: { Input: AreaInput } }}
    />
  );
}
