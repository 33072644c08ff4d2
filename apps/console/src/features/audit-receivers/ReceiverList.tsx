import { StatusTag } from '@postern/ui';
import { PlugZap } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../model/resource.ts';
import { ListPage } from '../../screens/page/ListPage.tsx';
import { useRefusals } from '../../session/useRefusals.ts';
import { RESOURCES } from '../resources.ts';
import { useReceiverTest } from './useReceiverTest.tsx';

export const MAY_TEST = 'settings.change_auditreceiver';

/** Whether it takes what it is sent. */
export function ReceiverState({ row }: { row: Row }) {
  const { t } = useTranslation('features');
  if (row.is_active !== true) return <StatusTag tone="neutral">{t('receivers.off')}</StatusTag>;
  if (row.error) return <StatusTag tone="danger">{t('receivers.failing')}</StatusTag>;
  return <StatusTag tone="success">{t('receivers.works')}</StatusTag>;
}

/** Places that are told what the audit trail says (docs/behaviour/settings.md#audit-receivers). */
export function ReceiverList() {
  const { t } = useTranslation('features');
  const { without } = useRefusals();
  const test = useReceiverTest();
  return (
    <ListPage
      resource={RESOURCES.auditReceiver}
      global
      exclude={['ca', 'token']}
      extra={['state']}
      defaults={['name', 'state', 'type', 'address', 'backlog', 'date_sent', 'error']}
      min={['name']}
      facts={['state', 'backlog']}
      cells={{
        name: { width: 140 },
        state: { title: t('receivers.state'), width: 110, Cell: ReceiverState },
        type: { width: 90 },
        address: { width: 220 },
        backlog: { width: 100, sortable: false },
        date_sent: { width: 120 },
        error: { width: 240 },
      }}
      clone={false}
      transfer={false}
      selectable={false}
      rowActions={[
        {
          id: 'test',
          label: t('receivers.test'),
          icon: <PlugZap size={14} />,
          refused: () => without(MAY_TEST),
          run: test.run,
        },
      ]}
      empty={t('receivers.empty')}
    >
      {test.dialog}
    </ListPage>
  );
}
