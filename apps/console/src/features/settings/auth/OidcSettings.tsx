import { useTranslation } from 'react-i18next';
import { AreaInput } from '../../../fields/text/TextInput.tsx';
import type { FieldSpec } from '../../../screens/form/form-definition.ts';
import { ProviderSettings } from './ProviderSettings.tsx';

const keycloak: FieldSpec = { shown: { field: 'AUTH_OPENID_KEYCLOAK', is: true } };
const other: FieldSpec = { shown: { field: 'AUTH_OPENID_KEYCLOAK', isNot: true } };

/** OpenID Connect: the provider, what of a person is taken over, and what is checked of its tokens. */
export function OidcSettings() {
  const { t } = useTranslation('settings');
  return (
    <ProviderSettings
      category="oidc"
      button={{ name: 'AUTH_OPENID_NAME', logo: 'AUTH_OPENID_LOGO' }}
      groups={[
        {
          title: t('auth.oidc.provider'),
          purpose: t('auth.oidc.providerPurpose'),
          fields: [
            'AUTH_OPENID',
            'AUTH_OPENID_KEYCLOAK',
            'AUTH_OPENID_SERVER_URL',
            'AUTH_OPENID_REALM_NAME',
            'AUTH_OPENID_PROVIDER_ENDPOINT',
            'AUTH_OPENID_CLIENT_ID',
            'AUTH_OPENID_CLIENT_SECRET',
            'AUTH_OPENID_CLIENT_AUTH_METHOD',
          ],
        },
        {
          title: t('auth.people'),
          fields: [
            'AUTH_OPENID_SCOPES',
            'AUTH_OPENID_USER_ATTR_MAP',
            'AUTH_OPENID_ID_TOKEN_INCLUDE_CLAIMS',
            'AUTH_OPENID_ALWAYS_UPDATE_USER',
            'AUTH_OPENID_SHARE_SESSION',
          ],
        },
        {
          title: t('auth.oidc.strength'),
          purpose: t('auth.oidc.strengthPurpose'),
          fields: ['AUTH_OPENID_ACR_VALUES', 'AUTH_OPENID_ACR_REQUIRED', 'AUTH_OPENID_MFA_VALUES'],
        },
        {
          title: t('auth.oidc.tokens'),
          fields: [
            'AUTH_OPENID_PROVIDER_SIGNATURE_ALG',
            'AUTH_OPENID_PROVIDER_SIGNATURE_KEY',
            'AUTH_OPENID_ID_TOKEN_MAX_AGE',
            'AUTH_OPENID_PKCE',
            'AUTH_OPENID_CA',
            'BASE_SITE_URL',
          ],
        },
        {
          title: t('auth.oidc.addresses'),
          purpose: t('auth.oidc.addressesPurpose'),
          fields: [
            'AUTH_OPENID_PROVIDER_AUTHORIZATION_ENDPOINT',
            'AUTH_OPENID_PROVIDER_TOKEN_ENDPOINT',
            'AUTH_OPENID_PROVIDER_JWKS_ENDPOINT',
            'AUTH_OPENID_PROVIDER_USERINFO_ENDPOINT',
            'AUTH_OPENID_PROVIDER_END_SESSION_ENDPOINT',
          ],
        },
      ]}
      fields={{
        AUTH_OPENID_SERVER_URL: keycloak,
        AUTH_OPENID_REALM_NAME: keycloak,
        AUTH_OPENID_PROVIDER_ENDPOINT: other,
        AUTH_OPENID_PROVIDER_AUTHORIZATION_ENDPOINT: other,
        AUTH_OPENID_PROVIDER_TOKEN_ENDPOINT: other,
        AUTH_OPENID_PROVIDER_JWKS_ENDPOINT: other,
        AUTH_OPENID_PROVIDER_USERINFO_ENDPOINT: other,
        AUTH_OPENID_PROVIDER_END_SESSION_ENDPOINT: other,
        AUTH_OPENID_PROVIDER_SIGNATURE_KEY: { Input: AreaInput },
        AUTH_OPENID_CA: { Input: AreaInput },
        AUTH_OPENID_USER_ATTR_MAP: { rules: [['jsonKey', 'username']] },
      }}
    />
  );
}
