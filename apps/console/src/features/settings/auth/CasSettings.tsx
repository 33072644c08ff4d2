import { useTranslation } from 'react-i18next';
import { client } from '../../../session/http.ts';
import { SettingForm } from '../SettingForm.tsx';
import { Providers } from './Providers.tsx';
import { SignOnTest } from './SignOnTest.tsx';

/** CAS: the server, and what of a person is taken over. */
export const CasSettings = () => <Providers category="cas">{(provider) => <OneProvider provider={provider} />}</Providers>;

function OneProvider({ provider }: { provider: string }) {
  const { t } = useTranslation('settings');
  return (
    <SettingForm
      category="cas"
      provider={provider}
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
    >
      <SignOnTest test={() => client.cas.testing(undefined, { query: { provider }, timeout: 60_000 })} />
    </SettingForm>
  );
}
