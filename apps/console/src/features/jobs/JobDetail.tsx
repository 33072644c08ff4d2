import { useTranslation } from 'react-i18next';
import { right } from '../../model/resource.ts';
import { actionOfRow } from '../../screens/detail/QuickActions.tsx';
import { DetailPage } from '../../screens/page/DetailPage.tsx';
import { ScheduleCell, TIMES } from '../account-automations/run-cells.tsx';
import { RESOURCES } from '../resources.ts';
import { RunTable } from './RunTable.tsx';
import { CommandCell } from './run-cells.tsx';
import { useStartJob } from './useStartJob.tsx';

const FACTS = ['id', 'name', 'module', 'args', 'chdir', 'runas', 'runas_policy', 'timeout', 'parallelism', 'crontab', 'interval'];
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
        fields: [...FACTS, ...AFTER],
        cells: { ...TIMES, args: (job) => <CommandCell value={job.args} /> },
        actions: (job) => [actionOfRow(job, t('list.run'), start)],
      }}
      tabs={({ id }) => [
        {
          name: 'History',
          title: t('detail.history'),
          permissions: [right(RESOURCES.jobRun, 'view')],
          render: () => <RunTable job={String(id)} />,
        },
      ]}
    >
      {dialog}
    </DetailPage>
  );
}
