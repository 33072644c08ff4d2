import { Dropdown } from 'antd';
import { ChevronsUpDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { currentLanguage } from '../i18n/language.ts';
import type { Route } from '../routes/resolve.ts';
import { useAuth } from '../session/auth.tsx';
import { isViewAllowed } from '../startup/views.ts';
import { routeIcon } from './icons.ts';
import { popupContainer } from './popup-container.ts';

/** Heading of the side menu: the current view, and the others to go to (screens/shell.md §4 "View switcher"). */
export function ViewSwitcher({ routes, current, collapsed }: { routes: readonly Route[]; current: Route | undefined; collapsed: boolean }) {
  const { t } = useTranslation('shell');
  const { profile } = useAuth();
  const navigate = useNavigate();
  const language = currentLanguage().id;
  const offered = routes.filter((route) => route.node.showNavSwitcher && isViewAllowed(route.view, profile));
  const CurrentIcon = routeIcon(current?.node.icon);
  const title = current?.node.title[language] ?? '';
  if (offered.length === 0 || (offered.length === 1 && offered[0]?.view === current?.view)) {
    return (
      <div className="view-switcher">
        <CurrentIcon size={16} aria-hidden="true" />
        {collapsed ? null : <span className="view-switcher__title">{title}</span>}
      </div>
    );
  }
  const items = offered.map((route) => {
    const Icon = routeIcon(route.node.icon);
    return { key: route.path, icon: <Icon size={16} />, label: route.node.title[language] };
  });
  return (
    <Dropdown
      getPopupContainer={popupContainer}
      trigger={['click']}
      menu={{ items, selectable: true, selectedKeys: current ? [current.path] : [], onClick: ({ key }) => void navigate(key) }}
    >
      <button type="button" className="view-switcher view-switcher--button" aria-label={`${t('switchView')}: ${title}`}>
        <CurrentIcon size={16} aria-hidden="true" />
        {collapsed ? null : (
          <>
            <span className="view-switcher__title">{title}</span>
            <ChevronsUpDown size={14} aria-hidden="true" />
          </>
        )}
      </button>
    </Dropdown>
  );
}
