import './jobs.css';
import { StatusTag, type StatusTone } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { choiceValue, relatedId, relatedName } from '../../model/metadata.ts';
import { type Row, right } from '../../model/resource.ts';
import type { ListDefinition } from '../../screens/list/list-definition.ts';
import { useAuth } from '../../session/auth.tsx';
import { pageOf, RESOURCES } from '../resources.ts';
import { allOf, type Counts } from './results.ts';

const TONES = {
  waiting: 'neutral',
  running: 'info',
  success: 'success',
  failed: 'danger',
  timeout: 'warning',
} as const satisfies Readonly<Record<string, StatusTone>>;
type State = keyof typeof TONES;
const STATES = Object.keys(TONES) as State[];

/** How a run went. */
export function RunState({ value }: { value: unknown }) {
  const { t } = useTranslation('jobs');
  const state = STATES.find((one) => one === choiceValue(value)) ?? 'waiting';
  return <StatusTag tone={TONES[state]}>{t(`history.state.${state}`)}</StatusTag>;
}

/** On how many of its machines a run worked. */
export function RunCounts({ row }: { row: Row }) {
  const { t } = useTranslation('jobs');
  const counts = (row.counts ?? {}) as Counts;
  return t('list.runs', { success: counts.ok ?? 0, total: allOf(counts) });
}

/** A command without the word of its language before it. */
export const commandOf = (material: unknown): string => String(material ?? '').replace(/^(?:shell|win_shell|python|sql):/, '');

export const CommandCell = ({ value }: { value: unknown }) => (
  <code className="p-mono j-command" translate="no">
    {commandOf(value)}
  </code>
);

export const isPlaybookJob = (job: Row): boolean => choiceValue(job.type) === 'playbook';

/** What a job runs: its command, or its playbook with the way there. */
export function WhatCell({ job }: { job: Row }) {
  const { can } = useAuth();
  if (!isPlaybookJob(job)) return <CommandCell value={job.args} />;
  const id = relatedId(job.playbook);
  const name = relatedName(job.playbook);
  return id !== undefined && can(right(RESOURCES.playbook, 'view')) ? <Link to={pageOf('playbook', id)}>{name}</Link> : name;
}

/** What the job of a run is called by whoever made it; undefined for what was run once and at once, and called by the server. */
export function jobName(job: unknown): string | undefined {
  const name = relatedName(job);
  return name === '' || (job as { is_named?: boolean }).is_named === false ? undefined : name;
}

/** What lists of runs show of each in the same way: one's own, and those of everybody as auditors have them. */
export function useRunColumns() {
  const { t } = useTranslation('jobs');
  return {
    exclude: ['task_id', 'summary', 'parameters', 'timedelta', 'is_finished', 'is_success', 'creator', 'job_type'],
    cells: {
      material: { width: 260, render: (row) => <CommandCell value={row.material} /> },
      state: { title: t('history.result'), Cell: RunState, width: 120, sortable: false },
      counts: { title: t('history.assets'), width: 140, sortable: false, render: (row) => <RunCounts row={row} /> },
      trigger: { width: 100 },
      time_cost: { width: 150, align: 'end', sortable: false },
    },
  } satisfies Pick<ListDefinition, 'exclude' | 'cells'>;
}
