import { useQueryClient } from '@tanstack/react-query';
import type { Row } from '../../model/resource.ts';
import { useAuth, useOrg } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { BASE } from '../../startup/start.ts';
import { openLog, taskOf } from '../tasks/task-log-page.ts';

export const MAY_TEST = 'xpack.test_account';
const MAY_RUN = 'xpack.add_syncinstancetaskexecution';

/** Asks the cloud whether the stored login works. @throws ApiError with what the cloud said */
export const testAccount = (id: Row['id']): Promise<unknown> => client.cloudAccounts.test(String(id));

/** Starts a task now, or finds the run that is under way, and opens its log. */
export function useStartSync() {
  const { can } = useAuth();
  const { isRoot } = useOrg();
  const queries = useQueryClient();
  return {
    mayStart: can(MAY_RUN) && !isRoot,
    start: async ({ id }: Pick<Row, 'id'>) => {
      const task = taskOf(await client.cloudSyncInstanceTasks.run(String(id)));
      await queries.invalidateQueries({ queryKey: ['list'] });
      openLog(BASE, task);
    },
  };
}
