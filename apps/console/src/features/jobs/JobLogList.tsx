import { useMobile } from '@postern/ui';
import { Drawer } from 'antd';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../model/resource.ts';
import { ListPage } from '../../screens/page/ListPage.tsx';
import { RESOURCES } from '../resources.ts';
import { RunResult } from './RunResult.tsx';
import { CommandCell, useRunColumns } from './run-cells.tsx';

const WIDTH = 920;
const LIVE_MS = 5_000;

/** What people had run on machines by jobs, with what those answered (docs/behaviour/audit.md#job-executions). */
export function JobLogList() {
  const { t } = useTranslation('jobs');
  const mobile = useMobile();
  const { exclude, cells } = useRunColumns();
  const [open, setOpen] = useState<Row>();
  return (
    <>
      <ListPage
        resource={RESOURCES.jobLog}
        readOnly
        dateRange
        linkTo={false}
        refetchEvery={LIVE_MS}
        exclude={[...exclude, 'job']}
        defaults={['created_by', 'material', 'state', 'counts', 'time_cost', 'date_start']}
        min={['created_by', 'material']}
        facts={['state', 'date_start']}
        cells={{
          created_by: { width: 180, sortable: false },
          ...cells,
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
