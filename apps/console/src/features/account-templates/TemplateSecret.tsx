import { useTranslation } from 'react-i18next';
import { SecretDialog } from '../../screens/confirm/SecretDialog.tsx';
import { useMetadata } from '../../screens/data/useMetadata.ts';
import { type Row, titleOf } from '../../screens/model/resource.ts';
import { RESOURCES } from '../resources.ts';

/** The secret of a template, behind the identity check. Templates keep no former secrets. */
export function TemplateSecret({ template, onClose }: { template: Row; onClose: () => void }) {
  const { t } = useTranslation('features');
  const fields = useMetadata(RESOURCES.accountTemplate.url).data?.actions.GET;
  return (
    <SecretDialog
      url={`accounts/account-template-secrets/${template.id}/`}
      name={titleOf(template)}
      labels={{
        name: fields?.name?.label ?? t('accounts.name'),
        username: fields?.username?.label ?? t('accounts.username'),
        fingerprint: t('accounts.fingerprint'),
        created: fields?.date_created?.label ?? '',
        updated: fields?.date_updated?.label ?? '',
      }}
      onClose={onClose}
    />
  );
}
