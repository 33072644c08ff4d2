import { useTranslation } from 'react-i18next';
import { client } from '../../session/http.ts';
import { useStartAction } from '../tasks/useRunNow.tsx';

/** Starts a plan now. Starting takes the right to add a run, not that to view them. */
export function useStartBackup() {
  const { t } = useTranslation('accounts');
  return useStartAction({
    label: t('plan.start'),
    done: t('plan.started'),
    may: 'accounts.add_accountbackupexecution',
    call: (plan) => client.accountBackupPlanExecutions.create({ plan: plan.id }),
  });
}
