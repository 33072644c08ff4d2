import { useQueryClient } from '@tanstack/react-query';
import type { Row } from '../../model/resource.ts';
import { useAuth, useOrg } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { BASE } from '../../startup/start.ts';
import { openLog, taskOf } from '../tasks/task-log-page.ts';

/** Names of the two tabs of the list, which are the names of their routes. */
export const TABS = { plans: 'AccountBackupPlanList', runs: 'AccountBackupPlanExecutionList' } as const;

/** Name of the plan a run was started from. */
export const planNameOf = (run: Row): string => String((run.plan_snapshot as { name?: unknown } | null)?.name ?? run.id);

/** Starts a plan now and opens the log of its task. Starting takes the right to add a run, not that to view them. */
export function useStartBackup() {
  const { can } = useAuth();
  const { isRoot } = useOrg();
  const queries = useQueryClient();
  return {
    mayStart: !isRoot && can('accounts.add_accountbackupexecution'),
    start: async (plan: Row) => {
      const task = taskOf(await client.accountBackupPlanExecutions.create({ plan: plan.id }));
      await queries.invalidateQueries({ queryKey: ['list'] });
      openLog(BASE, task);
    },
  };
}
