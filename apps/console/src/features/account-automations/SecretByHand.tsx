import { useTranslation } from 'react-i18next';
import { useRunAction } from '../../data/useRunAction.ts';
import type { Row } from '../../model/resource.ts';
import { FormDialog } from '../../screens/form/FormDialog.tsx';
import { startAccountTask } from '../accounts/account-tasks.ts';
import { newSecretForm } from '../accounts/new-secret.ts';
import { RESOURCES } from '../resources.ts';
import { userLabel } from '../shared-labels.ts';

/**
 * A secret that somebody found out, for an account whose change is in doubt: it is stored, and a test logs in with it. If
 * it holds, the doubt is over (decision 0044).
 */
export function SecretByHand({ account, onClose }: { account: Row; onClose: () => void }) {
  const { t } = useTranslation('accounts');
  const runAction = useRunAction();
  const onSaved = () => {
    onClose();
    void runAction(() => startAccountTask('verify', [account.id]), { done: t('task.testing') });
  };
  return (
    <FormDialog
      title={t('byHand.title', { name: userLabel(account) })}
      note={t('byHand.help')}
      definition={{ ...newSecretForm(RESOURCES.account, account, t('byHand.secret'), t('byHand.secret')), onSaved }}
      onClose={onClose}
    />
  );
}
