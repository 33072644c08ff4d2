import { Dropdown } from 'antd';
import { MoreHorizontal, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { currentLanguage } from '../i18n/language.ts';
import type { Route } from '../routes/resolve.ts';
import { useCurrentPageTitle } from './page-title.ts';
import { closed, closedOthers, type OpenView, opened } from './view-tabs.ts';

const STORE_KEY = 'openViews';

/** The row of open views. Each keeps its address with the query, which holds the state of lists. */
export function ViewTabs({ route }: { route: Route | undefined }) {
  const { t } = useTranslation('shell');
  const location = useLocation();
  const navigate = useNavigate();
  const pageTitle = useCurrentPageTitle();
  const [views, setViews] = useState<readonly OpenView[]>(load);
  const current = useRef<HTMLLIElement>(null);
  const title = route?.node.noTab ? undefined : (pageTitle ?? route?.node.title[currentLanguage().id]);
  const affix = route?.node.affix === true;
  useEffect(() => {
    if (title) setViews((before) => opened(before, { path: location.pathname, search: location.search, title, affix }));
  }, [location.pathname, location.search, title, affix]);
  useEffect(() => keep(views), [views]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another view becomes the current one, and when its tab is made or gets its title
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [location.pathname, views]);
  const close = (path: string) => {
    const result = closed(views, path);
    setViews(result.views);
    if (path === location.pathname && result.next) void navigate(result.next.path + result.next.search);
  };
  return (
    <div className="tabs">
      <nav className="tabs__scroll" aria-label={t('openViews')}>
        <ul>
          {views.map((view) => {
            const active = view.path === location.pathname;
            return (
              <li key={view.path} ref={active ? current : undefined} className={active ? 'tab tab--active' : 'tab'}>
                <Link to={view.path + view.search} title={view.title} aria-current={active ? 'page' : undefined}>
                  {view.title}
                </Link>
                {views.length > 1 ? (
                  <button type="button" aria-label={t('closeTab', { title: view.title })} onClick={() => close(view.path)}>
                    <X size={12} />
                  </button>
                ) : null}
              </li>
            );
          })}
        </ul>
      </nav>
      {views.length > 1 ? (
        <Dropdown
          trigger={['click']}
          placement="bottomRight"
          menu={{ items: [{ key: 'others', label: t('closeOthers'), onClick: () => setViews(closedOthers(views, location.pathname)) }] }}
        >
          <button type="button" className="tabs__more" aria-label={t('tabActions')}>
            <MoreHorizontal size={16} />
          </button>
        </Dropdown>
      ) : null}
    </div>
  );
}

/** Open views outlive a reload of the page (an organisation switch is one), not the browser tab. */
function load(): readonly OpenView[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORE_KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isOpenView) : [];
  } catch {
    return [];
  }
}

function keep(views: readonly OpenView[]): void {
  try {
    sessionStorage.setItem(STORE_KEY, JSON.stringify(views));
  } catch {
    // Storage is full or forbidden: the tabs live with this page.
  }
}

function isOpenView(value: unknown): value is OpenView {
  const view = value as Partial<OpenView> | null;
  return typeof view?.path === 'string' && view.path.startsWith('/') && typeof view.search === 'string' && typeof view.title === 'string';
}
