import { useTranslation } from 'react-i18next';
import { relatedName } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import { FormDialog } from '../../screens/form/FormDialog.tsx';
import { newSecretForm } from '../accounts/new-secret.ts';
import { RESOURCES } from '../resources.ts';

interface Props {
  template: Row;
  onSaved: () => void;
  onClose: () => void;
}

/** A new secret for a template and for every account that follows it (`is_sync_account`, docs/wire/accounts.md#templates). */
export function NewSecretDialog({ template, onSaved, onClose }: Props) {
  const { t } = useTranslation('accounts');
  return (
    <FormDialog
      title={t('newSecret')}
      note={t('newSecretHelp')}
      definition={{
        ...newSecretForm(RESOURCES.accountTemplate, template, t('newSecret'), relatedName(template.secret_type)),
        prepare: (values) => ({ ...values, is_sync_account: true }),
        onSaved: () => {
          onSaved();
          onClose();
        },
      }}
      onClose={onClose}
    />
  );
}
