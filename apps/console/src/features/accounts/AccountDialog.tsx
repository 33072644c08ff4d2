import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../fields/field-props.ts';
import { SecretInput, SecretTextInput } from '../../fields/SecretInput.tsx';
import type { FormDefinition, Values } from '../../screens/form/form-definition.ts';
import { EmbeddedForm } from '../../screens/form/ResourceForm.tsx';
import { choiceValue } from '../../screens/model/metadata.ts';
import type { Row } from '../../screens/model/resource.ts';
import { RESOURCES } from '../resources.ts';
import { localInfo } from '../shared-fields.ts';
import { assetLabel } from '../shared-labels.ts';

interface Props {
  account: Row | undefined;
  /** Fixed when the dialog was opened on an asset. */
  asset?: { id: Row['id']; name: string } | undefined;
  onClose: () => void;
}

/** One line for passwords, several for keys and tokens. */
const SecretOfType = ({ kind, ...props }: InputProps & { kind?: unknown }) =>
  kind === undefined || kind === 'password' ? <SecretInput {...props} /> : <SecretTextInput {...props} />;

/** Adds or updates an account (screens/console-accounts.md §2). A blank secret keeps the stored one. */
export function AccountDialog({ account, asset, onClose }: Props) {
  const { t } = useTranslation(['features', 'screens']);
  const fixed = asset !== undefined || account !== undefined;
  const definition: FormDefinition = {
    resource: RESOURCES.account,
    id: account ? String(account.id) : undefined,
    partial: true,
    saveAndAdd: false,
    groups: [
      {
        title: t('accounts.basic'),
        fields: ['asset', 'name', 'username', 'privileged', 'secret_type', 'secret', 'passphrase', 'is_active', 'comment'],
      },
    ],
    initial: { asset: asset?.id, privileged: false, is_active: true, secret_type: 'password' },
    secrets: ['secret', 'passphrase'],
    fields: {
      asset: {
        info: localInfo(t('accounts.asset'), 'object_related_field', { required: true }),
        props: { url: 'assets/assets/?fields_size=mini', labelOf: assetLabel },
        only: 'create',
        has: !fixed,
      },
      // The server keeps the username of an existing account (contract/accounts.md §2).
      username: { disabled: account !== undefined },
      secret: {
        Input: SecretOfType,
        label: t('accounts.secret'),
        props: (values: Values) => ({ kind: choiceValue(values.secret_type) }),
      },
      passphrase: { shown: { field: 'secret_type', is: 'ssh_key' }, dropHidden: true },
    },
    prepare: (values, mode) => (mode === 'create' && asset ? { ...values, asset: asset.id } : values),
    onSaved: onClose,
  };
  return (
    <Modal
      open
      title={t(account ? 'accounts.update' : 'accounts.create')}
      width={720}
      footer={null}
      onCancel={onClose}
      mask={{ closable: false }}
      destroyOnHidden
    >
      <EmbeddedForm definition={definition} />
    </Modal>
  );
}
