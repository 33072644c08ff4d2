import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { relatedName } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import type { FormDefinition } from '../../screens/form/form-definition.ts';
import { EmbeddedForm } from '../../screens/form/ResourceForm.tsx';
import { secretSpec } from '../accounts/secret-spec.ts';
import { RESOURCES } from '../resources.ts';
import { localInfo } from '../shared-fields.ts';

interface Props {
  template: Row;
  onSaved: () => void;
  onClose: () => void;
}

/** A new secret for a template and for every account that follows it (`is_sync_account`, docs/wire/accounts.md#templates). */
export function NewSecretDialog({ template, onSaved, onClose }: Props) {
  const { t } = useTranslation(['accounts', 'features']);
  const spec = secretSpec(relatedName(template.secret_type));
  const definition: FormDefinition = {
    resource: RESOURCES.accountTemplate,
    id: String(template.id),
    partial: true,
    groups: [{ title: t('newSecret'), fields: ['secret_type', 'secret', 'passphrase'] }],
    secrets: ['secret', 'passphrase'],
    fields: {
      ...spec,
      secret_type: { readOnly: true },
      secret: {
        ...spec.secret,
        required: true,
        // The form of an existing object offers to keep its secret; here a new one is all it is about.
        info: localInfo(relatedName(template.secret_type), 'string', { write_only: true, max_length: 40_960 }),
        props: (values) => ({ ...(typeof spec.secret.props === 'function' ? spec.secret.props(values) : {}), updating: false }),
      },
    },
    prepare: (values) => ({ ...values, is_sync_account: true }),
    onSaved: () => {
      onSaved();
      onClose();
    },
  };
  return (
    <Modal open title={t('newSecret')} width={720} footer={null} onCancel={onClose} mask={{ closable: false }} destroyOnHidden>
      <p className="s-note">{t('newSecretHelp')}</p>
      <EmbeddedForm definition={definition} />
    </Modal>
  );
}
