import { Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { onDemand } from '../../data/on-demand.tsx';
import { useRunAction } from '../../data/useRunAction.ts';
import { type Row, titleOf } from '../../model/resource.ts';
import type { RowAction } from '../../screens/list/list-definition.ts';
import { client } from '../../session/http.ts';
import { useRefusals } from '../../session/useRefusals.ts';
import { pageOf } from '../resources.ts';
import { asksFor } from './parameters.ts';

const ParametersDialog = onDemand(() => import('./ParametersDialog.tsx').then((module) => module.ParametersDialog));

/** What starts a job and shows its run; one that asks for something asks first, in a dialog that the page has to draw. */
export function useStartJob(): { start: RowAction; dialog: ReactNode } {
  const { t } = useTranslation('jobs');
  const { without, inRoot } = useRefusals();
  const navigate = useNavigate();
  const act = useRunAction();
  const [asked, setAsked] = useState<Row>();
  const begin = async (job: Row, parameters?: Record<string, string>) => {
    const { task_id } = await client.jobExecutions.create({ job: job.id, ...(parameters ? { parameters } : {}) });
    setAsked(undefined);
    void navigate(pageOf('jobRun', task_id));
  };
  return {
    start: {
      id: 'run',
      label: t('list.run'),
      icon: <Play size={14} />,
      refused: () => inRoot || without('ops.add_jobexecution'),
      run: (job) => (asksFor(job).length > 0 ? setAsked(job) : begin(job)),
    },
    dialog: asked && (
      <ParametersDialog
        title={t('parameters.ask', { name: titleOf(asked) })}
        verb={t('list.run')}
        parameters={asksFor(asked)}
        onRun={(values) => act(() => begin(asked, values))}
        onClose={() => setAsked(undefined)}
      />
    ),
  };
}
