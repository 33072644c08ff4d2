import { readCookie, writeCookie } from '@postern/client/cookies';
import { LANGUAGE_NAMES, THEME_CHOICES } from '@postern/contract/preferences';
import { LANGUAGES, type Language } from '@postern/contract/text';
import { BrandMark, IconButton, setThemeChoice, type ThemeChoice, takePress, useThemeState } from '@postern/ui';
import { Dropdown, type MenuProps, Select } from 'antd';
import {
  CircleHelp,
  CircleUserRound,
  ExternalLink,
  Languages,
  LayoutList,
  Maximize,
  PanelLeft,
  Settings,
  SunMoon,
  type TerminalSquare,
} from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Sessions } from '../sessions/useSessions.ts';
import { KeysDialog } from './KeysDialog.tsx';
import { useLanguage, useTranslate } from './language.tsx';
import { SettingsDialog } from './SettingsDialog.tsx';
import { useServices } from './services.tsx';
import { shellWords } from './words.ts';

// Loads when somebody asks for it.
const ManualDrawer = lazy(() => import('../manual/ManualDrawer.tsx').then((module) => ({ default: module.ManualDrawer })));

const THEMES = { system: shellWords.themeSystem, light: shellWords.themeLight, dark: shellWords.themeDark } as const satisfies Record<
  ThemeChoice,
  unknown
>;

interface HeaderProps {
  /** What this page is. */
  name: string;
  sessions: Sessions;
  treeOpen: boolean;
  onToggleTree: () => void;
}

/** The bar on top: brand, open sessions, settings, help, language, account. */
export function Header({ name, sessions, treeOpen, onToggleTree }: HeaderProps) {
  const t = useTranslate();
  const { settings, profile, keep } = useServices();
  const { language, setLanguage } = useLanguage();
  const { choice } = useThemeState();
  const [dialog, setDialog] = useState<'manual' | 'settings' | 'keys' | null>(null);
  const { tabs } = sessions.state;
  const logo = settings.INTERFACE?.logo_logout;
  const custom = settings.XPACK_LICENSE_IS_VALID === true && logo;

  const chooseTheme = (theme: ThemeChoice): void => {
    setThemeChoice(theme);
    keep({ theme });
  };
  const chooseLanguage = (next: Language): void => {
    setLanguage(next);
    keep({ language: next });
  };
  /** A dialog that opens with the press of a key would get that press, too: its cross has the focus by then. */
  const opens = (next: 'manual' | 'keys') => (pressed: Parameters<typeof takePress>[0]) => {
    takePress(pressed);
    setDialog(next);
  };
  const help: MenuProps['items'] = [
    { key: 'manual', label: t(shellWords.manual), onClick: opens('manual') },
    { key: 'keys', label: t(shellWords.keys), onClick: opens('keys') },
    ...links(settings.HELP_DOCUMENT_URL, t(shellWords.documentation), 'documentation'),
    ...links(settings.HELP_SUPPORT_URL, t(shellWords.support), 'support'),
  ];
  return (
    <header className="pt-header">
      <IconButton icon={PanelLeft} size={20} label={t(treeOpen ? shellWords.hideTree : shellWords.showTree)} onClick={onToggleTree} />
      <a className="pt-brand" href="/ui/" target="_blank" rel="noreferrer" title={t(shellWords.console)}>
        {custom ? <img src={logo} alt="" height={24} /> : <BrandMark size={24} />}
        <span>{name}</span>
      </a>
      <span className="pt-header-gap" />
      {tabs.length > 0 ? (
        <Menu
          icon={LayoutList}
          label={t(shellWords.openTabs)}
          items={tabs.map((tab) => ({
            key: tab.key,
            label: (
              <span className="pt-menu-tab">
                <span className={`pt-dot pt-dot--${tab.phase}`} />
                {tab.title}
              </span>
            ),
            onClick: () => sessions.actions.activate(tab.key),
          }))}
        />
      ) : null}
      {document.fullscreenEnabled ? <IconButton icon={Maximize} label={t(shellWords.fullScreen)} onClick={toggleFullScreen} /> : null}
      <IconButton icon={Settings} label={t(shellWords.settings)} onClick={() => setDialog('settings')} />
      <Menu icon={CircleHelp} label={t(shellWords.help)} items={help} />
      <Menu
        icon={SunMoon}
        label={t(shellWords.theme)}
        selected={choice}
        items={THEME_CHOICES.map((key) => ({ key, label: t(THEMES[key]), onClick: () => chooseTheme(key) }))}
      />
      <Menu
        icon={Languages}
        label={t(shellWords.language)}
        selected={language}
        items={LANGUAGES.map((key) => ({ key, label: LANGUAGE_NAMES[key], onClick: () => chooseLanguage(key) }))}
      />
      <Menu
        icon={CircleUserRound}
        label={`${t(shellWords.account)}: ${profile.name}`}
        text={profile.name}
        items={[
          { key: 'who', type: 'group', label: `${profile.name} (${profile.username})` },
          { key: 'console', label: <NewTab href="/ui/">{t(shellWords.console)}</NewTab> },
          { key: 'logout', label: <a href="/core/auth/logout/">{t(shellWords.logOut)}</a> },
        ]}
      />
      {dialog === 'manual' ? (
        <Suspense fallback={null}>
          <ManualDrawer onClose={() => setDialog(null)} />
        </Suspense>
      ) : null}
      {dialog === 'settings' ? <SettingsDialog onClose={() => setDialog(null)} /> : null}
      {dialog === 'keys' ? <KeysDialog onClose={() => setDialog(null)} /> : null}
    </header>
  );
}

function toggleFullScreen(): void {
  void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
}

/** Help addresses come from the settings: only web addresses become links. */
function links(address: string | undefined, label: string, key: string): NonNullable<MenuProps['items']> {
  return address && /^https?:\/\//i.test(address) ? [{ key, label: <NewTab href={address}>{label}</NewTab> }] : [];
}

function NewTab({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className="pt-menu-link" href={href} target="_blank" rel="noreferrer">
      {children}
      <ExternalLink size={13} aria-hidden="true" />
    </a>
  );
}

interface MenuButtonProps {
  icon: typeof TerminalSquare;
  label: string;
  text?: string;
  items: NonNullable<MenuProps['items']>;
  selected?: string;
}

function Menu({ icon: Icon, label, text, items, selected }: MenuButtonProps) {
  return (
    <Dropdown
      trigger={['click']}
      autoFocus
      menu={{ items, autoFocus: true, ...(selected ? { selectable: true, selectedKeys: [selected] } : {}) }}
    >
      <button
        type="button"
        className={text ? 'p-icon-button pt-menu-button' : 'p-icon-button'}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
      >
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        {text ? <span>{text}</span> : null}
      </button>
    </Dropdown>
  );
}

/** The organisation whose assets are listed; the terminal's own choice, apart from the console's (docs/behaviour/terminal.md#organisation). */
export function OrganizationSelect({ onChange }: { onChange: () => void }) {
  const t = useTranslate();
  const { profile, settings } = useServices();
  const orgs = profile.workbench_orgs ?? [];
  const [current, setCurrent] = useState(() => {
    const cookie = readCookie('X-JMS-LUNA-ORG') ?? readCookie('X-JMS-ORG');
    return (orgs.find((org) => org.id === cookie) ?? orgs.find((org) => org.is_default) ?? orgs.find((org) => !org.is_root) ?? orgs[0])?.id;
  });
  if (orgs.length < 2 || !settings.XPACK_LICENSE_IS_VALID) return null;
  return (
    <Select
      className="pt-org"
      variant="borderless"
      aria-label={t(shellWords.organization)}
      showSearch={{ optionFilterProp: 'label' }}
      value={current}
      options={orgs.map((org) => ({ value: org.id, label: org.name }))}
      onChange={(id: string) => {
        writeCookie('X-JMS-LUNA-ORG', id, 30 * 24 * 3600);
        setCurrent(id);
        onChange();
      }}
    />
  );
}
