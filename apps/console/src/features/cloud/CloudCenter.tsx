import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { right } from '../../model/resource.ts';
import { TabbedPage } from '../../screens/page/TabbedPage.tsx';
import { RESOURCES } from '../resources.ts';
import { AccountTable } from './AccountTable.tsx';
import { CLOUD_TABS, tabPath } from './cloud-tabs.ts';
import { TaskTable } from './TaskTable.tsx';

/** Where machines of clouds come in: the tasks, and the logins they use (docs/behaviour/assets.md#cloud-sync). */
export function CloudCenter() {
  const { t } = useTranslation(['cloud', 'features']);
  return (
    <TabbedPage
      title={t('title')}
      tabs={[
        {
          name: CLOUD_TABS.tasks,
          title: t('noun:syncTask.title'),
          permissions: [right(RESOURCES.syncTask, 'view')],
          render: () => <TaskTable />,
        },
        {
          name: CLOUD_TABS.accounts,
          title: t('noun:cloudAccount.title'),
          permissions: [right(RESOURCES.cloudAccount, 'view')],
          render: () => <AccountTable />,
        },
      ]}
    />
  );
}

/** The addresses of the two lists: their tabs of this page. */
export const ToAccounts = () => <Navigate replace to={tabPath('accounts')} />;
export const ToTasks = () => <Navigate replace to={tabPath('tasks')} />;
