import { FileDiff } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { QuickActions } from '../../screens/detail/QuickActions.tsx';
import { DetailPage } from '../../screens/page/DetailPage.tsx';
import { RESOURCES } from '../resources.ts';
import { diffUrl } from './OperateLogList.tsx';

const DiffDialog = lazy(() => import('../../screens/detail/DiffDialog.tsx').then((module) => ({ default: module.DiffDialog })));

export function OperateLogDetail() {
  const { t } = useTranslation(['features', 'screens']);
  const { id = '' } = useParams();
  const [open, setOpen] = useState(false);
  const view = {
    id: 'diff',
    title: t('logs.detail'),
    verb: t('screens:action.view'),
    icon: <FileDiff size={14} />,
    run: () => setOpen(true),
  };
  return (
    <>
      <DetailPage
        resource={RESOURCES.operateLog}
        readOnly
        titleOf={(log) => t('logs.operateTitle', { name: String(log.user ?? '') })}
        basic={{
          name: 'Basic',
          title: t('logs.basic'),
          fields: ['id', 'user', 'remote_addr', 'action', 'resource', 'resource_type', 'datetime'],
          beside: () => <QuickActions actions={[view]} />,
        }}
      />
      <Suspense>{open && <DiffDialog url={diffUrl(id)} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
