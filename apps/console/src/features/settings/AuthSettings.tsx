import { useTranslation } from 'react-i18next';
import { TabbedPage } from '../../screens/page/Page.tsx';
import { LoginLinksForm, LoginWaysForm } from './LoginWaysForm.tsx';

/** How people log in. */
export function AuthSettings() {
  const { t } = useTranslation('settings');
  return (
    <TabbedPage
      title={t('ways.title')}
      initial="LoginWays"
      tabs={[
        { name: 'LoginWays', title: t('ways.own'), permissions: ['settings.change_auth'], render: () => <LoginWaysForm /> },
        { name: 'LoginLinks', title: t('ways.links'), permissions: ['settings.change_auth'], render: () => <LoginLinksForm /> },
      ]}
    />
  );
}
