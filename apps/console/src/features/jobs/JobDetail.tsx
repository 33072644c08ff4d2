import { useTranslation } from 'react-i18next';
import { right } from '../../model/resource.ts';
import { actionOfRow } from '../../screens/detail/QuickActions.tsx';
import { DetailPage } from '../../screens/page/DetailPage.tsx';
import { ScheduleCell, TIMES } from '../account-automations/run-cells.tsx';
import { RESOURCES } from '../resources.ts';
import { JobVersions } from './JobVersions.tsx';
import { RunTable } from './RunTable.tsx';
import { isPlaybookJob, WhatCell } from './run-cells.tsx';
import { useStartJob } from './useStartJob.tsx';

const COMMAND_FACTS = ['module', 'args', 'chdir', 'timeout'];
const FACTS = ['runas', 'runas_policy', 'parallelism', 'crontab', 'interval'];
const AFTER = ['version', 'average_time_cost', 'date_last_run', 'date_created', 'date_updated', 'comment'];

/** One job with its runs. */
export function JobDetail() {
  const { t } = useTranslation('jobs');
  const { start, dialog } = useStartJob();
  return (
    <DetailPage
      resource={RESOURCES.job}
      facts={(job) => <ScheduleCell row={job} />}
      basic={{
        name: 'Basic',
        fields: (job) => ['id', 'name', 'type', ...(isPlaybookJob(job) ? ['playbook'] : COMMAND_FACTS), ...FACTS, ...AFTER],
        cells: {
          ...TIMES,
          args: (job) => <WhatCell job={job} />,
          playbook: (job) => <WhatCell job={job} />,
          timeout: ({ timeout }) => (timeout === -1 ? t('quick.noTimeout') : String(timeout)),
        },
        actions: (job) => [actionOfRow(job, t('list.run'), start)],
      }}
      tabs={(job) => [
        {
          name: 'History',
          title: t('detail.history'),
          permissions: [right(RESOURCES.jobRun, 'view')],
          render: () => <RunTable job={String(job.id)} />,
        },
        {
          name: 'Versions',
          title: t('versions.title'),
          permissions: [right(RESOURCES.jobRun, 'view')],
          render: () => <JobVersions job={job} />,
        },
      ]}
    >
      {dialog}
    </DetailPage>
  );
}
