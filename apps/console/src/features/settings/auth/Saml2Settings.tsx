import { useTranslation } from 'react-i18next';
import { AreaInput } from '../../../fields/text/TextInput.tsx';
import { ProviderSettings } from './ProviderSettings.tsx';

/** SAML 2.0: metadata of the provider, a key of ours, and what of a person is taken over. */
export function Saml2Settings() {
  const { t } = useTranslation('settings');
  const area = { Input: AreaInput };
  return (
    <ProviderSettings
      category="saml2"
      button={{ name: 'SAML2_NAME', logo: 'SAML2_LOGO' }}
      groups={[
        {
          title: t('auth.saml2.provider'),
          purpose: t('auth.saml2.providerPurpose'),
          fields: ['AUTH_SAML2', 'SAML2_IDP_METADATA_URL', 'SAML2_IDP_METADATA_XML', 'SAML2_LOGOUT_COMPLETELY', 'SAML2_IDP_INITIATED'],
        },
        { title: t('auth.people'), fields: ['SAML2_RENAME_ATTRIBUTES', 'AUTH_SAML2_ALWAYS_UPDATE_USER'] },
        {
          title: t('auth.saml2.own'),
          purpose: t('auth.saml2.ownPurpose'),
          fields: ['SAML2_SP_KEY_CONTENT', 'SAML2_SP_CERT_CONTENT'],
        },
      ]}
      fields={{
        SAML2_IDP_METADATA_XML: area,
        SAML2_SP_CERT_CONTENT: area,
        SAML2_SP_KEY_CONTENT: area,
      }}
    />
  );
}
