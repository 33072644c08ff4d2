import { RUN_STATUS, type SyncSummary } from '@postern/contract/cloud';
import { StatusTag, type StatusTone } from '@postern/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Nothing } from '../../fields/Nothing.tsx';
import type { Row } from '../../model/resource.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { BASE } from '../../startup/start.ts';
import { RESOURCES } from '../resources.ts';
import { openLog } from '../tasks/task-log-page.ts';

/** Runs go on while one looks at them. */
const LIVE_MS = 10_000;

const STATES = {
  [RUN_STATUS.failed]: ['danger', 'run.failed'],
  [RUN_STATUS.ok]: ['success', 'run.ok'],
  [RUN_STATUS.running]: ['info', 'run.running'],
} as const satisfies Readonly<Record<number, readonly [StatusTone, string]>>;

function StateCell({ value }: { value: unknown }) {
  const { t } = useTranslation('cloud');
  const state = Object.entries(STATES).find(([status]) => Number(status) === value)?.[1];
  return state ? <StatusTag tone={state[0]}>{t(state[1])}</StatusTag> : <Nothing />;
}

/** Runs of a task, with what came of each. */
export function RunTable({ task }: { task: string }) {
  const { t } = useTranslation(['cloud', 'tasks']);
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
        resource: RESOURCES.syncRun,
        query,
        name: 'syncRuns',
        syncUrl: false,
        readOnly: true,
        transfer: false,
        selectable: false,
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
          status: { width: 110, Cell: StateCell },
          trigger: { width: 110 },
        },
        search: { exclude: ['task'] },
        rowActions: [{ id: 'log', label: t('tasks:showLog'), run: (run) => openLog(BASE, String(run.id)) }],
        refetchEvery: LIVE_MS,
        empty: t('run.empty'),
      }}
    />
  );
}
