import { PlugZap } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { relatedName } from '../../model/metadata.ts';
import { AutoCard } from '../../screens/detail/AutoCard.tsx';
import { QuickActions } from '../../screens/detail/QuickActions.tsx';
import { ResourceDetail } from '../../screens/detail/ResourceDetail.tsx';
import { useAuth, useOrg } from '../../session/auth.tsx';
import { RESOURCES } from '../resources.ts';
import { accountFormPath, ValidityCell } from './AccountTable.tsx';
import { MAY_TEST, testAccount } from './cloud-calls.ts';
import { tabPath } from './cloud-tabs.ts';

const { cloudAccount } = RESOURCES;

/** A login at a cloud, and whether it works. Its attributes are for the form alone. */
export function AccountDetail() {
  const { t } = useTranslation(['cloud', 'screens']);
  const { id = '' } = useParams();
  const { can } = useAuth();
  const { isRoot } = useOrg();
  return (
    <ResourceDetail
      definition={{
        resource: cloudAccount,
        id,
        listTo: tabPath('accounts'),
        updateTo: accountFormPath,
        facts: (account) => (
          <>
            <span>{relatedName(account.provider)}</span>
            <ValidityCell value={account.validity} />
          </>
        ),
        tabs: (account, detail) => [
          {
            name: 'Detail',
            title: t('screens:detail.basic'),
            render: () => (
              <div className="s-columns-2">
                <AutoCard
                  url={cloudAccount.url}
                  row={account}
                  title={t('screens:detail.basic')}
                  exclude={['attrs']}
                  cells={{ validity: (row) => <ValidityCell value={row.validity} /> }}
                />
                <QuickActions
                  actions={[
                    {
                      id: 'test',
                      title: t('account.testNow'),
                      verb: t('account.testVerb'),
                      icon: <PlugZap size={14} />,
                      disabled: isRoot || !can(MAY_TEST),
                      run: () => testAccount(id).finally(() => detail.refresh()),
                      done: t('account.works'),
                    },
                  ]}
                />
              </div>
            ),
          },
        ],
      }}
    />
  );
}
