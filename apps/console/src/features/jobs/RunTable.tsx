import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Row } from '../../model/resource.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { useAuth } from '../../session/auth.tsx';
import { pageOf, RESOURCES } from '../resources.ts';
import { useRunList } from '../tasks/useRunList.ts';
import { jobName, useRunColumns } from './run-cells.tsx';

const LIVE_MS = 5_000;

/** Runs of all jobs of one's own, or of one. */
export function RunTable({ job }: { job?: string }) {
  const { t } = useTranslation('jobs');
  const { can } = useAuth();
  const { exclude, cells } = useRunColumns();
  const runs = useRunList(job ? { name: 'jobRuns', query: { job_id: job } } : undefined);
  return (
    <ResourceList
      definition={{
        ...runs,
        refetchEvery: LIVE_MS,
        resource: RESOURCES.jobRun,
        exclude,
        defaults: ['material', ...(job ? [] : ['job']), 'state', 'counts', 'trigger', 'time_cost', 'date_created'],
        min: ['material'],
        facts: ['state', 'counts', 'date_created'],
        cells: {
          ...cells,
          job: { width: 160, sortable: false, render: (row) => <JobLink job={row.job as Row | null} may={can('ops.view_job')} /> },
        },
        empty: t(job ? 'detail.noRuns' : 'history.empty'),
        ...(job ? {} : { next: { label: t('noun:job.title'), to: RESOURCES.job.path, needs: 'ops.view_job' } }),
      }}
    />
  );
}

/** The job of a run, where it is kept; what was run once and at once has no page. */
function JobLink({ job, may }: { job: Row | null; may: boolean }) {
  const { t } = useTranslation('jobs');
  if (!job) return '-';
  const name = jobName(job);
  if (name === undefined) return t('quick.title');
  return may ? <Link to={pageOf('job', job.id)}>{name}</Link> : name;
}
