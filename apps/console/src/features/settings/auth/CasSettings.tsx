import { useTranslation } from 'react-i18next';
import { ProviderSettings } from './ProviderSettings.tsx';

/** CAS: the server, and what of a person is taken over. */
export function CasSettings() {
  const { t } = useTranslation('settings');
  return (
    <ProviderSettings
      category="cas"
      button={{ name: 'CAS_NAME', logo: 'CAS_LOGO' }}
      groups={[
        {
          title: t('auth.cas.server'),
          fields: ['AUTH_CAS', 'CAS_SERVER_URL', 'CAS_VERSION', 'CAS_LOGOUT_COMPLETELY', 'CAS_ROOT_PROXIED_AS'],
        },
        {
          title: t('auth.people'),
          fields: ['CAS_CREATE_USER', 'CAS_USERNAME_ATTRIBUTE', 'CAS_RENAME_ATTRIBUTES', 'CAS_APPLY_ATTRIBUTES_TO_USER'],
        },
      ]}
    />
  );
}
