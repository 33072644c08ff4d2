import { BrandMark, IconButton, useMobile } from '@postern/ui';
import { useIsFetching } from '@tanstack/react-query';
import { Menu, PanelLeftClose, PanelLeftOpen, Settings, SquareTerminal } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useHref, useLocation } from 'react-router';
import { onDemand } from '../data/on-demand.tsx';
import { MessageBell } from '../features/messages/MessageBell.tsx';
import { PaletteField } from '../features/palette/PaletteField.tsx';
import { TicketBell } from '../features/tickets/TicketBell.tsx';
import { menuOf } from '../routes/menu.ts';
import type { Route } from '../routes/resolve.ts';
import { useManualPlace } from '../screens/page/manual-place.ts';
import { useAuth, usePublicSettings } from '../session/auth.tsx';
import { isUploaded } from '../startup/branding.ts';
import { viewOf } from '../startup/views.ts';
import { AccountMenu, HelpMenu, LanguageMenu, ThemeMenu } from './HeaderMenus.tsx';
import { MenuSheet } from './MenuSheet.tsx';
import { OrgSelect } from './OrgSelect.tsx';
import { PRODUCT, VERSION } from './product.ts';
import { SideMenu } from './SideMenu.tsx';
import { isSidebarOpen, rememberSidebar } from './sidebar-state.ts';
import { ViewSwitcher } from './ViewSwitcher.tsx';
import { ViewTabs } from './ViewTabs.tsx';

interface FrameProps {
  routes: readonly Route[];
  route: Route | undefined;
  children: ReactNode;
}

/** Header, side menu, open views, content and footer (docs/behaviour/appearance.md#frame). */
export function Frame({ routes, route, children }: FrameProps) {
  const { t } = useTranslation('shell');
  const mobile = useMobile();
  const location = useLocation();
  const [sidebar, setSidebar] = useState(isSidebarOpen);
  const [sheet, setSheet] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: any navigation closes the sheet
  useEffect(() => setSheet(false), [location.pathname]);
  const viewName = viewOf(location.pathname);
  const view = routes.find((candidate) => candidate.view === viewName);
  const collapsed = !mobile && !sidebar;
  const toggle = useCallback((open: boolean) => {
    setSidebar(open);
    rememberSidebar(open);
  }, []);
  const org = useMemo(() => <OrgSelect route={route} routes={routes} view={viewName} />, [route, routes, viewName]);
  // What stands around the page stays as it is while only the query changes: a list that turns its page must not draw menus.
  const side = useMemo(
    () => (
      <>
        <ViewSwitcher routes={routes} current={view} collapsed={collapsed} />
        <SideMenu
          entries={menuOf(view?.children ?? [])}
          active={route?.activeMenu ?? ''}
          collapsed={collapsed}
          label={t('menu')}
          onExpand={() => toggle(true)}
        />
      </>
    ),
    [routes, route, view, collapsed, toggle, t],
  );
  const icons = useMemo(
    () => (
      <>
        <PaletteField mobile={mobile} />
        <HeaderIcons routes={routes} mobile={mobile} />
        <AccountMenu routes={routes} />
      </>
    ),
    [routes, mobile],
  );
  return (
    <div className={collapsed ? 'frame--collapsed' : undefined}>
      <a className="skip" href="#page-content">
        {t('skip')}
      </a>
      <header className="header">
        {mobile ? <IconButton icon={Menu} size={20} label={t('openMenu')} onClick={() => setSheet(true)} /> : null}
        <Logo />
        {mobile ? null : org}
        <span className="header__space" />
        {icons}
      </header>
      {mobile ? (
        <MenuSheet open={sheet} onClose={() => setSheet(false)} label={t('menu')} closeLabel={t('closeMenu')}>
          {org}
          {side}
        </MenuSheet>
      ) : (
        <aside className="sider">
          {side}
          <div className="sider__foot">
            <IconButton
              icon={collapsed ? PanelLeftOpen : PanelLeftClose}
              label={collapsed ? t('expand') : t('collapse')}
              onClick={() => toggle(collapsed)}
            />
          </div>
        </aside>
      )}
      <div className="body">
        {mobile ? null : <ViewTabs route={route} />}
        <Content>{children}</Content>
        <Footer />
      </div>
      <Manual />
      <Welcome />
    </div>
  );
}

const ManualDrawer = onDemand(() => import('../features/manual/ManualDrawer.tsx').then((module) => module.ManualDrawer));

/** The manual, while it is open. It stays beside whatever is gone to. */
function Manual() {
  const place = useManualPlace();
  return place && <ManualDrawer place={place} />;
}

const FirstLogin = onDemand(() => import('../profile/FirstLogin.tsx').then((module) => module.FirstLogin));

/** What a first login is asked, over the page that it led to. Put away, it comes again with the next visit. */
function Welcome() {
  const asks = useAuth().profile.is_first_login;
  const [away, setAway] = useState(false);
  return asks && !away ? <FirstLogin onClose={() => setAway(true)} /> : null;
}

/** The part that changes from page to page. While anything on it waits for its first data it says so. */
function Content({ children }: { children: ReactNode }) {
  const waiting = useIsFetching({ predicate: ({ state }) => state.status === 'pending' }) > 0;
  // After a navigation the former screen stays until the next one can be drawn: this says whose it is.
  const address = useHref(useLocation().pathname);
  return (
    <main id="page-content" className="content" tabIndex={-1} aria-busy={waiting} data-address={address}>
      {children}
    </main>
  );
}

function Logo() {
  const { t } = useTranslation('shell');
  const image = usePublicSettings().INTERFACE?.logo_index;
  return (
    <Link to="/" className="logo" title={t('home')}>
      {isUploaded(image) ? (
        <img src={image} alt={PRODUCT} />
      ) : (
        <>
          <BrandMark size={26} />
          <span className="logo__word">{PRODUCT}</span>
        </>
      )}
    </Link>
  );
}

function HeaderIcons({ routes, mobile }: { routes: readonly Route[]; mobile: boolean }) {
  const { t } = useTranslation('shell');
  const { can } = useAuth();
  const hasSettings = routes.some((route) => route.view === 'settings');
  const hasTickets = routes.some((route) => route.view === 'tickets');
  return (
    <div className="header__icons">
      <MessageBell />
      {hasTickets ? <TicketBell /> : null}
      {can('rbac.view_webterminal') ? (
        <IconButton icon={SquareTerminal} label={t('terminal')} href={`/luna/?_=${Date.now()}`} newTab />
      ) : null}
      {hasSettings ? <SettingsLink label={t('settings')} /> : null}
      {mobile ? null : <HelpMenu />}
      <ThemeMenu />
      <LanguageMenu />
    </div>
  );
}

function SettingsLink({ label }: { label: string }) {
  return (
    <Link to="/settings" className="p-icon-button" title={label} aria-label={label}>
      <Settings size={16} strokeWidth={1.75} aria-hidden="true" />
    </Link>
  );
}

function Footer() {
  const { t } = useTranslation('shell');
  const settings = usePublicSettings();
  const licensed = settings.XPACK_LICENSE_IS_VALID === true;
  const corporation = settings.XPACK_LICENSE_INFO?.corporation;
  return (
    <footer className="footer">
      <span>
        {PRODUCT} {VERSION}
      </span>
      {licensed && corporation ? <span>{corporation}</span> : <span title={t('community')}>GPL-3.0</span>}
    </footer>
  );
}
