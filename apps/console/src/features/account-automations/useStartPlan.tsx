import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { choiceValue } from '../../model/metadata.ts';
import type { RowAction } from '../../screens/list/list-definition.ts';
import { useAuth, useOrg } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { useUnless } from '../../session/useRefusals.ts';
import { useRunNow, useStartAction } from '../tasks/useRunNow.tsx';
import type { PlanKind } from './plans.ts';

/** What starts a plan that is active, and what tries again only what failed in a run; for those with the right. */
export function useStartPlan(kind: PlanKind): { start: RowAction; retry: RowAction } {
  const { t } = useTranslation('accounts');
  const { can } = useAuth();
  const { isRoot } = useOrg();
  const unless = useUnless();
  const runNow = useRunNow();
  // The type is told as well, as existing consoles do: the address says it already.
  const begin = (body: { automation: string; failed_of?: string; type?: unknown }) => client[kind.runs].create(body);
  return {
    start: useStartAction({
      label: t('plan.start'),
      done: t('plan.started'),
      may: kind.mayRun,
      refused: (plan) => unless(plan.is_active === true, 'refused:off'),
      call: (plan) => begin({ automation: String(plan.id), type: choiceValue(plan.type) }),
    }),
    retry: {
      id: 'retry',
      label: t('run.retryVerb'),
      icon: <RotateCcw size={14} />,
      shown: (run) => run.status === 'failed' && Boolean(run.automation) && !isRoot && can(kind.mayRun),
      run: (run) => runNow(begin({ automation: String(run.automation), failed_of: String(run.id) })),
    },
  };
}
