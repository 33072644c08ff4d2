import { PlugZap } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { relatedName } from '../../model/metadata.ts';
import { DetailPage } from '../../screens/page/DetailPage.tsx';
import { useRefusals } from '../../session/useRefusals.ts';
import { RESOURCES } from '../resources.ts';
import { accountFormPath, ValidityCell } from './AccountTable.tsx';
import { MAY_TEST, testAccount } from './cloud-calls.ts';
import { tabPath } from './cloud-tabs.ts';

/** A login at a cloud, and whether it works. Its attributes are for the form alone. */
export function AccountDetail() {
  const { t } = useTranslation('cloud');
  const { without, inRoot } = useRefusals();
  return (
    <DetailPage
      resource={RESOURCES.cloudAccount}
      listTo={tabPath('accounts')}
      updateTo={accountFormPath}
      facts={(account) => (
        <>
          <span>{relatedName(account.provider)}</span>
          <ValidityCell value={account.validity} />
        </>
      )}
      basic={{
        exclude: ['attrs'],
        cells: { validity: (account) => <ValidityCell value={account.validity} /> },
        actions: ({ id }, detail) => [
          {
            id: 'test',
            title: t('account.testNow'),
            verb: t('account.testVerb'),
            icon: <PlugZap size={14} />,
            refused: inRoot || without(MAY_TEST),
            run: () => testAccount(id).finally(() => detail.refresh()),
            done: t('account.works'),
          },
        ],
      }}
    />
  );
}
