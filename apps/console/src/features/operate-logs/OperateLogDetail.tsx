import { FileDiff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../../data/on-demand.tsx';
import type { Row } from '../../model/resource.ts';
import { DetailPage } from '../../screens/page/DetailPage.tsx';
import { RESOURCES } from '../resources.ts';
import { diffUrl } from './OperateLogList.tsx';

const DiffDialog = onDemand(() => import('../../screens/detail/DiffDialog.tsx').then((module) => module.DiffDialog));

export function OperateLogDetail() {
  const { t } = useTranslation(['features', 'screens']);
  const [viewed, setViewed] = useState<Row>();
  return (
    <DetailPage
      resource={RESOURCES.operateLog}
      readOnly
      titleOf={(log) => t('logs.operateTitle', { name: String(log.user ?? '') })}
      basic={{
        name: 'Basic',
        title: t('logs.basic'),
        fields: ['id', 'user', 'remote_addr', 'action', 'resource', 'resource_type', 'datetime'],
        actions: (log) => [
          {
            id: 'diff',
            title: t('logs.detail'),
            verb: t('screens:action.view'),
            icon: <FileDiff size={14} />,
            run: () => setViewed(log),
          },
        ],
      }}
    >
      {viewed && <DiffDialog url={diffUrl(String(viewed.id))} onClose={() => setViewed(undefined)} />}
    </DetailPage>
  );
}
