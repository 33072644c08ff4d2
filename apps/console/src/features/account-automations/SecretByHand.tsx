import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { useRunAction } from '../../data/useRunAction.ts';
import type { Row } from '../../model/resource.ts';
import type { FormDefinition } from '../../screens/form/form-definition.ts';
import { EmbeddedForm } from '../../screens/form/ResourceForm.tsx';
import { startAccountTask } from '../accounts/account-tasks.ts';
import { secretSpec } from '../accounts/secret-spec.ts';
import { RESOURCES } from '../resources.ts';
import { localInfo } from '../shared-fields.ts';
import { userLabel } from '../shared-labels.ts';

/**
 * A secret that somebody found out, for an account whose change is in doubt: it is stored, and a test logs in with it. If
 * it holds, the doubt is over (decision 0044).
 */
export function SecretByHand({ account, onClose }: { account: Row; onClose: () => void }) {
  const { t } = useTranslation('accounts');
  const runAction = useRunAction();
  const spec = secretSpec(t('byHand.secret'));
  const definition: FormDefinition = {
    resource: RESOURCES.account,
    id: String(account.id),
    partial: true,
    saveAndAdd: false,
    groups: [{ title: t('byHand.secret'), fields: ['secret_type', 'secret', 'passphrase'] }],
    secrets: ['secret', 'passphrase'],
    fields: {
      ...spec,
      secret_type: { readOnly: true },
      secret: {
        ...spec.secret,
        required: true,
        // The form of an existing account offers to keep its secret; here a new one is all it is about.
        info: localInfo(t('byHand.secret'), 'string', { write_only: true, max_length: 40_960 }),
        props: (values) => ({ ...(typeof spec.secret.props === 'function' ? spec.secret.props(values) : {}), updating: false }),
      },
    },
    onSaved: () => {
      onClose();
      void runAction(() => startAccountTask('verify', [account.id]), { done: t('task.testing') });
    },
  };
  return (
    <Modal
      open
      title={t('byHand.title', { name: userLabel(account) })}
      width={720}
      footer={null}
      onCancel={onClose}
      mask={{ closable: false }}
      destroyOnHidden
    >
      <p className="s-note">{t('byHand.help')}</p>
      <EmbeddedForm definition={definition} />
    </Modal>
  );
}
