import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AmountCell } from '../../fields/AmountCell.tsx';
import { ListPage } from '../../screens/page/ListPage.tsx';
import { pageOf, RESOURCES } from '../resources.ts';

/** Groups of people that get permissions together (docs/behaviour/people.md#groups). */
export function GroupList() {
  const { t } = useTranslation('features');
  return (
    <ListPage
      resource={RESOURCES.group}
      defaults={['name', 'users', 'comment']}
      min={['name']}
      facts={['users', 'comment']}
      cells={{
        users: {
          width: 120,
          align: 'end',
          render: (row) => (
            <Link to={`${pageOf('group', row.id)}?activeTab=GroupUser`}>
              <AmountCell value={row.users} />
            </Link>
          ),
        },
        comment: { width: 320 },
      }}
      empty={t('groups.empty')}
    />
  );
}
