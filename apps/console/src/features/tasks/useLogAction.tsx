import { ScrollText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../model/resource.ts';
import type { QuickAction } from '../../screens/detail/QuickActions.tsx';
import { BASE } from '../../startup/start.ts';
import { openLog } from './task-log-page.ts';

/** The log of a run, as quick action of its page. */
export function useLogAction(): (run: Row) => QuickAction {
  const { t } = useTranslation(['tasks', 'screens']);
  return ({ id }) => ({
    id: 'log',
    title: t('log'),
    verb: t('screens:action.view'),
    icon: <ScrollText size={14} />,
    run: () => openLog(BASE, String(id)),
  });
}
