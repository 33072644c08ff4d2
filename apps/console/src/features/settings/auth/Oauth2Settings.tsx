import { useTranslation } from 'react-i18next';
import { Oauth2Presets } from './Oauth2Presets.tsx';
import { ProviderSettings } from './ProviderSettings.tsx';

/** Any provider of OAuth 2.0: its name on the login page, its addresses, and what of a person is taken over. */
export function Oauth2Settings() {
  const { t } = useTranslation('settings');
  return (
    <ProviderSettings
      category="oauth2"
      button={{ name: 'AUTH_OAUTH2_PROVIDER', logo: 'AUTH_OAUTH2_LOGO_PATH' }}
      groups={[
        {
          title: t('auth.oauth2.provider'),
          purpose: t('auth.oauth2.providerPurpose'),
          fields: ['AUTH_OAUTH2', 'AUTH_OAUTH2_CLIENT_ID', 'AUTH_OAUTH2_CLIENT_SECRET', 'AUTH_OAUTH2_SCOPE'],
        },
        {
          title: t('auth.oauth2.addresses'),
          fields: [
            'AUTH_OAUTH2_PROVIDER_AUTHORIZATION_ENDPOINT',
            'AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT',
            'AUTH_OAUTH2_ACCESS_TOKEN_METHOD',
            'AUTH_OAUTH2_PROVIDER_USERINFO_ENDPOINT',
            'AUTH_OAUTH2_PROVIDER_END_SESSION_ENDPOINT',
          ],
        },
        {
          title: t('auth.people'),
          fields: ['AUTH_OAUTH2_USER_ATTR_MAP', 'AUTH_OAUTH2_ALWAYS_UPDATE_USER', 'AUTH_OAUTH2_LOGOUT_COMPLETELY'],
        },
      ]}
      above={(fill) => <Oauth2Presets fill={fill} />}
      fields={{ AUTH_OAUTH2_USER_ATTR_MAP: { rules: [['jsonKey', 'username']] } }}
    />
  );
}
