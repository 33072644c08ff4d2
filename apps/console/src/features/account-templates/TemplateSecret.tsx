import { useTranslation } from 'react-i18next';
import { useMetadata } from '../../data/useMetadata.ts';
import { type Row, titleOf } from '../../model/resource.ts';
import { SecretDialog } from '../../screens/confirm/SecretDialog.tsx';
import { client } from '../../session/http.ts';
import { RESOURCES } from '../resources.ts';

/** The secret of a template, behind the identity check. Templates keep no former secrets. */
export function TemplateSecret({ template, onClose }: { template: Row; onClose: () => void }) {
  const { t } = useTranslation('features');
  const fields = useMetadata(RESOURCES.accountTemplate.url).data?.actions.GET;
  return (
    <SecretDialog
      read={() => client.accountTemplateSecrets.retrieve(String(template.id))}
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
