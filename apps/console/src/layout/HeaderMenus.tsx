import { IconButton, type ThemeChoice, takePress, useThemeState } from '@postern/ui';
import { Avatar, Dropdown, type MenuProps } from 'antd';
import {
  BookOpen,
  BookText,
  Braces,
  ChevronDown,
  CircleHelp,
  CircleUser,
  Info,
  KeyRound,
  Languages,
  LifeBuoy,
  LogOut,
  Monitor,
  Moon,
  Sun,
  Ticket,
  WandSparkles,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { currentLanguage, LANGUAGE_LIST } from '../i18n/language.ts';
import { MANUAL_PAGES, pageAbout } from '../model/manual-pages.ts';
import { flatRoutes, type Route } from '../routes/resolve.ts';
import { showManual } from '../screens/page/manual-place.ts';
import { useAuth, usePublicSettings } from '../session/auth.tsx';
import { showError } from '../session/errors.ts';
import { logout } from '../session/login-redirect.ts';
import { chooseTheme } from '../session/preferences.ts';
import { changeLanguage } from '../startup/change-language.ts';
import { AboutDialog } from './AboutDialog.tsx';

type Items = NonNullable<MenuProps['items']>;

const size = 16;

export function ThemeMenu() {
  const { t } = useTranslation('shell');
  const { choice, mode } = useThemeState();
  const items: Items = [
    { key: 'light', label: t('themeLight'), icon: <Sun size={size} /> },
    { key: 'dark', label: t('themeDark'), icon: <Moon size={size} /> },
    { key: 'system', label: t('themeSystem'), icon: <Monitor size={size} /> },
  ];
  return (
    <Dropdown
      autoFocus
      trigger={['click']}
      menu={{
        items,
        selectable: true,
        selectedKeys: [choice],
        onClick: ({ key }) => void chooseTheme(key as ThemeChoice).catch(showError),
      }}
    >
      <span>
        <IconButton icon={mode === 'dark' ? Moon : Sun} label={t('theme')} />
      </span>
    </Dropdown>
  );
}

export function LanguageMenu() {
  const { t } = useTranslation('shell');
  const items: Items = LANGUAGE_LIST.map(({ id, name, tag }) => ({ key: id, label: <span lang={tag}>{name}</span> }));
  const choose: MenuProps['onClick'] = ({ key }) => {
    const chosen = LANGUAGE_LIST.find(({ id }) => id === key);
    if (chosen && chosen.id !== currentLanguage().id) void changeLanguage(chosen.id);
  };
  return (
    <Dropdown autoFocus trigger={['click']} menu={{ items, selectable: true, selectedKeys: [currentLanguage().id], onClick: choose }}>
      <span>
        <IconButton icon={Languages} label={t('language')} />
      </span>
    </Dropdown>
  );
}

/** For lines that open something; the others may be links, which their press follows. */
const opening =
  (open: () => void): MenuProps['onClick'] =>
  (pressed) => {
    takePress(pressed);
    open();
  };

export function HelpMenu() {
  const { t } = useTranslation('shell');
  const settings = usePublicSettings();
  const [about, setAbout] = useState(false);
  const page = pageAbout(useLocation().pathname) ?? MANUAL_PAGES[0];
  const link = (href: string, label: string) => (
    <a href={href} target="_blank" rel="noreferrer">
      {label}
    </a>
  );
  const items: Items = [
    { key: 'manual', icon: <BookText size={size} />, label: t('manual.here'), onClick: opening(() => showManual({ page })) },
    ...(settings.HELP_DOCUMENT_URL
      ? [{ key: 'docs', icon: <BookOpen size={size} />, label: link(settings.HELP_DOCUMENT_URL, t('docs')) }]
      : []),
    ...(settings.HELP_SUPPORT_URL
      ? [{ key: 'support', icon: <LifeBuoy size={size} />, label: link(settings.HELP_SUPPORT_URL, t('support')) }]
      : []),
    { key: 'api', icon: <Braces size={size} />, label: link('/api/docs/', t('downloads.apiPage')) },
    { key: 'about', icon: <Info size={size} />, label: t('about'), onClick: opening(() => setAbout(true)) },
  ];
  return (
    <>
      <Dropdown autoFocus trigger={['click']} menu={{ items }}>
        <span>
          <IconButton icon={CircleHelp} label={t('help')} />
        </span>
      </Dropdown>
      {about ? <AboutDialog onClose={() => setAbout(false)} /> : null}
    </>
  );
}

const ACCOUNT_ENTRIES = [
  { name: 'ProfileInfo', icon: CircleUser, label: 'profile' },
  { name: 'ApiKey', icon: KeyRound, label: 'apiKeys' },
  { name: 'TempPassword', icon: WandSparkles, label: 'temporaryPassword' },
  { name: 'ConnectionToken', icon: Ticket, label: 'connectionTokens' },
] as const;

export function AccountMenu({ routes }: { routes: readonly Route[] }) {
  const { t } = useTranslation('shell');
  const { profile } = useAuth();
  const navigate = useNavigate();
  const all = flatRoutes(routes);
  const entries = ACCOUNT_ENTRIES.flatMap(({ name, icon: Icon, label }) => {
    const route = all.find((candidate) => candidate.node.name === name);
    return route ? [{ key: name, icon: <Icon size={size} />, label: t(label), onClick: () => void navigate(route.path) }] : [];
  });
  const items: Items = [
    {
      key: 'who',
      type: 'group',
      label: (
        <span className="account__who">
          <b>{profile.name}</b>
          <span>{profile.username}</span>
        </span>
      ),
    },
    ...entries,
    { type: 'divider' },
    { key: 'logout', icon: <LogOut size={size} />, label: t('logout'), onClick: () => logout() },
  ];
  return (
    <Dropdown autoFocus trigger={['click']} placement="bottomRight" menu={{ items }}>
      <button type="button" className="p-bare account">
        <span className="p-visually-hidden">{t('account')}: </span>
        <Avatar size={26} className="account__avatar">
          {[...profile.name][0]?.toUpperCase()}
        </Avatar>
        <span className="account__name">{profile.name}</span>
        <ChevronDown size={14} aria-hidden="true" />
      </button>
    </Dropdown>
  );
}
