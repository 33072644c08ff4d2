import { addressOf } from '@postern/client/api';
import { FileDiff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../../data/on-demand.tsx';
import { ListPage } from '../../screens/page/ListPage.tsx';
import { RESOURCES } from '../resources.ts';

const DiffDialog = onDemand(() => import('../../screens/detail/DiffDialog.tsx').then((module) => module.DiffDialog));

/** Address of what an operation changed. */
export const diffUrl = (id: string | number): string => addressOf('operateLogs', 'retrieve', String(id), { type: 'action_detail' });

/** Every change, by whom and to what (docs/behaviour/audit.md#operate-log). */
export function OperateLogList() {
  const { t } = useTranslation('features');
  const [open, setOpen] = useState<string>();
  return (
    <ListPage
      resource={RESOURCES.operateLog}
      readOnly
      dateRange
      linkTo={false}
      defaults={['user', 'action', 'resource_type', 'resource', 'remote_addr', 'datetime']}
      min={['user', 'resource']}
      facts={['action', 'resource']}
      cells={{ user: { width: 200 }, resource: { width: 260 }, resource_type: { width: 160 } }}
      rowActions={[{ id: 'view', label: t('logs.view'), icon: <FileDiff size={14} />, run: (row) => setOpen(diffUrl(row.id)) }]}
      search={{ extra: [{ key: 'resource_type', label: t('logs.resourceType') }] }}
      empty={t('logs.emptyOperate')}
    >
      {open && <DiffDialog url={open} onClose={() => setOpen(undefined)} />}
    </ListPage>
  );
}
