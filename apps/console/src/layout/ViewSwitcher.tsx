import { useMobile } from '@postern/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Dropdown, Popover } from 'antd';
import { ChevronsUpDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { readStored, writeStored } from '../data/useStored.ts';
import { currentLanguage } from '../i18n/language.ts';
import type { Route } from '../routes/resolve.ts';
import { useAuth } from '../session/auth.tsx';
import { rememberView } from '../startup/start.ts';
import { isViewAllowed } from '../startup/views.ts';
import { routeIcon } from './icons.ts';
import { popupContainer } from './popup-container.ts';

/** Set once the hint has been read. */
const HINT_KEY = 'viewSwitcherTip';

interface ViewSwitcherProps {
  routes: readonly Route[];
  current: Route | undefined;
  collapsed: boolean;
}

/** Heading of the side menu: the current view, and the others to go to (docs/behaviour/start-and-views.md#view-switcher). */
export function ViewSwitcher({ routes, current, collapsed }: ViewSwitcherProps) {
  const { t } = useTranslation('shell');
  const { profile } = useAuth();
  const navigate = useNavigate();
  const client = useQueryClient();
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
  const choose = (path: string) => {
    rememberView(path);
    // Another view works in organisations of its own: what was loaded for this one is not for that.
    client.removeQueries();
    void navigate(path);
  };
  return (
    <Hint>
      <Dropdown
        autoFocus
        getPopupContainer={popupContainer}
        trigger={['click']}
        menu={{ items, selectable: true, selectedKeys: current ? [current.path] : [], onClick: ({ key }) => choose(key) }}
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
    </Hint>
  );
}

/** Says once in a browser where views are switched; never on phones, where the menu is a sheet. */
function Hint({ children }: { children: React.ReactNode }) {
  const { t } = useTranslation('shell');
  const mobile = useMobile();
  const [open, setOpen] = useState(() => readStored(HINT_KEY) === undefined);
  const read = () => {
    setOpen(false);
    writeStored(HINT_KEY, true);
  };
  if (mobile || !open) return children;
  return (
    <Popover
      open
      // Below dialogs; and any click elsewhere shows that it has been seen.
      zIndex={900}
      trigger="click"
      onOpenChange={(next) => !next && read()}
      placement="rightTop"
      content={
        <div className="hint">
          <p>{t('viewHint')}</p>
          <Button size="small" type="primary" onClick={read}>
            {t('viewHintDone')}
          </Button>
        </div>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: using the switcher shows that the hint has done its work; the button inside is what is operated */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div onClick={read}>{children}</div>
    </Popover>
  );
}
