import { useMobile } from '@postern/ui';
import { Drawer } from 'antd';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../model/resource.ts';
import { ListPage } from '../../screens/page/ListPage.tsx';
import { RESOURCES } from '../resources.ts';
import { RunResult } from './RunResult.tsx';
import { CommandCell, RunCounts, RunState } from './run-cells.tsx';

const WIDTH = 920;
const LIVE_MS = 5_000;

/** What people had run on machines by jobs, with what those answered (docs/behaviour/audit.md#job-executions). */
export function JobLogList() {
  const { t } = useTranslation('jobs');
  const mobile = useMobile();
  const [open, setOpen] = useState<Row>();
  return (
    <>
      <ListPage
        resource={RESOURCES.jobLog}
        readOnly
        dateRange
        linkTo={false}
        refetchEvery={LIVE_MS}
        exclude={['task_id', 'summary', 'parameters', 'timedelta', 'is_finished', 'is_success', 'creator', 'job_type', 'job']}
        defaults={['created_by', 'material', 'state', 'counts', 'time_cost', 'date_start']}
        min={['created_by', 'material']}
        facts={['state', 'date_start']}
        cells={{
          created_by: { width: 180, sortable: false },
          material: { width: 260, render: (row) => <CommandCell value={row.material} /> },
          state: { title: t('history.result'), Cell: RunState, width: 120, sortable: false },
          counts: { title: t('history.assets'), width: 120, sortable: false, render: (row) => <RunCounts row={row} /> },
          trigger: { width: 100 },
          time_cost: { width: 150, align: 'end', sortable: false },
          date_start: { width: 160 },
          date_finished: { width: 160 },
        }}
        rowActions={[{ id: 'output', label: t('history.output'), icon: <ScrollText size={14} />, run: setOpen }]}
        empty={t('history.emptyLog')}
      />
      <Drawer
        open={open !== undefined}
        destroyOnHidden
        title={open && <CommandCell value={open.material} />}
        size={mobile ? '100%' : WIDTH}
        onClose={() => setOpen(undefined)}
      >
        {open && <RunResult id={String(open.id)} />}
      </Drawer>
    </>
  );
}
