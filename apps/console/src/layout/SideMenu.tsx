import { ChevronRight, ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { currentLanguage } from '../i18n/language.ts';
import { type MenuEntry, openKeysFor } from '../routes/menu.ts';
import { preloadScreen } from '../routes/screen-of.ts';
import { routeIcon } from './icons.ts';

interface SideMenuProps {
  entries: readonly MenuEntry[];
  /** Key of the current entry. */
  active: string;
  collapsed: boolean;
  label: string;
  /** Asked for by the collapsed menu when a container is chosen. */
  onExpand: () => void;
}

/** Menu of the current view: one group open at a time, besides those that are always open and the one with the current entry. */
export function SideMenu({ entries, active, collapsed, label, onExpand }: SideMenuProps) {
  const [chosen, setChosen] = useState<string | undefined>();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const around = openKeysFor(entries, active);
  // A new place opens its own group and forgets what was closed by hand.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect answers to the current entry alone
  useEffect(() => {
    setChosen(undefined);
    setClosed(new Set());
  }, [active]);
  const isOpen = (entry: MenuEntry) =>
    !closed.has(entry.key) && (entry.open || chosen === entry.key || (chosen === undefined && around.includes(entry.key)));
  const toggle = (entry: MenuEntry) => {
    if (collapsed) onExpand();
    const opening = collapsed || !isOpen(entry);
    setChosen(opening ? entry.key : '');
    setClosed((before) => {
      const next = new Set(before);
      if (opening) next.delete(entry.key);
      else next.add(entry.key);
      return next;
    });
  };
  return (
    <nav className={collapsed ? 'menu menu--collapsed' : 'menu'} aria-label={label}>
      <ul>
        {entries.map((entry) => (
          <li key={entry.key}>
            {entry.to !== undefined ? (
              <MenuLink entry={entry} active={entry.key === active} collapsed={collapsed} top />
            ) : (
              <Group
                entry={entry}
                active={active}
                open={!collapsed && isOpen(entry)}
                inside={around.includes(entry.key)}
                collapsed={collapsed}
                onToggle={() => toggle(entry)}
              />
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface GroupProps {
  entry: MenuEntry;
  active: string;
  open: boolean;
  inside: boolean;
  collapsed: boolean;
  onToggle: () => void;
}

function Group({ entry, active, open, inside, collapsed, onToggle }: GroupProps) {
  const Icon = routeIcon(entry.icon);
  const title = entry.title[currentLanguage().id];
  return (
    <>
      <button
        type="button"
        className={`p-bare menu__item${inside && !open ? ' menu__item--inside' : ''}`}
        aria-expanded={open}
        aria-label={collapsed ? title : undefined}
        title={collapsed ? title : undefined}
        onClick={onToggle}
      >
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        <span className="menu__text">{title}</span>
        <ChevronRight className="menu__arrow" size={14} aria-hidden="true" />
      </button>
      {open ? (
        <ul className="menu__children">
          {entry.children.map((child) => (
            <li key={child.key}>
              <MenuLink entry={child} active={child.key === active} collapsed={false} />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

function MenuLink({ entry, active, collapsed, top }: { entry: MenuEntry; active: boolean; collapsed: boolean; top?: boolean }) {
  const Icon = routeIcon(entry.icon);
  const title = entry.title[currentLanguage().id];
  const content = (
    <>
      {top ? <Icon size={16} strokeWidth={1.75} aria-hidden="true" /> : null}
      <span className="menu__text">{title}</span>
      {entry.external ? <ExternalLink className="menu__external" size={12} aria-hidden="true" /> : null}
    </>
  );
  const preload = () => preloadScreen(entry.to ?? '');
  const props = {
    className: active ? 'p-bare menu__item menu__item--active' : 'p-bare menu__item',
    'aria-label': collapsed ? title : undefined,
    title: collapsed ? title : undefined,
  };
  return entry.external ? (
    <a {...props} href={entry.to} target="_blank" rel="noreferrer">
      {content}
    </a>
  ) : (
    // Whoever points at an entry is likely to open it: its code is then already here.
    <Link {...props} to={entry.to ?? ''} onPointerEnter={preload} onFocus={preload} aria-current={active ? 'page' : undefined}>
      {content}
    </Link>
  );
}
