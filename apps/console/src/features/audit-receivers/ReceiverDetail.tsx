import { PlugZap } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { relatedName } from '../../model/metadata.ts';
import { DetailPage } from '../../screens/page/DetailPage.tsx';
import { useRefusals } from '../../session/useRefusals.ts';
import { RESOURCES } from '../resources.ts';
import { MAY_TEST, ReceiverState } from './ReceiverList.tsx';
import { useReceiverTest } from './useReceiverTest.tsx';

/** One receiver: how far it is, and whether it can be reached. */
export function ReceiverDetail() {
  const { t } = useTranslation('features');
  const { without } = useRefusals();
  const test = useReceiverTest();
  return (
    <DetailPage
      resource={RESOURCES.auditReceiver}
      global
      facts={(row) => (
        <>
          <ReceiverState row={row} />
          <span>{relatedName(row.type)}</span>
        </>
      )}
      basic={{
        exclude: ['token', 'ca'],
        actions: (row, detail) => [
          {
            id: 'test',
            title: t('receivers.testText'),
            verb: t('receivers.test'),
            icon: <PlugZap size={14} />,
            refused: without(MAY_TEST),
            run: () => test.run(row).finally(() => detail.refresh()),
          },
        ],
      }}
    >
      {test.dialog}
    </DetailPage>
  );
}
