import { useQueryClient } from '@tanstack/react-query';
import { choiceValue } from '../../screens/model/metadata.ts';
import type { Row } from '../../screens/model/resource.ts';
import { useAuth, useOrg } from '../../session/auth.tsx';
import { http } from '../../session/http.ts';
import { BASE } from '../../startup/start.ts';
import { openLog } from '../tasks/task-log-page.ts';
import type { PlanKind } from './plans.ts';

/** Starts a plan now, or what failed in a run of it, and opens the log of its task. `mayStart`: the plan is active and the person has the right. */
export function useStartPlan(kind: PlanKind) {
  const { can } = useAuth();
  const { isRoot } = useOrg();
  const client = useQueryClient();
  const begin = async (body: object) => {
    const { task } = await http.post<{ task: string }>(kind.run.url, body);
    await client.invalidateQueries({ queryKey: ['list'] });
    openLog(BASE, task);
  };
  return {
    mayStart: (plan: Row) => plan.is_active === true && !isRoot && can(kind.mayRun),
    start: (plan: Row) => begin({ automation: plan.id, type: choiceValue(plan.type) }),
    mayRetry: (run: Row) => run.status === 'failed' && Boolean(run.automation) && !isRoot && can(kind.mayRun),
    /** Tries only what failed in a run again. */
    retry: (run: Row) => begin({ automation: run.automation, failed_of: run.id }),
  };
}
