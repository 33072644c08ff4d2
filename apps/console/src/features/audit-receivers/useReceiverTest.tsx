import { StatusTag, unitText } from '@postern/ui';
import { Alert } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../fields/Dialog.tsx';
import { HeadedTable } from '../../fields/HeadedTable.tsx';
import type { Row } from '../../model/resource.ts';
import { client } from '../../session/http.ts';

type Tested = Awaited<ReturnType<typeof client.auditReceivers.test>>;

/** Sends a test event, and shows step by step what happened. */
export function useReceiverTest(): { run: (row: Row) => Promise<void>; dialog: React.ReactNode } {
  const { t, i18n } = useTranslation('features');
  const [tested, setTested] = useState<Tested>();
  const close = () => setTested(undefined);
  return {
    run: async (row) => setTested(await client.auditReceivers.test(String(row.id))),
    dialog: tested && (
      <Dialog title={t('receivers.tested')} width={640} onClose={close}>
        <Alert type={tested.is_valid ? 'success' : 'error'} showIcon title={tested.msg} className="s-alert" />
        <HeadedTable heads={[t('receivers.step'), t('receivers.result'), t('receivers.detail')]}>
          {tested.steps.map(({ step, ok, detail, ms }) => (
            <tr key={step}>
              <th scope="row">{step}</th>
              <td>
                <StatusTag tone={ok ? 'success' : 'danger'}>{t(ok ? 'receivers.ok' : 'receivers.failed')}</StatusTag>
              </td>
              <td>{[detail, unitText(ms, 'millisecond', i18n.language)].filter(Boolean).join(' · ')}</td>
            </tr>
          ))}
        </HeadedTable>
      </Dialog>
    ),
  };
}
