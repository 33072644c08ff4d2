import { useTranslation } from 'react-i18next';
import type { ListDefinition } from '../../screens/list/list-definition.ts';
import { BASE } from '../../startup/start.ts';
import { openLog } from './task-log-page.ts';

/** Runs go on while one looks at them. */
const LIVE_MS = 10_000;

/** What lists of runs have in common: they are looked at only, are loaded again by themselves, and each run has a log. */
export function useRunList() {
  const { t } = useTranslation('tasks');
  return {
    readOnly: true,
    transfer: false,
    selectable: false,
    refetchEvery: LIVE_MS,
    rowActions: [{ id: 'log', label: t('showLog'), run: (run) => openLog(BASE, String(run.id)) }],
  } as const satisfies Partial<ListDefinition>;
}
