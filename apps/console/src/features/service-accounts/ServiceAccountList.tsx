import { useTranslation } from 'react-i18next';
import { ListPage } from '../../screens/page/ListPage.tsx';
import { RESOURCES } from '../resources.ts';
import { WhenTrue } from '../shared-cells.tsx';

/** Accounts of programs (docs/behaviour/people.md#service-accounts). */
export function ServiceAccountList() {
  const { t } = useTranslation('features');
  return (
    <ListPage
      resource={RESOURCES.serviceAccount}
      defaults={['name', 'org_roles', 'sponsor', 'without_sponsor', 'date_expired', 'date_last_used', 'last_used_from', 'is_active']}
      min={['name']}
      facts={['sponsor', 'is_active']}
      cells={{ is_expired: { Cell: WhenTrue }, without_sponsor: { Cell: WhenTrue } }}
      bulkUpdate={['date_expired', 'sponsor', 'comment']}
      clone={false}
      empty={t('programs.empty')}
    />
  );
}
