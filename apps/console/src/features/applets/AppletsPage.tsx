import { useTranslation } from 'react-i18next';
import { TabbedPage } from '../../screens/page/TabbedPage.tsx';
import { AppletGrid } from './AppletGrid.tsx';
import { TABS } from './applets.ts';
import { HostList } from './HostList.tsx';

/** Remote applications, and the hosts that they run on (docs/behaviour/settings.md#remote-applications). */
export function AppletsPage() {
  const { t } = useTranslation('noun');
  return (
    <TabbedPage
      title={t('noun:applet.title')}
      initial={TABS.applets}
      tabs={[
        { name: TABS.applets, title: t('noun:applet.title'), permissions: ['terminal.view_applet'], render: () => <AppletGrid /> },
        { name: TABS.hosts, title: t('noun:appletHost.title'), permissions: ['terminal.view_applethost'], render: () => <HostList /> },
      ]}
    />
  );
}
