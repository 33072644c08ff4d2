import { useTranslation } from 'react-i18next';
import { ListPage } from '../../screens/page/ListPage.tsx';
import { RESOURCES } from '../resources.ts';

/** Whose password was changed by whom (docs/behaviour/audit.md#password-changes). */
export function PasswordChangeList() {
  const { t } = useTranslation('features');
  return (
    <ListPage
      resource={RESOURCES.passwordChange}
      readOnly
      dateRange
      linkTo={false}
      defaults={['user', 'change_by', 'remote_addr', 'datetime']}
      min={['user', 'change_by']}
      facts={['change_by', 'datetime']}
      cells={{ user: { width: 220 }, change_by: { width: 220 }, remote_addr: { width: 160 }, datetime: { width: 180 } }}
      empty={t('logs.emptyPasswords')}
    />
  );
}
