import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { DetailPage } from '../../screens/page/DetailPage.tsx';
import { pageOf, RESOURCES } from '../resources.ts';
import { RunResult } from './RunResult.tsx';
import { CommandCell, commandOf, jobName } from './run-cells.tsx';

/** Whether something was filled in: a run without parameters has none to show. */
const hasAny = (parameters: unknown): boolean => Object.keys((parameters ?? {}) as object).length > 0;

/** One run: what came of it, and what it was. */
export function RunDetail() {
  const { t } = useTranslation('jobs');
  const navigate = useNavigate();
  return (
    <DetailPage
      resource={RESOURCES.jobRun}
      readOnly
      titleOf={(row) => jobName(row.job) ?? commandOf(row.material)}
      basic={{
        name: 'Basic',
        title: t('history.facts'),
        fields: (row) => [
          'id',
          'material',
          'job',
          'job_version',
          ...(hasAny(row.parameters) ? ['parameters'] : []),
          'trigger',
          'date_created',
          'date_start',
        ],
        cells: { material: (row) => <CommandCell value={row.material} />, job: (row) => jobName(row.job) ?? t('quick.title') },
        above: (row) => <RunResult key={row.id} id={String(row.id)} onRun={(id) => void navigate(pageOf('jobRun', id))} />,
      }}
    />
  );
}
