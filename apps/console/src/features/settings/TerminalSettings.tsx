import { useTranslation } from 'react-i18next';
import { TabbedPage } from '../../screens/page/TabbedPage.tsx';
import { ComponentList } from '../components/ComponentList.tsx';
import { ComponentMonitor } from '../components/ComponentMonitor.tsx';
import { EndpointList, EndpointRuleList } from '../endpoints/EndpointLists.tsx';
import { StorageList } from '../storages/StorageList.tsx';
import { STORAGES } from '../storages/storage-kinds.ts';
import { SettingForm } from './SettingForm.tsx';

/** What carries sessions: the components that do, first, as messages about them lead here, and what they are told. */
export function TerminalSettings() {
  const { t } = useTranslation(['settings', 'features']);
  return (
    <TabbedPage
      title={t('terminal.title')}
      initial="TerminalList"
      tabs={[
        { name: 'Basic', title: t('terminal.basic'), permissions: ['settings.change_terminal'], render: () => <TerminalForm /> },
        {
          name: 'TerminalList',
          title: t('noun:component.title'),
          permissions: ['terminal.view_terminal'],
          render: () => <ComponentList />,
        },
        {
          name: STORAGES.replay.tab,
          title: t('noun:replayStorage.title'),
          permissions: ['terminal.view_replaystorage'],
          render: () => <StorageList kind="replay" />,
        },
        {
          name: STORAGES.command.tab,
          title: t('noun:commandStorage.title'),
          permissions: ['terminal.view_commandstorage'],
          render: () => <StorageList kind="command" />,
        },
        {
          name: 'Monitor',
          title: t('features:components.monitor'),
          permissions: ['terminal.view_terminal'],
          render: () => <ComponentMonitor />,
        },
        {
          name: 'EndpointList',
          title: t('noun:endpoint.title'),
          permissions: ['terminal.view_endpoint'],
          render: () => <EndpointList />,
        },
        {
          name: 'EndpointRuleList',
          title: t('noun:endpointRule.title'),
          permissions: ['terminal.view_endpointrule'],
          render: () => <EndpointRuleList />,
        },
      ]}
    />
  );
}

function TerminalForm() {
  const { t } = useTranslation('settings');
  return (
    <SettingForm
      category="terminal"
      groups={[
        {
          title: t('terminal.native'),
          purpose: t('terminal.nativePurpose'),
          fields: ['TERMINAL_KOKO_SSH_ENABLED', 'TERMINAL_PASSWORD_AUTH', 'TERMINAL_PUBLIC_KEY_AUTH', 'TERMINAL_BROWSER_AUTH'],
        },
        {
          title: t('terminal.web'),
          purpose: t('terminal.webPurpose'),
          fields: ['TERMINAL_RECONNECT_SECONDS', 'TERMINAL_WATCH_NOTICE'],
        },
        {
          title: t('terminal.menu'),
          purpose: t('terminal.menuPurpose'),
          fields: ['TERMINAL_ASSET_LIST_SORT_BY', 'TERMINAL_ASSET_LIST_PAGE_SIZE', 'TERMINAL_TELNET_REGEX'],
        },
      ]}
    />
  );
}
