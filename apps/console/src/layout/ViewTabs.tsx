import { type MenuLine, menuLines } from '@postern/ui';
import { Dropdown } from 'antd';
import { ChevronDown, X } from 'lucide-react';
import { type KeyboardEvent, startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { currentLanguage } from '../i18n/language.ts';
import type { Route } from '../routes/resolve.ts';
import { useAuth } from '../session/auth.tsx';
import { useUnless } from '../session/useRefusals.ts';
import { useCurrentPageTitle } from './page-title.ts';
import { closed, closedAll, closedOthers, closedRight, type OpenView, opened } from './view-tabs.ts';
import { keepViews, loadViews } from './view-tabs-store.ts';
import { viewTitle } from './view-title.ts';

/**
 * The row of open views. Each keeps its address with the query, which holds the state of lists, unless the route says `noCache`.
 * Closed by their button, the middle mouse button or Delete; the other ways are in the menu of each and at the end of the row.
 */
export function ViewTabs({ route }: { route: Route | undefined }) {
  const { t } = useTranslation('shell');
  const unless = useUnless();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { username } = useAuth().profile;
  const pageTitle = useCurrentPageTitle();
  const [views, setViews] = useState<readonly OpenView[]>(() => loadViews(username));
  const language = currentLanguage().id;
  const titles = useMemo(() => new Map(views.map((view) => [view.path, viewTitle(view, language)])), [views, language]);
  const current = useRef<HTMLLIElement>(null);
  const node = route?.node;
  const title = node?.noTab ? undefined : (pageTitle ?? node?.title[language]);
  const affix = node?.affix === true;
  const kept = node?.noCache ? '' : search;
  useEffect(() => {
    // What is open is noted when there is time: the page that is being opened comes first.
    if (title) startTransition(() => setViews((before) => opened(before, { path: pathname, search: kept, title, affix })));
  }, [pathname, kept, title, affix]);
  useEffect(() => keepViews(username, views), [username, views]);
  const active = views.find((view) => view.path === pathname);
  const shownTitle = active?.title;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another view becomes the current one, and when its tab is made or gets its title
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [pathname, shownTitle]);

  /** Keeps these; when the open view is not among them, the nearest one is opened. */
  const keep = (left: readonly OpenView[], next?: OpenView) => {
    setViews(left);
    if (left.some((view) => view.path === pathname)) return;
    const to = next ?? left.at(-1);
    void navigate(to ? to.path + to.search : '/');
  };
  const close = (path: string) => {
    const { views: left, next } = closed(views, path);
    keep(left, next);
  };
  const refresh = (view: OpenView) => void navigate(`/redirect${view.path}${view.search}`, { replace: view.path === pathname });
  const actionsOf = (view: OpenView): MenuLine[] => [
    { key: 'refresh', label: t('refreshTab'), onClick: () => refresh(view) },
    { key: 'close', label: t('closeThis'), why: unless(!view.affix, 'refused:kept'), onClick: () => close(view.path) },
    { type: 'divider' },
    { key: 'others', label: t('closeOthers'), onClick: () => keep(closedOthers(views, view.path), view) },
    { key: 'right', label: t('closeRight'), onClick: () => keep(closedRight(views, view.path), view) },
    { key: 'all', label: t('closeAll'), onClick: () => keep(closedAll(views)) },
  ];
  const all: MenuLine[] = views.map((view) => ({
    key: view.path,
    label: <span className="tabs__entry">{titles.get(view.path)}</span>,
    onClick: () => void navigate(view.path + view.search),
  }));
  return (
    <div className="tabs">
      <nav className="tabs__scroll" aria-label={t('openViews')}>
        <ul onKeyDown={moveFocus}>
          {views.map((view) => (
            <Dropdown autoFocus key={view.path} trigger={['contextMenu']} menu={{ items: menuLines(actionsOf(view)) }}>
              <li ref={view === active ? current : undefined} className={view === active ? 'tab tab--active' : 'tab'}>
                <Link
                  to={view.path + view.search}
                  title={titles.get(view.path)}
                  aria-current={view === active ? 'page' : undefined}
                  onAuxClick={(event) => {
                    if (event.button !== 1) return;
                    event.preventDefault();
                    close(view.path);
                  }}
                  onKeyDown={(event) => event.key === 'Delete' && close(view.path)}
                >
                  {titles.get(view.path)}
                </Link>
                {view.affix ? null : (
                  <button
                    type="button"
                    className="p-bare"
                    tabIndex={-1}
                    aria-label={t('closeTab', { title: titles.get(view.path) })}
                    onClick={() => close(view.path)}
                  >
                    <X size={12} />
                  </button>
                )}
              </li>
            </Dropdown>
          ))}
        </ul>
      </nav>
      {active ? (
        <Dropdown
          autoFocus
          trigger={['click']}
          placement="bottomRight"
          menu={{ items: menuLines([...all, { type: 'divider' }, ...actionsOf(active)]), selectable: true, selectedKeys: [active.path] }}
        >
          <button type="button" className="p-bare tabs__more" aria-label={t('tabActions')}>
            <ChevronDown size={16} />
          </button>
        </Dropdown>
      ) : null}
    </div>
  );
}

/** Left and right go from tab to tab. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step === undefined) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('.tab a')];
  const at = links.indexOf(event.target as HTMLElement);
  if (at < 0) return;
  event.preventDefault();
  links[at + step]?.focus();
}
