import { useTranslation } from 'react-i18next';
import { client } from '../../session/http.ts';
import { useStartAction } from '../tasks/useRunNow.tsx';

/** Starts a task now. */
export function useStartSync() {
  const { t } = useTranslation('cloud');
  return useStartAction({
    label: t('task.run'),
    done: t('task.started'),
    may: 'xpack.add_syncinstancetaskexecution',
    call: ({ id }) => client.cloudSyncInstanceTasks.run(String(id)),
  });
}
