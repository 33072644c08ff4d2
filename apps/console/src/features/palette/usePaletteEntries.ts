import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { currentLanguage, LANGUAGE_LIST } from '../../i18n/language.ts';
import { usePermittedRoutes } from '../../layout/useRoutes.ts';
import { routeAt } from '../../routes/match.ts';
import { flatRoutes, type Route } from '../../routes/resolve.ts';
import { showManual } from '../../screens/page/manual-place.ts';
import { useAuth, useOrg, usePublicSettings } from '../../session/auth.tsx';
import { showError } from '../../session/errors.ts';
import { logout } from '../../session/login-redirect.ts';
import { chooseTheme } from '../../session/preferences.ts';
import type { Organisation } from '../../session/session-types.ts';
import { changeLanguage } from '../../startup/change-language.ts';
import { switchOrganisation } from '../../startup/switch-org.ts';
import { isViewAllowed, orgsOf, viewOf } from '../../startup/views.ts';
import { useManualText } from '../manual/manual.ts';
import type { PaletteEntry } from './palette-entries.ts';

/** Screens that can be opened as they are: a menu would lead there, or they make something new. */
const isOpenable = (route: Route): boolean => !route.external && !route.path.includes(':') && route.node.screen !== undefined;

function screensOf(routes: readonly Route[]): PaletteEntry[] {
  const language = currentLanguage().id;
  const views = new Map(routes.map((route) => [route.view, route.node.title[language]]));
  return flatRoutes(routes)
    .filter(isOpenable)
    .flatMap((route): PaletteEntry[] => {
      const title = route.node.title[language];
      const base = { id: route.path, title, detail: views.get(route.view) ?? '', also: route.node.title.en, to: route.path };
      // Titles of create screens say what they do ("Create user") in every language.
      if (route.action === 'create') return [{ ...base, group: 'actions' }];
      return route.node.hidden ? [] : [{ ...base, group: 'screens' }];
    });
}

/** Everything the palette offers of itself; objects come from the server. */
export function usePaletteEntries(): { entries: readonly PaletteEntry[]; opens: (address: string) => boolean } {
  const { t } = useTranslation('shell');
  const { profile } = useAuth();
  const { org, locked } = useOrg();
  const settings = usePublicSettings();
  const { pathname, search } = useLocation();
  const routes = usePermittedRoutes();
  const manual = useManualText().data;
  return useMemo(() => {
    const allowed = routes.filter((route) => isViewAllowed(route.view, profile));
    const action = (id: string, title: string, run: () => void, also = ''): PaletteEntry => ({ id, group: 'actions', title, run, also });
    const canSwitch = !locked && settings.XPACK_LICENSE_IS_VALID === true;
    const orgs: readonly Organisation[] = canSwitch ? orgsOf(viewOf(pathname), profile).filter((one) => one.id !== org?.id) : [];
    const language = currentLanguage().id;
    const entries: PaletteEntry[] = [
      ...screensOf(allowed),
      ...orgs.map((one) =>
        action(`org ${one.id}`, t('palette.switchTo', { name: one.name }), () => switchOrganisation(one, pathname, search), 'organisation'),
      ),
      ...(['light', 'dark', 'system'] as const).map((theme) => {
        const name = { light: t('themeLight'), dark: t('themeDark'), system: t('themeSystem') }[theme];
        return action(
          `theme ${theme}`,
          t('palette.themeTo', { theme: name }),
          () => void chooseTheme(theme).catch(showError),
          `theme ${theme}`,
        );
      }),
      ...LANGUAGE_LIST.filter(({ id }) => id !== language).map(({ id, name }) =>
        action(`language ${id}`, t('palette.languageTo', { language: name }), () => void changeLanguage(id), `language ${id}`),
      ),
      ...(manual ?? []).map(
        ({ page, title, heading }): PaletteEntry => ({
          id: `manual ${page} ${heading}`,
          group: 'manual',
          title: heading,
          detail: title,
          run: () => showManual({ page, heading }),
        }),
      ),
      action('logout', t('logout'), () => logout(), 'log out'),
    ];
    return { entries, opens: (address) => routeAt(allowed, address.split('?')[0] ?? '')?.node.screen !== undefined };
  }, [t, profile, org, locked, settings, pathname, search, routes, manual]);
}
