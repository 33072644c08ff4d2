import { useTranslation } from 'react-i18next';
import { AreaInput } from '../../../fields/text/TextInput.tsx';
import { choiceValue } from '../../../model/metadata.ts';
import type { Values } from '../../../model/values.ts';
import type { FieldSpec } from '../../../screens/form/form-definition.ts';
import { client } from '../../../session/http.ts';
import { SignOnTest } from '../auth/SignOnTest.tsx';
import { SettingsPage } from '../SettingForm.tsx';
import { VaultStatus } from './VaultStatus.tsx';

const hcp: FieldSpec = { shown: { field: 'VAULT_BACKEND', is: 'hcp' } };
const aws: FieldSpec = { shown: { field: 'VAULT_BACKEND', is: 'aws' } };
const loggedInBy = (way: string): FieldSpec => ({
  shown: (values) => choiceValue(values.VAULT_BACKEND) === 'hcp' && choiceValue(values.VAULT_HCP_AUTH) === way,
});

/** What is entered of the store; whether it is used is not part of a test. */
const entered = (values: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      key.startsWith('VAULT_') && key !== 'VAULT_ENABLED' ? [[key, choiceValue(value)] as const] : [],
    ),
  );

/** The store of account secrets: which, a test of it, and what is where (docs/behaviour/settings.md#secret-store). */
export function VaultSettings() {
  const { t } = useTranslation('settings');
  return (
    <SettingsPage
      title={t('vault.title')}
      category="vault"
      groups={[
        { title: t('vault.switch'), purpose: t('vault.switchPurpose'), fields: ['VAULT_ENABLED', 'VAULT_BACKEND', 'VAULT_PREFIX'] },
        {
          title: t('vault.hcp'),
          fields: [
            'VAULT_HCP_HOST',
            'VAULT_HCP_MOUNT_POINT',
            'VAULT_HCP_NAMESPACE',
            'VAULT_HCP_CA',
            'VAULT_HCP_AUTH',
            'VAULT_HCP_TOKEN',
            'VAULT_HCP_ROLE_ID',
            'VAULT_HCP_SECRET_ID',
          ],
        },
        {
          title: t('vault.aws'),
          fields: ['VAULT_AWS_REGION_NAME', 'VAULT_AWS_ENDPOINT', 'VAULT_AWS_ACCESS_KEY_ID', 'VAULT_AWS_ACCESS_SECRET_KEY'],
        },
      ]}
      fields={{
        VAULT_HCP_HOST: hcp,
        VAULT_HCP_MOUNT_POINT: hcp,
        VAULT_HCP_NAMESPACE: hcp,
        VAULT_HCP_CA: { ...hcp, Input: AreaInput },
        VAULT_HCP_AUTH: hcp,
        VAULT_HCP_TOKEN: loggedInBy('token'),
        VAULT_HCP_ROLE_ID: loggedInBy('approle'),
        VAULT_HCP_SECRET_ID: loggedInBy('approle'),
        VAULT_AWS_REGION_NAME: aws,
        VAULT_AWS_ENDPOINT: aws,
        VAULT_AWS_ACCESS_KEY_ID: aws,
        VAULT_AWS_ACCESS_SECRET_KEY: aws,
      }}
      extra={(values) => (
        <SignOnTest
          title={t('vault.test')}
          purpose={t('vault.testPurpose')}
          test={() => client.vault.testing(entered(values), { timeout: 60_000 })}
        />
      )}
    >
      <VaultStatus />
    </SettingsPage>
  );
}
