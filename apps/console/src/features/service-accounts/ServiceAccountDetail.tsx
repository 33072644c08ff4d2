import { StatusTag } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { NamesCell } from '../../fields/NamesCell.tsx';
import type { Row } from '../../model/resource.ts';
import { toggleAction } from '../../screens/detail/QuickActions.tsx';
import { DetailPage } from '../../screens/page/DetailPage.tsx';
import { useRefusals } from '../../session/useRefusals.ts';
import { RESOURCES } from '../resources.ts';
import { ServiceAccountKeys } from './ServiceAccountKeys.tsx';

interface ServiceAccount extends Row {
  name: string;
  is_active: boolean;
  is_expired: boolean;
  without_sponsor: boolean;
}

/** The account of a program: what it may, who answers for it, and its keys (docs/behaviour/people.md#service-accounts). */
export function ServiceAccountDetail() {
  const { t } = useTranslation('features');
  const { without } = useRefusals();
  const works = (account: ServiceAccount) => account.is_active && !account.is_expired;
  return (
    <DetailPage<ServiceAccount>
      resource={RESOURCES.serviceAccount}
      facts={(account) => (
        <>
          <StatusTag tone={works(account) ? 'success' : 'neutral'} boxed>
            {t(works(account) ? 'programs.works' : 'programs.worksNot')}
          </StatusTag>
          {account.without_sponsor && (
            <StatusTag tone="warning" boxed>
              {t('programs.orphan')}
            </StatusTag>
          )}
        </>
      )}
      basic={{
        name: 'ServiceAccountInfo',
        exclude: ['is_active', 'is_expired', 'without_sponsor'],
        cells: { org_roles: (account) => <NamesCell value={account.org_roles} /> },
        actions: (_account, detail) => [
          toggleAction(detail, 'is_active', { title: t('programs.active'), refused: without('users.change_serviceaccount') }),
        ],
      }}
      tabs={(account) => [
        {
          name: 'ServiceAccountKeys',
          title: t('programs.keys'),
          permissions: ['users.view_serviceaccount'],
          render: () => <ServiceAccountKeys account={String(account.id)} />,
        },
      ]}
    />
  );
}
