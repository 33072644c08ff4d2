import { useQueryClient } from '@tanstack/react-query';
import { choiceValue } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import { useAuth, useOrg } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { BASE } from '../../startup/start.ts';
import { openLog, taskOf } from '../tasks/task-log-page.ts';
import type { PlanKind } from './plans.ts';

/** Starts a plan now, or what failed in a run of it, and opens the log of its task. `mayStart`: the plan is active and the person has the right. */
export function useStartPlan(kind: PlanKind) {
  const { can } = useAuth();
  const { isRoot } = useOrg();
  const queries = useQueryClient();
  // The type is told as well, as existing consoles do: the address says it already.
  const begin = async (body: { automation: string; failed_of?: string; type?: unknown }) => {
    const task = taskOf(await client[kind.runs].create(body));
    await queries.invalidateQueries({ queryKey: ['list'] });
    openLog(BASE, task);
  };
  return {
    mayStart: (plan: Row) => plan.is_active === true && !isRoot && can(kind.mayRun),
    start: (plan: Row) => begin({ automation: String(plan.id), type: choiceValue(plan.type) }),
    mayRetry: (run: Row) => run.status === 'failed' && Boolean(run.automation) && !isRoot && can(kind.mayRun),
    /** Tries only what failed in a run again. */
    retry: (run: Row) => begin({ automation: String(run.automation), failed_of: String(run.id) }),
  };
}
