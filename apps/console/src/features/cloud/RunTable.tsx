import { RUN_STATUS, type SyncSummary } from '@postern/contract/cloud';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../model/resource.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { RESOURCES } from '../resources.ts';
import { useRunList } from '../tasks/useRunList.ts';
import { StateTag } from './StateTag.tsx';

/** Runs of a task, with what came of each. */
export function RunTable({ task }: { task: string }) {
  const { t } = useTranslation(['cloud', 'tasks']);
  const runs = useRunList();
  const states = {
    [RUN_STATUS.failed]: ['danger', t('run.failed')],
    [RUN_STATUS.ok]: ['success', t('run.ok')],
    [RUN_STATUS.running]: ['info', t('run.running')],
  } as const;
  const query = useMemo(() => ({ task }), [task]);
  const count = (name: keyof SyncSummary) => ({
    title: t(`instance.${name}`),
    width: 100,
    align: 'end' as const,
    sortable: false,
    render: (run: Row) => (run.summary as Partial<SyncSummary> | undefined)?.[name] ?? '-',
  });
  return (
    <ResourceList
      definition={{
        ...runs,
        resource: RESOURCES.syncRun,
        query,
        name: 'syncRuns',
        syncUrl: false,
        linkTo: false,
        exclude: ['task', 'summary'],
        extra: ['new', 'unsync', 'sync', 'released'],
        defaults: ['date_start', 'status', 'new', 'sync', 'unsync', 'released', 'trigger', 'date_sync'],
        min: ['date_start'],
        facts: ['status', 'new', 'date_sync'],
        cells: {
          new: count('new'),
          sync: count('sync'),
          unsync: count('unsync'),
          released: count('released'),
          status: { width: 110, render: (row) => <StateTag states={states} value={row.status} /> },
          trigger: { width: 110 },
        },
        search: { exclude: ['task'] },
        empty: t('run.empty'),
      }}
    />
  );
}
