import { addressOf } from '@postern/client/api';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { FormPage } from '../../screens/page/FormPage.tsx';
import { followLogin, secretSpec } from '../accounts/secret-spec.ts';
import { RESOURCES } from '../resources.ts';
import { userLabel } from '../shared-labels.ts';

/** Create, update or copy a template. Accounts made from it follow a new secret only when its page says so. */
export function TemplateForm() {
  const { t } = useTranslation(['accounts', 'features']);
  const { id } = useParams();
  return (
    <FormPage
      resource={RESOURCES.accountTemplate}
      groups={[
        { title: t('features:accounts.basic'), fields: ['name', 'username', 'privileged', 'su_from'] },
        { title: t('features:accounts.secret'), purpose: t('templateSecretPurpose'), fields: ['secret_type', 'secret', 'passphrase'] },
        { title: t('features:accounts.other'), fields: ['is_active', 'comment'] },
      ]}
      initial={{ privileged: false, is_active: true, secret_type: 'password' }}
      follow={followLogin}
      secrets={['secret', 'passphrase']}
      fields={{
        ...secretSpec(t('features:accounts.secret')),
        su_from: {
          props: {
            url: addressOf('accountTemplates', 'suFrom', { template_id: id }),
            labelOf: userLabel,
          },
          help: t('templateSuHelp'),
        },
      }}
    />
  );
}
