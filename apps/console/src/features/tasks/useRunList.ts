import { useTranslation } from 'react-i18next';
import type { ListDefinition } from '../../screens/list/list-definition.ts';
import { BASE } from '../../startup/start.ts';
import { openLog } from './task-log-page.ts';

/** Runs go on while one looks at them. */
const LIVE_MS = 10_000;

/** What lists of runs have in common: they are looked at only, are loaded again by themselves, and each run has a log. `below`: those of one object. */
export function useRunList(below?: { name: string; query: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('tasks');
  return {
    readOnly: true,
    transfer: false,
    refetchEvery: LIVE_MS,
    ...(below ? { ...below, syncUrl: false } : {}),
    rowActions: [{ id: 'log', label: t('showLog'), run: (run) => openLog(BASE, String(run.id)) }],
  } as const satisfies Partial<ListDefinition>;
}
