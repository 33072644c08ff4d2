import type { Row } from '../../model/resource.ts';

/** Names of the two tabs of the list, which are the names of their routes. */
export const TABS = { plans: 'AccountBackupPlanList', runs: 'AccountBackupPlanExecutionList' } as const;

/** Name of the plan a run was started from. */
export const planNameOf = (run: Row): string => String((run.plan_snapshot as { name?: unknown } | null)?.name ?? run.id);
