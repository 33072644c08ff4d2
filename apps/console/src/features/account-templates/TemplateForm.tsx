import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { FormDefinition } from '../../screens/form/form-definition.ts';
import { ResourceForm } from '../../screens/form/ResourceForm.tsx';
import { followLogin, secretSpec } from '../accounts/secret-spec.ts';
import { RESOURCES } from '../resources.ts';
import { userLabel } from '../shared-labels.ts';

/** Create, update or copy a template. Accounts made from it follow a new secret only when its page says so. */
export function TemplateForm() {
  const { t } = useTranslation(['accounts', 'features']);
  const { id } = useParams();
  const definition: FormDefinition = {
    resource: RESOURCES.accountTemplate,
    id,
    groups: [
      { title: t('features:accounts.basic'), fields: ['name', 'username', 'privileged', 'su_from'] },
      { title: t('features:accounts.secret'), purpose: t('templateSecretPurpose'), fields: ['secret_type', 'secret', 'passphrase'] },
      { title: t('features:accounts.other'), fields: ['is_active', 'comment'] },
    ],
    initial: { privileged: false, is_active: true, secret_type: 'password' },
    follow: followLogin,
    secrets: ['secret', 'passphrase'],
    fields: {
      ...secretSpec(t('features:accounts.secret')),
      su_from: {
        props: {
          url: `${RESOURCES.accountTemplate.url}su-from-account-templates/${id ? `?template_id=${id}` : ''}`,
          labelOf: userLabel,
        },
        help: t('templateSuHelp'),
      },
    },
  };
  return <ResourceForm definition={definition} />;
}
