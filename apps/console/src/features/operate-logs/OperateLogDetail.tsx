import { FileDiff } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { AutoCard } from '../../screens/detail/AutoCard.tsx';
import { QuickActions } from '../../screens/detail/QuickActions.tsx';
import { ResourceDetail } from '../../screens/detail/ResourceDetail.tsx';
import { RESOURCES } from '../resources.ts';
import { diffUrl } from './OperateLogList.tsx';

const DiffDialog = lazy(() => import('../../screens/detail/DiffDialog.tsx').then((module) => ({ default: module.DiffDialog })));

export function OperateLogDetail() {
  const { t } = useTranslation(['features', 'screens']);
  const { id = '' } = useParams();
  const [open, setOpen] = useState(false);
  return (
    <>
      <ResourceDetail
        definition={{
          resource: RESOURCES.operateLog,
          id,
          update: false,
          delete: false,
          activity: false,
          titleOf: (log) => t('logs.operateTitle', { name: String(log.user ?? '') }),
          tabs: (log) => [
            {
              name: 'Basic',
              title: t('logs.basic'),
              render: () => (
                <div className="s-columns-2">
                  <AutoCard
                    url={RESOURCES.operateLog.url}
                    row={log}
                    title={t('logs.basic')}
                    fields={['id', 'user', 'remote_addr', 'action', 'resource', 'resource_type', 'datetime']}
                  />
                  <QuickActions
                    actions={[
                      {
                        id: 'diff',
                        title: t('logs.detail'),
                        verb: t('screens:action.view'),
                        icon: <FileDiff size={14} />,
                        run: () => setOpen(true),
                      },
                    ]}
                  />
                </div>
              ),
            },
          ],
        }}
      />
      <Suspense>{open && <DiffDialog url={diffUrl(id)} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
